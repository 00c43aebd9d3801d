/// \file
/// The part of the tile language that reaches memory: loads and stores.
#pragma once
#include "kernelwright/array.hpp"
#include "kernelwright/core/atomics.hpp"
#include "kernelwright/core/pointer_tile.hpp"
#include "kernelwright/core/reduce.hpp"
#include "kernelwright/core/source_place.hpp"

namespace kw {

/// \brief The functions of `tl` around memory, for a Context that derives from `language`.
template <class Context, class Backend>
class memory_language {
 public:
  /// Reads one element per lane. Lanes whose mask is false read nothing and get `other`.
  ///
  /// Without `other` such a lane holds zero, and using it is an error that the CPU checker reports.
  /// - pointers: `x + offsets`; out of range lanes must be masked off
  /// - mask: a tile of bool that broadcasts to the pointers' shape. A condition holds for all lanes
  ///   or for none
  /// - other: a scalar or a tile, converted to the element type. None as the mask, or as `other`,
  ///   says that there is none
  ///
  /// Cost: contiguous offsets (unit stride along the last axis) load 16 bytes per thread at a time
  /// if the base and the rows are aligned to 16 bytes.
  template <core::pointer_tile_type P, core::mask_of_program Mask = core::none_type,
            class Other = core::none_type>
  requires(core::number_or_none<Other> || core::any_tile<Other>) KW_TILE_OP
      auto load(const P& pointers, Mask mask = {}, Other other = {},
                source_place at = source_place::here()) const {
    return load(pointers, core::as_mask(mask), other, at);
  }
  template <core::pointer_tile_type P, core::any_tile Mask,
            core::number_or_none Other = core::none_type>
  KW_TILE_OP auto load(const P& pointers, const Mask& mask, Other other = {},
                       source_place at = source_place::here()) const {
    check_mask<P, Mask>();
    return self().load_tile(pointers, core::spread<Backend, core::shape_of<P>>(mask), other, at);
  }
  /// `other` may be a tile, whose lane takes the place of the lane that is not read.
  template <core::pointer_tile_type P, core::any_tile Mask, core::any_tile Other>
  KW_TILE_OP auto load(const P& pointers, const Mask& mask, const Other& other,
                       source_place at = source_place::here()) const {
    using T = std::remove_const_t<typename P::element_type>;
    (void)
        core::these_pointers_and_this_value_have_shapes<core::shape_of<P>, core::shape_of<Other>>{};
    const auto chosen = [](bool passes, T read, auto instead) {
      return passes ? read : core::convert<T>(instead);
    };
    return core::map_operands<Backend, T>(chosen, mask, load(pointers, mask, T{}, at), other);
  }
  /// Reads one element through a plain pointer if a condition holds. Otherwise it reads nothing and
  /// returns `other`, or zero, in which case the CPU checker reports any use of the result.
  template <core::scalar T, core::scalar Condition>
  KW_TILE_OP T load(const T* pointer, Condition condition,
                    source_place at = source_place::here()) const {
    check_condition<Condition>();
    return condition ? self().load_scalar(pointer, at) : self().scalar_left_out(pointer, at);
  }
  template <core::scalar T, core::scalar Condition, core::scalar Other>
  KW_TILE_OP T load(const T* pointer, Condition condition, Other other,
                    source_place at = source_place::here()) const {
    check_condition<Condition>();
    return condition ? self().load_scalar(pointer, at) : core::convert<T>(other);
  }
  /// Reads one element through a plain pointer, the same for the whole program.
  template <core::scalar T>
  KW_TILE_OP T load(const T* pointer, source_place at = source_place::here()) const {
    return self().load_scalar(pointer, at);
  }

  /// Reads what other programs change in the meantime, such as a flag that one of them sets by an
  /// atomic operation. Each call reads memory, and later loads of the program happen after it.
  ///
  /// A loop that waits for such a flag only ends if the program that sets the flag is already
  /// running or comes first in the grid.
  template <core::pointer_tile_type P>
  KW_TILE_OP auto load(const P& pointers, core::volatile_access,
                       source_place at = source_place::here()) const {
    return read_volatile(pointers, core::every_lane{}, None, at);
  }
  template <core::pointer_tile_type P, core::any_tile Mask>
  KW_TILE_OP auto load(const P& pointers, const Mask& mask, core::volatile_access,
                       source_place at = source_place::here()) const {
    check_mask<P, Mask>();
    return read_volatile(pointers, mask, None, at);
  }
  template <core::pointer_tile_type P, core::any_tile Mask, core::scalar Other>
  KW_TILE_OP auto load(const P& pointers, const Mask& mask, Other other, core::volatile_access,
                       source_place at = source_place::here()) const {
    check_mask<P, Mask>();
    return read_volatile(pointers, mask, other, at);
  }
  template <core::scalar T>
  KW_TILE_OP T load(const T* pointer, core::volatile_access,
                    source_place at = source_place::here()) const {
    return self().template atomic_scalar<core::volatile_read>(pointer, at);
  }

  /// Reads a tile of an array or a tensor, such as `x.tile(shape<BM, BN>, row, column)`. Elements
  /// outside of it are zero, or of an array `other`.
  template <class Array, class Shape>
  KW_TILE_OP auto load(const core::array_tile<Array, Shape>& tile,
                       source_place at = source_place::here()) const {
    if constexpr (Array::kIsTensor) {
      return self().load_tensor_tile(tile, at);
    } else {
      return load(tile.pointers(), tile.inside(), 0, at);
    }
  }
  template <class Array, class Shape, core::scalar Other>
  requires(!Array::kIsTensor) KW_TILE_OP
      auto load(const core::array_tile<Array, Shape>& tile, Other other,
                source_place at = source_place::here()) const {
    return load(tile.pointers(), tile.inside(), other, at);
  }
  /// A copy of a stream's tile in registers, for everything that is not a product.
  template <core::stream_tile Tile>
  KW_TILE_OP auto load(const Tile& tile, source_place at = source_place::here()) const {
    return self().load_stream_tile(tile, at);
  }

