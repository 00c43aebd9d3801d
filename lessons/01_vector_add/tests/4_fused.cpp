// Tests of lesson 01, task 4.
#include "vector_test.hpp"

namespace lesson01 {
namespace {

constexpr tolerance kFused{2e-6, 0.0, "three float32 roundings of values below 10"};

bool check_fused(const vector_case& v) {
  const auto a = make_input<float>(v.n, 1);
  const auto b = make_input<float>(v.n, 2);
  const auto c = make_input<float>(v.n, 3);
  const auto d = make_input<float>(v.n, 4);
  return check_entry(shape(v), fused, in(v, a), in(v, b), in(v, c), in(v, d),
                     out(v, reference::fused(a, b, c, d), kFused));
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
