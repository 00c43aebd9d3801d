// Tests of lesson 07, task 4: every kind of edge, both forms of b, and values that show in which
// precision a kernel added.
#include "tiled_matmul.hpp"

#include "matmul_test.hpp"

namespace lesson07 {
namespace {

template <class T>
class Matmul : public matmul_test {
 protected:
  static constexpr function<T> kCall = &matmul<T>;
};
TYPED_TEST_SUITE(Matmul, float16_types, kw::testing::dtype_names);

TYPED_TEST(Matmul, TwoByThree) {
  this->check(this->kCall, {2, 3, 4});
}

TYPED_TEST(Matmul, Sizes) {
  this->check_all(this->kCall, kSizes);
}

TYPED_TEST(Matmul, StridedRows) {
  this->check_all(this->kCall, kStrided);
}

TYPED_TEST(Matmul, NothingToSum) {
  this->check(this->kCall, {70, 30, 0});
}

TYPED_TEST(Matmul, Transposed) {
  this->check_all(this->kCall, kSizes, true);
}

TYPED_TEST(Matmul, TransposedStridedRows) {
  this->check_all(this->kCall, kStrided, true);
}

// 12 x 3 tiles, so the second group of 8 rows is not full.
TYPED_TEST(Matmul, EveryTileOnce) {
  this->check(this->kCall, {128 * 11 + 5, 128 * 2 + 1, 40});
}

// Sums that pass 65,504, the largest float16, on their way to a small result.
TYPED_TEST(Matmul, SumsInFloat32) {
  constexpr std::int64_t m = 20, n = 24, k = 512;
  std::vector<TypeParam> a, b;
  for (std::int64_t i = 0; i < m * k; ++i) {
    a.push_back(kw::core::convert<TypeParam>(i % k < k / 2 ? 32.0f : -32.0f));
  }
  for (std::int64_t i = 0; i < k * n; ++i) {
    b.push_back(kw::core::convert<TypeParam>(i % 3 == 0 && i > k * n / 2 ? 16.5f : 16.0f));
  }
  this->check(this->kCall, {m, n, k}, a, b);
}

TYPED_TEST(Matmul, InfinitiesStayInTheirRow) {
  this->check_infinities(this->kCall);
}

TYPED_TEST(Matmul, SameBitsTwentyTimes) {
  if (!this->check(this->kCall, {130, 70, 500})) {
    return;  // it has said what is wrong
  }
  this->check_same_bits(this->kCall);
}

}  // namespace
}  // namespace lesson07
