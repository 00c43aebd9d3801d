/// \file
/// A layout as one list of digits: a tile's elements counted in row-major order. A reshape cuts the
/// list in other places, and a permutation exchanges parts of it; neither moves a value.
#pragma once
#include "kernelwright/core/layout.hpp"

namespace kw::core {

/// The digits of Low, then those of High; two that form one digit are merged, so equal layouts are
/// equal types.
template <class Low, class High>
struct joined_digits;
template <class... Low>
struct joined_digits<axis_layout<Low...>, axis_layout<>> {
  using type = axis_layout<Low...>;
};
template <class Low, class Digit>
struct appended_digit;
template <class Digit>
struct appended_digit<axis_layout<>, Digit> {
  using type = axis_layout<Digit>;
};
template <int A, int B>
struct appended_digit<axis_layout<in_registers<A>>, in_registers<B>> {
  using type = axis_layout<in_registers<A * B>>;
};
template <int A, int Stride, int B>
struct appended_digit<axis_layout<in_threads<A, Stride>>, in_threads<B, A * Stride>> {
  using type = axis_layout<in_threads<A * B, Stride>>;
};
template <class Only, class Digit>
struct appended_digit<axis_layout<Only>, Digit> {
  using type = axis_layout<Only, Digit>;
};
template <class First, class Second, class... Rest, class Digit>
struct appended_digit<axis_layout<First, Second, Rest...>, Digit> {
  template <class... Appended>
  static axis_layout<First, Appended...> behind_first(axis_layout<Appended...>);
  using type =
      decltype(behind_first(typename appended_digit<axis_layout<Second, Rest...>, Digit>::type{}));
};
template <class Low, class Digit, class... Rest>
struct joined_digits<Low, axis_layout<Digit, Rest...>> {
  using type = typename joined_digits<
      std::conditional_t<Digit::kSize == 1, Low, typename appended_digit<Low, Digit>::type>,
      axis_layout<Rest...>>::type;
};
template <class... Axes>
struct joined_axes {
  using type = unit_axis;
};
template <class First, class... Rest>
struct joined_axes<First, Rest...> {
  using type = typename joined_digits<First, typename joined_axes<Rest...>::type>::type;
};
/// Several axes as one, the fastest first.
template <class... Axes>
using joined_axes_t = typename joined_axes<Axes...>::type;

/// The lower digits, which count to Size, and the rest. A digit that spans both is cut in two.
template <int Size, class Low, class High>
struct cut_digits;
template <class Low, class... High>
struct cut_digits<1, Low, axis_layout<High...>> {
  using low = joined_axes_t<Low>;
  using high = axis_layout<High...>;
};
template <int Size, class... Low, class Digit, class... Rest>
requires(Size > 1) struct cut_digits<Size, axis_layout<Low...>, axis_layout<Digit, Rest...>> {
  static constexpr int N = Digit::kSize;
  static constexpr bool fits = Size % N == 0;
  static_assert(fits || N % Size == 0,
                "kernelwright: the axes of a tile whose extents are not all powers of two cannot "
                "be cut here. Take extents of powers of two.");
  static constexpr int part = fits ? N : Size;
  using lower = typename Digit::template lower<part>;
  using upper = typename Digit::template upper<part>;
  using next =
      cut_digits<Size / part, axis_layout<Low..., lower>,
                 std::conditional_t<fits, axis_layout<Rest...>, axis_layout<upper, Rest...>>>;
  using low = typename next::low;
  using high = typename next::high;
};

/// The axes of a tile of any rank, the last and fastest first.
template <class... Axes>
struct axis_list {};

template <class Digits, class Found, int... ExtentsFromTheEnd>
struct cut_into_axes;
template <class Digits, class... Found>
struct cut_into_axes<Digits, axis_list<Found...>> {
  using type = axis_list<Found...>;
};
template <class Digits, class... Found, int Extent, int... More>
struct cut_into_axes<Digits, axis_list<Found...>, Extent, More...> {
  using cut = cut_digits<Extent, unit_axis, Digits>;
  using type = typename cut_into_axes<typename cut::high, axis_list<Found..., typename cut::low>,
                                      More...>::type;
};

/// The layout of a tile with these axes: the first is its columns, the others together its rows.
template <class Backend, class Axes>
struct layout_of_axes;
template <class Backend>
struct layout_of_axes<Backend, axis_list<>> {
  using type = layout<Backend, unit_axis, unit_axis>;
};
template <class Backend, class Last, class... Others>
struct layout_of_axes<Backend, axis_list<Last, Others...>> {
  using type = layout<Backend, joined_axes_t<Others...>, joined_axes_t<Last>>;
};

}  // namespace kw::core
