/// \file
/// Several values as one, and reductions and scans over several tiles together.
#pragma once
#include <utility>

#include "kernelwright/core/reduce.hpp"

namespace kw {

/// \brief Several values or tiles as one: `tuple(a, b)`. A function of your own can also return
/// several values as one.
///
/// `auto [a, b] = t;` names them; `t.get<0>()` is the first. (In a kernel, where the type of `t`
/// depends on `tl`, C++ wants `t.template get<0>()`.)
template <class... T>
struct tuple {};
template <class First, class... Rest>
struct tuple<First, Rest...> {
  First first;
  tuple<Rest...> rest;

  tuple() = default;
  KW_HD constexpr tuple(core::passed_t<First> f, core::passed_t<Rest>... r)
      : first(f), rest(r...) {}

  template <std::size_t I>
  KW_HD constexpr auto& get() {
    if constexpr (I == 0) {
      return first;
    } else {
      return rest.template get<I - 1>();
    }
  }
  template <std::size_t I>
  KW_HD constexpr const auto& get() const {
    if constexpr (I == 0) {
      return first;
    } else {
      return rest.template get<I - 1>();
    }
  }
};
template <class... T>
tuple(T...) -> tuple<T...>;

}  // namespace kw

template <class... T>
struct std::tuple_size<kw::tuple<T...>> : std::integral_constant<std::size_t, sizeof...(T)> {};
template <std::size_t I, class First, class... Rest>
struct std::tuple_element<I, kw::tuple<First, Rest...>>
    : std::tuple_element<I - 1, kw::tuple<Rest...>> {};
template <class First, class... Rest>
struct std::tuple_element<0, kw::tuple<First, Rest...>> {
  using type = First;
};

namespace kw {
namespace core {

/// Two or four results: `auto [a, b, c, d] = tl.rand4x(seed, offsets);`.
template <class X>
struct two {
  X first, second;
};
template <class X>
struct four {
  X first, second, third, fourth;
};

/// A function of (left values..., right values...) as one of two tuples.
template <class Combine, class... C>
struct combine_tuples {
  Combine combine;

  KW_HD constexpr tuple<C...> operator()(const tuple<C...>& left, const tuple<C...>& right) const {
    return call(left, right, std::index_sequence_for<C...>{});
  }

 private:
  template <std::size_t... I>
  KW_HD constexpr tuple<C...> call(const tuple<C...>& left, const tuple<C...>& right,
                                   std::index_sequence<I...>) const {
    const auto result = combine(left.template get<I>()..., right.template get<I>()...);
    if constexpr (std::is_same_v<std::remove_const_t<decltype(result)>, tuple<C...>>) {
      return result;
    } else {
      return {convert<C>(result.template get<I>())...};
    }
  }
};

template <class T>
inline constexpr int values_in = 0;
template <class... T>
inline constexpr int values_in<tuple<T...>> = static_cast<int>(sizeof...(T));

template <class Combine, class... C>
constexpr void check_combine() {
  using result = decltype(std::declval<Combine>()(std::declval<C>()..., std::declval<C>()...));
  static_assert(values_in<result> == static_cast<int>(sizeof...(C)),
                "kernelwright: the function that combines tuples returns a tuple of as many values "
                "as there are tiles, such as tuple(a1 * a2, b1 * a2 + b2).");
}

/// Element I of the values in registers, as a tile; a number if there is only one value.
template <std::size_t I, class R, class Shape, class Layout, class C>
KW_HD constexpr auto take_apart(const C* values) {
  if constexpr (Shape::rank == 0) {
    return convert<R>(values[0].template get<I>());
  } else {
    tile<R, Shape, Layout> result;
    KW_UNROLL
    for (int r = 0; r < Layout::kRegisters; ++r) {
      result.values[r] = convert<R>(values[r].template get<I>());
    }
    return result;
  }
}

/// The results of each row of registers (Down: of each column).
template <bool Down, class L, class Combine, class C>
KW_LANE_LOOP void fold_registers(Combine combine, const C* values, C* results) {
  constexpr int lines = Down ? L::kRegisters1 : L::kRegisters0;
  constexpr int count = Down ? L::kRegisters0 : L::kRegisters1;
  KW_UNROLL
  for (int k = 0; k < lines; ++k) {
    const C* line = values + k * (Down ? 1 : L::kRegisters1);
    results[k] = line[0];
    KW_UNROLL
    for (int r = 1; r < count; ++r) {
      results[k] = combine(results[k], line[r * (Down ? L::kRegisters1 : 1)]);
    }
  }
}

/// What reductions and scans of register tiles of one shape, all in layout L, share.
template <int Axis, class Exchange, class Combine, class Shape, class L, class... T>
class together {
  using C = tuple<accumulator_t<T>...>;
  static constexpr bool kDown = Axis == 0 && Shape::rank == 2;
  using combine_all = combine_tuples<Combine, accumulator_t<T>...>;

 public:
  KW_HD together(const Exchange& exchange, Combine combine, const tile<T, Shape, L>&... x)
      : exchange_(exchange), combine_{combine} {
    KW_UNROLL
    for (int r = 0; r < L::kRegisters; ++r) {
      values_[r] = C(convert<accumulator_t<T>>(x.values[r])...);
    }
  }

