/// \file
/// `tl` on a GPU: one program is one thread block, and its tiles are spread over the threads'
/// registers.
#pragma once
#include <cstdio>

#include "kernelwright/compiler/trap.hpp"
#include "kernelwright/cuda/atomic_operations.hpp"
#include "kernelwright/cuda/dot.hpp"
#include "kernelwright/cuda/exchange.hpp"
#include "kernelwright/cuda/memory.hpp"
#include "kernelwright/cuda/stream.hpp"
#include "kernelwright/language.hpp"

namespace kw::cuda {

/// What every program on a GPU does in the same way; the Context that derives from it knows which
/// program it is.
template <class Context, class Backend>
class block_context : public language<Context, Backend>,
                      public exchange<Backend::kWarps, typename Backend::team>,
                      public dot_memory<typename Backend::team>,
                      public atomic_operations<Backend> {
  template <class Shape>
  using default_layout = typename Backend::template default_layout<Shape>;

 public:
  template <class P, class Mask, class Other>
  KW_HD auto load_tile(const P& pointers, const Mask& mask, Other other, source_place) const {
    using T = std::remove_const_t<typename P::element_type>;
    using Shape = typename P::shape_type;
    using Layout = default_layout<Shape>;
    core::tile<T, Shape, Layout> result;
    const T masked_value = value_of_masked_lanes<T>(other);
    KW_UNROLL
    for (int r = 0; r < Layout::kRegisters; ++r) {
      result.values[r] = masked_value;
    }
    load_lanes(result, pointers, mask);
    return result;
  }

  template <class P, class Value, class Mask>
  KW_HD void store_tile(const P& pointers, const Value& value, const Mask& mask,
                        source_place) const {
    store_lanes<layout_of_store<typename P::shape_type, Value>>(value, pointers, mask);
  }

  template <class T>
  KW_HD T load_scalar(const T* pointer, source_place) const {
    return *pointer;
  }
  template <class T>
  KW_HD T scalar_left_out(const T*, source_place) const {
    return T{};
  }
  template <class T>
  KW_HD void store_scalar(T* pointer, T value, source_place) const {
    if (thread_index() == 0) {
      *pointer = value;
    }
  }

  template <class T, class Shape>
  KW_HD auto make_accumulator() const {
    using Layout = typename Backend::template accumulator_layout<Shape>;
    return core::map_readable<T, Shape, Layout>([](T zero) { return zero; }, T{});
  }

  template <class A, class B, int P>
  KW_HD auto multiply(const A& a, const B& b, core::input_precision<P> precision,
                      source_place at) const {
    using Shape = core::tile_shape<core::shape_of<A>::d0, core::shape_of<B>::d1>;
    const auto zeros = make_accumulator<core::dot_result_t<core::value_of<A>>, Shape>();
    return multiply_add(a, b, zeros, precision, at);
  }
  /// The sum is where acc is. An accumulator that does not come from tl.accumulator or tl.dot moves
  /// to the fragments' layout and back.
  template <class A, class B, class Acc, int P>
  KW_HD auto multiply_add(const A& a, const B& b, const Acc& acc, core::input_precision<P>,
                          source_place) const {
    using R = core::value_of<Acc>;
    using Shape = core::shape_of<Acc>;
    using Layout = typename Backend::template accumulator_layout<Shape>;
    core::tile<R, Shape, Layout> sum = core::in_layout<Layout>(acc);
    add_product_of_any_size<P>(static_cast<const dot_memory<typename Backend::team>&>(*this),
                               core::materialised<Backend>(a), core::materialised<Backend>(b), sum);
    return core::tile<R, Shape, typename Acc::layout_type>(
        core::in_layout<typename Acc::layout_type>(sum));
  }

  /// Loads by pointers, with a mask at the edges of the tensor.
  template <class Tile>
  KW_HD auto load_tensor_tile(const Tile& tile, source_place at) const {
    return static_cast<const Context&>(*this).load_tile(tile.pointers(), tile.inside(), 0, at);
  }
  template <class Tile, class Value>
  KW_HD void store_tensor_tile(const Tile& tile, const Value& value, source_place at) const {
    static_cast<const Context&>(*this).store_tile(tile.pointers(), value, tile.inside(), at);
  }

  KW_HD void wait_at_barrier() const { Backend::team::barrier(); }

  /// The threads that compute also load, each tile where the loop does.
  template <int Stages, class Numbers>
  KW_HD Numbers make_range(const Numbers& numbers, source_place) const {
    return numbers;
  }

  template <class... Values>
  KW_HD void print(const char* text, source_place, const Values&... values) const {
    if (thread_index() == 0) {
      printf("program (%d, %d, %d): %s\n", this->program_id(0), this->program_id(1),
             this->program_id(2), text);
    }
    (print_one(text, values), ...);
  }

  template <class Condition>
  KW_HD void assert_lanes(const Condition& condition, const char* text, source_place at) const {
    if constexpr (core::register_tile<Condition>) {
      core::for_each_element<typename Condition::layout_type>([&](int r0, int r1, int, int) {
        check_assertion(condition.values[r0 * Condition::layout_type::kRegisters1 + r1], text, at);
      });
    } else {
      check_assertion(condition, text, at);
    }
  }

 private:
  /// Results of products are stored in the layout they have: four threads per row write 32 bytes of
  /// float32, a whole sector.
  template <class Shape, class Value>
  static constexpr auto pick_layout_of_store() {
    using Result = typename Backend::template accumulator_layout<Shape>;
    if constexpr (core::register_tile<Value> && Shape::d1 >= 16) {
      if constexpr (std::is_same_v<typename Value::layout_type, Result>) {
        return std::type_identity<Result>{};
      } else {
        return std::type_identity<default_layout<Shape>>{};
      }
    } else {
      return std::type_identity<default_layout<Shape>>{};
    }
  }
  template <class Shape, class Value>
  using layout_of_store = typename decltype(pick_layout_of_store<Shape, Value>())::type;

  template <class Value>
  KW_HD void print_one(const char* text, const Value& value) const {
    if constexpr (core::register_tile<Value>) {
      using Layout = typename Value::layout_type;
      if (Layout::is_owner()) {
        core::for_each_element<Layout>([&](int r0, int r1, int i, int j) {
          print_number(text, value.values[r0 * Layout::kRegisters1 + r1], i, j);
        });
      }
    } else if (thread_index() == 0) {
      print_number(text, value);
    }
  }
  /// Prints integers with all their digits.
  template <class T, class... Place>
  KW_HD void print_number(const char* text, T value, Place... place) const {
    constexpr bool is_of_tile = sizeof...(Place) > 0;
    const auto print = [&](const char* format, auto number) {
      printf(format, this->program_id(0), this->program_id(1), this->program_id(2), text, place...,
             number);
    };
    if constexpr (std::is_integral_v<T> && std::is_unsigned_v<T>) {
      print(is_of_tile ? "program (%d, %d, %d): %s [%d, %d] = %llu\n"
                       : "program (%d, %d, %d): %s = %llu\n",
            static_cast<unsigned long long>(value));
    } else if constexpr (std::is_integral_v<T>) {
      print(is_of_tile ? "program (%d, %d, %d): %s [%d, %d] = %lld\n"
                       : "program (%d, %d, %d): %s = %lld\n",
            static_cast<long long>(value));
    } else {
      print(is_of_tile ? "program (%d, %d, %d): %s [%d, %d] = %g\n"
                       : "program (%d, %d, %d): %s = %g\n",
            core::convert<double>(value));
    }
  }

  KW_HD void check_assertion(bool holds, const char* text, source_place at) const {
    if (!holds) {
      printf("[device-assert] %s:%d: program (%d, %d, %d): %s\n", at.file, at.line,
             this->program_id(0), this->program_id(1), this->program_id(2), text);
      compiler::trap();
    }
  }
};

/// One program is one thread block.
/// \tparam HasStreamMemory  does its launch give it shared memory of the size that streams need?
template <class Context, class Backend, bool HasStreamMemory>
class whole_block_context : public block_context<Context, Backend> {
 public:
  KW_HD int grid_position(int axis) const { return block_index(axis); }
  KW_HD int grid_extent(int axis) const { return cuda::grid_extent(axis); }

