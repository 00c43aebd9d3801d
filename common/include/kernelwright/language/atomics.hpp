/// \file
/// The part of the tile language that changes memory atomically.
#pragma once
#include "kernelwright/core/atomics.hpp"
#include "kernelwright/core/operators.hpp"
#include "kernelwright/core/pointer_tile.hpp"
#include "kernelwright/core/source_place.hpp"

namespace kw {

// A method for a tile of values and one for a number, which is passed by value: see
// core/numbers.hpp.
#define KW_ATOMIC_OF(name, operation, Kind, Operand)                                           \
  template <class P, core::Kind Value, class Mask = core::none_type,                           \
            class Order = core::none_type, class Scope = core::none_type>                      \
  KW_TILE_OP auto name(const P& pointers, Operand value, Mask mask = {}, Order order = {},     \
                       Scope scope = {}, source_place at = source_place::here()) const {       \
    return change<core::atomic_operation::operation>(pointers, mask, order, scope, at, value); \
  }
#define KW_ATOMIC(name, operation)                      \
  KW_ATOMIC_OF(name, operation, any_tile, const Value&) \
  KW_ATOMIC_OF(name, operation, scalar, Value)
#define KW_ATOMIC_CAS(FirstKind, FirstOperand, SecondKind, SecondOperand)                     \
  template <class P, core::FirstKind Expected, core::SecondKind Desired,                      \
            class Mask = core::none_type, class Order = core::none_type,                      \
            class Scope = core::none_type>                                                    \
  KW_TILE_OP auto atomic_cas(const P& pointers, FirstOperand expected, SecondOperand desired, \
                             Mask mask = {}, Order order = {}, Scope scope = {},              \
                             source_place at = source_place::here()) const {                  \
    return change<core::atomic_operation::compare_and_swap>(pointers, mask, order, scope, at, \
                                                            expected, desired);               \
  }

/// \brief The atomic operations of `tl`, for a Context that derives from `language`.
///
/// Each loads an element, changes it and stores it in one step, which no other atomic operation can
/// interrupt, and returns what the element held before. All of them take
/// - pointers: `x + offsets`, for an operation in each lane and a tile of old values; or a plain
///   pointer, for one operation of the program and one old value
/// - mask: lanes where it is false do nothing, and their old value is 0
/// - order: `relaxed`, `acquire`, `release` or `acq_rel`, which is the default
/// - scope: `cta`, `gpu` (the default) or `sys`
///
/// in this order, where mask, order and scope may each be left out:
/// `tl.atomic_add(x + i, v, relaxed)`.
///
/// The order is what makes locks and flags work, and it applies to the whole program, all its
/// lanes: what the program stored before it releases is visible to the program that acquires. No
/// `tl.barrier()` is needed next to it, unless the order is `relaxed`. An operation that adds to
/// sums which no program reads before the launch ends is cheaper when it is `relaxed`.
template <class Context, class Backend>
class atomic_language {
 public:
  /// Adds to memory. The order of additions, and so the last bits of a float sum, differs from run
  /// to run.
  ///
  /// Types: int32, int64, uint32, uint64, float16, bfloat16, float32, float64.
  KW_ATOMIC(atomic_add, add)
  /// Raises memory to at least a value. Types: those of atomic_add except the 16-bit floats; not
  /// for NaN.
  KW_ATOMIC(atomic_max, max)
  /// Lowers memory to at most a value. Types: those of atomic_max; not for NaN.
  KW_ATOMIC(atomic_min, min)
  /// Clears the bits that are 0 in the value. Types: int32, int64, uint32, uint64.
  KW_ATOMIC(atomic_and, bit_and)
  /// Sets the bits that are 1 in the value. Types: int32, int64, uint32, uint64.
  KW_ATOMIC(atomic_or, bit_or)
  /// Flips the bits that are 1 in the value. Types: int32, int64, uint32, uint64.
  KW_ATOMIC(atomic_xor, bit_xor)
  /// Replaces what is in memory by the value; `tl.atomic_xchg(lock, 0)` releases a lock.
  /// Types: int32, int64, uint32, uint64, float32, float64.
  KW_ATOMIC(atomic_xchg, exchange)
  /// Writes `desired` if memory holds `expected`, bit for bit; the old value tells whether it did.
  /// `while (tl.atomic_cas(lock, 0, 1) == 1) {}` takes a lock. Types: those of atomic_add.
  template <class P, core::any_tile Expected, core::any_tile Desired, class Mask = core::none_type,
            class Order = core::none_type, class Scope = core::none_type>
  KW_TILE_OP auto atomic_cas(const P& pointers, const Expected& expected, const Desired& desired,
                             Mask mask = {}, Order order = {}, Scope scope = {},
                             source_place at = source_place::here()) const {
    return change<core::atomic_operation::compare_and_swap>(pointers, mask, order, scope, at,
                                                            expected, desired);
  }
  KW_ATOMIC_CAS(any_tile, const Expected&, scalar, Desired)
  KW_ATOMIC_CAS(scalar, Expected, any_tile, const Desired&)
  KW_ATOMIC_CAS(scalar, Expected, scalar, Desired)

