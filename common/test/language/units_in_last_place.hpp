// How far a result is from the exact value, in units of the last place of its type, and numbers
// that cover the whole range of a type.
#pragma once
#include <cmath>
#include <limits>
#include <vector>

#include "kernelwright/core/dtype.hpp"

namespace kernel_test {

/// How many bits a fraction of T has, with the leading one, and the exponent of its smallest
/// normal.
template <class T>
constexpr int fraction_bits() {
  return std::is_same_v<T, kw::float16_t>    ? 11
         : std::is_same_v<T, kw::bfloat16_t> ? 8
         : sizeof(T) == 4                    ? 24
                                             : 53;
}
template <class T>
constexpr int smallest_exponent() {
  return std::is_same_v<T, kw::float16_t> ? -14 : sizeof(T) == 8 ? -1022 : -126;
}
template <class T>
long double largest() {
  return std::ldexp(2.0L - std::ldexp(1.0L, 1 - fraction_bits<T>()),
                    1 - smallest_exponent<T>() == 15    ? 15
                    : 1 - smallest_exponent<T>() == 127 ? 127
                                                        : 1023);
}

/// 0 if both are NaN, or both the same infinity; infinite if only one is NaN.
template <class T>
double units_off(T got, long double want) {
  const double value = kw::core::convert<double>(got);
  if (std::isnan(want) || std::isnan(value)) {
    return std::isnan(want) && std::isnan(value) ? 0 : INFINITY;
  }
  if (std::isinf(value) || std::isinf(want) || std::fabs(want) > largest<T>()) {
    // Infinity is taken as the number that would follow the largest one.
    const long double limit = std::ldexp(1.0L, 1 + std::ilogb(largest<T>()));
    const long double clipped = std::copysign(std::fmin(std::fabs(want), limit), want);
    const long double reached = std::isinf(value) ? std::copysign(limit, value) : value;
    return static_cast<double>(std::fabs(reached - clipped) /
                               std::ldexp(1.0L, std::ilogb(largest<T>()) + 1 - fraction_bits<T>()));
  }
  const int exponent = want == 0 || std::ilogb(want) < smallest_exponent<T>()
                           ? smallest_exponent<T>()
                           : std::ilogb(want);
  const long double unit = std::ldexp(1.0L, exponent + 1 - fraction_bits<T>());
  return static_cast<double>(std::fabs(value - want) / unit);
}

/// Every exponent of float or double with both signs: `count` fractions of each, among them 0 and
/// all ones. Infinities, NaN, zeros and subnormals are among them.
template <class T>
std::vector<T> whole_range(int count) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  constexpr int fraction = fraction_bits<T>() - 1, exponents = sizeof(T) == 4 ? 256 : 2048;
  std::vector<T> values;
  Bits state = 12345;
  for (Bits exponent = 0; exponent < exponents; ++exponent) {
    for (int k = 0; k < count; ++k) {
      state = static_cast<Bits>(state * 6364136223846793005u + 1442695040888963407u);
      const Bits random = state >> (sizeof(Bits) * 8 - static_cast<unsigned>(fraction));
      Bits bits = k == 0 ? 0 : k == 1 ? (Bits{1} << fraction) - 1 : random;
      bits |= exponent << fraction;
      if (exponent == exponents - 1 && k > 0) {
        bits = (exponent << fraction) | Bits{1} << (fraction - 1);  // one NaN, without a mark
      }
      values.push_back(__builtin_bit_cast(T, bits));
      values.push_back(-values.back());
    }
  }
  return values;
}

/// All numbers of a 16-bit type; one NaN for all of them.
template <class T>
std::vector<T> every_16_bit_float() {
  std::vector<T> values(65536);
  for (unsigned k = 0; k < 65536; ++k) {
    values[k].bits = static_cast<std::uint16_t>(k);
    if (std::isnan(kw::to_float(values[k]))) {
      values[k] = kw::core::convert<T>(NAN);
    }
  }
  return values;
}

}  // namespace kernel_test
