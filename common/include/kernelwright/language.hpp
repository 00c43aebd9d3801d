/// \file
/// The tile language: what a kernel may call on `tl`, documented once.
///
/// Names and meaning are Triton's. Both contexts, cpu::context and cuda::context, inherit this
/// class, so that they cannot drift apart; a context adds only how lanes reach memory.
#pragma once
#include "kernelwright/core/reduce.hpp"
#include "kernelwright/core/source_place.hpp"
#include "kernelwright/dot_language.hpp"

namespace kw {

/// \brief The functions of `tl`, for a Context that derives from this class.
///
/// Shapes are compile-time values: `size<N>` for 1-D, `shape<M, N>` for 2-D, powers of two. Tiles
/// broadcast as in NumPy; `(_, None)` and `(None, _)` make columns and rows.
template <class Context, class Backend>
class language : public dot_language<Context, Backend> {
  using products = dot_language<Context, Backend>;

 public:
  using products::load;
  using products::store;

  /// Which program this is along an axis (0, 1 or 2) of the grid: 0 to num_programs(axis) - 1.
  KW_TILE_OP int program_id(int axis) const { return self().grid_position(axis); }

  /// How many programs the launch has along an axis (0, 1 or 2).
  KW_TILE_OP int num_programs(int axis) const { return self().grid_extent(axis); }

  /// The indices 0, 1, ... N - 1 as a 1-D int32 tile. Costs nothing: indices have no storage.
  template <int N>
  KW_TILE_OP constexpr auto arange(core::tile_shape<N>) const {
    return core::index_tile<std::int32_t, core::tile_shape<N>, 0, 1>{};
  }

  /// A tile of a shape with every element `value`, of the value's type or the one given. One
  /// column, `tl.full(shape<M, 1>, -inf)`, lies as the rows of an accumulator do.
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

  /// Lane by lane `condition ? a : b`. Both sides are computed.
  ///
  /// Cost: one comparison and one selection a lane; none in a program whose mask passes every lane.
  template <core::operand Condition, core::operand A, core::operand B>
  KW_TILE_OP constexpr auto where(const Condition& condition, const A& a, const B& b) const {
    static_assert(
        std::is_same_v<core::value_of<Condition>, bool>,
        "kernelwright: tl.where chooses by a mask. It stands first: tl.where(mask, a, b) is "
        "a where the mask is true, else b. A comparison makes a mask, such as x > 0.");
    using R = core::promoted_t<A, B>;
    constexpr bool may_be_a =
        core::structured_mask<Condition> && core::register_tile<A> &&
        std::is_same_v<core::shape_of<A>, core::broadcast_t<core::shape_of<Condition>,
                                                            core::shape_of<A>, core::shape_of<B>>>;
    auto select = [](bool c, auto x, auto y) {
      return c ? core::convert<R>(x) : core::convert<R>(y);
    };
    if constexpr (may_be_a) {
      auto result = a.to(dtype<R>{});
      if (!condition.tile_passes()) {
        result = map<R>(select, condition, a, b);
      }
      return result;
    } else {
      return map<R>(select, condition, a, b);
    }
  }

  /// The larger of two values, lane by lane.
  template <core::operand A, core::operand B>
  KW_TILE_OP constexpr auto maximum(const A& a, const B& b) const {
    using R = core::promoted_t<A, B>;
    return map<R>(core::elementwise<Backend, core::maximum_op, R>{}, a, b);
  }
  /// The smaller of two values, lane by lane.
  template <core::operand A, core::operand B>
  KW_TILE_OP constexpr auto minimum(const A& a, const B& b) const {
    using R = core::promoted_t<A, B>;
    return map<R>(core::elementwise<Backend, core::minimum_op, R>{}, a, b);
  }

