// Tests of lesson 03, task 5: lengths that do not divide, and numbers at the ends of float32.
#include "masking_test.hpp"

namespace lesson03 {
namespace {

bool check_relu_of(const vector_case& c, const std::vector<float>& x) {
  const auto want = [&](std::int64_t i) { return x[i] > 0 ? x[i] : 0.0f; };
  return check_entry(shape(c), relu, in(c, x), out(c, want, kExact));
}
bool check_relu(const vector_case& c) {
  return check_relu_of(c, make_input<float>(c.n, 1));
}

const tests<vector_case> relu_tests = {
    "Relu",
    {
        {"OneThousand", check_relu, {{1000}}},
        {"Sizes", check_relu, lengths_around(kBlockSize)},
        {"UnalignedBase", check_relu, kUnaligned},
        {"Large", check_relu, kLarge},
        {"AnyShape", check_relu, lengths_up_to(40000)},
    },
};

using Relu = lesson_test;

TEST_F(Relu, SpecialValues) {
  using limits = std::numeric_limits<float>;
  check_relu_of({10}, {0.0f, -0.0f, limits::infinity(), -limits::infinity(), limits::max(),
                       limits::lowest(), limits::min(), -limits::min(), 1.0f, -1.0f});
  check_relu_of({1500}, std::vector<float>(1500, -2.5f));
}

}  // namespace
}  // namespace lesson03
