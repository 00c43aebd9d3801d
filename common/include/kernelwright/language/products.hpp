/// \file
/// The part of the tile language for matrix products: dot, accumulators, tiles of tensors and
/// streams of them.
#pragma once
#include "kernelwright/core/batches.hpp"
#include "kernelwright/core/source_place.hpp"
#include "kernelwright/core/tuple.hpp"
#include "kernelwright/descriptor.hpp"

namespace kw {

/// How many tiles a stream fetches ahead: `tl.stream(stages<3>, ...)`.
template <int Count>
inline constexpr core::stage_count<Count> stages{};

/// \brief The tiles of one step of a stream: `return fetch(a.tile(...), b.tile(...));`.
///
/// They are tiles of tensors, or of arrays. Those of arrays may have any alignment and any stride
/// between rows. On a GPU, threads copy them to shared memory: 16 bytes at a time if rows begin and
/// end at multiples of 16 bytes, and otherwise as many bytes at a time as the alignment allows.
template <core::array_tile_type... Tiles>
KW_HD constexpr auto fetch(const Tiles&... tiles) {
  (core::check_fetched<Tiles>(), ...);
  return tuple<Tiles...>(tiles...);
}
template <core::pointer_tile_type P, class... Rest>
KW_HD constexpr auto fetch(const P&, const Rest&...) {
  static_assert(
      core::never<P>,
      "kernelwright: fetch takes tiles. It takes those of arrays by their place, such as "
      "fetch(x.tile(shape<M, N>, row, column)). Read other tiles of pointers with tl.load.");
  return tuple<>();
}

/// \brief The functions of `tl` around matrix products, for a Context that derives from `language`.
template <class Context, class Backend>
class product_language {
 public:
  /// A float32 (or int32, or float64) tile of zeros in the layout of the results of `dot`, so
  /// `acc = tl.dot(a, b, acc)` moves no data. Triton's compiler finds that layout for a tl.zeros;
  /// here you ask for it. Elementwise functions and reductions take it like any tile.
  template <int M, int N, class T = float>
  KW_TILE_OP constexpr auto accumulator(core::tile_shape<M, N>, dtype<T> = {}) const {
    static_assert(std::is_same_v<T, core::dot_result_t<T>>,
                  "kernelwright: products accumulate in float32, those of int8 in int32, those of "
                  "float64 in float64");
    return self().template make_accumulator<T, core::tile_shape<M, N>>();
  }

  /// The same for a batch of matrices.
  template <int A, int B, int C, int... More, class T = float>
  KW_TILE_OP constexpr auto accumulator(core::tile_shape<A, B, C, More...>, dtype<T> = {}) const {
    using Shape = core::tile_shape<A, B, C, More...>;
    return core::batch_accumulator<Backend, T, Shape>();
  }

  /// \brief The matrix product of (M, K) and (K, N), plus `acc` of (M, N) if given.
  ///
  /// - float16, bfloat16 and float32 give float32, int8 gives int32, float64 gives float64. Both
  ///   operands have the same type.
  /// - float8e4nv and float8e5, or one of each, give float32.
  /// - M, N and K are any powers of two, such as the 1 row of queries of a model that generates
  ///   text. Tensor cores multiply at least 16 by 8 elements, in steps of 16 along K (32 for types
  ///   of one byte), so a smaller tile
  ///   costs as much as one of that size.
  /// - precision, for float32: `ieee` (the default) multiplies as float32; `tf32`, Triton's
  ///   default, rounds operands to 10 bits of mantissa for the tensor cores; `tf32x3` recovers most
  ///   of the lost bits with three products.
  /// - acc: assign the result back to the same variable, `acc = tl.dot(a, b, acc)`. On a GPU the
  ///   product may still be in flight until acc is read.
  ///
  /// (B, M, K) by (B, K, N) is one product for each of B matrices.
  ///
  /// Cost: runs on the tensor cores for 16-bit and 8-bit floats, int8 and tf32; otherwise one
  /// multiply-add per element.
  template <class A, class B, int P = 0>
  [[nodiscard]] KW_TILE_OP constexpr auto dot(const A& a, const B& b,
                                              core::input_precision<P> precision = {},
                                              source_place at = source_place::here()) const {
    if constexpr (core::shape_of<A>::rank > 2) {
      return core::multiply_batch<Backend>(self(), a, b, precision, at);
    } else {
      core::check_dot<A, B>();
      return self().multiply(a, b, precision, at);
    }
  }
  template <class A, class B, core::accumulator_type Acc, int P = 0>
  [[nodiscard]] KW_TILE_OP constexpr decltype(auto) dot(
      const A& a, const B& b, Acc& acc, core::input_precision<P> precision = {},
      source_place at = source_place::here()) const {
    if constexpr (core::shape_of<A>::rank > 2) {
      return core::multiply_add_batch<Backend>(self(), a, b, acc, precision, at);
    } else {
      core::check_dot<A, B>();
      core::check_accumulator<A, B, Acc>();
      return self().multiply_add(a, b, acc, precision, at);
    }
  }

  /// Reads a tile of an array as a stream would: `tl.load(fetch(x.tile(...)))`. In a kernel
  /// launched on a `hopper_gpu`, other threads copy it to shared memory ahead of time.
  template <class Tile>
  KW_TILE_OP auto load(const tuple<Tile>& tile, source_place at = source_place::here()) const {
    return self().load_tensor_tile(tile.first, at);
  }
  /// \brief A loop over tiles, of tensors or of arrays, whose fetches run ahead of the work.
  ///
  /// `fetch_at(k)` returns `fetch(tile, ...)`, the tiles that step k needs; up to `stages` steps
  /// are in flight at a time. `stream.pipelined(begin, end, step, body)` calls `body(k, tile, ...)`
  /// for k = begin, begin + step, ... below end. A tile is an operand of `tl.dot` (also as
  /// `tl.trans(tile)`) until its call of the body returns; `tl.load(tile)` copies it to registers.
  ///
  /// Neither `fetch_at` nor the body may use another stream or load a tile by its place, and all
  /// programs of a launch begin the same streams in the same order.
  template <int Stages, class FetchAt>
  KW_TILE_OP auto stream(core::stage_count<Stages> count, FetchAt fetch_at,
                         source_place at = source_place::here()) const {
    return self().make_stream(count, fetch_at, at);
  }

  /// Marks a use of a stream's tile by a product that is not the last to use it:
  /// `tl.dot(a, tl.keep(b))`. A product gives back a tile that is not kept, so the next one can be
  /// fetched into its place.
  template <core::stream_tile Tile>
  KW_TILE_OP auto keep(const Tile& tile) const {
    return tile.kept();
  }

 private:
  KW_TILE_OP constexpr const Context& self() const { return static_cast<const Context&>(*this); }
};

}  // namespace kw
