/// \file
/// Tiles of any rank: other shapes for the same elements, permutations of axes, and moving
/// elements.
///
/// A tile of more than two axes is held as a matrix: its last axis along the columns, all others
/// together down the rows.
#pragma once
#include "kernelwright/core/digits.hpp"
#include "kernelwright/core/functions.hpp"

namespace kw::core {

template <class To>
inline constexpr bool is_shape = false;
template <int... E>
inline constexpr bool is_shape<tile_shape<E...>> = true;

template <class Extents, int... K>
auto shape_with(std::integer_sequence<int, K...>) -> tile_shape<Extents::at(K)...>;
/// The shape of Rank axes with the extents that Extents has at 0, 1, ...
template <int Rank, class Extents>
using shape_of_extents = decltype(shape_with<Extents>(std::make_integer_sequence<int, Rank>{}));

template <class Shape>
using without_last_axis = shape_of_extents<Shape::rank - 1, extents<Shape>>;

/// A shape with another extent along one axis.
template <class Shape, int Axis, int Extent>
struct replaced_extent {
  static constexpr int at(int m) { return m == Axis ? Extent : extents<Shape>::at(m); }
};
template <class Shape, int Axis, int Extent>
using with_extent = shape_of_extents<Shape::rank, replaced_extent<Shape, Axis, Extent>>;

/// A shape with new axes of extent 1 at the places of the result that are bits of New.
template <class Shape, unsigned New>
struct expanded_extents {
  static constexpr int at(int m) {
    int kept = 0;
    for (int k = 0; k < m; ++k) {
      kept += (New >> k & 1u) == 0 ? 1 : 0;
    }
    return (New >> m & 1u) != 0 ? 1 : extents<Shape>::at(kept);
  }
};

// ---- Elements by their number in row-major order
// --------------------------------------------------

/// The same number: another shape for the same elements.
struct same_number {
  KW_HD static constexpr int of(int number) { return number; }
};

/// Where an element of a tile that was broadcast to shape To comes from.
template <class From, class To>
struct broadcast_number {
  template <int K = 0>
  KW_HD static constexpr int of(int number) {
    if constexpr (K == extents<To>::kRank) {
      return 0;
    } else {
      constexpr int extent = extents<To>::from_the_end(K);
      constexpr int axis = extents<From>::kRank - 1 - K;
      constexpr bool repeated = extents<From>::from_the_end(K) == 1;
      const int rest = of<K + 1>(number / extent);
      if constexpr (repeated) {
        return rest;
      } else {
        return rest + number % extent * extents<From>::stride(axis);
      }
    }
  }
};

/// Axis m of the result is axis Axes[m] of From.
template <class From, int... Axes>
struct permuted_number {
  using to = tile_shape<extents<From>::at(Axes)...>;
  KW_HD static constexpr int of(int number) {
    return sum(number, std::make_index_sequence<sizeof...(Axes)>{});
  }

