/// \file
/// The part of the tile language that combines the elements of a tile.
#pragma once
#include "kernelwright/core/tuple.hpp"

namespace kw {

// The same with the axis kept; of all elements, along an axis, and so; where the result is.
#define KW_KEEPING_THE_AXIS(name)                                                            \
  template <class X, int Axis>                                                               \
  KW_TILE_OP constexpr auto name(const X& x, core::axis_constant<Axis> axis, keep_dims_type) \
      const {                                                                                \
    return core::put_back<Axis, X>(name(x, axis));                                           \
  }
#define KW_REDUCTION(name, operation)                                                              \
  template <core::any_tile X>                                                                      \
  KW_TILE_OP constexpr auto name(const X& x) const {                                               \
    return reduce_all(op<core::operation>(), x);                                                   \
  }                                                                                                \
  template <core::any_tile X, class... KeepDims>                                                   \
  KW_TILE_OP constexpr auto name(const X& x, core::none_type, KeepDims...) const {                 \
    return name(x);                                                                                \
  }                                                                                                \
  template <core::any_tile X, int Axis>                                                            \
  KW_TILE_OP constexpr auto name(const X& x, core::axis_constant<Axis>) const {                    \
    return core::reduce_axis<Axis>(self(), op<core::operation>(), core::materialised<Backend>(x)); \
  }                                                                                                \
  KW_KEEPING_THE_AXIS(name)
#define KW_PLACE_OF(name, operation)                                                           \
  template <core::any_tile X, int Axis>                                                        \
  KW_TILE_OP constexpr auto name(const X& x, core::axis_constant<Axis>) const {                \
    return core::index_of_best<Axis, core::operation>(self(), core::materialised<Backend>(x)); \
  }                                                                                            \
  KW_KEEPING_THE_AXIS(name)

/// \brief The functions of `tl` along an axis, for a Context that derives from `language`.
template <class Context, class Backend>
class reduction_language {
 public:
  /// The sum along an axis, or of all elements: (M, N) over axis<1> gives (M).
  ///
  /// 16-bit floats accumulate in float32, narrow integers in int32. Each backend chooses its own
  /// order for a float sum, and that order is the same in every run.
  /// Cost: in each thread, then shuffles within a warp, then one pass through shared memory.
  KW_REDUCTION(sum, add_op)
  /// The largest element along an axis, or of all. Load with `other=-inf` where lanes are masked.
  ///
  /// A number always beats a NaN; the maximum is NaN only if all elements are.
  KW_REDUCTION(max, maximum_op)
  template <class X, class Axis, class... KeepDims>
  KW_TILE_OP constexpr auto max(const X& x, Axis axis, return_indices_type,
                                KeepDims... keep) const {
    return both(max(x, axis, keep...), argmax(x, axis, keep...));
  }
  /// The smallest element along an axis, or of all. Load with `other=inf` where lanes are masked.
  KW_REDUCTION(min, minimum_op)
  template <class X, class Axis, class... KeepDims>
  KW_TILE_OP constexpr auto min(const X& x, Axis axis, return_indices_type,
                                KeepDims... keep) const {
    return both(min(x, axis, keep...), argmin(x, axis, keep...));
  }
  /// The mean along an axis, or of all elements of the tile, masked lanes included: if some lanes
  /// must not count, divide a sum by your own count. Integers and the floats of 16 and 8 bits give
  /// float32, since their sum may be a number that they do not have.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto mean(const X& x) const {
    return sum(as_floats(x)) / static_cast<float>(X::shape_type::size);
  }
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto mean(const X& x, core::axis_constant<Axis> axis) const {
    using Shape = typename X::shape_type;
    const auto sums = sum(as_floats(x), axis);
    constexpr int count = Shape::size / core::shape_of<decltype(sums)>::size;
    return sums / static_cast<float>(count);
  }
  KW_KEEPING_THE_AXIS(mean)
  /// The index of the largest element along an axis, as int32; the first one if several are equal.
  KW_PLACE_OF(argmax, maximum_op)
  /// The index of the smallest element along an axis, as int32; the first one if several are equal.
  KW_PLACE_OF(argmin, minimum_op)
  /// The exclusive or of all elements, or along an axis; for integers.
  template <core::any_tile X, class... Axis>
  KW_TILE_OP constexpr auto xor_sum(const X& x, Axis... axis) const {
    return of_bits<core::xor_op>(x, axis...);
  }
  /// The bits that are set in any element, of all or along an axis; for integers and masks.
  template <core::any_tile X, class... Axis>
  KW_TILE_OP constexpr auto reduce_or(const X& x, Axis... axis) const {
    return of_bits<core::or_op>(x, axis...);
  }
  /// Combines all elements along an axis with a function of your own, such as `[](auto a, auto b) {
  /// return a * b; }`. It must be associative and commutative, because each backend chooses its own
  /// order.
  template <core::any_tile X, int Axis, class Combine>
  KW_TILE_OP constexpr auto reduce(const X& x, core::axis_constant<Axis>, Combine combine) const {
    return core::reduce_axis<Axis>(self(), combine, core::materialised<Backend>(x));
  }
  template <core::any_tile X, int Axis, class Combine>
  KW_TILE_OP constexpr auto reduce(const X& x, core::axis_constant<Axis> axis, Combine combine,
                                   keep_dims_type) const {
    return core::put_back<Axis, X>(reduce(x, axis, combine));
  }
  /// Combines all elements of the tile to one number.
  template <core::any_tile X, class Combine>
  KW_TILE_OP constexpr auto reduce(const X& x, core::none_type, Combine combine) const {
    return reduce_all(combine, x);
  }
  /// \brief `tl.reduce(tuple(a, b), axis<1>, combine)`: reduces several tiles of one shape
  /// together, and returns a tuple. With None for the axis, all elements: a tuple of numbers.
  ///
  /// The function takes the values of one element, then those of another, and returns a tuple:
  ///
  ///     auto combine = [](auto m1, auto n1, auto m2, auto n2) { return tuple(...); };
  ///
  /// It must be associative and commutative, except for rounding, because each backend chooses its
  /// own order (the same in every run). It is called with float for 16-bit floats, and with at
  /// least 32 bits for integers, as in sum. Cost: that of a sum of elements as large as all.
  template <class... X, int Axis, class Combine>
  KW_TILE_OP constexpr auto reduce(const tuple<X...>& tiles, core::axis_constant<Axis>,
                                   Combine combine) const {
    return core::reduce_tuple<Backend, Axis>(self(), tiles, combine);
  }
  template <class First, class... Rest, class Combine>
  KW_TILE_OP constexpr auto reduce(const tuple<First, Rest...>& tiles, core::none_type,
                                   Combine combine) const {
    constexpr int last = First::shape_type::rank - 1;
    const auto reduced = reduce(tiles, axis<last>, combine);
    if constexpr (last == 0) {
      return reduced;
    } else {
      return reduce(reduced, None, combine);
    }
  }