  template <std::size_t... I>
  KW_HD auto reduced(std::index_sequence<I...>) const {
    using Along = std::conditional_t<kDown, typename L::axis0, typename L::axis1>;
    using Kept = std::conditional_t<kDown, typename L::axis1, typename L::axis0>;
    using KeptShape = std::conditional_t<Shape::rank == 1, tile_shape<>,
                                         tile_shape<(kDown ? Shape::d1 : Shape::d0)>>;
    using Layout = layout<typename L::backend, unit_axis, Kept>;
    C results[Kept::kRegisters];
    fold_registers<kDown, L>(combine_, values_, results);
    exchange_.template combine_threads<Along>(combine_, results);
    return kw::tuple(take_apart<I, reduced_t<T>, KeptShape, Layout>(results)...);
  }
  template <bool Reverse, std::size_t... I>
  KW_HD auto scanned(std::index_sequence<I...>) {
    exchange_.template scan_values<L, kDown ? 0 : 1, Reverse>(combine_, values_);
    return kw::tuple(take_apart<I, T, Shape, L>(values_)...);
  }

 private:
  const Exchange& exchange_;
  combine_all combine_;
  C values_[L::kRegisters];
};

template <int Axis, class Exchange, class Combine, class T, class Shape, class L, class... Rest>
KW_HD auto bring_together(const Exchange& exchange, Combine combine, const tile<T, Shape, L>& first,
                          const Rest&... rest) {
  static_assert((std::is_same_v<Shape, shape_of<Rest>> && ...),
                "kernelwright: tiles that are reduced or scanned together have one shape. "
                "tl.broadcast_to(x, shape<M, N>) repeats a smaller one.");
  check_axis<Axis, tile<T, Shape, L>>();
  check_combine<Combine, accumulator_t<T>, accumulator_t<value_of<Rest>>...>();
  return together<Axis, Exchange, Combine, Shape, L, T, value_of<Rest>...>(exchange, combine, first,
                                                                           in_layout<L>(rest)...);
}
template <int Axis, class Backend, class Exchange, class Combine, class... X, std::size_t... I>
KW_HD auto bring_together(const Exchange& exchange, Combine combine, const tuple<X...>& tiles,
                          std::index_sequence<I...>) {
  return bring_together<Axis>(exchange, combine, materialised<Backend>(tiles.template get<I>())...);
}

/// Tiles of more than two axes as matrices whose rows go along Axis, and back.
template <int Axis, class Backend, class... X, std::size_t... I>
KW_HD auto rows_along(const tuple<X...>& tiles, std::index_sequence<I...>) {
  return kw::tuple(rows_along<Axis>(materialised<Backend>(tiles.template get<I>()))...);
}
template <int Axis, class... X, class Rows, std::size_t... I>
KW_HD auto from_rows(const tuple<X...>&, const Rows& rows, std::index_sequence<I...>) {
  return kw::tuple(from_rows<Axis, shape_of<X>>(rows.template get<I>())...);
}
template <int Axis, class... X, class Reduced, std::size_t... I>
KW_HD auto from_reduced_rows(const tuple<X...>&, const Reduced& reduced,
                             std::index_sequence<I...>) {
  return kw::tuple(from_reduced_rows<Axis, shape_of<X>>(reduced.template get<I>())...);
}

template <class First, class...>
inline constexpr int rank_of_first = shape_of<First>::rank;
template <int Axis, class First, class...>
inline constexpr int axis_of_first = place_of_axis<Axis, shape_of<First>>;

template <class Backend, int Axis, class Exchange, class... X, class Combine>
KW_TILE_OP auto reduce_tuple(const Exchange& exchange, const tuple<X...>& tiles, Combine combine) {
  constexpr std::index_sequence_for<X...> each;
  constexpr int along = axis_of_first<Axis, X...>;
  if constexpr (rank_of_first < X... >> 2) {
    const auto rows = rows_along<along, Backend>(tiles, each);
    const auto reduced = bring_together<1, Backend>(exchange, combine, rows, each).reduced(each);
    return from_reduced_rows<along>(tiles, reduced, each);
  } else {
    return bring_together<along, Backend>(exchange, combine, tiles, each).reduced(each);
  }
}

template <class Backend, int Axis, bool Reverse, class Exchange, class... X, class Combine>
KW_TILE_OP auto scan_tuple(const Exchange& exchange, const tuple<X...>& tiles, Combine combine) {
  constexpr std::index_sequence_for<X...> each;
  constexpr int along = axis_of_first<Axis, X...>;
  if constexpr (rank_of_first < X... >> 2) {
    const auto rows = rows_along<along, Backend>(tiles, each);
    auto together = bring_together<1, Backend>(exchange, combine, rows, each);
    return from_rows<along>(tiles, together.template scanned<Reverse>(each), each);
  } else {
    return bring_together<along, Backend>(exchange, combine, tiles, each)
        .template scanned<Reverse>(each);
  }
}

}  // namespace core
}  // namespace kw
