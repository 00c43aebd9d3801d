/// \file
/// The one tile type that holds values, and the elementwise map over tiles.
#pragma once
#include "kernelwright/core/lanes.hpp"
#include "kernelwright/core/layout.hpp"
#include "kernelwright/core/mask.hpp"

namespace kw::core {

/// Larger tiles would need a CPU's whole stack, or a GPU's registers many times over, which takes
/// minutes to compile.
inline constexpr int kLargestTileBytes = 1 << 20, kMostRegisters = 512;

/// Does X hold its values in the same way as a tile in Layout?
template <class Layout, class X>
constexpr bool is_in_layout = false;
template <class Layout, register_tile X>
requires(!deferred_tile<X>) constexpr bool is_in_layout<Layout, X> =
    std::is_same_v<typename X::layout_type, Layout>;

template <class R, class Shape, class Layout, class Function, class... X>
KW_TILE_OP constexpr auto map_readable(Function function, const X&... x);
template <class Layout, class X>
KW_HD constexpr decltype(auto) in_layout(const X& x);

/// A tile of values of type T, spread over threads and registers by Layout. On the CPU the layout
/// has one thread, and `values` is the tile in row-major order.
template <class T, class Shape, class Layout>
struct tile : tile_face<tile<T, Shape, Layout>> {
  using is_register_tile = void;
  using value_type = T;
  using shape_type = Shape;
  using layout_type = Layout;
  static_assert(Layout::axis0::kSize == Shape::d0 && Layout::axis1::kSize == Shape::d1,
                "kernelwright: the layout of this tile does not have its shape");
  static_assert(
      Layout::backend::kThreads == 1 ? sizeof(T) * Layout::kRegisters <= kLargestTileBytes
                                     : Layout::kRegisters <= kMostRegisters,
      "kernelwright: this tile is too large. The CPU holds a tile of up to 1 MiB, and a thread of "
      "a GPU up to 512 of its elements, so 4 warps hold 65,536. Go over the row or the matrix in a "
      "loop, a smaller tile at a time; or share the tile among more warps, as in launch<16>(...).");

  alignas(Layout::backend::template alignment<T>(Layout::kRegisters)) T values[Layout::kRegisters];

  template <operand Other>
  requires(!std::is_same_v<value_of<Other>, T> || !std::is_same_v<shape_of<Other>, Shape>) KW_HD
      constexpr tile&
      operator=(const Other&) {
    static_assert(
        never<Other>,
        "kernelwright: a tile keeps its shape and its element type. Write a new variable, "
        "with auto, for a result of another shape or type; x.to(float32) converts.");
    return *this;
  }
  /// From indices, masks, a sum that may be in flight, or a tile in another layout, which moves
  /// between threads: a loop's variable can begin as zeros and become the result of a reduction.
  template <any_tile Other>
  requires(std::is_same_v<value_of<Other>, T>&& std::is_same_v<shape_of<Other>, Shape> &&
           !is_in_layout<Layout, Other>) KW_HD constexpr tile&
  operator=(const Other& other) {
    return *this =
               map_readable<T, Shape, Layout>(convert_to<T>{}, kw::core::in_layout<Layout>(other));
  }
  /// The same values in another element type, rounded to nearest even.
  template <class To>
  KW_HD constexpr auto to(dtype<To>) const {
    return converted(convert_to<To>{});
  }
  /// The same bits as another element type of the same width.
  template <class To>
  KW_HD constexpr auto to(dtype<To>, bitcast_type) const {
    return converted(bits_as<To>{});
  }

 private:
  template <class Conversion>
  KW_HD constexpr auto converted(Conversion conversion) const {
    using To = decltype(conversion(T{}));
    tile<To, Shape, Layout> result;
    if constexpr (Layout::backend::kThreads == 1) {
      map_lanes(result.values, Layout::kRegisters, conversion, lane_values<T>{values});
    } else {
      constexpr bool in_pairs = stored_float_type<To> && std::is_same_v<T, float> &&
                                std::is_same_v<Conversion, convert_to<To>> &&
                                Layout::kRegisters % 2 == 0;
      KW_UNROLL
      for (int r = 0; r < Layout::kRegisters; r += in_pairs ? 2 : 1) {
        if constexpr (in_pairs) {
          round_pair(values[r], values[r + 1], result.values + r);
        } else {
          result.values[r] = conversion(values[r]);
        }
      }
    }
    return result;
  }