 private:
  template <std::size_t... M>
  KW_HD static constexpr int sum(int number, std::index_sequence<M...>) {
    return ((number / extents<to>::stride(static_cast<int>(M)) %
             extents<to>::at(static_cast<int>(M)) * extents<From>::stride(Axes)) +
            ...);
  }
};

/// A lazy tile with its elements in other places.
template <class X, class Number, class To>
struct renumbered {
  X x;
  KW_HD constexpr auto operator()(int i, int j) const {
    using From = typename X::shape_type;
    const int from = Number::of(i * To::d1 + j);
    return x.at(from / From::d1, from % From::d1);
  }
};
template <class Number, class To, class X>
KW_HD constexpr auto renumber(const X& x) {
  using Elsewhere = renumbered<X, Number, To>;
  return lazy_function<value_of<X>, To, Elsewhere, formula_size<X>,
                       typename formula_backend<X>::type>{{}, Elsewhere{x}};
}

/// Number as a source for Backend::rearranged.
template <class Number, class To>
struct source_of {
  KW_HD constexpr int operator()(int, int, int i, int j) const {
    return Number::of(i * To::d1 + j);
  }
};

/// result(i, j) = element source(r0, r1, i, j) of x, in a tile of shape To and in Layout.
template <class To, class Layout, class T, class Shape, class From, class Source>
KW_TILE_OP constexpr auto rearrange(const tile<T, Shape, From>& x, const Source& source) {
  if constexpr (Layout::backend::kThreads == 1) {
    tile<T, To, Layout> result;
    for (int i = 0; i < To::d0; ++i) {
      for (int j = 0; j < To::d1; ++j) {
        result.values[i * To::d1 + j] = x.values[source(i, j, i, j)];
      }
    }
    return result;
  } else {
    return Layout::backend::template rearranged<To, Layout>(x, source);
  }
}

// ---- Layouts of tiles of any rank
// ------------------------------------------------------------------

template <class Shape, class L>
struct axes_of;
template <int... E, class L>
struct axes_of<tile_shape<E...>, L> {
  template <std::size_t... K>
  static auto cut(std::index_sequence<K...>) ->
      typename cut_into_axes<joined_axes_t<typename L::axis1, typename L::axis0>, axis_list<>,
                             extents<tile_shape<E...>>::from_the_end(static_cast<int>(K))...>::type;
  using type = decltype(cut(std::make_index_sequence<sizeof...(E)>{}));
};
/// The layout of the same elements as a tile of another shape.
template <class Shape, class L>
using reshaped_layout =
    typename layout_of_axes<typename L::backend, typename axes_of<Shape, L>::type>::type;

template <class Axes, int K>
struct nth_axis;
template <class First, class... Rest, int K>
struct nth_axis<axis_list<First, Rest...>, K> : nth_axis<axis_list<Rest...>, K - 1> {};
template <class First, class... Rest>
struct nth_axis<axis_list<First, Rest...>, 0> {
  using type = First;
};
/// The distance in registers between two neighbours along axis K (from the end).
template <class... A>
constexpr int register_stride(axis_list<A...>, int k) {
  const int registers[] = {A::kRegisters..., 1};
  int stride = 1;
  for (int faster = 0; faster < k; ++faster) {
    stride *= registers[faster];
  }
  return stride;
}

/// The same registers as a tile of another shape and layout.
template <class Shape, class Layout, class T, class From, class L>
KW_HD constexpr auto relabel(const tile<T, From, L>& x) {
  static_assert(Layout::kRegisters == L::kRegisters);
  if constexpr (std::is_same_v<Shape, From> && std::is_same_v<L, Layout>) {
    return x;
  } else {
    tile<T, Shape, Layout> result;
    KW_UNROLL
    for (int r = 0; r < L::kRegisters; ++r) {
      result.values[r] = x.values[r];
    }
    return result;
  }
}

/// Register r of a tile whose axes are permuted, as a register of the tile it came from.
template <class Axes, int... FromTheEnd>
struct permuted_register {
  using permuted = axis_list<typename nth_axis<Axes, FromTheEnd>::type...>;
  KW_HD static constexpr int of(int r) {
    return sum(r, std::make_index_sequence<sizeof...(FromTheEnd)>{});
  }

