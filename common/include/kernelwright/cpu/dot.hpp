/// \file
/// Matrix products on the CPU: rows of b, scaled and added, which the compiler vectorises.
#pragma once
#include "kernelwright/core/dot.hpp"

namespace kw::cpu {

/// The mantissa that a tensor core keeps of a float32 operand.
KW_HD float round_to_tf32(float x) {
  std::uint32_t bits;
  __builtin_memcpy(&bits, &x, sizeof(bits));
  if ((bits & 0x7f800000u) != 0x7f800000u) {
    bits = (bits + 0x1000u) & ~0x1fffu;  // to nearest, ties away from zero, as cvt.rna.tf32 does
  }
  __builtin_memcpy(&x, &bits, sizeof(bits));
  return x;
}

/// acc += a b for tiles in row-major order.
template <int Precision, class A, class B, class Acc>
KW_HD_OUTLINED void add_product(const A& a, const B& b, Acc& acc) {
  using R = core::value_of<Acc>;
  using Shape = core::shape_of<Acc>;
  constexpr int K = core::shape_of<A>::d1;
  auto operand = [](auto value) {
    if constexpr (Precision == core::kTf32) {
      return round_to_tf32(value);
    } else {
      return core::convert<R>(value);
    }
  };
  R row_of_b[Shape::d1];
  for (int k = 0; k < K; ++k) {
    for (int j = 0; j < Shape::d1; ++j) {
      row_of_b[j] = operand(b.values[k * Shape::d1 + j]);
    }
    for (int i = 0; i < Shape::d0; ++i) {
      const R scale = operand(a.values[i * K + k]);
      R* row = acc.values + i * Shape::d1;
      for (int j = 0; j < Shape::d1; ++j) {
        row[j] += scale * row_of_b[j];
      }
    }
  }
}

}  // namespace kw::cpu