  /// e to the power x. float32: error at most 2 units in the last place on the CPU; on a GPU the
  /// fast instruction, as in Triton.
  template <core::operand X>
  KW_TILE_OP constexpr auto exp(const X& x) const {
    return map_float(core::exp_op{}, x);
  }
  /// 2 to the power x.
  template <core::operand X>
  KW_TILE_OP constexpr auto exp2(const X& x) const {
    return map_float(core::exp2_op{}, x);
  }
  /// Natural logarithm. log(0) is -inf; of a negative number NaN.
  template <core::operand X>
  KW_TILE_OP constexpr auto log(const X& x) const {
    return map_float(core::log_op{}, x);
  }
  /// Logarithm to base 2.
  template <core::operand X>
  KW_TILE_OP constexpr auto log2(const X& x) const {
    return map_float(core::log2_op{}, x);
  }
  /// Square root; of a negative number NaN.
  template <core::operand X>
  KW_TILE_OP constexpr auto sqrt(const X& x) const {
    return map_float(core::sqrt_op{}, x);
  }
  /// 1 / sqrt(x).
  template <core::operand X>
  KW_TILE_OP constexpr auto rsqrt(const X& x) const {
    return map_float(core::rsqrt_op{}, x);
  }
  /// Absolute value, of floats and of integers.
  template <core::operand X>
  KW_TILE_OP constexpr auto abs(const X& x) const {
    using T = core::value_of<X>;
    using C = core::compute_t<T>;
    return map<T>(
        [](T v) {
          const C c = core::convert<C>(v);
          if constexpr (std::is_floating_point_v<C>) {
            return core::convert<T>(Backend::abs(c));
          } else {
            return static_cast<T>(c < C{} ? -c : c);
          }
        },
        x);
  }

