/// \file
/// `tl` in the threads that compute while another one fetches: a block's context whose products run
/// on tiles in shared memory.
#pragma once
#include <utility>

#include "kernelwright/cuda/context.hpp"
#include "kernelwright/cuda/hopper/accumulator.hpp"
#include "kernelwright/cuda/hopper/fetchers.hpp"
#include "kernelwright/cuda/hopper/loop.hpp"
#include "kernelwright/cuda/hopper/product.hpp"
#include "kernelwright/cuda/hopper/ring.hpp"
#include "kernelwright/cuda/hopper/row_store.hpp"

namespace kw::cuda::hopper {

/// The threads that compute: all but the last warpgroup.
template <int Threads>
struct consumers {
  static constexpr bool kWarpgroups = true;
  static KW_HD void barrier() { named_barrier<Threads>(kConsumersBarrier); }
};

template <int NumWarps>
using consumer_backend = backend<NumWarps, 4, consumers<32 * NumWarps>>;

template <class Ring, class Context>
class consumer_stream;

template <int NumWarps, class Fetchers>
class consumer : public block_context<consumer<NumWarps, Fetchers>, consumer_backend<NumWarps>> {
  using Backend = consumer_backend<NumWarps>;
  using base = block_context<consumer<NumWarps, Fetchers>, Backend>;
  template <class Shape>
  using accumulator_layout = typename Backend::template accumulator_layout<Shape>;

 public:
  using backend_type = Backend;
  static constexpr bool asks() { return false; }
  static constexpr role_in_plan kRole = role_in_plan::computes;

  explicit KW_HD consumer(pipe_state& state) : state_(&state) {}
  /// The block's next program begins with shared memory that no thread reads any more.
  KW_HD ~consumer() {
    if (this->used_halves() || this->used_operand_memory()) {
      Backend::team::barrier();
    }
  }

  KW_HD int grid_position(int axis) const { return state_->position(axis); }
  KW_HD int grid_extent(int axis) const { return static_cast<int>(state_->grid[axis]); }

  template <class T, class Shape>
  KW_HD auto make_accumulator() const {
    if constexpr (std::is_same_v<T, float> && is_split_over_warpgroups<Shape>()) {
      return accumulator<T, Shape, accumulator_layout<Shape>>();
    } else {
      return base::template make_accumulator<T, Shape>();
    }
  }

  /// a b, complete.
  template <class A, class B, int P>
  KW_HD auto multiply(const A& a, const B& b, core::input_precision<P> precision,
                      source_place at) const {
    if constexpr (takes_wgmma<A, B>()) {
      using Shape = core::tile_shape<core::shape_of<A>::d0, core::shape_of<B>::d1>;
      core::tile<float, Shape, accumulator_layout<Shape>> result;
      issue(a, b, result, false);
      settle();
      redefine(result);
      give_back_now(a);
      give_back_now(b);
      return result;
    } else {
      return base::multiply(in_registers(a), in_registers(b), precision, at);
    }
  }
  /// acc + a b. The sum in an accumulator stays in flight, in place.
  template <class A, class B, class Acc, int P>
  KW_HD decltype(auto) multiply_add(const A& a, const B& b, Acc& acc,
                                    core::input_precision<P> precision, source_place at) const {
    if constexpr (accumulator_in_flight<Acc> && takes_wgmma<A, B>()) {
      issue(a, b, acc.registers(), true);
      wait_for_products<1>();
      give_back_held();
      state_->held[0] = give_back_later(a);
      state_->held[1] = give_back_later(b);
      state_->loop.in_flight = bit_in_step(a) | bit_in_step(b);
      return (acc);
    } else if constexpr (accumulator_in_flight<Acc>) {
      auto sum = acc.settled();
      acc = base::multiply_add(in_registers(a), in_registers(b), sum, precision, at);
      return (acc);
    } else if constexpr (takes_wgmma<A, B>()) {
      return Acc(acc + multiply(a, b, precision, at));
    } else {
      return base::multiply_add(in_registers(a), in_registers(b), acc, precision, at);
    }
  }

  template <class Tile>
  KW_HD auto load_tensor_tile(const Tile& tile, source_place) const {
    using T = std::remove_const_t<typename Tile::element_type>;
    using Loaded = loaded_tile<Backend, T, typename Tile::shape_type>;
    static_cast<void>(tile);
    if (state_->loop.inside) {
      const place_in_step<Tile> place(*state_, kRole);
      return Loaded(typename Loaded::base{place.data, place.arrived, place.parity},
                    state_->loop.tiles - 1, state_->loop.depth);
    }
    const load_place<Tile> place(*state_, kRole);
    KW_UNROLL
    for (int i = 0; i < kMaxLoads; ++i) {  // as in pipe_state::set
      state_->loaded[i] = i == state_->loads - 1 ? place.free : state_->loaded[i];
    }
    const Loaded loaded(typename Loaded::base{place.data, place.arrived, place.parity}, 0, 0);
    loaded.wait();  // here, once, not in every product that uses it
    return loaded;
  }
  template <class Tile, class Value>
  KW_HD void store_tensor_tile(const Tile& tile, const Value& value, source_place at) const {
    if constexpr (is_split_over_warpgroups<typename Tile::shape_type>() &&
                  can_be_staged<typename Tile::element_type, typename Tile::shape_type>) {
      using T = typename Tile::element_type;
      using Shape = typename Tile::shape_type;
      using Layout = accumulator_layout<Shape>;
      const auto& readable = core::in_layout<Layout>(value);
      store_staged<T, Shape, Layout>(tile, readable, *state_);
    } else {
      base::store_tensor_tile(tile, value, at);
    }
  }

