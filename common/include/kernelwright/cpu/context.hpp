/// \file
/// `tl` on the CPU: one program, its tiles as arrays, every access reported to the checker.
#pragma once
#include "kernelwright/core/pipelined_range.hpp"
#include "kernelwright/cpu/atomics.hpp"
#include "kernelwright/cpu/backend.hpp"
#include "kernelwright/cpu/dot.hpp"
#include "kernelwright/cpu/loop_steps.hpp"
#include "kernelwright/cpu/memory.hpp"
#include "kernelwright/cpu/recording.hpp"
#include "kernelwright/language.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/runtime/shared_memory_plan.hpp"
#ifdef KW_COMPILE_FAST
#include "kernelwright/cpu/compiled_lanes.hpp"
#endif

namespace kw::cpu {

/// The context of one program on the CPU. The checker is part of it, so no state is global.
class context : public language<context, backend> {
 public:
  explicit KW_HD context(runtime::program& program) : program_(&program) {}
  context(const context&) =
      delete;  // as on a GPU: functions take it by reference, `program auto& tl`
  context& operator=(const context&) = delete;

  KW_HD int grid_position(int axis) const {
    program_->axes_asked |= 1u << axis;
    return program_->id[axis];
  }
  KW_HD int grid_extent(int axis) const {
    program_->axes_asked |= 8u << axis;
    return program_->count[axis];
  }

  template <class P, class Mask, class Other>
  KW_TILE_OP auto load_tile(const P& pointers, const Mask& mask, Other other,
                            source_place at) const {
    using T = std::remove_const_t<typename P::element_type>;
    using Shape = typename P::shape_type;
    core::tile<T, Shape, backend::default_layout<Shape>> result;
    read_lanes(*program_, pointers, mask, other, result.values, at);
    return result;
  }

  template <class P, class Value, class Mask>
  KW_TILE_OP void store_tile(const P& pointers, const Value& value, const Mask& mask,
                             source_place at) const {
    cpu::write_lanes(*program_, pointers, value, mask, at);
  }

  template <class T>
  KW_HD T load_scalar(const T* pointer, source_place at) const {
    if (checked()) [[unlikely]] {
      record_scalar(*program_, runtime::access_kind::load, pointer, sizeof(T), at);
    }
    return *runtime::followed_pointer(*program_, pointer);
  }
  template <class T>
  KW_HD T scalar_left_out(const T* pointer, source_place at) const {
    if (checked()) [[unlikely]] {
      runtime::lanes_left_undefined(*program_, runtime::undefined_load{at, pointer, 0, 1, 1});
    }
    return value_of_masked_lanes<T>(*program_, None, at);
  }
  template <class T>
  KW_HD void store_scalar(T* pointer, T value, source_place at) const {
    if (checked()) [[unlikely]] {
      record_scalar(*program_, runtime::access_kind::store, pointer, sizeof(T), at);
    }
    *runtime::followed_pointer(*program_, pointer) = value;
  }

  /// Atomically in each active lane old = op(&element, values...); returns the old values, and
  /// `other` in the lanes that are not active.
  template <class Call, class P, class Mask, class Other, class... Values>
  KW_TILE_OP auto atomic_tile(const P& pointers, const Mask& mask, Other other, source_place at,
                              const Values&... values) const {
    using T = std::remove_const_t<typename P::element_type>;
    using Shape = typename P::shape_type;
    if (checked()) [[unlikely]] {
      record(*program_, kind_of<Call>, pointers, mask, at);
      if constexpr (std::is_same_v<Other, core::none_type>) {
        record_without_value(*program_, pointers, mask, at);
      }
    }
    auto* const base = runtime::followed_pointer(*program_, pointers.base);
    core::tile<T, Shape, backend::default_layout<Shape>> old;
    const T masked = value_of_masked_lanes<T>(*program_, other, at);
    for (int i = 0; i < Shape::d0; ++i) {
      for (int j = 0; j < Shape::d1; ++j) {
        T& result = old.values[i * Shape::d1 + j];
        result = masked;
        if (lane(mask, i, j)) {
          result = atomic_one<Call>(base + lane(pointers.offsets, i, j),
                                    core::convert<T>(lane(values, i, j))...);
        }
      }
    }
    return old;
  }
  template <class Call, class Element, class... Values>
  KW_HD auto atomic_scalar(Element* pointer, source_place at, Values... values) const {
    if (checked()) [[unlikely]] {
      record_scalar(*program_, kind_of<Call>, pointer, sizeof(Element), at);
    }
    return atomic_one<Call>(runtime::followed_pointer(*program_, pointer), values...);
  }