  friend tile_face<tile>;
  template <bool Column>
  KW_HD constexpr auto placed() const {
    using Axis = typename Layout::axis1;
    using Placed = layout<typename Layout::backend, std::conditional_t<Column, Axis, unit_axis>,
                          std::conditional_t<Column, unit_axis, Axis>>;
    tile<T, placed_shape<Column, Shape>, Placed> result;
    KW_UNROLL
    for (int r = 0; r < Layout::kRegisters; ++r) {
      result.values[r] = values[r];
    }
    return result;
  }
};

/// What a deferred tile offers like any other, for a Tile that derives from it.
template <class Tile>
struct deferred_face {
  template <class A, class B>
  KW_HD auto operator()(A a, B b) const {
    return settled()(a, b);
  }
  template <class To, class... How>
  KW_HD auto to(dtype<To> type, How... how) const {
    return settled().to(type, how...);
  }

 private:
  KW_HD auto settled() const {
    return static_cast<const Tile&>(*this).template in_layout<typename Tile::layout_type>();
  }
};

/// The value of operand x for registers (r0, r1) of a tile in Layout, whose coordinates are (i, j).
/// An axis of extent 1 broadcasts.
template <class X>
KW_HD constexpr auto element(const X& x, int r0, int r1, int i, int j) {
  if constexpr (register_tile<X>) {
    using L = typename X::layout_type;
    return x
        .values[(L::kRegisters0 == 1 ? 0 : r0) * L::kRegisters1 + (L::kRegisters1 == 1 ? 0 : r1)];
  } else {
    return value_at(x, i, j);
  }
}

/// Calls visit(r0, r1, i, j) for every element that this thread holds.
template <class Layout, class Visit>
KW_HD constexpr void for_each_element(Visit visit) {
  const int i0 = Layout::first_row();
  const int j0 = Layout::first_column();
  KW_UNROLL
  for (int r0 = 0; r0 < Layout::kRegisters0; ++r0) {
    KW_UNROLL
    for (int r1 = 0; r1 < Layout::kRegisters1; ++r1) {
      visit(r0, r1, i0 + Layout::axis0::of_register(r0), j0 + Layout::axis1::of_register(r1));
    }
  }
}

template <class Axis, class X, int Which>
constexpr bool axis_fits() {
  if constexpr (deferred_tile<X>) {
    return false;
  } else if constexpr (register_tile<X>) {
    using L = typename X::layout_type;
    using Own = std::conditional_t<Which == 0, typename L::axis0, typename L::axis1>;
    return Own::kSize == 1 || std::is_same_v<Own, Axis>;
  } else {
    return true;
  }
}

/// Whether x can be read in Layout without moving data between threads.
template <class Layout, class X>
inline constexpr bool fits_layout =
    axis_fits<typename Layout::axis0, X, 0>() && axis_fits<typename Layout::axis1, X, 1>();

/// The first register tile's axis that has the wanted extent, or void.
template <int Which, int Extent, class... X>
struct first_axis {
  using type = void;
};
template <int Which, int Extent, class X, class... Rest>
struct first_axis<Which, Extent, X, Rest...> {
  using next = typename first_axis<Which, Extent, Rest...>::type;
  static constexpr auto pick() {
    if constexpr (register_tile<X>) {
      using L = typename X::layout_type;
      using Own = std::conditional_t<Which == 0, typename L::axis0, typename L::axis1>;
      if constexpr (Own::kSize == Extent) {
        return std::type_identity<Own>{};
      } else {
        return std::type_identity<next>{};
      }
    } else {
      return std::type_identity<next>{};
    }
  }
  using type = typename decltype(pick())::type;
};

/// The layout of an elementwise result: the operands' own if they agree with the shape, otherwise
/// the backend's default for the shape.
template <class Backend, class Shape, class... X>
constexpr auto pick_result_layout() {
  using Axis0 = typename first_axis<0, Shape::d0, X...>::type;
  using Axis1 = typename first_axis<1, Shape::d1, X...>::type;
  if constexpr (std::is_void_v<Axis0> || std::is_void_v<Axis1>) {
    return std::type_identity<typename Backend::template default_layout<Shape>>{};
  } else if constexpr ((Axis0::kThreadMask & Axis1::kThreadMask) != 0) {
    return std::type_identity<typename Backend::template default_layout<Shape>>{};
  } else {
    return std::type_identity<layout<Backend, Axis0, Axis1>>{};
  }
}
template <class Backend, class Shape, class... X>
using result_layout_t = typename decltype(pick_result_layout<Backend, Shape, X...>())::type;

/// x, readable in Layout: x itself if it fits or has no storage, otherwise moved between threads.
template <class Layout, class X>
KW_HD constexpr decltype(auto) in_layout(const X& x) {
  if constexpr (fits_layout<Layout, X>) {
    return (x);
  } else {
    using Shape = typename X::shape_type;
    using Axis0 = std::conditional_t<Shape::d0 == 1, unit_axis, typename Layout::axis0>;
    using Axis1 = std::conditional_t<Shape::d1 == 1, unit_axis, typename Layout::axis1>;
    using To = layout<typename Layout::backend, Axis0, Axis1>;
    if constexpr (deferred_tile<X>) {
      return x.template in_layout<To>();
    } else {
      return Layout::backend::template convert_layout<To>(x);
    }
  }
}

/// x as an operand of a loop over the lanes of a tile of this shape, or void if it must be looked
/// up by its coordinates.
template <class Shape, class X>
KW_HD constexpr auto lanes_of(const X& x) {
  if constexpr (scalar<X>) {
    return same_value<X>{x};
  } else if constexpr (register_tile<X> && !deferred_tile<X>) {
    if constexpr (std::is_same_v<shape_of<X>, Shape>) {
      return lane_values<value_of<X>>{x.values};
    }
  }
}
template <class Shape, class X>
inline constexpr bool has_lanes =
    !std::is_void_v<decltype(lanes_of<Shape>(std::declval<const X&>()))>;

template <class R, class Shape, class Layout, class Function, class... X>
KW_TILE_OP constexpr auto map_readable(Function function, const X&... x) {
  tile<R, Shape, Layout> result;
  if constexpr (Layout::backend::kThreads == 1 && (has_lanes<Shape, X> && ...)) {
    map_lanes(result.values, Layout::kRegisters, function, lanes_of<Shape>(x)...);
  } else {
    // Not by for_each_element: its lambda would be instrumented for overflow in a learner's kernel.
    const int i0 = Layout::first_row();
    const int j0 = Layout::first_column();
    KW_UNROLL
    for (int r0 = 0; r0 < Layout::kRegisters0; ++r0) {
      KW_UNROLL
      for (int r1 = 0; r1 < Layout::kRegisters1; ++r1) {
        const int i = i0 + Layout::axis0::of_register(r0);
        const int j = j0 + Layout::axis1::of_register(r1);
        result.values[r0 * Layout::kRegisters1 + r1] = function(element(x, r0, r1, i, j)...);
      }
    }
  }
  return result;
}

/// Does x broadcast to Shape in element(), or by spread() below?
template <class Shape, class X>
inline constexpr bool is_spread =
    Shape::rank <= 2 || shape_of<X>::rank == 0 || std::is_same_v<shape_of<X>, Shape>;

/// x with its elements repeated to a shape that it broadcasts to: in core/shapes.hpp.
template <class Backend, class To, class X>
KW_TILE_OP constexpr auto broadcast_to(const X& x);

/// x repeated to the extents of a shape of more than two axes.
template <class Backend, class Shape, class X>
KW_HD constexpr decltype(auto) spread(const X& x) {
  if constexpr (is_spread<Shape, X>) {
    return (x);
  } else {
    return broadcast_to<Backend, Shape>(x);
  }
}

/// result(i, j) = function(x(i, j)...), broadcast to the common shape.
template <class Backend, class R, class Function, class... X>
KW_HD constexpr auto map_tiles(Function function, const X&... x) {
  using Shape = broadcast_t<shape_of<X>...>;
  if constexpr (!(is_spread<Shape, X> && ...)) {
    return map_tiles<Backend, R>(function, spread<Backend, Shape>(x)...);
  } else {
    using Layout = result_layout_t<Backend, Shape, X...>;
    return map_readable<R, Shape, Layout>(function, in_layout<Layout>(x)...);
  }
}

/// The same for operands that need not be tiles: if none of them is one, the result is a value.
template <class Backend, class R, class Function, class... X>
KW_TILE_OP constexpr auto map_operands(Function function, const X&... x) {
  if constexpr ((any_tile<X> || ...)) {
    return map_tiles<Backend, R>(function, x...);
  } else {
    return convert<R>(function(x...));
  }
}

/// The operand with values that can be read: lazy tiles go to registers, deferred ones are settled.
template <class Backend, class X>
KW_TILE_OP constexpr decltype(auto) materialised(const X& x) {
  if constexpr (lazy_tile<X>) {
    using T = value_of<X>;
    return map_tiles<Backend, T>(convert_to<T>{}, x);
  } else if constexpr (deferred_tile<X>) {
    return x.template in_layout<typename X::layout_type>();
  } else {
    return (x);
  }
}

/// The backend of the first register tile among the operands.
template <class X, class... Rest>
constexpr auto pick_backend() {
  if constexpr (register_tile<X>) {
    return std::type_identity<typename X::layout_type::backend>{};
  } else {
    return pick_backend<Rest...>();
  }
}
template <class... X>
using backend_of = typename decltype(pick_backend<X...>())::type;

}  // namespace kw::core