  template <int Stages, class FetchAt>
  KW_HD auto make_stream(core::stage_count<Stages>, const FetchAt& fetch_at, source_place) const {
    using Stream = tile_stream<Backend, Stages, FetchAt>;
    if constexpr (HasStreamMemory) {
      unsigned char* memory = dynamic_shared_memory() + bytes_of_streams_;
      if (bytes_of_streams_ + Stream::kBytes > dynamic_shared_bytes()) {
        compiler::trap();  // the plan of the launch is without this stream: see plan_of
      }
      return Stream(memory, bytes_of_streams_, fetch_at);
    } else {
      unsigned char* memory = static_stream_memory<FetchAt, Stream::kBytes>();
      return Stream(memory, bytes_of_streams_, fetch_at);
    }
  }
  template <class Tile>
  KW_HD auto load_stream_tile(const Tile& tile, source_place) const {
    return tile.in_registers();
  }

 private:
  mutable int bytes_of_streams_ = 0;
};

/// The context of such a program on any GPU.
template <int NumWarps, int VectorWidth, bool HasStreamMemory = true>
class context : public whole_block_context<context<NumWarps, VectorWidth, HasStreamMemory>,
                                           backend<NumWarps, VectorWidth>, HasStreamMemory> {};

}  // namespace kw::cuda