  /// A program is one thread, which has nothing to wait for.
  KW_HD void wait_at_barrier() const {
    if (checked()) [[unlikely]] {
      runtime::note_barrier(*program_);
    }
  }

  /// All partial results are already in the one thread.
  template <class Axis, class Combine, class C, int N>
  KW_HD void combine_threads(Combine, C (&)[N]) const {
    ++program_->exchanges;
  }

  /// Replaces each element by the result of `combine` on it and all elements before it along an
  /// axis (after it, if Reverse).
  template <class L, int Axis, bool Reverse, class Combine, class C>
  KW_TILE_OP void scan_values(Combine combine, C (&values)[L::kRegisters]) const {
    ++program_->exchanges;
    core::scan_lanes<Axis == 0, Reverse>(combine, values, L::kRegisters0, L::kRegisters1);
  }

  template <class... Values>
  KW_HD void print(const char* text, source_place at, const Values&... values) const {
    if constexpr (sizeof...(Values) == 0) {
      runtime::print_lanes(*program_, at, text, static_cast<const double*>(nullptr), 0, 0);
    } else {
      (print_one(text, at, values), ...);
    }
  }

  template <class Condition>
  KW_HD void assert_lanes(const Condition& condition, const char* text, source_place at) const {
    using Shape = core::shape_of<Condition>;
    for (int i = 0; i < Shape::d0; ++i) {
      for (int j = 0; j < Shape::d1; ++j) {
        if (!lane(condition, i, j)) {
          runtime::assertion_failed(*program_, at, text, i * Shape::d1 + j, Shape::size);
        }
      }
    }
  }

  template <class T, class Shape>
  KW_HD auto make_accumulator() const {
    return accumulator_tile<T, Shape>(program_);
  }
  template <class A, class B, int P>
  KW_HD auto multiply(const A& a, const B& b, core::input_precision<P>, source_place at) const {
    using Shape = core::tile_shape<core::shape_of<A>::d0, core::shape_of<B>::d1>;
    using R = core::dot_result_t<core::value_of<A>>;
    core::tile<R, Shape, backend::accumulator_layout<Shape>> product{};
    ++program_->exchanges;
    add_product<P>(a, b, product, at);
    return product;
  }
  /// Adds to an accumulator in place; of any other tile the sum is a new one.
  template <class A, class B, class T, class Shape, int P>
  KW_HD accumulator_tile<T, Shape>& multiply_add(const A& a, const B& b,
                                                 accumulator_tile<T, Shape>& acc,
                                                 core::input_precision<P>, source_place at) const {
    ++program_->exchanges;
    add_product<P>(a, b, acc, at);
    acc.open(at);
    return acc;
  }
  template <class A, class B, class Acc, int P>
  KW_HD auto multiply_add(const A& a, const B& b, const Acc& acc, core::input_precision<P>,
                          source_place at) const {
    Acc sum = acc;
    ++program_->exchanges;
    add_product<P>(a, b, sum, at);
    return sum;
  }

  template <class Tile>
  KW_HD auto load_tensor_tile(const Tile& tile, source_place at) const {
    using T = std::remove_const_t<typename Tile::element_type>;
    using Shape = typename Tile::shape_type;
    core::tile<T, Shape, backend::default_layout<Shape>> result;
    refuse_in_stream(at);
    constexpr int bytes = runtime::tile_bytes(Shape::d0, Shape::d1, static_cast<int>(sizeof(T)));
    if (program_->loop == nullptr) {
      runtime::note_loaded_tile(*program_, at, bytes);
      cpu::read_tile(*program_, tile, result.values, at);
    } else {
      read_ahead(tile, result.values, at, bytes);
    }
    return result;
  }
  template <class Tile, class Value>
  KW_HD void store_tensor_tile(const Tile& tile, const Value& value, source_place at) const {
    cpu::write_tile(*program_, tile, value, at);
  }
  /// A loop in which tiles are loaded ahead on a GPU.
  template <int Stages, class Numbers>
  KW_HD auto make_range(const Numbers& numbers, source_place at) const {
    refuse_in_stream(at);
    const std::uintptr_t code = runtime::code_of_loop(at, Stages);
    return core::pipelined_range<Numbers, loop_steps>(
        numbers, loop_steps(program_, at, reinterpret_cast<const void*>(code)));
  }
  template <int Stages, class FetchAt>
  KW_HD auto make_stream(core::stage_count<Stages>, const FetchAt& fetch_at,
                         source_place at) const {
    refuse_in_stream(at);
    return tile_stream<Stages, FetchAt>(program_, fetch_at, at);
  }
  template <class Tile>
  KW_HD auto load_stream_tile(const Tile& tile, source_place at) const {
    using Shape = typename Tile::shape_type;
    core::tile<typename Tile::value_type, Shape, backend::default_layout<Shape>> result;
    const auto* values = tile.values(at);
    for (int i = 0; i < Shape::d0; ++i) {
      for (int j = 0; j < Shape::d1; ++j) {
        result.values[i * Shape::d1 + j] = values[i * Tile::kRowStride + j * Tile::kColumnStride];
      }
    }
    return result;
  }

