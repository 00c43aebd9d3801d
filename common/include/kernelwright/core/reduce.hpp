/// \file
/// Reductions along an axis, and the transpose: what both backends do alike.
#pragma once
#include "kernelwright/core/operators.hpp"

namespace kw::core {

/// The type in which a reduction accumulates: float32 for 16-bit floats, at least int32 for
/// integers.
template <class T>
using accumulator_t =
    std::conditional_t<std::is_integral_v<T>, std::conditional_t<(sizeof(T) < 4), std::int32_t, T>,
                       compute_t<T>>;

/// Folds get(0) ... get(Count - 1) with Op. On the CPU a row is folded in several partial results
/// side by side, so that the loop vectorises; the order of a float32 sum follows from that.
template <class Backend, class Op, class C, int Count, class Get>
KW_HD constexpr C fold(Get get) {
  constexpr int width = Count < Backend::kFoldWidth ? Count : Backend::kFoldWidth;
  C partial[width];
  KW_UNROLL
  for (int w = 0; w < width; ++w) {
    partial[w] = get(w);
  }
  KW_UNROLL
  for (int start = width; start < Count; start += width) {
    KW_UNROLL
    for (int w = 0; w < width; ++w) {
      partial[w] = Op::template apply<Backend, C>(partial[w], get(start + w));
    }
  }
  KW_UNROLL
  for (int half_width = width / 2; half_width > 0; half_width /= 2) {
    KW_UNROLL
    for (int w = 0; w < half_width; ++w) {
      partial[w] = Op::template apply<Backend, C>(partial[w], partial[w + half_width]);
    }
  }
  return partial[0];
}

/// Reduces along the columns (axis 1 of a matrix; the only axis of a 1-D tile). Every thread of a
/// row gets the row's result, so that broadcasting it back is free.
template <class Op, class T, class Shape, class L>
KW_HD constexpr auto reduce_columns(const tile<T, Shape, L>& x) {
  using Backend = typename L::backend;
  using C = accumulator_t<T>;
  C partial[L::kRegisters0];
  KW_UNROLL
  for (int r0 = 0; r0 < L::kRegisters0; ++r0) {
    const T* row = x.values + r0 * L::kRegisters1;
    partial[r0] =
        fold<Backend, Op, C, L::kRegisters1>([row](int r1) { return convert<C>(row[r1]); });
  }
  Backend::template combine_threads<Op, typename L::axis1>(partial);
  if constexpr (Shape::rank == 1) {
    return convert<std::conditional_t<std::is_integral_v<T>, C, T>>(partial[0]);
  } else {
    using R = std::conditional_t<std::is_integral_v<T>, C, T>;
    tile<R, tile_shape<Shape::d0>, layout<Backend, unit_axis, typename L::axis0>> result;
    KW_UNROLL
    for (int r0 = 0; r0 < L::kRegisters0; ++r0) {
      result.values[r0] = convert<R>(partial[r0]);
    }
    return result;
  }
}

/// Reduces along the rows (axis 0 of a matrix).
template <class Op, class T, class Shape, class L>
KW_HD constexpr auto reduce_rows(const tile<T, Shape, L>& x) {
  using Backend = typename L::backend;
  using C = accumulator_t<T>;
  using R = std::conditional_t<std::is_integral_v<T>, C, T>;
  C partial[L::kRegisters1];
  KW_UNROLL
  for (int r1 = 0; r1 < L::kRegisters1; ++r1) {
    partial[r1] = convert<C>(x.values[r1]);
  }
  KW_UNROLL
  for (int r0 = 1; r0 < L::kRegisters0; ++r0) {
    KW_UNROLL
    for (int r1 = 0; r1 < L::kRegisters1; ++r1) {
      partial[r1] = Op::template apply<Backend, C>(partial[r1],
                                                   convert<C>(x.values[r0 * L::kRegisters1 + r1]));
    }
  }
  Backend::template combine_threads<Op, typename L::axis0>(partial);
  tile<R, tile_shape<Shape::d1>, layout<Backend, unit_axis, typename L::axis1>> result;
  KW_UNROLL
  for (int r1 = 0; r1 < L::kRegisters1; ++r1) {
    result.values[r1] = convert<R>(partial[r1]);
  }
  return result;
}

template <class Op, int Axis, class X>
KW_HD constexpr auto reduce_axis(const X& x) {
  static_assert(Axis >= 0 && Axis < X::shape_type::rank,
                "kernelwright: this tile has no such axis. A 1-D tile has axis<0>; a 2-D tile has "
                "axis<0> (down each column) and axis<1> (along each row).");
  if constexpr (Axis == 0 && X::shape_type::rank == 2) {
    return reduce_rows<Op>(x);
  } else {
    return reduce_columns<Op>(x);
  }
}

/// Rows and columns exchanged; only the names of registers change.
template <class T, class Shape, class L>
KW_HD constexpr auto transpose(const tile<T, Shape, L>& x) {
  static_assert(Shape::rank == 2, "kernelwright: tl.trans needs a 2-D tile");
  using Flipped = layout<typename L::backend, typename L::axis1, typename L::axis0>;
  tile<T, tile_shape<Shape::d1, Shape::d0>, Flipped> result;
  KW_UNROLL
  for (int r0 = 0; r0 < L::kRegisters0; ++r0) {
    KW_UNROLL
    for (int r1 = 0; r1 < L::kRegisters1; ++r1) {
      result.values[r1 * L::kRegisters0 + r0] = x.values[r0 * L::kRegisters1 + r1];
    }
  }
  return result;
}

}  // namespace kw::core
