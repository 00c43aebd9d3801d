/// \file
/// Reductions along an axis: what both backends have in common.
#pragma once
#include "kernelwright/core/axes.hpp"
#include "kernelwright/core/functions.hpp"

namespace kw::core {

/// The type in which a reduction accumulates: float32 for 16-bit floats, at least int32 for
/// integers.
template <class T>
using accumulator_t = std::conditional_t<
    std::is_integral_v<T>,
    std::conditional_t<(sizeof(T) < 4),
                       std::conditional_t<(std::is_unsigned_v<T> && !std::is_same_v<T, bool>),
                                          std::uint32_t, std::int32_t>,
                       T>,
    compute_t<T>>;

/// A reduction returns the accumulator for integers, the element type for floats.
template <class T>
using reduced_t = std::conditional_t<std::is_integral_v<T>, accumulator_t<T>, T>;

/// An operator of operators.hpp as a function of two accumulators.
template <class Backend, class Op>
struct combine_with {
  template <class C>
  KW_HD constexpr C operator()(C a, C b) const {
    return Op::template apply<Backend, C>(a, b);
  }
};

/// Reduces along the columns (axis 1 of a matrix; the only axis of a 1-D tile). Every thread of a
/// row gets the row's result, so broadcasting it back is free.
template <class Exchange, class Combine, class T, class Shape, class L>
KW_TILE_OP constexpr auto reduce_columns(const Exchange& exchange, Combine combine,
                                         const tile<T, Shape, L>& x) {
  using Backend = typename L::backend;
  using C = accumulator_t<T>;
  using R = reduced_t<T>;
  constexpr int width = L::kRegisters1 < Backend::kFoldWidth ? L::kRegisters1 : Backend::kFoldWidth;
  C partial[L::kRegisters0];
  KW_UNROLL
  for (int r0 = 0; r0 < L::kRegisters0; ++r0) {
    partial[r0] = fold_lanes<width, C>(combine, x.values + r0 * L::kRegisters1,
                                       Backend::template lane_count<L::kRegisters1>());
  }
  exchange.template combine_threads<typename L::axis1>(combine, partial);
  if constexpr (Shape::rank == 1) {
    return convert<R>(partial[0]);
  } else {
    tile<R, tile_shape<Shape::d0>, layout<Backend, unit_axis, typename L::axis0>> result;
    KW_UNROLL
    for (int r0 = 0; r0 < L::kRegisters0; ++r0) {
      result.values[r0] = convert<R>(partial[r0]);
    }
    return result;
  }
}

/// Reduces along the rows (axis 0 of a matrix).
template <class Exchange, class Combine, class T, class Shape, class L>
KW_TILE_OP constexpr auto reduce_rows(const Exchange& exchange, Combine combine,
                                      const tile<T, Shape, L>& x) {
  using Backend = typename L::backend;
  using C = accumulator_t<T>;
  using R = reduced_t<T>;
  C partial[L::kRegisters1];
  KW_UNROLL
  for (int r1 = 0; r1 < L::kRegisters1; ++r1) {
    partial[r1] = convert<C>(x.values[r1]);
  }
  KW_UNROLL
  for (int r0 = 1; r0 < L::kRegisters0; ++r0) {
    KW_UNROLL
    for (int r1 = 0; r1 < L::kRegisters1; ++r1) {
      partial[r1] = combine(partial[r1], convert<C>(x.values[r0 * L::kRegisters1 + r1]));
    }
  }
  exchange.template combine_threads<typename L::axis0>(combine, partial);
  tile<R, tile_shape<Shape::d1>, layout<Backend, unit_axis, typename L::axis1>> result;
  KW_UNROLL
  for (int r1 = 0; r1 < L::kRegisters1; ++r1) {
    result.values[r1] = convert<R>(partial[r1]);
  }
  return result;
}

/// \param exchange  the context: how threads pass values to each other
template <int Axis, class Exchange, class Combine, class X>
KW_HD constexpr auto reduce_axis(const Exchange& exchange, Combine combine, const X& x) {
  check_axis<Axis, X>();
  constexpr int along = place_of_axis<Axis, shape_of<X>>;
  if constexpr (X::shape_type::rank > 2) {
    return from_reduced_rows<along, shape_of<X>>(
        reduce_columns(exchange, combine, rows_along<along>(x)));
  } else if constexpr (along == 0 && X::shape_type::rank == 2) {
    return reduce_rows(exchange, combine, x);
  } else {
    return reduce_columns(exchange, combine, x);
  }
}

/// The running combination of a tile along an axis, from its end if Reverse, computed in the type
/// of reductions and returned as R.
template <class R, int Axis, bool Reverse, class Exchange, class Combine, class X>
KW_TILE_OP constexpr auto scan_axis(const Exchange& exchange, Combine combine, const X& x) {
  check_axis<Axis, X>();
  constexpr int along = place_of_axis<Axis, shape_of<X>>;
  if constexpr (X::shape_type::rank > 2) {
    return from_rows<along, shape_of<X>>(
        scan_axis<R, 1, Reverse>(exchange, combine, rows_along<along>(x)));
  } else {
    using L = typename X::layout_type;
    auto running = x.to(dtype<accumulator_t<value_of<X>>>{});
    constexpr bool down = along == 0 && X::shape_type::rank == 2;
    exchange.template scan_values<L, down ? 0 : 1, Reverse>(combine, running.values);
    return running.to(dtype<R>{});
  }
}

/// The coordinate along Axis, with the shape of a tile.
template <int Axis, class Shape>
KW_HD constexpr auto coordinate_along() {
  if constexpr (Axis == 0 && Shape::rank == 2) {
    return index_tile<std::int32_t, tile_shape<Shape::d0, 1>, 1, 0>{};
  } else if constexpr (Shape::rank == 2) {
    return index_tile<std::int32_t, tile_shape<1, Shape::d1>, 0, 1>{};
  } else {
    return index_tile<std::int32_t, Shape, 0, 1>{};
  }
}

/// A reduced tile with the axis put back, so it broadcasts against the original tile.
template <int Axis, class X, class Reduced>
KW_HD constexpr auto put_back(const Reduced& reduced) {
  constexpr int along = place_of_axis<Axis, shape_of<X>>;
  if constexpr (X::shape_type::rank == 1) {
    return reduced;
  } else if constexpr (X::shape_type::rank > 2) {
    return with_axis_put_back<along, shape_of<X>>(reduced);
  } else if constexpr (along == 0) {
    return reduced(None, _);
  } else {
    return reduced(_, None);
  }
}

/// The index of the best element along an axis, int32; the leftmost one if several are equal. Op
/// selects the better of two.
///
/// Two reductions: the best value, then the smallest index that holds it. Both are of numbers, so a
/// CPU folds them in vectors, which it would not do with a reduction of pairs. A NaN is only the
/// best if all elements are NaN, and then the first one counts.
template <int Axis, class Op, class Exchange, class X>
KW_HD constexpr auto index_of_best(const Exchange& exchange, const X& x) {
  constexpr int along = place_of_axis<Axis, shape_of<X>>;
  if constexpr (X::shape_type::rank > 2) {
    return from_reduced_rows<along, shape_of<X>>(
        index_of_best_of_matrix<1, Op>(exchange, rows_along<along>(x)));
  } else {
    return index_of_best_of_matrix<along, Op>(exchange, x);
  }
}
template <int Axis, class Op, class Exchange, class X>
KW_HD constexpr auto index_of_best_of_matrix(const Exchange& exchange, const X& x) {
  using Backend = typename X::layout_type::backend;
  using C = accumulator_t<value_of<X>>;
  const auto best = reduce_axis<Axis>(exchange, combine_with<Backend, Op>{}, x);
  const auto index_if_best = [](auto value, auto wanted, std::int32_t index) {
    const C target = convert<C>(wanted);
    return convert<C>(value) == target || target != target ? index : 0x7fffffff;
  };
  const auto candidates = map_tiles<Backend, std::int32_t>(
      index_if_best, x, put_back<Axis, X>(best), coordinate_along<Axis, typename X::shape_type>());
  return reduce_axis<Axis>(exchange, combine_with<Backend, minimum_op>{}, candidates);
}

}  // namespace kw::core
