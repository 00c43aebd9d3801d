// The floats of 16 and 8 bits by their definition: what each pattern means, and which one is
// nearest to a number.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "kernelwright/kernelwright.hpp"

namespace narrow_floats {

using kw::bfloat16_t, kw::float16_t, kw::float8_e4m3_t, kw::float8_e5m2_t;

/// \tparam ExponentBits  of the format; the sign has one bit, and the fraction the others
template <int ExponentBits, bool HasInfinity, class T>
struct format_by {
  static constexpr unsigned kSign = 1u << (8 * sizeof(T) - 1);
  static constexpr int kFractionBits = 8 * static_cast<int>(sizeof(T)) - 1 - ExponentBits;
  static constexpr int kBias = (1 << (ExponentBits - 1)) - 1;
  static constexpr bool kHasInfinity = HasInfinity;
  /// Of finite numbers. Without infinity, all ones are the only NaN.
  static constexpr unsigned kLargest = kSign - 1 - (HasInfinity ? 1u << kFractionBits : 1u);
  static constexpr bool kSaturates = sizeof(T) == 1;  ///< what is larger becomes the largest number
};
template <class T>
struct format;
template <>
struct format<float16_t> : format_by<5, true, float16_t> {};
template <>
struct format<bfloat16_t> : format_by<8, true, bfloat16_t> {};
template <>
struct format<float8_e4m3_t> : format_by<4, false, float8_e4m3_t> {};
template <>
struct format<float8_e5m2_t> : format_by<5, true, float8_e5m2_t> {};

template <class T>
T from_bits(unsigned bits) {
  return T{static_cast<decltype(T{}.bits)>(bits)};
}

template <class T>
double decode(unsigned bits) {
  using f = format<T>;
  const unsigned magnitude = bits & (f::kSign - 1);
  const double sign = (bits & f::kSign) != 0 ? -1 : 1;
  if (magnitude > f::kLargest) {
    return f::kHasInfinity && magnitude == f::kLargest + 1 ? sign * INFINITY : NAN;
  }
  const int exponent = static_cast<int>(magnitude >> f::kFractionBits);
  const int one = 1 << f::kFractionBits, fraction = static_cast<int>(magnitude) & (one - 1);
  return sign * std::ldexp(fraction + (exponent == 0 ? 0 : one),
                           (exponent == 0 ? 1 : exponent) - f::kBias - f::kFractionBits);
}

/// The pattern nearest to v; of two equally near, the even one. Infinity takes the place of the
/// number that would follow the largest.
template <class T>
unsigned nearest(double v) {
  using f = format<T>;
  // Of all patterns, since they are asked for millions of times.
  static const std::vector<double> decoded = [] {
    std::vector<double> all;
    for (unsigned bits = 0; bits <= f::kLargest; ++bits) {
      all.push_back(decode<T>(bits));
    }
    return all;
  }();
  if (std::isnan(v)) {
    return f::kSign - 1;
  }
  const double wanted = std::fabs(v);
  // The last one that is not above it: numbers grow with their patterns. Without a call, which
  // takes longest where nothing is optimised.
  const double* const values = decoded.data();
  unsigned bits = 0;
  for (unsigned bit = f::kSign / 2; bit != 0; bit /= 2) {
    if ((bits | bit) <= f::kLargest && values[bits | bit] <= wanted) {
      bits |= bit;
    }
  }
  if (bits < f::kLargest || !f::kSaturates) {
    const double low = values[bits];
    const double high = bits < f::kLargest ? values[bits + 1] : 2 * low - values[bits - 1];
    const double to_low = wanted - low, to_high = high - wanted;
    bits += to_high < to_low || (to_high == to_low && bits % 2 == 1) ? 1 : 0;
  }
  return bits | (std::signbit(v) ? f::kSign : 0u);
}

/// All that is interesting to round: every value, the midpoints between neighbours, the numbers
/// next to them, large and small numbers, and random bits.
template <class T>
std::vector<double> numbers_to_round() {
  std::vector<double> numbers = {INFINITY, NAN,    448,     464,     480,   57344,
                                 61440,    65504,  65520,   65536,   1e30,  1e300,
                                 1e-30,    1e-300, 0x1p-17, 0x1p-10, 5e-324};
  for (unsigned bits = 0; bits <= format<T>::kLargest; ++bits) {
    const double low = decode<T>(bits);
    const double high = bits < format<T>::kLargest ? decode<T>(bits + 1) : 2 * low;
    const double middle = (low + high) / 2;
    const float narrow = static_cast<float>(middle);
    for (double v : {low, middle, std::nextafter(middle, low), std::nextafter(middle, high),
                     static_cast<double>(std::nextafter(narrow, 0.0f)),
                     static_cast<double>(std::nextafter(narrow, INFINITY))}) {
      numbers.push_back(v);
    }
  }
  std::mt19937 random(7);
  for (int i = 0; i < 20000; ++i) {
    numbers.push_back(static_cast<double>(kw::core::float_of(random())));
    numbers.push_back(
        std::ldexp(static_cast<double>(random()), static_cast<int>(random() % 44) - 58));
  }
  const std::size_t count = numbers.size();
  for (std::size_t i = 0; i < count; ++i) {
    numbers.push_back(-numbers[i]);
  }
  return numbers;
}

/// Also the sign of a zero.
inline bool same(double a, double b) {
  return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

}  // namespace narrow_floats
