/// \file
/// What the tile language knows about the float8 types. Included by <kernelwright/float8.hpp>.
#pragma once
#include "kernelwright/compiler/float8.hpp"
#include "kernelwright/core/dtype.hpp"

namespace kw::core {

template <>
struct stored_float<float8_e4m3_t> {
  static constexpr const char* name = "float8e4nv";
  static KW_HD float widened(float8_e4m3_t value) { return to_float(value); }
  template <class V>
  static KW_HD float8_e4m3_t rounded(V value) {
    return to_float8_e4m3(in_small_range(value));
  }
};
template <>
struct stored_float<float8_e5m2_t> {
  static constexpr const char* name = "float8e5";
  static KW_HD float widened(float8_e5m2_t value) { return to_float(value); }
  template <class V>
  static KW_HD float8_e5m2_t rounded(V value) {
    return to_float8_e5m2(in_small_range(value));
  }
};

}  // namespace kw::core
