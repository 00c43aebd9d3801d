// Tests of lesson 01, task 4.
#include "vector_test.hpp"

namespace lesson01 {
namespace {

constexpr tolerance kFused{2e-6, 0.0, "three float32 roundings of values below 10"};

bool check_fused(const vector_case& v) {
  const auto a = make_input<float>(v.n, 1), b = make_input<float>(v.n, 2);
  const auto c = make_input<float>(v.n, 3), d = make_input<float>(v.n, 4);
  const auto want = [&](std::int64_t i) { return (double{a[i]} + b[i]) * c[i] + d[i]; };
  return check_entry(shape(v), fused, in(v, a), in(v, b), in(v, c), in(v, d), out(v, want, kFused));
}

const tests<vector_case> fused_tests = {
    "Fused",
    {
        {"TwoBlocks", check_fused, drawn_blocks<kBlockSize, 2, 8>},
        {"Sizes", check_fused, whole_blocks<kBlockSize>},
        {"ManyBlocks", check_fused, many_blocks},
        {"AnyShape", check_fused, any_blocks<kBlockSize, 40>},
    },
};

}  // namespace
}  // namespace lesson01
