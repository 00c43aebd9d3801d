// Products of tiles: b is packed into panels of 16 columns, then a block of rows at a time stays in
// vector registers while it meets a panel (Goto and van de Geijn, 2008, for tiles that fit caches).
#include "kernelwright/cpu/compiled_dot.hpp"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <vector>

#include "kernelwright/core/dtype.hpp"

namespace kw::cpu {
namespace {

#ifdef __AVX512F__
constexpr int kVectorBytes = 64, kRows = 8;
#else
constexpr int kVectorBytes = 32, kRows = 4;
#endif
constexpr int kPanel = 16;  // columns

template <class R>
struct simd {
  typedef R type __attribute__((vector_size(kVectorBytes)));
  typedef R in_memory __attribute__((vector_size(kVectorBytes), aligned(sizeof(R)), may_alias));
};

/// To nearest, ties away from zero, as cvt.rna.tf32 does.
float rounded_to_tf32(float x) {
  const std::uint32_t bits = core::bits_of(x);
  const bool finite = (bits & 0x7f800000u) != 0x7f800000u;
  return core::float_of(finite ? (bits + 0x1000u) & ~0x1fffu : bits);
}

struct as_is {
  template <class R, class T>
  static R convert(T value) {
    return core::convert<R>(value);
  }
};
struct as_tf32 {
  template <class R, class T>
  static R convert(T value) {
    return rounded_to_tf32(value);
  }
};

/// A row of count elements; the common stride is spelled out to let the loop vectorise.
template <class Rounding, class R, class T>
void convert_row(R* to, const T* from, int stride, int count) {
  if (stride == 1) {
    for (int j = 0; j < count; ++j) {
      to[j] = Rounding::template convert<R>(from[j]);
    }
  } else {
    for (int j = 0; j < count; ++j) {
      to[j] = Rounding::template convert<R>(from[j * stride]);
    }
  }
}

template <class R>
void add_block(const R* a, int a_stride, const R* panel, R* acc, int acc_stride, int k) {
  using vector = typename simd<R>::type;
  using vector_in_memory = typename simd<R>::in_memory;
  constexpr int lanes = kVectorBytes / static_cast<int>(sizeof(R));
  constexpr int vectors = kPanel / lanes;
  vector sums[kRows][vectors] = {};
  for (int p = 0; p < k; ++p) {
    const auto* b = reinterpret_cast<const vector_in_memory*>(panel + p * kPanel);
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) {
      const vector column = b[v];
#pragma GCC unroll 8
      for (int i = 0; i < kRows; ++i) {
        sums[i][v] += a[i * a_stride + p] * column;
      }
    }
  }
#pragma GCC unroll 8
  for (int i = 0; i < kRows; ++i) {
    auto* row = reinterpret_cast<vector_in_memory*>(acc + i * acc_stride);
#pragma GCC unroll 8
    for (int v = 0; v < vectors; ++v) {
      row[v] += sums[i][v];
    }
  }
}

/// The part of a block that is inside a small matrix, where the block reaches past the edges.
template <class R>
void add_part_of_block(const R* a, int a_stride, const R* panel, R* acc, int acc_stride, int rows,
                       int columns, int k) {
  R block[kRows * kPanel] = {};
  add_block(a, a_stride, panel, block, kPanel, k);
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      acc[i * acc_stride + j] += block[i * kPanel + j];
    }
  }
}

/// Room for converted operands, kept by each thread for its next product.
template <class R>
R* workspace(int elements) {
  static thread_local std::vector<R> room;
  if (room.size() < static_cast<std::size_t>(elements)) {
    room.resize(static_cast<std::size_t>(elements));
  }
  return room.data();
}

template <class Rounding, class R, class A, class B = A>
void multiply(const dot_operand& a, const dot_operand& b, R* acc, int m, int n, int k) {
  const int padded_rows = m < kRows ? kRows : m;
  R* panel = workspace<R>(padded_rows * k + k * kPanel);
  R* converted = panel + k * kPanel;
  const R* rows = converted;
  int row_stride = k;
  if constexpr (std::is_same_v<R, A> && std::is_same_v<Rounding, as_is>) {
    if (a.column_stride == 1 && m == padded_rows) {
      rows = static_cast<const R*>(a.values);
      row_stride = a.row_stride;
    }
  }
  if (rows == converted) {
    for (int i = 0; i < m; ++i) {
      convert_row<Rounding>(converted + i * k, static_cast<const A*>(a.values) + i * a.row_stride,
                            a.column_stride, k);
    }
    std::fill(converted + m * k, converted + padded_rows * k, R{});
  }
  for (int j = 0; j < n; j += kPanel) {
    const int columns = std::min(n - j, kPanel);
    for (int p = 0; p < k; ++p) {
      R* row = panel + p * kPanel;
      convert_row<Rounding>(
          row, static_cast<const B*>(b.values) + p * b.row_stride + j * b.column_stride,
          b.column_stride, columns);
      std::fill(row + columns, row + kPanel, R{});
    }
    for (int i = 0; i < padded_rows; i += kRows) {
      if (m == padded_rows && columns == kPanel) {
        add_block(rows + i * row_stride, row_stride, panel, acc + i * n + j, n, k);
      } else {
        add_part_of_block(rows + i * row_stride, row_stride, panel, acc + i * n + j, n,
                          std::min(m - i, kRows), columns, k);
      }
    }
  }
}

template <class A>
void multiply_float8(const dot_operand& a, const dot_operand& b, float* sums, int m, int n, int k) {
  if (b.type == operand_type::float8_e4m3) {
    multiply<as_is, float, A, float8_e4m3_t>(a, b, sums, m, n, k);
  } else {
    multiply<as_is, float, A, float8_e5m2_t>(a, b, sums, m, n, k);
  }
}

}  // namespace

void add_compiled_product(bool round_to_tf32, const dot_operand& a, const dot_operand& b, void* acc,
                          int m, int n, int k) {
  auto* sums = static_cast<float*>(acc);
  switch (a.type) {
    case operand_type::float16:
      return multiply<as_is, float, float16_t>(a, b, sums, m, n, k);
    case operand_type::bfloat16:
      return multiply<as_is, float, bfloat16_t>(a, b, sums, m, n, k);
    case operand_type::float32:
      return round_to_tf32 ? multiply<as_tf32, float, float>(a, b, sums, m, n, k)
                           : multiply<as_is, float, float>(a, b, sums, m, n, k);
    case operand_type::float64:
      return multiply<as_is, double, double>(a, b, static_cast<double*>(acc), m, n, k);
    case operand_type::int8:
      return multiply<as_is, std::int32_t, std::int8_t>(a, b, static_cast<std::int32_t*>(acc), m, n,
                                                        k);
    case operand_type::float8_e4m3:
      return multiply_float8<float8_e4m3_t>(a, b, sums, m, n, k);
    case operand_type::float8_e5m2:
      return multiply_float8<float8_e5m2_t>(a, b, sums, m, n, k);
  }
}

}  // namespace kw::cpu
