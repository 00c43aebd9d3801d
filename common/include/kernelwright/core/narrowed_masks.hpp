/// \file
/// Assigning to a mask of indices: which masks narrow it, and how.
#pragma once
#include "kernelwright/core/mask.hpp"

namespace kw::core {

template <comparison To, class ToIndex, comparison From, class FromIndex>
inline constexpr bool narrows_mask<bound_mask<To, ToIndex>, bound_mask<From, FromIndex>> =
    bound_mask<To, ToIndex>::kCanBeNarrowed&& bound_mask<From, FromIndex>::kCanBeNarrowed&&
        std::is_same_v<typename ToIndex::shape_type, typename FromIndex::shape_type>&&
            ToIndex::kStride0 == FromIndex::kStride0&& ToIndex::kStride1 == FromIndex::kStride1;
template <comparison Op, class Index>
inline constexpr bool narrows_mask<bound_mask<Op, Index>, uniform_mask> = is_ordered(Op);
template <class A, class B, class From>
inline constexpr bool narrows_mask<both_masks<A, B>, From> =
    narrows_mask<A, From> || narrows_mask<B, From>;
template <class A, class B>
inline constexpr bool narrows_mask<both_masks<A, B>, uniform_mask> =
    narrows_mask<A, uniform_mask> || narrows_mask<B, uniform_mask>;
template <class To, class A, class B>
inline constexpr bool narrows_mask<To, both_masks<A, B>> =
    narrows_mask<To, A>&& narrows_mask<To, B>;
template <class C, class D, class A, class B>
inline constexpr bool narrows_mask<both_masks<C, D>, both_masks<A, B>> =
    narrows_mask<both_masks<C, D>, A>&& narrows_mask<both_masks<C, D>, B>;

template <class To, class From>
KW_HD constexpr void narrow_mask(To& to, const From& from) {
  if constexpr (requires { from.b; }) {
    narrow_mask(to, from.a);
    narrow_mask(to, from.b);
  } else if constexpr (std::is_same_v<From, uniform_mask>) {
    if (!from.at(0, 0)) {
      to.clear();
    }
  } else {
    to.narrow(from);
  }
}

/// Is From a mask of type To, combined by & with masks that can narrow it?
template <class To, class From>
inline constexpr bool assigns_mask = std::is_same_v<To, From>;
template <class To, class A, class B>
inline constexpr bool assigns_mask<To, both_masks<A, B>> =
    std::is_same_v<To, both_masks<A, B>> || (assigns_mask<To, A> && narrows_mask<To, B>) ||
    (narrows_mask<To, A> && assigns_mask<To, B>);

template <class To, class From>
KW_HD constexpr void assign_mask(To& to, const From& from) {
  static_assert(
      assigns_mask<To, From> || never<To, From>,
      "kernelwright: a mask of indices keeps its type. Only masks of the same indices narrow it, "
      "as in mask = mask & (i > 3). Write a new variable, such as auto both = mask & (x > 0). A "
      "mask that a loop changes begins as values: auto mask = tl.full(size<N>, true) & (offsets < "
      "n).");
  if constexpr (std::is_same_v<To, From>) {
    to = from;
  } else if constexpr (assigns_mask<To, From>) {
    if constexpr (assigns_mask<To, std::remove_cvref_t<decltype(from.a)>>) {
      assign_mask(to, from.a);
      narrow_mask(to, from.b);
    } else {
      assign_mask(to, from.b);
      narrow_mask(to, from.a);
    }
  }
}

}  // namespace kw::core
