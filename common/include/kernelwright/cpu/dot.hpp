/// \file
/// Matrix products on the CPU: tiles in memory, handed to the compiled runtime.
#pragma once
#include "kernelwright/core/dot.hpp"
#include "kernelwright/cpu/accumulator.hpp"
#include "kernelwright/cpu/compiled_dot.hpp"
#include "kernelwright/cpu/stream.hpp"

namespace kw::cpu {

template <class T>
constexpr operand_type operand_type_of() {
  if constexpr (std::is_same_v<T, float16_t>) {
    return operand_type::float16;
  } else if constexpr (std::is_same_v<T, bfloat16_t>) {
    return operand_type::bfloat16;
  } else if constexpr (std::is_same_v<T, float>) {
    return operand_type::float32;
  } else if constexpr (std::is_same_v<T, double>) {
    return operand_type::float64;
  } else if constexpr (std::is_same_v<T, float8_e4m3_t>) {
    return operand_type::float8_e4m3;
  } else if constexpr (std::is_same_v<T, float8_e5m2_t>) {
    return operand_type::float8_e5m2;
  } else {
    return operand_type::int8;
  }
}

/// Where the elements of a tile in registers, or of a stream's tile, are in memory.
template <class X>
KW_HD dot_operand operand_of(const X& x, source_place at) {
  constexpr operand_type type = operand_type_of<core::value_of<X>>();
  if constexpr (core::stream_tile<X>) {
    return {x.values(at), X::kRowStride, X::kColumnStride, type};
  } else {
    return {x.values, core::shape_of<X>::d1, 1, type};
  }
}

/// A stream's tile may be overwritten once a product has used it.
template <class X>
KW_HD void give_back([[maybe_unused]] const X& x) {
  if constexpr (core::stream_tile<X>) {
    x.give_back();
  }
}

/// acc += a b. Operands of tf32x3 stay float32, which is at least as exact.
template <int Precision, class A, class B, class Acc>
KW_HD void add_product(const A& a, const B& b, Acc& acc, source_place at) {
  using Shape = core::shape_of<Acc>;
  add_compiled_product(Precision == core::kTf32, operand_of(a, at), operand_of(b, at), acc.values,
                       Shape::d0, Shape::d1, core::shape_of<A>::d1);
  give_back(a);
  give_back(b);
}

}  // namespace kw::cpu
