/// \file
/// What the tile language knows about the float8 types. Included by <kernelwright/float8.hpp>.
#pragma once
#include "kernelwright/compiler/float8.hpp"
#include "kernelwright/core/dtype.hpp"

namespace kw::core {

/// A number as a float32 that can still be rounded once more.
template <class V>
KW_HD constexpr float to_be_rounded(V value) {
  if constexpr (std::is_same_v<V, double>) {
    return for_another_rounding(value);
  } else {
    return static_cast<float>(value);
  }
}

template <>
struct stored_float<float8_e4m3_t> {
  static constexpr const char* name = "float8e4nv";
  static constexpr unsigned kNotFinite = 0x7f;
  static KW_HD float widened(float8_e4m3_t value) { return to_float(value); }
  template <class V>
  static KW_HD float8_e4m3_t rounded(V value) {
    return to_float8_e4m3(to_be_rounded(value));
  }
};
template <>
struct stored_float<float8_e5m2_t> {
  static constexpr const char* name = "float8e5";
  static constexpr unsigned kNotFinite = 0x7c;
  static KW_HD float widened(float8_e5m2_t value) { return to_float(value); }
  template <class V>
  static KW_HD float8_e5m2_t rounded(V value) {
    return to_float8_e5m2(to_be_rounded(value));
  }
};

}  // namespace kw::core
