// Tests of lesson 01, task 5. Any length, including lengths that no block divides.
#include "vector_test.hpp"

namespace lesson01 {
namespace {

// It takes pointers, so it can be called from C.
bool check_solve(const vector_case& v) {
  const auto a = make_input<float>(v.n, 1), b = make_input<float>(v.n, 2);
  const kw::buffer<float> a_buffer(kw::default_device(), {v.n}, a, v.in());
  const kw::buffer<float> b_buffer(kw::default_device(), {v.n}, b, v.in());
  const kw::buffer<float> c(kw::default_device(), {v.n}, v.out());
  solve(a_buffer.data(), b_buffer.data(), c.data(), static_cast<int>(v.n));
  const auto sum = [&](std::int64_t i) { return double{a[i]} + b[i]; };
  return check_close(c, elements(v.n, sum), kRoundedOnce, shape(v));
}

const tests<vector_case> solve_tests = {
    "Solve",
    {
        {"OneThousand", check_solve, {{1000}}},
        {"Sizes", check_solve, lengths_around(kBlockSize)},
        {"APrimeAboveAMillion", check_solve, {{1000003}}},
        {"AnyShape", check_solve, lengths_up_to(40000)},
    },
};

}  // namespace
}  // namespace lesson01
