/// \file
/// The part of the tile language that reaches memory: loads, stores and atomic operations.
#pragma once
#include "kernelwright/core/pointer_tile.hpp"
#include "kernelwright/core/reduce.hpp"
#include "kernelwright/core/source_place.hpp"

namespace kw {

/// \brief The functions of `tl` around memory, for a Context that derives from `language`.
template <class Context, class Backend>
class memory_language {
 public:
  /// Reads one element a lane. Lanes whose mask is false read nothing and get `other`.
  ///
  /// Without `other` such a lane holds zero, and its use is an error that the CPU checker reports.
  /// - pointers: `x + offsets`; out of range lanes must be masked off
  /// - mask: a tile of bool that broadcasts to the pointers' shape
  /// - other: a scalar, converted to the element type
  ///
  /// Cost: contiguous offsets (unit stride along the last axis) load 16 bytes a thread at a time
  /// when base and rows are aligned to 16 bytes.
  template <core::pointer_tile_type P>
  KW_TILE_OP auto load(const P& pointers, source_place at = source_place::here()) const {
    return self().load_tile(pointers, core::every_lane{}, None, at);
  }
  template <core::pointer_tile_type P, core::any_tile Mask>
  KW_TILE_OP auto load(const P& pointers, const Mask& mask,
                       source_place at = source_place::here()) const {
    check_mask<P, Mask>();
    return self().load_tile(pointers, mask, None, at);
  }
  template <core::pointer_tile_type P, core::any_tile Mask, core::scalar Other>
  KW_TILE_OP auto load(const P& pointers, const Mask& mask, Other other,
                       source_place at = source_place::here()) const {
    check_mask<P, Mask>();
    return self().load_tile(pointers, mask, other, at);
  }
  /// Reads one element through a plain pointer, the same for the whole program.
  template <core::scalar T>
  KW_TILE_OP T load(const T* pointer, source_place at = source_place::here()) const {
    return self().load_scalar(pointer, at);
  }

  /// A copy of a stream's tile in registers, for all that is not a product.
  template <core::stream_tile Tile>
  KW_TILE_OP auto load(const Tile& tile, source_place at = source_place::here()) const {
    return self().load_stream_tile(tile, at);
  }

  /// Writes one element a lane where the mask is true. The value converts to the element type.
  ///
  /// Two programs of one launch must not write the same element.
  /// \param value  a tile that broadcasts to the pointers' shape, or a scalar
  template <core::pointer_tile_type P, core::operand Value>
  KW_TILE_OP void store(const P& pointers, const Value& value,
                        source_place at = source_place::here()) const {
    check_store<P, Value>();
    if constexpr (!std::is_const_v<typename P::element_type>) {
      self().store_tile(pointers, value, core::every_lane{}, at);
    }
  }
  template <core::pointer_tile_type P, core::operand Value, core::any_tile Mask>
  KW_TILE_OP void store(const P& pointers, const Value& value, const Mask& mask,
                        source_place at = source_place::here()) const {
    check_store<P, Value>();
    check_mask<P, Mask>();
    if constexpr (!std::is_const_v<typename P::element_type>) {
      self().store_tile(pointers, value, mask, at);
    }
  }
  /// Writes one element through a plain pointer, once a program.
  template <core::scalar T, core::scalar Value>
  KW_TILE_OP void store(T* pointer, Value value, source_place at = source_place::here()) const {
    static_assert(!std::is_const_v<T>,
                  "kernelwright: tl.store through a pointer to const. A parameter such as const "
                  "float* x is an input: store to the output.");
    if constexpr (!std::is_const_v<T>) {
      self().store_scalar(pointer, core::convert<T>(value), at);
    }
  }

