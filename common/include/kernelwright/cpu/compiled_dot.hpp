/// \file
/// Products of tiles, compiled beforehand: what tl.dot on the CPU calls. Every kernel file includes
/// this header, so it stays free of the standard library.
#pragma once

#include <cstdint>

#include "kernelwright/compiler/qualifiers.hpp"

namespace kw::cpu {

enum class operand_type : unsigned char {
  float16,
  bfloat16,
  float32,
  float64,
  int8,
  float8_e4m3,
  float8_e5m2
};

/// A matrix in memory; strides count elements.
struct dot_operand {
  const void* values;
  int row_stride, column_stride;
  operand_type type;
};

/// acc += a b for an (m, k) and a (k, n) matrix of one type, or of both float8 types: in float32,
/// or in int32 for int8, or in float64 for float64.
///
/// \param acc  (m, n), row-major without gaps
/// \param m,n,k  powers of two, or multiples of 16
/// \param round_to_tf32  first round float32 operands as tensor cores do: to 10 bits of mantissa
/// Cost: converts and packs operands once per call, so per element of a and b, not per product.
KW_RUNTIME_API void add_compiled_product(bool round_to_tf32, const dot_operand& a,
                                         const dot_operand& b, void* acc, int m, int n, int k);

}  // namespace kw::cpu
