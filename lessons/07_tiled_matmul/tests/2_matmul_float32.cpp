// Tests of lesson 07, task 2: every kind of edge, padded rows, and values that show in which
// precision a kernel multiplied.
#include "matmul_test.hpp"

namespace lesson07 {
namespace {

const tests<product_case> matmul_float32_tests = {
    "MatmulFloat32",
    {
        {"TwoByThree", check_product<matmul_float32>, {{2, 3, 4}}},
        {"Sizes", check_product<matmul_float32>, kSizes},
        {"StridedRows", check_product<matmul_float32>, kStrided},
        {"NothingToSum", check_product<matmul_float32>, {{70, 30, 0}}},  // zeros
        {"LargeTiles", check_product<matmul_float32>, {{1025, 1153, 9}}},
        {"InfinitiesStayInTheirRow", check_infinities<matmul_float32>, {{70, 67, 33}}},
        {"SameBitsTwentyTimes", check_product<matmul_float32, 20>, {{130, 70, 500}}},
        {"AnyShape", check_product<matmul_float32>, products_up_to(300)},
    },
};

using MatmulFloat32 = lesson_test;

// Each pair of products is 2^-13: a sum of them is exact in float32, but 0 if operands were rounded
// to tf32, to ten bits after the point.
TEST_F(MatmulFloat32, MultipliesInFloat32) {
  constexpr std::int64_t m = 20, n = 20, k = 256;
  std::vector<float> a(static_cast<std::size_t>(m * k)), b(static_cast<std::size_t>(k * n));
  for (std::size_t i = 0; i < a.size(); ++i) {
    a[i] = i % 2 == 0 ? 1.0f + 0x1p-13f : 1.0f;
  }
  for (std::size_t i = 0; i < b.size(); ++i) {
    b[i] = i / n % 2 == 0 ? 1.0f : -1.0f;
  }
  const kw::buffer<float, 2> x(device(), {m, k}, a), y(device(), {k, n}, b), out(device(), {m, n});
  matmul_float32(x.cview(), y.cview(), out.view());
  check_close(out, std::vector<double>(m * n, k / 2 * 0x1p-13),
              {0, 0, "every sum on the way is a float32 number"}, "pairs that nearly cancel");
}

}  // namespace
}  // namespace lesson07
