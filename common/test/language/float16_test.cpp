// The 16-bit types against independent references: an exact decoder, rounding by comparison in
// double, and, where they exist, the compiler's _Float16 and the CUDA toolkit's conversions.
#include "kernelwright/compiler/float16.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>
#include <vector>

#if __has_include(<cuda_fp16.h>) && __has_include(<cuda_bf16.h>)
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#define KW_TEST_AGAINST_TOOLKIT 1
#endif

namespace float16_test {

using kw::core::bits_of;
using kw::core::float_of;

bool is_nan16(unsigned bits, unsigned infinity) {
  return (bits & 0x7fffu) > infinity;
}

/// The value of a 16-bit float, from its definition.
double decode(unsigned bits, int exponent_bits) {
  const int fraction_bits = 15 - exponent_bits;
  const int bias = (1 << (exponent_bits - 1)) - 1;
  const int exponent = static_cast<int>((bits & 0x7fffu) >> fraction_bits);
  const double fraction = bits & ((1u << fraction_bits) - 1u);
  const double sign = (bits & 0x8000u) != 0 ? -1.0 : 1.0;
  if (exponent == 2 * bias + 1) {
    return fraction == 0 ? sign * INFINITY : NAN;
  }
  return sign * (exponent == 0 ? std::ldexp(fraction, 1 - bias - fraction_bits)
                               : std::ldexp(fraction + (1 << fraction_bits),
                                            exponent - bias - fraction_bits));
}

/// All floats that are interesting to round: every 16-bit value, the midpoints between neighbours,
/// their float32 neighbours, and random bits.
std::vector<float> floats_to_round(int exponent_bits) {
  std::vector<float> values;
  for (unsigned bits = 0; bits < 0x7fffu; ++bits) {
    const float low = static_cast<float>(decode(bits, exponent_bits));
    const float high = static_cast<float>(decode(bits + 1, exponent_bits));
    if (std::isfinite(low)) {
      const float next = std::isfinite(high) ? high : static_cast<float>(2.0 * low);
      const float middle = static_cast<float>((static_cast<double>(low) + next) / 2);
      for (float v : {low, middle, std::nextafter(middle, low), std::nextafter(middle, next)}) {
        values.push_back(v);
        values.push_back(-v);
      }
    }
  }
  std::mt19937 random(7);
  for (int i = 0; i < 1000000; ++i) {
    values.push_back(float_of(random()));
  }
  values.insert(values.end(), {INFINITY, -INFINITY, NAN, -NAN, 65504.0f, 65519.996f, 65520.0f});
  return values;
}

/// Is `bits` the 16-bit value nearest to v, or the even one of two equally near?
bool is_nearest_even(float v, unsigned bits, int exponent_bits) {
  const unsigned infinity = ((1u << exponent_bits) - 1u) << (15 - exponent_bits);
  if (std::isnan(v)) {
    return (bits & 0x7fffu) == 0x7fffu;
  }
  if (std::signbit(v) != ((bits & 0x8000u) != 0)) {
    return false;
  }
  const unsigned magnitude = bits & 0x7fffu;
  const double wanted = std::fabs(static_cast<double>(v));
  // For rounding, infinity is one step above the largest finite value.
  auto value = [&](unsigned m) {
    return m == infinity ? 2 * decode(m - 1, exponent_bits) - decode(m - 2, exponent_bits)
                         : decode(m, exponent_bits);
  };
  if (magnitude > infinity) {
    return false;
  }
  if (magnitude == infinity && std::isinf(v)) {
    return true;
  }
  const double error = std::fabs(value(magnitude) - wanted);
  for (unsigned other : {magnitude - 1, magnitude + 1}) {
    if (other <= infinity) {
      const double other_error = std::fabs(value(other) - wanted);
      if (other_error < error || (other_error == error && (magnitude & 1u) != 0)) {
        return magnitude == infinity && wanted >= value(infinity);
      }
    }
  }
  return true;
}

TEST(Float16, EveryPatternDecodesExactly) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const float got = kw::core::float16_bits_to_float(static_cast<std::uint16_t>(bits));
    const double want = decode(bits, 5);
    if (std::isnan(want)) {
      ASSERT_TRUE(std::isnan(got)) << std::hex << bits;
    } else {
      ASSERT_EQ(bits_of(got), bits_of(static_cast<float>(want))) << std::hex << bits;
    }
  }
}