 private:
  KW_TILE_OP constexpr const Context& self() const { return static_cast<const Context&>(*this); }

  template <core::atomic_operation Op, class P, class A, class B, class C, class... Values>
  KW_TILE_OP auto change(const P& pointers, const A& a, const B& b, const C& c, source_place at,
                         const Values&... values) const {
    core::check_atomic_options<A, B, C>();
    using Call = core::atomic_call<Op, core::order_among<A, B, C>(), core::scope_among<A, B, C>()>;
    if constexpr (core::pointer_tile_type<P>) {
      check_element<Op, typename P::element_type>();
      check_tile<P>(core::as_mask(core::mask_among(a, b, c)), values...);
      using Shape = core::shape_of<P>;
      return self().template atomic_tile<Call>(
          pointers, core::spread<Backend, Shape>(core::as_mask(core::mask_among(a, b, c))),
          std::remove_const_t<typename P::element_type>{}, at,
          core::spread<Backend, Shape>(values)...);
    } else if constexpr (std::is_pointer_v<P>) {
      using T = std::remove_pointer_t<P>;
      check_element<Op, T>();
      check_scalar(core::mask_among(a, b, c), values...);
      if constexpr (std::is_same_v<decltype(core::mask_among(a, b, c)), const bool&>) {
        if (!core::mask_among(a, b, c)) {
          return T{};
        }
      }
      return self().template atomic_scalar<Call>(pointers, at, core::convert<T>(values)...);
    } else {
      static_assert(core::never<P>,
                    "kernelwright: an atomic operation needs an address first, and the value "
                    "second: tl.atomic_add(out + offsets, value, mask).");
    }
  }

  template <core::atomic_operation Op, class T>
  static constexpr void check_element() {
    static_assert(!std::is_const_v<T>,
                  "kernelwright: an atomic operation through a pointer to const. A parameter such "
                  "as const float* x is an input: change the output.");
    static_assert(std::is_const_v<T> || core::is_atomic_on<Op, T>(),
                  "kernelwright: there is no such atomic operation on this element type. All work "
                  "on integers of 32 and 64 bits; tl.atomic_add and tl.atomic_cas on all floats; "
                  "tl.atomic_max, tl.atomic_min and tl.atomic_xchg on float32 and float64.");
  }

  template <class P, class Mask, class... Values>
  static constexpr void check_tile(const Mask&, const Values&...) {
    static_assert(
        core::mask_tile<Mask>,
        "kernelwright: the mask must be a tile of true and false. A comparison makes one, such as "
        "offsets < n.");
    (void)core::these_pointers_and_this_mask_have_shapes<core::shape_of<P>, core::shape_of<Mask>>{};
    ((void)core::these_pointers_and_this_value_have_shapes<core::shape_of<P>,
                                                           core::shape_of<Values>>{},
     ...);
  }

  template <class Mask, class... Values>
  static constexpr void check_scalar(const Mask&, const Values&...) {
    static_assert((core::scalar<Values> && ...),
                  "kernelwright: this atomic operation changes one element, but its value is a "
                  "tile. Add the offsets to the pointer, such as tl.atomic_add(out + offsets, "
                  "value, mask).");
    static_assert(std::is_same_v<Mask, core::every_lane> || std::is_same_v<Mask, bool>,
                  "kernelwright: this atomic operation changes one element, but its mask is a "
                  "tile. Add the offsets to the pointer, such as tl.atomic_add(out + offsets, "
                  "value, mask).");
  }
};

#undef KW_ATOMIC
#undef KW_ATOMIC_OF
#undef KW_ATOMIC_CAS

}  // namespace kw
