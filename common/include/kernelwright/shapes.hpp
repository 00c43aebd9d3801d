/// \file
/// Other shapes for the elements of a tile, and tiles of more than two axes:
///
///     auto place = i(_, None, None) * 64 + j(None, _, None) * 8 + k(None, None, _);
///
/// language/shapes.hpp documents the functions of `tl`. This file defines them.
#pragma once
#include "kernelwright/core/axes.hpp"
#include "kernelwright/core/batches.hpp"
#include "kernelwright/core/source_place.hpp"
#include "kernelwright/tuple.hpp"

namespace kw::core {

/// x(_, None, _): a new axis of extent 1 for each None.
template <class... Axes>
struct shape_functions<call_of_axes<Axes...>> {
  static constexpr int kKept = (std::is_same_v<Axes, all_type> + ... + 0);

  template <class X>
  KW_HD static constexpr auto of(const X& x) {
    using From = shape_of<X>;
    static_assert(((std::is_same_v<Axes, all_type> || std::is_same_v<Axes, none_type>)&&...),
                  "kernelwright: the parentheses after a tile take only _ and None.");
    static_assert(kKept == From::rank,
                  "kernelwright: there is one _ for each axis that the tile has, and None for each "
                  "new one: (_, None, _) makes (M, 1, N) of (M, N).");
    if constexpr (kKept == From::rank) {
      constexpr unsigned kNew = [] {
        unsigned bits = 0, bit = 1;
        ((bits |= std::is_same_v<Axes, none_type> ? bit : 0u, bit *= 2), ...);
        return bits;
      }();
      return core::reshape<shape_of_extents<sizeof...(Axes), expanded_extents<From, kNew>>>(x);
    } else {
      return x;
    }
  }
};

template <class To>
inline constexpr bool is_shape = false;
template <int... E>
inline constexpr bool is_shape<tile_shape<E...>> = true;

template <class... X>
inline constexpr bool have_one_shape = true;
template <class First, class... Rest>
inline constexpr bool have_one_shape<First, Rest...> =
    (std::is_same_v<shape_of<First>, shape_of<Rest>> && ...);

/// The functions of language/shapes.hpp.
template <class Context, class Backend>
struct shape_functions<Context, Backend> {
  template <class X, class To>
  KW_TILE_OP static auto reshape(const X& x, To) {
    check<X>();
    check_shape<To>();
    return core::reshape<To>(settled(x));
  }
  template <class X>
  KW_TILE_OP static auto ravel(const X& x) {
    check<X>();
    return core::reshape<tile_shape<shape_of<X>::size>>(settled(x));
  }
  template <class X, int... Axis>
  KW_TILE_OP static auto expand_dims(const X& x, axis_constant<Axis>...) {
    check<X>();
    constexpr int rank = shape_of<X>::rank + static_cast<int>(sizeof...(Axis));
    static_assert(((Axis >= -rank && Axis < rank) && ...),
                  "kernelwright: tl.expand_dims takes the places of the new axes, counted in the "
                  "result: axis<0> to axis<2> for a tile that gets its third.");
    constexpr unsigned kNew = (0u | ... | (1u << (Axis < 0 ? Axis + rank : Axis) % 32));
    using To = shape_of_extents<rank, expanded_extents<shape_of<X>, kNew>>;
    return core::reshape<To>(settled(x));
  }
  template <class X, class To>
  KW_TILE_OP static auto broadcast_to(const X& x, To) {
    check<X>();
    check_shape<To>();
    return core::broadcast_to<Backend, To>(settled(x));
  }
  template <class X, class Y>
  KW_TILE_OP static auto broadcast(const X& x, const Y& y) {
    check<X>();
    check<Y>();
    constexpr broadcast_t<shape_of<X>, shape_of<Y>> both;
    return kw::tuple(broadcast_to(x, both), broadcast_to(y, both));
  }
  template <class X, int... Axis>
  KW_TILE_OP static auto permute(const X& x, axis_constant<Axis>...) {
    check<X>();
    return core::permute<place_of_axis<Axis, shape_of<X>>...>(settled(x));
  }
  template <class X, class Y>
  KW_TILE_OP static auto join(const X& x, const Y& y) {
    check<X>();
    check<Y>();
    static_assert(have_one_shape<X, Y>,
                  "kernelwright: tl.join, tl.interleave and tl.cat take two tiles of one shape. "
                  "tl.broadcast_to(x, shape<M, N>) repeats a smaller one.");
    using R = promoted_t<X, Y>;
    const auto a = map_tiles<Backend, R>(convert_to<R>{}, materialised<Backend>(x));
    using L = typename decltype(a)::layout_type;
    const auto b = map_tiles<Backend, R>(convert_to<R>{}, materialised<Backend>(y));
    return core::join(a, in_layout<L>(b));
  }
  template <class X>
  KW_TILE_OP static auto split(const X& x) {
    check<X>();
    using Shape = shape_of<X>;
    static_assert(Shape::rank >= 2 && Shape::d1 == 2,
                  "kernelwright: tl.split takes a tile whose last axis has extent 2, such as "
                  "tl.reshape(x, shape<N / 2, 2>), and makes two tiles without that axis.");
    const auto& tile = materialised<Backend>(x);
    using L = typename std::remove_cvref_t<decltype(tile)>::layout_type;
    const auto pairs = in_layout<typename decltype(pick_layout_of_pairs<Shape, L>())::type>(tile);
    return kw::tuple(half_of<0>(pairs), half_of<1>(pairs));
  }
  template <class X, class Y>
  KW_TILE_OP static auto interleave(const X& x, const Y& y) {
    constexpr int last = shape_of<X>::rank - 1;
    return core::reshape<with_twice<shape_of<X>, last>>(join(x, y));
  }
  template <class X, class Y>
  KW_TILE_OP static auto cat(const X& x, const Y& y) {
    return cat(x, y, axis_constant<0>{});
  }
  template <class X, class Y, int Axis>
  KW_TILE_OP static auto cat(const X& x, const Y& y, axis_constant<Axis>) {
    constexpr int rank = shape_of<X>::rank;
    constexpr int along = place_of_axis<Axis, shape_of<X>>;
    static_assert(along >= 0 && along < rank, "kernelwright: this tile has no such axis.");
    // The new axis moves in front of the one to double.
    return core::reshape<with_twice<shape_of<X>, along>>(moved_from_the_end<along>(join(x, y)));
  }