TEST(Float16, EveryPatternSurvivesARoundTrip) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const auto pattern = static_cast<std::uint16_t>(bits);
    const auto back = kw::core::float_to_float16_bits(kw::core::float16_bits_to_float(pattern));
    ASSERT_EQ(back, is_nan16(bits, 0x7c00u) ? 0x7fff : pattern) << std::hex << bits;
    const auto back_b = kw::core::float_to_bfloat16_bits(kw::core::bfloat16_bits_to_float(pattern));
    ASSERT_EQ(back_b, is_nan16(bits, 0x7f80u) ? 0x7fff : pattern) << std::hex << bits;
  }
}

TEST(Float16, RoundsToNearestEven) {
  for (float v : floats_to_round(5)) {
    const unsigned got = kw::core::float_to_float16_bits(v);
    ASSERT_TRUE(is_nearest_even(v, got, 5)) << v << " became " << std::hex << got;
  }
}

TEST(Bfloat16, EveryPatternDecodesExactly) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const float got = kw::core::bfloat16_bits_to_float(static_cast<std::uint16_t>(bits));
    const double want = decode(bits, 8);
    if (std::isnan(want)) {
      ASSERT_TRUE(std::isnan(got)) << std::hex << bits;
    } else {
      ASSERT_EQ(bits_of(got), bits_of(static_cast<float>(want))) << std::hex << bits;
    }
  }
}

TEST(Bfloat16, RoundsToNearestEven) {
  for (float v : floats_to_round(8)) {
    const unsigned got = kw::core::float_to_bfloat16_bits(v);
    ASSERT_TRUE(is_nearest_even(v, got, 8)) << v << " became " << std::hex << got;
  }
}

#if defined(__FLT16_MANT_DIG__)
#ifdef __aarch64__
using compilers_float16 = __fp16;  // g++ 12 has the other name in C alone
#else
using compilers_float16 = _Float16;
#endif

TEST(Float16, AgreesWithTheCompiler) {
  for (float v : floats_to_round(5)) {
    const auto wanted = static_cast<compilers_float16>(v);
    std::uint16_t bits;
    std::memcpy(&bits, &wanted, sizeof bits);
    if (!std::isnan(v)) {
      ASSERT_EQ(kw::core::float_to_float16_bits(v), bits) << v;
    }
  }
}
#endif

#ifdef KW_TEST_AGAINST_TOOLKIT
TEST(Float16, AgreesWithTheCudaToolkit) {
  for (float v : floats_to_round(5)) {
    const __half_raw wanted = __float2half_rn(v);
    ASSERT_EQ(kw::core::float_to_float16_bits(v), wanted.x) << v;
  }
  for (unsigned bits = 0; bits < 65536; ++bits) {
    __half_raw raw;
    raw.x = static_cast<unsigned short>(bits);
    const float wanted = __half2float(__half(raw));
    const float got = kw::core::float16_bits_to_float(static_cast<std::uint16_t>(bits));
    ASSERT_TRUE(std::isnan(wanted) ? std::isnan(got) : bits_of(got) == bits_of(wanted)) << bits;
  }
}

TEST(Bfloat16, AgreesWithTheCudaToolkit) {
  for (float v : floats_to_round(8)) {
    const __nv_bfloat16_raw wanted = __float2bfloat16_rn(v);
    ASSERT_EQ(kw::core::float_to_bfloat16_bits(v), wanted.x) << v;
  }
}
#endif

}  // namespace float16_test
