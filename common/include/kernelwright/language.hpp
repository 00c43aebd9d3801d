/// \file
/// The tile language: what a kernel may call on `tl`, documented once.
///
/// Names and meanings are Triton's. Both contexts, cpu::context and cuda::context, inherit this
/// class, so they cannot drift apart; a context only adds how lanes reach memory.
#pragma once
#include "kernelwright/language/atomics.hpp"
#include "kernelwright/language/control.hpp"
#include "kernelwright/language/elementwise.hpp"
#include "kernelwright/language/memory.hpp"
#include "kernelwright/language/products.hpp"
#include "kernelwright/language/program.hpp"
#include "kernelwright/language/quantised.hpp"
#include "kernelwright/language/random.hpp"
#include "kernelwright/language/reductions.hpp"
#include "kernelwright/language/shapes.hpp"
#include "kernelwright/language/sorting.hpp"

namespace kw {

/// \brief The functions of `tl`, for a Context that derives from this class.
///
/// Shapes are compile-time values: `size<N>` for 1-D, `shape<M, N>` for 2-D, powers of two. Tiles
/// broadcast as in NumPy; `(_, None)` and `(None, _)` make columns and rows.
template <class Context, class Backend>
class language : public memory_language<Context, Backend>,
                 public atomic_language<Context, Backend>,
                 public elementwise_language<Context, Backend>,
                 public random_language<Context, Backend>,
                 public reduction_language<Context, Backend>,
                 public shape_language<Context, Backend>,
                 public sort_language<Context, Backend>,
                 public product_language<Context, Backend>,
                 public quantised_language<Context, Backend>,
                 public pipelined_loops<Context>,
                 public control_language {
  using memory = memory_language<Context, Backend>;
  using products = product_language<Context, Backend>;

 public:
  using is_program = void;
  using control_language::range;
  using memory::load;
  using memory::store;
  using products::load;
  using pipelined_loops<Context>::range;

  /// Which program this is along an axis (0, 1 or 2) of the grid: 0 to num_programs(axis) - 1.
  KW_TILE_OP int program_id(int axis) const { return self().grid_position(axis); }

  /// How many programs the launch has along an axis (0, 1 or 2).
  KW_TILE_OP int num_programs(int axis) const { return self().grid_extent(axis); }

  /// The indices 0, 1, ... N - 1 as a 1-D int32 tile. Costs nothing: indices have no storage.
  template <int N>
  KW_TILE_OP constexpr auto arange(core::tile_shape<N>) const {
    return core::index_tile<std::int32_t, core::tile_shape<N>, 0, 1, Backend>{};
  }

  /// A tile of a shape in which each element is `value`, of the value's type or the given one. A
  /// single column, `tl.full(shape<M, 1>, -inf)`, has the layout of the rows of an accumulator.
  template <int... Extents, core::scalar T>
  KW_TILE_OP constexpr auto full(core::tile_shape<Extents...> shape, T value) const {
    return full(shape, value, dtype<T>{});
  }
  template <int... Extents, core::scalar V, class T>
  KW_TILE_OP constexpr auto full(core::tile_shape<Extents...>, V value, dtype<T>) const {
    using Shape = core::tile_shape<Extents...>;
    using Layout = core::layout_of_constant<Backend, Shape>;
    return core::map_readable<T, Shape, Layout>(core::convert_to<T>{}, value);
  }

  /// A tile of zeros, float32 unless another type is given.
  template <int... Extents, class T = float>
  KW_TILE_OP constexpr auto zeros(core::tile_shape<Extents...> shape, dtype<T> type = {}) const {
    return full(shape, 0, type);
  }

  /// Zeros in the shape and the element type of a tile.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto zeros_like(const X&) const {
    return zeros(core::shape_of<X>{}, dtype<core::value_of<X>>{});
  }

  /// Prints a line for this program: the text, then the values (tiles or scalars). For debugging at
  /// small sizes; on a GPU, the lines of different programs come in any order.
  template <core::any_tile... Values>
  KW_TILE_OP void device_print(const char* text, const Values&... values) const {
    self().print(text, source_place{}, core::materialised<Backend>(values)...);
  }
  template <core::operand... Values>
  requires(core::scalar<Values> || ...) KW_TILE_OP
      void device_print(const char* text, Values... values) const {
    self().print(text, source_place{}, core::materialised<Backend>(values)...);
  }

  /// Stops with an error that shows `text` unless the condition holds in every lane.
  template <core::any_tile Condition>
  KW_TILE_OP void device_assert(const Condition& condition, const char* text,
                                source_place at = source_place::here()) const {
    self().assert_lanes(core::materialised<Backend>(condition), text, at);
  }
  template <core::scalar Condition>
  requires std::is_same_v<Condition, bool> KW_TILE_OP void device_assert(
      Condition condition, const char* text, source_place at = source_place::here()) const {
    self().assert_lanes(condition, text, at);
  }

  // What Triton spells differently, and common slips: each message explains one in words.
  template <class Start, class End>
  KW_TILE_OP auto arange(Start, End) const {
    static_assert(core::never<Start, End>,
                  "kernelwright: Triton's tl.arange(0, N) is tl.arange(size<N>) here. N must be "
                  "known at compile time, such as BLOCK_SIZE.");
    return arange(size<1>);
  }
  template <core::scalar N>
  KW_TILE_OP auto arange(N) const {
    static_assert(core::never<N>,
                  "kernelwright: tl.arange takes its length as a type. Write tl.arange(size<N>), "
                  "such as tl.arange(size<BLOCK_SIZE>); N must be known at compile time.");
    return arange(size<1>);
  }
  template <core::scalar N, class... Rest>
  KW_TILE_OP auto zeros(N, Rest...) const {
    static_assert(core::never<N>,
                  "kernelwright: tl.zeros takes its shape as a type. Write tl.zeros(size<N>), or "
                  "tl.zeros(shape<M, N>) for two dimensions; extents are known at compile time.");
    return zeros(size<1>);
  }
  template <core::scalar N, class... Rest>
  KW_TILE_OP auto full(N, Rest...) const {
    static_assert(core::never<N>,
                  "kernelwright: tl.full takes its shape as a type. Write tl.full(size<N>, value), "
                  "or tl.full(shape<M, N>, value) for two dimensions; extents are known at compile "
                  "time.");
    return zeros(size<1>);
  }

 private:
  KW_TILE_OP constexpr const Context& self() const { return static_cast<const Context&>(*this); }
};

}  // namespace kw
