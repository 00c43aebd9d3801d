// Tests of lesson 07, task 4: every kind of edge, both forms of b, and values that show in which
// precision a kernel added.
#include "matmul_test.hpp"

namespace lesson07 {
namespace {

// Sums that pass 65,504, the largest float16, on their way to a small result.
template <class T>
bool check_long_sums(const product_case& c) {
  std::vector<T> a, b;
  for (std::int64_t i = 0; i < c.m * c.k; ++i) {
    a.push_back(kw::core::convert<T>(i % c.k < c.k / 2 ? 32.0f : -32.0f));
  }
  for (std::int64_t i = 0; i < c.k * c.n; ++i) {
    b.push_back(kw::core::convert<T>(i % 3 == 0 && i > c.k * c.n / 2 ? 16.5f : 16.0f));
  }
  return check_values(matmul<T>, c, a, b);
}

template <class T>
tests<product_case> matmul_tests(const char* suite,
                                 kw::source_place place = kw::source_place::here()) {
  return {
      suite,
      {
          {"TwoByThree", check_product<matmul<T>>, {{2, 3, 4}}},
          {"Sizes", check_product<matmul<T>>, kSizes},
          {"StridedRows", check_product<matmul<T>>, kStrided},
          {"NothingToSum", check_product<matmul<T>>, {{70, 30, 0}}},
          {"Transposed", check_transposed<matmul<T>>, kSizes},
          {"TransposedStridedRows", check_transposed<matmul<T>>, kStrided},
          // 12 x 3 tiles, so the second group of 8 rows is not full.
          {"EveryTileOnce", check_product<matmul<T>>, {{128 * 11 + 5, 128 * 2 + 1, 40}}},
          {"SumsInFloat32", check_long_sums<T>, {{20, 24, 512}}},
          {"InfinitiesStayInTheirRow", check_infinities<matmul<T>>, {{70, 67, 33}}},
          {"SameBitsTwentyTimes", check_product<matmul<T>, 20>, {{130, 70, 500}}},
          {"AnyShape", check_product<matmul<T>>, products_up_to(300)},
          {"AnyShape", check_transposed<matmul<T>>, products_up_to(300)},
      },
      place,
  };
}
const auto float16_tests = matmul_tests<float16_t>("Matmul/float16");
const auto bfloat16_tests = matmul_tests<bfloat16_t>("Matmul/bfloat16");

}  // namespace
}  // namespace lesson07