  /// The sum along an axis, or of all elements: (M, N) over axis<1> gives (M).
  ///
  /// 16-bit floats accumulate in float32, narrow integers in int32. The order of a float sum is the
  /// backend's own, and the same in every run.
  /// Cost: in each thread, then shuffles within a warp, then one pass through shared memory.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto sum(const X& x) const {
    return reduce_all(op<core::add_op>(), x);
  }
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto sum(const X& x, core::axis_constant<Axis>) const {
    return core::reduce_axis<Axis>(self(), op<core::add_op>(), materialised(x));
  }
  /// The largest element along an axis, or of all. Load with `other=-inf` where lanes are masked.
  ///
  /// A NaN loses to a number; only of NaNs alone is the maximum NaN.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto max(const X& x) const {
    return reduce_all(op<core::maximum_op>(), x);
  }
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto max(const X& x, core::axis_constant<Axis>) const {
    return core::reduce_axis<Axis>(self(), op<core::maximum_op>(), materialised(x));
  }
  /// The smallest element along an axis, or of all. Load with `other=inf` where lanes are masked.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto min(const X& x) const {
    return reduce_all(op<core::minimum_op>(), x);
  }
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto min(const X& x, core::axis_constant<Axis>) const {
    return core::reduce_axis<Axis>(self(), op<core::minimum_op>(), materialised(x));
  }
  /// The mean along an axis, or of all elements of the tile, masked lanes included: divide a sum by
  /// your own count where some lanes do not count. Integers give float32.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto mean(const X& x) const {
    return sum(as_floats(x)) / static_cast<float>(X::shape_type::size);
  }
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto mean(const X& x, core::axis_constant<Axis> axis) const {
    using Shape = typename X::shape_type;
    constexpr int count = Axis == 0 && Shape::rank == 2 ? Shape::d0 : Shape::d1;
    return sum(as_floats(x), axis) / static_cast<float>(count);
  }
  /// Where the largest element along an axis stands, int32; of equal ones the first.
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto argmax(const X& x, core::axis_constant<Axis>) const {
    return core::index_of_best<Axis, core::maximum_op>(self(), materialised(x));
  }
  /// Where the smallest element along an axis stands, int32; of equal ones the first.
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto argmin(const X& x, core::axis_constant<Axis>) const {
    return core::index_of_best<Axis, core::minimum_op>(self(), materialised(x));
  }
  /// Combines all elements along an axis with a function of your own, such as
  /// `[](auto a, auto b) { return a * b; }`. It must be associative and commutative: the order is
  /// the backend's own.
  template <core::any_tile X, int Axis, class Combine>
  KW_TILE_OP constexpr auto reduce(const X& x, core::axis_constant<Axis>, Combine combine) const {
    return core::reduce_axis<Axis>(self(), combine, materialised(x));
  }
  /// The running sum along an axis: element k is the sum of elements 0 to k. Types as in sum.
  ///
  /// Cost: log2 of the extent steps through shared memory.
  template <core::any_tile X, int Axis>
  KW_TILE_OP constexpr auto cumsum(const X& x, core::axis_constant<Axis>) const {
    core::check_axis<Axis, X>();
    using T = core::value_of<X>;
    using C = core::accumulator_t<T>;
    auto running = core::map_tiles<Backend, C>(core::convert_to<C>{}, materialised(x));
    constexpr int axis = X::shape_type::rank == 2 ? Axis : 1;
    self().template scan<axis>(op<core::add_op>(), running);
    return running.to(dtype<core::reduced_t<T>>{});
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

  /// The transpose of a 2-D tile: (M, N) becomes (N, M).
  ///
  /// Cost: none by itself; a store of it moves the data between threads, through shared memory.
  template <core::any_tile X>
  KW_TILE_OP constexpr auto trans(const X& x) const {
    if constexpr (core::deferred_tile<X>) {
      return x.transposed();
    } else {
      return core::transpose(materialised(x));
    }
  }
  /// The transpose of a stream's tile, as an operand of `dot`. Nothing moves.
  template <core::stream_tile Tile>
  KW_TILE_OP constexpr auto trans(const Tile& tile) const {
    return self().transpose_stream_tile(tile);
  }

  /// Prints a line for this program: the text, then the values (tiles or scalars). For debugging on
  /// small sizes; on a GPU lines of different programs come in any order.
  template <core::operand... Values>
  KW_TILE_OP void device_print(const char* text, const Values&... values) const {
    self().print(text, source_place{}, materialised(values)...);
  }

  /// Stops with an error that shows `text` unless the condition holds in every lane.
  template <class Condition>
  requires core::any_tile<Condition> || std::is_same_v<Condition, bool> KW_TILE_OP void
  device_assert(const Condition& condition, const char* text,
                source_place at = source_place::here()) const {
    self().assert_lanes(materialised(condition), text, at);
  }

  // What Triton spells differently, and common slips: each says so in words.
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
  template <class First, class... Rest>
  requires(!core::address<First>) KW_TILE_OP auto load(const First&, const Rest&...) const {
    static_assert(core::never<First>,
                  "kernelwright: tl.load needs an address first. That is a pointer plus offsets, "
                  "such as tl.load(x + offsets, mask).");
    return zeros(size<1>);
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

  /// Like core::map_tiles, but knows its backend, so that no operand needs storage of its own.
  template <class R, class Function, class... X>
  KW_TILE_OP constexpr auto map(Function function, const X&... x) const {
    if constexpr ((core::any_tile<X> || ...)) {
      return core::map_tiles<Backend, R>(function, x...);
    } else {
      return core::convert<R>(function(x...));
    }
  }

  template <class Op, class X>
  KW_TILE_OP constexpr auto map_float(Op, const X& x) const {
    using T = core::value_of<X>;
    static_assert(core::floating_type<T>,
                  "kernelwright: this function needs floats, and the tile holds integers. Convert "
                  "first: x.to(float32).");
    return map<T>(core::elementwise_float<Backend, Op, T>{}, x);
  }

  template <class X>
  KW_TILE_OP constexpr decltype(auto) materialised(const X& x) const {
    if constexpr (core::lazy_tile<X>) {
      using T = core::value_of<X>;
      return core::map_tiles<Backend, T>(core::convert_to<T>{}, x);
    } else if constexpr (core::deferred_tile<X>) {
      return x.template in_layout<typename X::layout_type>();
    } else {
      return (x);
    }
  }

  template <class Op>
  static KW_TILE_OP constexpr auto op() {
    return core::combine_with<Backend, Op>{};
  }

  template <class Combine, class X>
  KW_TILE_OP constexpr auto reduce_all(Combine combine, const X& x) const {
    if constexpr (X::shape_type::rank == 2) {
      return core::reduce_axis<0>(self(), combine,
                                  core::reduce_axis<1>(self(), combine, materialised(x)));
    } else {
      return core::reduce_axis<0>(self(), combine, materialised(x));
    }
  }

  template <class X>
  KW_TILE_OP constexpr decltype(auto) as_floats(const X& x) const {
    if constexpr (core::floating_type<core::value_of<X>>) {
      return (x);
    } else {
      return materialised(x).to(float32);
    }
  }

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