  /// The running sum along an axis: element k is the sum of elements 0 to k, or with `reverse` of
  /// all elements from k on. Types are as in sum.
  ///
  /// Cost: in each thread, then shuffles within a warp, then one pass through shared memory.
  template <core::any_tile X, int Axis = 0, class Direction = std::false_type>
  KW_TILE_OP constexpr auto cumsum(const X& x, core::axis_constant<Axis> = {},
                                   Direction = {}) const {
    return scan<core::reduced_t<core::value_of<X>>, Axis, Direction>(op<core::add_op>(), x);
  }
  template <core::any_tile X>
  KW_TILE_OP constexpr auto cumsum(const X& x, reverse_type direction) const {
    return cumsum(x, axis<0>, direction);
  }
  /// The running product along an axis, like cumsum.
  template <core::any_tile X, int Axis = 0, class Direction = std::false_type>
  KW_TILE_OP constexpr auto cumprod(const X& x, core::axis_constant<Axis> = {},
                                    Direction = {}) const {
    return scan<core::reduced_t<core::value_of<X>>, Axis, Direction>(op<core::multiply_op>(), x);
  }
  template <core::any_tile X>
  KW_TILE_OP constexpr auto cumprod(const X& x, reverse_type direction) const {
    return cumprod(x, axis<0>, direction);
  }
  /// \brief The running combination along an axis, by a function of your own: element k is
  /// `combine(... combine(combine(x0, x1), x2) ..., xk)`, or with `reverse` the same from the last
  /// element down to k.
  ///
  /// The function must be associative, since elements are combined in groups: `combine(a,
  /// combine(b, c))` is `combine(combine(a, b), c)`. It need not be commutative, and needs no
  /// neutral element: the first element stays as it is. It is called with float for 16-bit floats
  /// and with at least 32 bits for integers; the result has the type of `x`. A function that is not
  /// associative, such as a difference, gives different results on a GPU and a CPU. Masked lanes
  /// take part: load with an `other` that changes nothing.
  ///
  /// Several tiles of one shape are scanned together, which gives a tuple of tiles, each with the
  /// type of its own input. The function is as for reduce, with the elements to the left first
  /// (with `reverse`, those to the right). For example, for h[k] = a[k] * h[k - 1] + b[k]:
  ///
  ///     auto combine = [](auto a1, auto b1, auto a2, auto b2) {
  ///       return tuple(a1 * a2, b1 * a2 + b2);
  ///     };
  ///     auto [product, h] = tl.associative_scan(tuple(a, b), axis<0>, combine);
  template <core::any_tile X, int Axis, class Combine, class Direction = std::false_type>
  KW_TILE_OP constexpr auto associative_scan(const X& x, core::axis_constant<Axis>, Combine combine,
                                             Direction = {}) const {
    return scan<core::value_of<X>, Axis, Direction>(combine, x);
  }
  template <class... X, int Axis, class Combine, class Direction = std::false_type>
  KW_TILE_OP constexpr auto associative_scan(const tuple<X...>& tiles, core::axis_constant<Axis>,
                                             Combine combine, Direction = {}) const {
    check_direction<Direction>();
    return core::scan_tuple<Backend, Axis, is_reverse<Direction>>(self(), tiles, combine);
  }

