// The types of 16 and 8 bits against their definitions, and, where they exist, the compiler's
// _Float16 and the CUDA toolkit's conversions.
#include "narrow_floats.hpp"

#include <gtest/gtest.h>

#include <cstring>

#if __has_include(<cuda_fp16.h>) && __has_include(<cuda_bf16.h>) && __has_include(<cuda_fp8.h>)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#define KW_TEST_AGAINST_TOOLKIT 1
#endif

namespace narrow_floats {

using kw::core::convert;

template <class T>
struct NarrowFloats : ::testing::Test {};
using Types = ::testing::Types<float16_t, bfloat16_t, float8_e4m3_t, float8_e5m2_t>;
TYPED_TEST_SUITE(NarrowFloats, Types);

TYPED_TEST(NarrowFloats, EveryPatternDecodesExactlyAndBack) {
  using T = TypeParam;
  for (unsigned bits = 0; bits < 2 * format<T>::kSign; ++bits) {
    const T v = from_bits<T>(bits);
    const double want = decode<T>(bits);
    ASSERT_TRUE(same(convert<double>(v), want)) << bits;
    ASSERT_EQ(convert<T>(convert<float>(v)).bits, nearest<T>(want)) << bits;
    ASSERT_EQ(convert<T>(convert<double>(v)).bits, nearest<T>(want)) << bits;
    if constexpr (sizeof(T) == 1) {  // both types of 16 bits hold each number
      ASSERT_TRUE(same(convert<double>(convert<float16_t>(v)), want)) << bits;
      ASSERT_TRUE(same(convert<double>(convert<bfloat16_t>(v)), want)) << bits;
    }
  }
}

TYPED_TEST(NarrowFloats, RoundOnceToNearestEven) {
  using T = TypeParam;
  for (double v : numbers_to_round<T>()) {
    const float narrow = static_cast<float>(v);
    ASSERT_EQ(convert<T>(v).bits, nearest<T>(v)) << v;
    ASSERT_EQ(convert<T>(narrow).bits, nearest<T>(static_cast<double>(narrow))) << narrow;
  }
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const float16_t h{static_cast<std::uint16_t>(bits)};
    const bfloat16_t b{static_cast<std::uint16_t>(bits)};
    ASSERT_EQ(convert<T>(h).bits,
              (std::is_same_v<T, float16_t> ? bits : nearest<T>(convert<double>(h))))
        << bits;
    ASSERT_EQ(convert<T>(b).bits,
              (std::is_same_v<T, bfloat16_t> ? bits : nearest<T>(convert<double>(b))))
        << bits;
  }
  for (int i = -70000; i <= 70000; i += 7) {
    ASSERT_EQ(convert<T>(i).bits, nearest<T>(i)) << i;
  }
}

#if defined(__FLT16_MANT_DIG__)
#ifdef __aarch64__
using compilers_float16 = __fp16;  // g++ 12 has the other name in C alone
#else
using compilers_float16 = _Float16;
#endif

TEST(Float16, AgreesWithTheCompiler) {
  for (double number : numbers_to_round<float16_t>()) {
    const float v = static_cast<float>(number);
    const auto wanted = static_cast<compilers_float16>(v);
    std::uint16_t bits;
    std::memcpy(&bits, &wanted, sizeof bits);
    if (!std::isnan(v)) {
      ASSERT_EQ(convert<float16_t>(v).bits, bits) << v;
    }
  }
}
#endif

#ifdef KW_TEST_AGAINST_TOOLKIT
unsigned of_toolkit(float16_t, double v) {
  return static_cast<__half_raw>(__float2half_rn(static_cast<float>(v))).x;
}
unsigned of_toolkit(bfloat16_t, double v) {
  return static_cast<__nv_bfloat16_raw>(__float2bfloat16_rn(static_cast<float>(v))).x;
}
unsigned of_toolkit(float8_e4m3_t, double v) {
  return __nv_cvt_double_to_fp8(v, __NV_SATFINITE, __NV_E4M3);
}
unsigned of_toolkit(float8_e5m2_t, double v) {
  return __nv_cvt_double_to_fp8(v, __NV_SATFINITE, __NV_E5M2);
}

TYPED_TEST(NarrowFloats, AgreeWithTheCudaToolkit) {
  using T = TypeParam;
  using Number = std::conditional_t<sizeof(T) == 2, float, double>;
  for (double number : numbers_to_round<T>()) {
    const auto v = static_cast<Number>(number);
    if (!std::isnan(v)) {  // the toolkit has several NaNs for e5m2
      ASSERT_EQ(convert<T>(v).bits, of_toolkit(T{}, static_cast<double>(v))) << v;
    }
  }
}
#endif

}  // namespace narrow_floats
