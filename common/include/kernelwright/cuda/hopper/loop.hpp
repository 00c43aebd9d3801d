/// \file
/// Loops with stages on Hopper: some threads load the tiles of their steps ahead, the others
/// compute. Both walk through the same steps, and a step's tiles are told apart by their order.
#pragma once
#include "kernelwright/core/pipelined_range.hpp"
#include "kernelwright/cuda/hopper/ring.hpp"

namespace kw::cuda::hopper {

/// The loop that its plan knows by this code. Without a plan it loads no tile ahead.
KW_HD runtime::planned_loop find_loop(const runtime::shared_memory_layout& layout,
                                      std::uint32_t code) {
  runtime::planned_loop found = {code, 0, 0};
  KW_UNROLL
  for (int i = 0; i < kMaxRings; ++i) {
    const runtime::planned_loop& known = layout.loops[i];
    found.tiles = known.code == code ? known.tiles : found.tiles;
    found.bytes = known.code == code ? known.bytes : found.bytes;
  }
  return found;
}

/// What a thread does around the steps of a loop. Context is its `tl`: `end_step(loop)` says what
/// it does with the tiles of a step, and `settle()` that no product is in flight.
template <int Stages, class Context>
class loop_steps {
  static constexpr int kStages = runtime::stages_of_ring(Stages);

 public:
  KW_HD loop_steps(pipe_state& state, const Context& context, source_place at)
      : state_(state), context_(context), code_(runtime::code_of_loop(at, Stages)) {}

  template <class Numbers>
  KW_HD auto enter(const Numbers& numbers) {
    context_.settle();
    outer_ = state_.loop;
    const runtime::planned_loop plan = find_loop(state_.layout, code_);
    const int ring = state_.begin_ring(call_of(code_), kStages * plan.bytes, kStages * plan.tiles,
                                       Context::kRole);
    state_.loop = {.inside = true,
                   .ring = ring,
                   .stage = state_.get(ring, &ring_state::stage),
                   .parity = state_.get(ring, &ring_state::parity),
                   .data = state_.get(ring, &ring_state::data),
                   .barriers = state_.get(ring, &ring_state::barriers),
                   .planned_tiles = plan.tiles,
                   .stage_bytes = plan.bytes,
                   .tiles = 0,
                   .bytes = 0,
                   .depth = outer_.depth + 1,
                   .in_flight = 0,
                   .is_there = 0};
    return numbers.begin();
  }
  KW_HD void end_step() {
    loop_state& loop = state_.loop;
    context_.end_step(loop);
    loop.tiles = loop.bytes = 0;
    loop.in_flight = loop.is_there = 0;
    if (++loop.stage == kStages) {  // when the ring starts over, barriers have the other parity
      loop.stage = 0;
      loop.parity ^= 1u;
    }
  }
  template <class Iterator>
  KW_HD void advance(Iterator& at) const {
    ++at;
  }
  KW_HD void leave() {
    context_.settle();
    const loop_state& loop = state_.loop;
    state_.set(loop.ring, &ring_state::stage, loop.stage);
    state_.set(loop.ring, &ring_state::parity, loop.parity);
    state_.set(loop.ring, &ring_state::in_use, false);
    state_.loop = outer_;
  }

 private:
  /// An address that no stream has.
  static KW_HD const char* call_of(std::uint32_t code) {
    return reinterpret_cast<const char*>(static_cast<std::uintptr_t>(code));
  }

  pipe_state& state_;
  const Context& context_;
  std::uint32_t code_;
  loop_state outer_ = {};
};

template <int Stages, class Numbers, class Context>
KW_HD auto range_of(pipe_state& state, const Context& context, const Numbers& numbers,
                    source_place at) {
  using Steps = loop_steps<Stages, Context>;
  return core::pipelined_range<Numbers, Steps>(numbers, Steps(state, context, at));
}

}  // namespace kw::cuda::hopper