  template <class P, class Value, class Mask>
  KW_HD void store_tile(const P& pointers, const Value& value, const Mask& mask,
                        source_place at) const {
    if constexpr (is_staged_by_rows<P, Value, Mask>()) {
      using Layout = accumulator_layout<typename P::shape_type>;
      const auto& readable = core::in_layout<Layout>(value);
      if constexpr (Fetchers::kThreads == 1) {  // the copy engine may still read what was staged
        if ((thread_index() & 127) == 0) {
          wait_for_copies_to_read<0>();
        }
        named_barrier<128>(kStagingBarrier + state_->warpgroup);
      }
      store_by_rows<Layout>(readable, pointers, mask, state_->staging());
    } else {
      base::store_tile(pointers, value, mask, at);
    }
  }

  template <int Stages, class Numbers>
  KW_HD auto make_range(const Numbers& numbers, source_place at) const {
    return range_of<Stages>(*state_, *this, numbers, at);
  }
  /// Gives back the tiles that a step of a loop loaded, or did not load. Those that the product in
  /// flight reads go back after the next one has begun.
  KW_HD void end_step(const loop_state& loop) const {
    if (state_->held[0] != 0 || state_->held[1] != 0) {
      settle();  // this step had no product after which its predecessor's were complete
    }
    bool holds_one = false;
    KW_UNROLL
    for (int i = 0; i < kMaxTilesOfStep; ++i) {
      if (i < loop.tiles && (loop.in_flight >> i & 1u) == 0) {
        give_back_at_once(loop, i);
      } else if (i < loop.tiles) {
        state_->held[1] = holds_one ? loop.free(i) : 0;
        state_->held[0] = holds_one ? state_->held[0] : loop.free(i);
        holds_one = true;
      }
    }
    KW_ROLLED
    for (int i = loop.tiles; i < loop.planned_tiles; ++i) {
      give_back_at_once(loop, i);
    }
  }

  template <int Stages, class FetchAt>
  KW_HD auto make_stream(core::stage_count<Stages>, FetchAt, source_place) const {
    using Ring = typename ring_for<Stages, std::invoke_result_t<FetchAt, int>>::type;
    return consumer_stream<Ring, consumer>(*state_, *this, &stream_call<Stages, FetchAt>);
  }
  template <class Tile>
  KW_HD auto load_stream_tile(const Tile& tile, source_place) const {
    return in_registers(tile);
  }

  /// Waits for the products in flight, and gives back the tiles they read.
  KW_HD void settle() const {
    wait_for_products<0>();
    give_back_held();
    state_->loop.in_flight = 0;
  }
  /// Gives back a tile of this step that no product gave back.
  template <class Tile>
  KW_HD void finish(const Tile& tile) const {
    if ((state_->given_back >> Tile::kNumber & 1u) == 0) {
      settle();
      tile.wait();     // its copy may still be on its way if no product has used it
      warp_barrier();  // one lane gives it back, when all have read it
      give_back(tile.free);
    }
  }
  /// Gives back what the program loaded.
  KW_HD void end_program() const {
    settle();
    warp_barrier();  // as in finish
    KW_UNROLL
    for (int i = 0; i < kMaxLoads; ++i) {
      if (i < state_->loads) {
        give_back(state_->loaded[i]);
      }
    }
  }
  /// For the whole warp: its lanes have met since they last read the tile, here or in a product.
  KW_HD static void give_back(shared_address free) {
    if ((thread_index() & 31) == 0) {
      barrier_arrive(free);
    }
  }

 private:
  static constexpr int kWarpgroups = NumWarps / 4;
  static constexpr int kMaxTilesOfStep = 8;

  KW_HD static void give_back_at_once(const loop_state& loop, int tile) {
    if ((loop.is_there >> tile & 1u) == 0) {
      barrier_wait(loop.arrived(tile), loop.parity);  // its copy may still be on its way
    }
    warp_barrier();  // as in finish
    give_back(loop.free(tile));
  }

