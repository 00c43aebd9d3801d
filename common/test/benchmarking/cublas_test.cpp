// The cuBLAS products that kernels are compared with: the same product, as strictly.
#include "kernelwright/benchmarking/cublas.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

#include "kernelwright/testing/row_products.hpp"
#include "kernelwright/testing/rows.hpp"
#include "kernelwright/testing/testing.hpp"

namespace {

using kw::bfloat16_t;
using kw::float16_t;
using kw::benchmarking::cublas_matmul;
using kw::benchmarking::peer;

std::vector<double> magnitudes(std::vector<double> values) {
  for (double& value : values) {
    value = std::fabs(value);
  }
  return values;
}

template <class T>
class Cublas : public kw::testing::lesson_test {
 protected:
  /// Compares cuBLAS's c with `want`; skips the test if cuBLAS is missing.
  void check(std::int64_t m, std::int64_t n, std::int64_t k, const std::vector<T>& a_values,
             const std::vector<T>& b_values, const std::vector<double>& want,
             kw::testing::tolerance limit) const {
    const kw::buffer<T, 2> a(device(), {m, k}, a_values);
    const kw::buffer<T, 2> b(device(), {k, n}, b_values);
    const kw::buffer<T, 2> c(device(), {m, n});
    const peer call = cublas_matmul(m, n, k, a.data(), b.data(), c.data());
    if (device().kind == kw::device_kind::cpu) {
      EXPECT_FALSE(call) << "a CPU has no cuBLAS";
      return;
    }
    if (!call) {
      GTEST_SKIP() << "there is no cuBLAS here";
    }
    call();
    kw::testing::check_close(
        c, want, limit,
        "m = " + std::to_string(m) + ", n = " + std::to_string(n) + ", k = " + std::to_string(k));
  }
};
using types = ::testing::Types<float, float16_t, bfloat16_t>;
TYPED_TEST_SUITE(Cublas, types, kw::testing::dtype_names);

// Each of the k steps rounds by at most 2^-24 of the sum so far, in any order of adding; tensor
// cores cut off where others round, hence twice that. A 16-bit result is rounded once more.
TYPED_TEST(Cublas, MultipliesMatricesOfRows) {
  struct extents {
    std::int64_t m, n, k;
  };
  for (const auto [m, n, k] : {extents{1, 2, 3}, extents{37, 53, 203}, extents{256, 136, 520}}) {
    const auto a = kw::testing::make_input<TypeParam>(m * k, 1);
    const auto b = kw::testing::make_input<TypeParam>(k * n, 2);
    const auto left = kw::testing::to_doubles(a), right = kw::testing::to_doubles(b);
    const auto sizes = kw::testing::product_of(magnitudes(left), magnitudes(right), m, n, k);
    const double largest = *std::max_element(sizes.begin(), sizes.end());
    const kw::testing::tolerance limit{static_cast<double>(k) * 0x1p-23 * largest,
                                       std::is_same_v<TypeParam, float>       ? 0.0
                                       : std::is_same_v<TypeParam, float16_t> ? 0x1p-11
                                                                              : 0x1p-8,
                                       "a float32 sum of k products, rounded once"};
    this->check(m, n, k, a, b, kw::testing::product_of(left, right, m, n, k), limit);
  }
}

// Pairs of products that nearly cancel leave 0 if float32 operands are rounded to tf32, as in the
// tests of lesson 07. In 16 bits they leave exactly what they should.
TYPED_TEST(Cublas, IsAsStrictAsTheKernels) {
  constexpr std::int64_t m = 24, n = 16, k = 512;
  constexpr bool kWide = std::is_same_v<TypeParam, float>;
  constexpr double kSmall = kWide ? 0x1p-13 : 0x1p-7;  // 1 + kSmall is a number of the type
  std::vector<TypeParam> a, b;
  for (std::int64_t i = 0; i < m * k; ++i) {
    a.push_back(kw::core::convert<TypeParam>(i % 2 == 0 ? 1 + kSmall : 1.0));
  }
  for (std::int64_t i = 0; i < k * n; ++i) {
    b.push_back(kw::core::convert<TypeParam>(i / n % 2 == 0 ? 1.0 : -1.0));
  }
  this->check(m, n, k, a, b, std::vector<double>(m * n, k / 2 * kSmall),
              {0, 0, "every sum on the way is a float32 number"});
}

}  // namespace