 private:
  /// On Hopper the threads that fetch tiles do not run the body of a stream.
  KW_HD void refuse_in_stream(source_place at) const {
    if (program_->in_stream) [[unlikely]] {
      runtime::report_misuse(*program_, at, runtime::misuse::nested_stream);
    }
  }

  /// A load that a GPU may do in an earlier step of the loop.
  template <class Tile, class T>
  KW_HD void read_ahead(const Tile& tile, T* values, source_place at, int bytes) const {
    if (checked()) [[unlikely]] {
      runtime::note_tile_of_step(*program_, at, bytes);
    }
    program_->runs_ahead = true;
    cpu::read_tile(*program_, tile, values, at);
    program_->runs_ahead = false;
    // As of a stream, the first tile alone: a product of two negated tiles would be the same.
    if (++program_->loop->tiles == 1 && checked() && runtime::streams_are_negated()) [[unlikely]] {
      for (int i = 0; i < Tile::shape_type::size; ++i) {
        values[i] = core::convert<T>(-core::convert<float>(values[i]));
      }
    }
  }

  KW_HD bool checked() const { return program_->monitor != nullptr; }

  template <class Call>
  static constexpr auto kind_of =
      Call::kReads ? runtime::access_kind::volatile_load : runtime::access_kind::atomic;

  template <class Call, class Element, class... Values>
  KW_HD auto atomic_one(Element* to, Values... values) const {
    using T = std::remove_const_t<Element>;
    if (!checked()) [[likely]] {
      return apply_atomically<Call>(to, values...);
    }
    const T operands[sizeof...(values) + 1] = {values...};
    constexpr int bytes = static_cast<int>(sizeof...(values) * sizeof(T));
    T old{};
    if (runtime::atomic_again(*program_, to, operands, bytes, &old, sizeof old)) {
      return old;
    }
    if constexpr (Call::kBetweenPrograms) {
      runtime::begin_synchronising(*program_, to);
    }
    old = apply_atomically<Call>(to, values...);
    if constexpr (Call::kBetweenPrograms) {
      constexpr bool is_cas = Call::operation == core::atomic_operation::compare_and_swap;
      const bool stored = !is_cas || same_bits(old, operands[0]);
      runtime::end_synchronising(*program_, to, &old, sizeof old, core::acquires(Call::order),
                                 stored && core::releases(Call::order));
    }
    runtime::note_atomic(*program_, to, operands, bytes, &old, sizeof old);
    return old;
  }

  template <class Value>
  KW_HD void print_one(const char* text, source_place at, const Value& value) const {
    using Shape = core::shape_of<Value>;
    using T = core::value_of<Value>;
    using Shown =
        std::conditional_t<std::is_integral_v<T>,
                           std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>,
                           double>;
    // As many bytes as a double has, whichever type it is.
    auto* const lanes = reinterpret_cast<Shown*>(runtime::room_for_lanes(Shape::size).values);
    for (int i = 0; i < Shape::d0; ++i) {
      for (int j = 0; j < Shape::d1; ++j) {
        lanes[i * Shape::d1 + j] = core::convert<Shown>(lane(value, i, j));
      }
    }
    runtime::print_lanes(*program_, at, text, lanes, Shape::d0, Shape::d1);
  }

  runtime::program* program_;
};

}  // namespace kw::cpu