  template <class Shape>
  static constexpr bool is_split_over_warpgroups() {
    return Shape::rank == 2 && Shape::d0 % (64 * kWarpgroups) == 0 && Shape::d1 >= 16 &&
           Shape::d1 <= 256;
  }
  template <class P, class Value, class Mask>
  static constexpr bool is_staged_by_rows() {
    using Shape = typename P::shape_type;
    return is_split_over_warpgroups<Shape>() &&
           is_stored_by_rows<accumulator_layout<Shape>, P, Value, Mask>();
  }
  /// Is A in shared memory, or in registers as the fragments of a product?
  template <class A>
  static constexpr bool is_operand_a() {
    if constexpr (shared_tile_type<A>) {
      return true;
    } else if constexpr (core::register_tile<A> && !core::deferred_tile<A>) {
      using Layout = accumulator_layout<typename A::shape_type>;
      return is_split_over_warpgroups<typename A::shape_type>() &&
             std::is_same_v<typename A::layout_type::axis0, typename Layout::axis0> &&
             std::is_same_v<typename A::layout_type::axis1, typename Layout::axis1>;
    } else {
      return false;
    }
  }
  template <class A, class B>
  static constexpr bool takes_wgmma() {
    using Shape = core::tile_shape<core::shape_of<A>::d0, core::shape_of<B>::d1>;
    return core::float16_type<core::value_of<A>> && is_operand_a<A>() && shared_tile_type<B> &&
           is_split_over_warpgroups<Shape>();
  }
  /// The barrier of a stream's tile, if the product that uses it must give it back; otherwise 0.
  template <class X>
  KW_HD shared_address give_back_later([[maybe_unused]] const X& x) const {
    if constexpr (core::stream_tile<X>) {
      constexpr unsigned bit = 1u << X::kNumber;
      if (!X::kKept && (state_->given_back & bit) == 0) {  // x x^T uses it twice
        state_->given_back |= bit;
        return x.free;
      }
    }
    return 0;
  }
  /// The bit of a tile of this step of the innermost loop, of anything else 0.
  template <class X>
  KW_HD unsigned bit_in_step([[maybe_unused]] const X& x) const {
    if constexpr (loaded_tile_type<X>) {
      return x.depth > 0 && x.depth == state_->loop.depth ? 1u << x.number : 0;
    } else {
      return 0;
    }
  }
  template <class X>
  KW_HD void wait_for_operand([[maybe_unused]] const X& x) const {
    if constexpr (core::stream_tile<X>) {
      x.wait();
    } else if constexpr (loaded_tile_type<X>) {
      if (x.depth > 0) {
        x.wait();
        state_->loop.is_there |= bit_in_step(x);
      }
    }
  }
  template <class X>
  KW_HD void give_back_now(const X& x) const {
    if (const shared_address free = give_back_later(x); free != 0) {
      give_back(free);
    }
  }
  KW_HD void give_back_held() const {
    KW_UNROLL
    for (int i = 0; i < 2; ++i) {
      if (state_->held[i] != 0) {
        give_back(state_->held[i]);
      }
      state_->held[i] = 0;
    }
  }

  template <class X>
  static KW_HD decltype(auto) in_registers(const X& x) {
    if constexpr (core::stream_tile<X>) {
      return x
          .template in_layout<typename Backend::template default_layout<typename X::shape_type>>();
    } else {
      return core::materialised<Backend>(x);
    }
  }

  template <class A, class B, class Tile>
  KW_HD void issue(const A& a, const B& b, Tile& c, bool keep) const {
    wait_for_operand(a);
    wait_for_operand(b);
    if constexpr (Fetchers::kThreads > 1) {
      fence_shared_for_async();  // threads wrote what products read
    }
    issue_product(a, b, c, keep, state_->warpgroup);
  }

  pipe_state* state_;
};

/// The loop of the threads that compute. A tile's place is given back as soon as the product that
/// used it is known to be complete, or at the end of the body if no product did.
template <class Ring, class Context>
class consumer_stream {
 public:
  KW_HD consumer_stream(pipe_state& state, const Context& context, const char* call)
      : state_(state), context_(context), ring_(state, call, role_in_plan::computes) {}

  template <class Body>
  KW_HD void pipelined(int begin, int end, int step, const Body& body) {
    if (begin >= end) {
      return;
    }
    const int last = core::last_step(begin, end, step);
    std::uint32_t stage = ring_.stage(), parity = ring_.parity();
    KW_ROLLED
    for (int k = begin;; k += step) {
      state_.given_back = 0;
      call(body, k, stage, parity, std::make_integer_sequence<int, Ring::kTiles>());
      Ring::advance(stage, parity);
      if (k == last) {
        break;
      }
    }
    context_.settle();
    ring_.go_to(stage, parity);
  }

 private:
  template <class Body, int... I>
  KW_HD void call(const Body& body, int k, std::uint32_t stage, std::uint32_t parity,
                  std::integer_sequence<int, I...>) const {
    body(k, operand<I>(stage, parity)...);
    (context_.finish(operand<I>(stage, parity)), ...);
  }
  template <int I>
  KW_HD auto operand(std::uint32_t stage, std::uint32_t parity) const {
    using Tile = typename Ring::template tile<I>;
    using Operand =
        stage_tile<typename Context::backend_type, std::remove_const_t<typename Tile::element_type>,
                   typename Tile::shape_type, I>;
    return Operand(typename Operand::base{ring_.data(stage, I), ring_.arrived(stage, I), parity},
                   ring_.free(stage, I));
  }

  pipe_state& state_;
  const Context& context_;
  Ring ring_;
};

}  // namespace kw::cuda::hopper
