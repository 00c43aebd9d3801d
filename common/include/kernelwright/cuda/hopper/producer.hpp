/// \file
/// `tl` in the thread that only fetches: it walks the kernel's body, asks the copy engine for the
/// tiles of loads and streams, and leaves all else out. On the host the same walk finds out how
/// much shared memory the body needs.
#pragma once
#include "kernelwright/core/index_tile.hpp"
#include "kernelwright/cuda/hopper/no_tile.hpp"
#include "kernelwright/cuda/hopper/ring.hpp"
#include "kernelwright/descriptor.hpp"
#include "kernelwright/runtime/shared_memory_plan.hpp"

namespace kw::cuda::hopper {

template <class Ring, class FetchAt>
class producer_stream {
 public:
  KW_HD producer_stream(pipe_state& state, FetchAt fetch_at) : ring_(state), fetch_at_(fetch_at) {}

  template <class Body>
  KW_HD void pipelined([[maybe_unused]] int begin, [[maybe_unused]] int end,
                       [[maybe_unused]] int step, const Body&) {
#ifdef __CUDA_ARCH__
    std::uint32_t stage = ring_.stage(), parity = ring_.parity();
#pragma unroll 1
    for (int k = begin; k < end; k += step) {
      copy<0>(fetch_at_(k), stage, parity);
      Ring::advance(stage, parity);
    }
    ring_.go_to(stage, parity);
#endif
  }

 private:
  template <int I, class First, class... Rest>
  KW_HD void copy(const core::fetched<First, Rest...>& tiles, std::uint32_t stage,
                  std::uint32_t parity) const {
    barrier_wait(ring_.free(stage, I), parity ^ 1u);
    const shared_address arrived = ring_.arrived(stage, I);
    barrier_arrive_expecting(arrived, panels_of<First>::kBytes);
    copy_tile_to_shared(tiles.first, ring_.data(stage, I), arrived);
    copy<I + 1>(tiles.rest, stage, parity);
  }
  template <int I>
  KW_HD void copy(const core::fetched<>&, std::uint32_t, std::uint32_t) const {}

  Ring ring_;
  FetchAt fetch_at_;
};

class producer {
 public:
  static constexpr bool kFetches = true;

  /// \param plan  on the host: where what the body needs is written down; null on the GPU
  explicit KW_HD producer(pipe_state& state, runtime::shared_memory_plan* plan = nullptr)
      : state_(&state), plan_(plan) {}
  producer(const producer&) = delete;
  producer& operator=(const producer&) = delete;

  KW_HD int program_id(int axis) const { return state_->position(axis); }
  KW_HD int num_programs(int axis) const { return static_cast<int>(state_->grid[axis]); }
  template <int N>
  KW_HD constexpr auto arange(core::tile_shape<N>) const {
    return core::index_tile<std::int32_t, core::tile_shape<N>, 0, 1>{};
  }

  template <int Stages, class FetchAt>
  KW_HD auto stream(core::stage_count<Stages>, FetchAt fetch_at,
                    source_place at = source_place::here()) const {
    using Ring = typename ring_for<Stages, decltype(fetch_at(0))>::type;
    note({at, "tl.stream", Stages, Ring::kStageBytes, Stages * Ring::kTiles, 1, 0, 0});
    return producer_stream<Ring, FetchAt>(*state_, fetch_at);
  }
  template <core::tensor_tile_type Tile>
  KW_HD no_tile load(const Tile& tile, source_place at = source_place::here()) const {
    using Place = load_place<Tile>;
    note({at, "tl.load", 1, Place::kBytes, 1, 0, 1, 0});
#ifdef __CUDA_ARCH__
    const Place place(*state_);
    barrier_wait(place.free, state_->load_parity ^ 1u);
    barrier_arrive_expecting(place.arrived, Place::kBytes);
    copy_tile_to_shared(tile, place.data, place.arrived);
#else
    static_cast<void>(tile);
#endif
    return {};
  }
  template <core::tensor_tile_type Tile, class Value>
  KW_HD void store(const Tile&, const Value&, source_place at = source_place::here()) const {
    note({at, "tl.store", 1, panels_of<Tile>::kBytes, 0, 0, 0, panels_of<Tile>::kBytes});
  }
  /// A scalar may steer the body, so it is read.
  template <core::scalar T>
  KW_HD T load([[maybe_unused]] const T* pointer) const {
#ifdef __CUDA_ARCH__
    return *pointer;
#else
    return T{};
#endif
  }

  KW_HD void end_program() const {
    state_->end_program();
  }

  // Everything else works on tiles, which are not here.
#define KW_LEFT_OUT(name)                           \
  template <class... A>                             \
  KW_HD constexpr no_tile name(const A&...) const { \
    return {};                                      \
  }
  KW_LEFT_OUT(full)
  KW_LEFT_OUT(zeros)
  KW_LEFT_OUT(accumulator)
  KW_LEFT_OUT(where)
  KW_LEFT_OUT(maximum)
  KW_LEFT_OUT(minimum)
  KW_LEFT_OUT(exp)
  KW_LEFT_OUT(exp2)
  KW_LEFT_OUT(log)
  KW_LEFT_OUT(log2)
  KW_LEFT_OUT(sqrt)
  KW_LEFT_OUT(rsqrt)
  KW_LEFT_OUT(abs)
  KW_LEFT_OUT(sum)
  KW_LEFT_OUT(max)
  KW_LEFT_OUT(min)
  KW_LEFT_OUT(mean)
  KW_LEFT_OUT(argmax)
  KW_LEFT_OUT(argmin)
  KW_LEFT_OUT(reduce)
  KW_LEFT_OUT(cumsum)
  KW_LEFT_OUT(trans)
  KW_LEFT_OUT(keep)
  KW_LEFT_OUT(dot)
  KW_LEFT_OUT(load)
  KW_LEFT_OUT(store)
  KW_LEFT_OUT(atomic_add)
  KW_LEFT_OUT(atomic_max)
  KW_LEFT_OUT(atomic_cas)
  KW_LEFT_OUT(barrier)
  KW_LEFT_OUT(device_print)
  KW_LEFT_OUT(device_assert)
#undef KW_LEFT_OUT

 private:
  KW_HD void note([[maybe_unused]] const runtime::shared_memory_use& use) const {
#ifndef __CUDA_ARCH__
    runtime::add_to_plan(*plan_, use);
#endif
  }

  pipe_state* state_;
  [[maybe_unused]] runtime::shared_memory_plan* plan_;
};

}  // namespace kw::cuda::hopper