  /// Writes one element per lane where the mask is true. The value converts to the element type.
  ///
  /// Two programs of one launch must not write the same element.
  /// \param value  a tile that broadcasts to the pointers' shape, or a scalar
  /// \param mask  a tile of bool. A condition holds for all lanes or for none, and None for all
  template <core::pointer_tile_type P, core::any_tile Value,
            core::mask_of_program Mask = core::none_type>
  KW_TILE_OP void store(const P& pointers, const Value& value, Mask mask = {},
                        source_place at = source_place::here()) const {
    write_lanes(pointers, value, core::as_mask(mask), at);
  }
  template <core::pointer_tile_type P, core::scalar Value,
            core::mask_of_program Mask = core::none_type>
  KW_TILE_OP void store(const P& pointers, Value value, Mask mask = {},
                        source_place at = source_place::here()) const {
    write_lanes(pointers, value, core::as_mask(mask), at);
  }
  template <core::pointer_tile_type P, core::any_tile Value, core::any_tile Mask>
  KW_TILE_OP void store(const P& pointers, const Value& value, const Mask& mask,
                        source_place at = source_place::here()) const {
    write_lanes(pointers, value, mask, at);
  }
  template <core::pointer_tile_type P, core::scalar Value, core::any_tile Mask>
  KW_TILE_OP void store(const P& pointers, Value value, const Mask& mask,
                        source_place at = source_place::here()) const {
    write_lanes(pointers, value, mask, at);
  }
  /// Writes the part of a tile that is inside of its array or tensor, converted to its type.
  template <class Array, class Shape, core::any_tile Value>
  KW_TILE_OP void store(const core::array_tile<Array, Shape>& tile, const Value& value,
                        source_place at = source_place::here()) const {
    write_tile(tile, value, at);
  }
  template <class Array, class Shape, core::scalar Value>
  KW_TILE_OP void store(const core::array_tile<Array, Shape>& tile, Value value,
                        source_place at = source_place::here()) const {
    write_tile(tile, value, at);
  }
  /// Writes one element through a plain pointer, once per program, if a condition holds.
  template <core::scalar T, core::scalar Value, core::scalar Condition>
  KW_TILE_OP void store(T* pointer, Value value, Condition condition,
                        source_place at = source_place::here()) const {
    check_condition<Condition>();
    if (condition) {
      store(pointer, value, at);
    }
  }
  /// Writes one element through a plain pointer, once per program.
  template <core::scalar T, core::scalar Value>
  KW_TILE_OP void store(T* pointer, Value value, source_place at = source_place::here()) const {
    static_assert(!std::is_const_v<T>,
                  "kernelwright: tl.store through a pointer to const. A parameter such as const "
                  "float* x is an input: store to the output.");
    if constexpr (!std::is_const_v<T>) {
      self().store_scalar(pointer, core::convert<T>(value), at);
    }
  }

  /// What any lane stored before the barrier is visible to every lane of this program that loads
  /// after it.
  KW_TILE_OP void barrier() const { self().wait_at_barrier(); }
  /// The same, as Triton calls it.
  KW_TILE_OP void debug_barrier() const { self().wait_at_barrier(); }

  // What Triton spells differently, and common slips: each message explains one in words.
  template <class First, class... Rest>
  requires(!core::address<First>) KW_TILE_OP auto load(const First&, const Rest&...) const {
    static_assert(core::never<First>,
                  "kernelwright: tl.load needs an address first. An address is a pointer plus "
                  "offsets, such as tl.load(x + offsets, mask).");
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
                  "kernelwright: tl.store needs an address first. The value comes after it: "
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

  template <class P, class Mask, class Other>
  KW_TILE_OP auto read_volatile(const P& pointers, const Mask& mask, Other other,
                                source_place at) const {
    return self().template atomic_tile<core::volatile_read>(pointers, mask, other, at);
  }

  template <class P, class Value, class Mask>
  KW_TILE_OP void write_lanes(const P& pointers, const Value& value, const Mask& mask,
                              source_place at) const {
    check_store<P, Value>();
    check_mask<P, Mask>();
    if constexpr (!std::is_const_v<typename P::element_type>) {
      self().store_tile(pointers, core::spread<Backend, core::shape_of<P>>(value),
                        core::spread<Backend, core::shape_of<P>>(mask), at);
    }
  }

  template <class Tile, class Value>
  KW_TILE_OP void write_tile(const Tile& tile, const Value& value, source_place at) const {
    static_assert(!Tile::kIsTensor || !std::is_const_v<typename Tile::element_type>,
                  "kernelwright: tl.store to a tensor of const. It is an input; store to the "
                  "output, or drop the const.");
    if constexpr (Tile::kIsTensor) {
      self().store_tensor_tile(tile, value, at);
    } else {
      write_lanes(tile.pointers(), value, tile.inside(), at);
    }
  }
  template <class Condition>
  static constexpr void check_condition() {
    static_assert(std::is_same_v<Condition, bool>,
                  "kernelwright: the mask of one element is a condition, but this one is a number. "
                  "A comparison makes one, such as i < n; && combines two.");
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