  /// Adds to memory atomically, lane by lane, so that programs may add to the same element. The
  /// order of additions, and so the last bits of a float sum, differs from run to run.
  ///
  /// Types: int32, int64, float32, float64, float16, bfloat16. \returns the old values
  template <core::pointer_tile_type P, core::operand Value, core::any_tile Mask = core::every_lane>
  KW_TILE_OP auto atomic_add(const P& pointers, const Value& value, const Mask& mask = {},
                             source_place at = source_place::here()) const {
    return atomic<core::atomic_add_op>(pointers, mask, at, value);
  }
  /// Adds to one element, once a program. Nobody waits for the old value, so there is none.
  template <core::scalar T, core::scalar Value>
  KW_TILE_OP void atomic_add(T* pointer, Value value,
                             source_place at = source_place::here()) const {
    check_atomic<T>();
    self().template atomic_scalar<core::atomic_add_op>(pointer, at, core::convert<T>(value));
  }
  /// Raises memory to at least a value, atomically. Types: int32, int64, float32 (not NaN).
  template <core::pointer_tile_type P, core::operand Value, core::any_tile Mask = core::every_lane>
  KW_TILE_OP auto atomic_max(const P& pointers, const Value& value, const Mask& mask = {},
                             source_place at = source_place::here()) const {
    return atomic<core::atomic_max_op>(pointers, mask, at, value);
  }
  /// Raises one element, once a program.
  template <core::scalar T, core::scalar Value>
  KW_TILE_OP void atomic_max(T* pointer, Value value,
                             source_place at = source_place::here()) const {
    check_atomic<T>();
    self().template atomic_scalar<core::atomic_max_op>(pointer, at, core::convert<T>(value));
  }
  /// Writes `desired` to one element if it holds `expected`. Types: int32, int64.
  /// \returns what it held
  template <core::scalar T, core::scalar A, core::scalar B>
  KW_TILE_OP T atomic_cas(T* pointer, A expected, B desired,
                          source_place at = source_place::here()) const {
    static_assert(std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::int64_t>,
                  "kernelwright: tl.atomic_cas works on int32 and int64");
    return self().template atomic_scalar<core::atomic_cas_op>(
        pointer, at, core::convert<T>(expected), core::convert<T>(desired));
  }

  /// Every lane's stores before the barrier are seen by every lane's loads of this program after
  /// it.
  KW_TILE_OP void barrier() const { self().wait_at_barrier(); }

  // What Triton spells differently, and common slips: each says so in words.
  template <class First, class... Rest>
  requires(!core::address<First>) KW_TILE_OP auto load(const First&, const Rest&...) const {
    static_assert(core::never<First>,
                  "kernelwright: tl.load needs an address first. That is a pointer plus offsets, "
                  "such as tl.load(x + offsets, mask).");
    return self().zeros(size<1>);
  }
  template <core::scalar T, core::any_tile Mask, class... Rest>
  KW_TILE_OP T load(const T*, const Mask&, const Rest&...) const {
    static_assert(core::never<T>,
                  "kernelwright: this tl.load reads one element, but its mask is a tile. Add the "
                  "offsets to the pointer, such as tl.load(x + offsets, mask).");
    return T{};
  }
  template <class First, class... Rest>
  requires(!core::address<First>) KW_TILE_OP void store(const First&, const Rest&...) const {
    static_assert(core::never<First>,
                  "kernelwright: tl.store needs an address first. The value comes behind it: "
                  "tl.store(out + offsets, value, mask).");
  }
  template <core::scalar T, core::any_tile Value, class... Rest>
  KW_TILE_OP void store(T*, const Value&, const Rest&...) const {
    static_assert(core::never<T>,
                  "kernelwright: this tl.store writes one element, but its value is a tile. Add "
                  "the offsets to the pointer, such as tl.store(out + offsets, value, mask).");
  }

 private:
  KW_TILE_OP constexpr const Context& self() const { return static_cast<const Context&>(*this); }

  template <class Op, class P, class Mask, class Value>
  KW_TILE_OP auto atomic(const P& pointers, const Mask& mask, source_place at,
                         const Value& value) const {
    check_store<P, Value>();
    check_mask<P, Mask>();
    check_atomic<typename P::element_type>();
    return self().template atomic_tile<Op>(pointers, mask, at, value);
  }

  template <class T>
  static constexpr void check_atomic() {
    static_assert(sizeof(T) >= 4 || core::float16_type<T>,
                  "kernelwright: atomics work on int32, int64 and the float types");
  }

  template <class P, class Mask>
  static constexpr void check_mask() {
    static_assert(
        core::mask_tile<Mask>,
        "kernelwright: the mask must be a tile of true and false. A comparison makes one, "
        "such as offsets < n.");
    (void)core::these_pointers_and_this_mask_have_shapes<core::shape_of<P>, core::shape_of<Mask>>{};
  }

  template <class P, class Value>
  static constexpr void check_store() {
    static_assert(!std::is_const_v<typename P::element_type>,
                  "kernelwright: tl.store through pointers to const. A parameter such as const "
                  "float* x is an input: store to the output.");
    (void)
        core::these_pointers_and_this_value_have_shapes<core::shape_of<P>, core::shape_of<Value>>{};
  }
};

}  // namespace kw
