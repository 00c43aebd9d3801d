/// \file
/// Atomic operations of a whole program on a GPU: which thread acts, and what waits for what.
#pragma once
#include "kernelwright/core/source_place.hpp"
#include "kernelwright/cuda/atomics.hpp"
#include "kernelwright/cuda/backend.hpp"
#include "kernelwright/cuda/memory.hpp"

namespace kw::cuda {

/// The part of the CUDA context that changes memory atomically.
///
/// The order of an operation applies to the program, not just to the thread that carries it out. So
/// a release waits until all threads of the program have arrived, and a fence then orders what they
/// stored before the operation. An acquire lets them continue once the operation is done, when the
/// fence after it has made sure that the multiprocessor's cache holds no stale value.
template <class Backend>
class atomic_operations {
  using Team = typename Backend::team;

 public:
  /// In each active lane, atomically does old = op(&element, values...); returns the old values,
  /// and `other` in the lanes that are not active. Threads with copies would see different values
  /// of what other programs change, so one acts for all of them.
  template <class Call, class P, class Mask, class Other, class... Values>
  KW_HD auto atomic_tile(const P& pointers, const Mask& mask, Other other, source_place,
                         const Values&... values) const {
    using T = std::remove_const_t<typename P::element_type>;
    using Shape = typename P::shape_type;
    using Layout = typename Backend::template default_layout<Shape>;
    return on_readable<Call, T, Shape, Layout>(
        pointers.base, core::in_layout<Layout>(pointers.offsets), core::in_layout<Layout>(mask),
        value_of_masked_lanes<T>(other), core::in_layout<Layout>(values)...);
  }

  /// One thread acts for the program, and passes the old value on.
  template <class Call, class Element, class... Values>
  KW_HD auto atomic_scalar(Element* pointer, source_place, Values... values) const {
    using T = std::remove_const_t<Element>;
    T* shared = shared_array<barrier_first, T, 1>();
    Team::barrier();
    if (thread_index() == 0) {
      if constexpr (core::releases(Call::order)) {
        fence<Call::scope>();
      }
      *shared = atomics<Call::scope>::template apply<Call::operation>(pointer, values...);
      if constexpr (core::acquires(Call::order)) {
        fence<Call::scope>();
      }
    }
    Team::barrier();
    return T{*shared};
  }

 private:
  template <class Call, class T, class Shape, class Layout, class Element, class Offsets,
            class Mask, class... Values>
  static KW_HD auto on_readable(Element* base, const Offsets& offsets, const Mask& mask, T other,
                                const Values&... values) {
    core::tile<T, Shape, Layout> old;
    if constexpr (core::releases(Call::order)) {
      Team::barrier();
      fence<Call::scope>();
    }
    const bool owner = Layout::is_owner();  // copies of a small tile must not count twice
    core::for_each_element<Layout>([&](int r0, int r1, int i, int j) {
      T& result = old.values[r0 * Layout::kRegisters1 + r1];
      result = other;
      if (owner && core::element(mask, r0, r1, i, j)) {
        result = atomics<Call::scope>::template apply<Call::operation>(
            base + core::element(offsets, r0, r1, i, j),
            core::convert<T>(core::element(values, r0, r1, i, j))...);
      }
    });
    if constexpr (core::acquires(Call::order)) {
      fence<Call::scope>();
      Team::barrier();
    }
    if constexpr (Layout::kCopyMask != 0) {
      return Backend::template convert_layout<Layout>(old);  // from the owners to the copies
    } else {
      return old;
    }
  }
};

}  // namespace kw::cuda
