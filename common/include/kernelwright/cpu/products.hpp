/// \file
/// What `tl` on the CPU does for dot, tensors and streams.
#pragma once
#include "kernelwright/cpu/dot.hpp"
#include "kernelwright/runtime/shared_memory_plan.hpp"

namespace kw::cpu {

/// The part of the context around matrix products.
class product_context {
 public:
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
    runtime::note_loaded_tile(*program_, at, bytes);
    read_tile(*program_, tile, result.values, at);
    return result;
  }
  template <class Tile, class Value>
  KW_HD void store_tensor_tile(const Tile& tile, const Value& value, source_place at) const {
    write_tile(*program_, tile, value, at);
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

 protected:
  explicit KW_HD product_context(runtime::program* program) : program_(program) {}
  product_context(const product_context&) = delete;
  product_context& operator=(const product_context&) = delete;

  /// On Hopper the threads that fetch tiles do not run the body of a stream.
  KW_HD void refuse_in_stream(source_place at) const {
    if (program_->in_stream) [[unlikely]] {
      runtime::report_misuse(*program_, at, runtime::misuse::nested_stream);
    }
  }

  runtime::program* program_;
};

}  // namespace kw::cpu