  template <class T, class Shape>
  KW_TILE_OP static auto batch_accumulator() {
    using Layout = batch_accumulator_layout<Backend, Shape>;
    return map_readable<T, Shape, Layout>(convert_to<T>{}, T{});
  }
  template <class A, class B, int P>
  KW_TILE_OP static auto multiply_batch(const Context& tl, const A& a, const B& b,
                                        input_precision<P> precision, source_place at) {
    (void)these_two_batches_are_multiplied<shape_of<A>, shape_of<B>>{};
    using Product = batch_product_shape<shape_of<B>::d1, shape_of<A>>;
    auto sum = batch_accumulator<dot_result_t<value_of<A>>, Product>();
    add_products_of_batch<Backend>(tl, materialised<Backend>(a), materialised<Backend>(b), sum,
                                   precision, at);
    return sum;
  }
  template <class A, class B, class Acc, int P>
  KW_TILE_OP static Acc multiply_add_batch(const Context& tl, const A& a, const B& b,
                                           const Acc& acc, input_precision<P> precision,
                                           source_place at) {
    (void)these_two_batches_are_multiplied<shape_of<A>, shape_of<B>>{};
    using R = dot_result_t<value_of<A>>;
    using Product = batch_product_shape<shape_of<B>::d1, shape_of<A>>;
    static_assert(std::is_same_v<value_of<Acc>, R>,
                  "kernelwright: the accumulator of tl.dot is float32 (int32 for int8 operands, "
                  "float64 for float64)");
    static_assert(std::is_same_v<shape_of<Acc>, Product>,
                  "kernelwright: the accumulator of tl.dot has another shape than the product. (B, "
                  "M, K) by (B, K, N) adds to (B, M, N).");
    tile<R, Product, batch_accumulator_layout<Backend, Product>> sum =
        in_layout<batch_accumulator_layout<Backend, Product>>(acc);
    add_products_of_batch<Backend>(tl, materialised<Backend>(a), materialised<Backend>(b), sum,
                                   precision, at);
    return in_layout<typename Acc::layout_type>(sum);
  }

  template <class X, int Axis = shape_of<X>::rank - 1>
  KW_TILE_OP static auto flip(const X& x, axis_constant<Axis> = {}) {
    check<X>();
    check_axis<Axis, X>();
    return core::flip<place_of_axis<Axis, shape_of<X>>>(settled(x));
  }
  template <class X, class Index, int Axis>
  KW_TILE_OP static auto gather(const Context& tl, const X& x, const Index& index,
                                axis_constant<Axis>, source_place at) {
    check<X>();
    check<Index>();
    static_assert(integer_scalar<value_of<Index>>,
                  "kernelwright: tl.gather takes a tile, a tile of integers that says which of its "
                  "elements, and an axis.");
    constexpr int along = place_of_axis<Axis, shape_of<X>>;
    (void)this_tile_is_gathered_by_indices_of_shape<shape_of<X>, shape_of<Index>, along>{};
    const auto& elements = materialised<Backend>(x);
    const auto& numbers = materialised<Backend>(index);
    if constexpr (Backend::kThreads == 1) {
      constexpr int extent = extents<shape_of<X>>::at(along);
      tl.assert_lanes((numbers >= 0) & (numbers < extent),
                      "tl.gather: every index is inside the tile, along the axis", at);
    }
    return core::gather<along>(elements, numbers);
  }

 private:
  template <class X>
  static constexpr void check() {
    static_assert(any_tile<X>,
                  "kernelwright: this function of tl takes a tile that was loaded or computed.");
  }
  template <class To>
  static constexpr void check_shape() {
    static_assert(is_shape<To>,
                  "kernelwright: a shape is given as a type, size<N> or shape<M, N>; extents are "
                  "known at compile time.");
  }
  /// Indices and masks stay formulas; values that are still being computed are waited for.
  template <class X>
  KW_HD static constexpr decltype(auto) settled(const X& x) {
    if constexpr (lazy_tile<X>) {
      return (x);
    } else {
      return materialised<Backend>(x);
    }
  }
  template <class Shape, int Axis>
  using with_twice = with_extent<Shape, Axis, 2 * extents<Shape>::at(Axis)>;
};

}  // namespace kw::core