 private:
  template <std::size_t... K>
  KW_HD static constexpr int sum(int r, std::index_sequence<K...>) {
    return ((r / std::integral_constant<int, register_stride(permuted{}, static_cast<int>(K))>{} %
             nth_axis<permuted, static_cast<int>(K)>::type::kRegisters *
             std::integral_constant<int, register_stride(Axes{}, FromTheEnd)>{}) +
            ...);
  }
};

// ---- The operations
// ----------------------------------------------------------------------------------

/// A tile with this many elements, and the shape that it should get.
template <class From, class To>
struct this_tile_is_given_another_shape {
  static_assert(From::size == To::size,
                "kernelwright: tl.reshape keeps the number of elements, but these two shapes have "
                "different numbers.");
};

template <class To, class X>
KW_TILE_OP constexpr auto reshape(const X& x) {
  using From = shape_of<X>;
  (void)this_tile_is_given_another_shape<From, To>{};
  if constexpr (std::is_same_v<From, To>) {
    return x;
  } else if constexpr (!lazy_tile<X>) {
    return relabel<To, reshaped_layout<To, typename X::layout_type>>(x);
  } else if constexpr (From::rank == 1 && To::rank == 2 && To::d0 == 1) {
    return x(None, _);  // which stays an index tile or a bound
  } else if constexpr (From::rank == 1 && To::rank == 2 && To::d1 == 1) {
    return x(_, None);
  } else {
    return renumber<same_number, To>(x);
  }
}

/// Rows and columns exchanged; only the numbering of registers changes.
template <class T, class Shape, class L>
KW_HD constexpr auto transpose(const tile<T, Shape, L>& x) {
  static_assert(
      Shape::rank == 2,
      "kernelwright: tl.trans needs a 2-D tile. A column out of a 1-D tile is x(_, None), a row "
      "x(None, _).");
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

template <int... Values>
constexpr int nth(int k) {
  const int all[] = {Values...};
  return all[k];
}

template <int... Axes, class X, std::size_t... K>
KW_TILE_OP constexpr auto permute_registers(const X& x, std::index_sequence<K...>) {
  using From = shape_of<X>;
  using L = typename X::layout_type;
  constexpr int last = From::rank - 1;
  using Register = permuted_register<typename axes_of<From, L>::type,
                                     (last - nth<Axes...>(last - static_cast<int>(K)))...>;
  using Layout = typename layout_of_axes<typename L::backend, typename Register::permuted>::type;
  tile<value_of<X>, typename permuted_number<From, Axes...>::to, Layout> result;
  KW_UNROLL
  for (int r = 0; r < L::kRegisters; ++r) {
    result.values[r] = x.values[Register::of(r)];
  }
  return result;
}

template <class Shape, int... Axes>
struct this_tile_is_permuted_by {
  static constexpr bool fits = [] {
    unsigned seen = 0;
    ((seen |= Axes >= 0 && Axes < 32 ? 1u << Axes : 0u), ...);
    return sizeof...(Axes) == Shape::rank && seen == (1u << Shape::rank) - 1;
  }();
  static_assert(fits,
                "kernelwright: a permutation names each axis of the tile once, such as "
                "tl.permute(x, axis<2>, axis<0>, axis<1>) for a tile of three axes.");
};

/// Axis m of the result is axis Axes[m] of x.
template <int... Axes, class X>
KW_TILE_OP constexpr auto permute(const X& x) {
  using From = shape_of<X>;
  (void)this_tile_is_permuted_by<From, Axes...>{};
  if constexpr (lazy_tile<X>) {
    using Number = permuted_number<From, Axes...>;
    return renumber<Number, typename Number::to>(x);
  } else {
    return permute_registers<Axes...>(x, std::make_index_sequence<sizeof...(Axes)>{});
  }
}

/// x with its elements repeated to a shape that it broadcasts to.
template <class Backend, class To, class X>
KW_TILE_OP constexpr auto broadcast_to(const X& x) {
  using From = shape_of<X>;
  static_assert(
      std::is_same_v<broadcast_t<From, To>, To>,
      "kernelwright: the tile does not broadcast to this shape. Each extent must be equal "
      "or 1, counted from the last axis.");
  using Number = broadcast_number<From, To>;
  if constexpr (std::is_same_v<From, To>) {
    return x;
  } else if constexpr (lazy_tile<X>) {
    return renumber<Number, To>(x);
  } else {
    using Layout = typename Backend::template default_layout<To>;
    return rearrange<To, Layout>(materialised<Backend>(x), source_of<Number, To>{});
  }
}

}  // namespace kw::core