 private:
  KW_TILE_OP constexpr const Context& self() const { return static_cast<const Context&>(*this); }

  template <class Op>
  static KW_TILE_OP constexpr auto op() {
    return core::combine_with<Backend, Op>{};
  }

  template <class A, class B>
  static KW_TILE_OP constexpr tuple<A, B> both(const A& a, const B& b) {
    return {a, b};
  }
  template <class Op, class X, class... Axis>
  KW_TILE_OP constexpr auto of_bits(const X& x, Axis... axis) const {
    static_assert(
        std::is_integral_v<core::value_of<X>>,
        "kernelwright: tl.xor_sum and tl.reduce_or work on the bits of integers, and this "
        "tile holds floats.");
    if constexpr (sizeof...(Axis) == 0) {
      return reduce_all(op<Op>(), x);
    } else {
      return reduce(x, axis..., op<Op>());
    }
  }
  template <class Direction>
  static constexpr bool is_reverse = std::is_base_of_v<std::true_type, Direction>;
  template <class Direction>
  static constexpr void check_direction() {
    static_assert(!std::is_same_v<Direction, bool>,
                  "kernelwright: a scan from the end is asked for by the word reverse, such as "
                  "tl.cumsum(x, axis<0>, reverse). The direction must be known at compile time.");
  }
  template <class R, int Axis, class Direction, class Combine, class X>
  KW_TILE_OP constexpr auto scan(Combine combine, const X& x) const {
    check_direction<Direction>();
    return core::scan_axis<R, Axis, is_reverse<Direction>>(self(), combine,
                                                           core::materialised<Backend>(x));
  }
  template <class Combine, class X>
  KW_TILE_OP constexpr auto reduce_all(Combine combine, const X& x) const {
    if constexpr (X::shape_type::rank > 2) {
      using Flat = core::tile_shape<X::shape_type::size>;
      return reduce_all(combine, core::reshape<Flat>(x));
    } else if constexpr (X::shape_type::rank == 2) {
      return core::reduce_axis<0>(
          self(), combine, core::reduce_axis<1>(self(), combine, core::materialised<Backend>(x)));
    } else {
      return core::reduce_axis<0>(self(), combine, core::materialised<Backend>(x));
    }
  }

  template <class X>
  KW_TILE_OP constexpr decltype(auto) as_floats(const X& x) const {
    if constexpr (std::is_floating_point_v<core::value_of<X>>) {
      return (x);
    } else {
      return core::materialised<Backend>(x).to(float32);
    }
  }
};

#undef KW_PLACE_OF
#undef KW_REDUCTION
#undef KW_KEEPING_THE_AXIS

}  // namespace kw
