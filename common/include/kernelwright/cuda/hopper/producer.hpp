/// \file
/// `tl` in the threads that only fetch: they walk through the kernel's body, bring the tiles of
/// loads and streams to shared memory, and leave out everything else.
#pragma once
#include "kernelwright/cuda/hopper/fetchers.hpp"
#include "kernelwright/cuda/hopper/loop.hpp"
#include "kernelwright/cuda/no_tile.hpp"

namespace kw::cuda::hopper {

template <class Fetchers, int Stages, class FetchAt>
class producer_stream {
  using Ring = typename ring_for<Stages, std::invoke_result_t<FetchAt, int>>::type;

 public:
  KW_HD producer_stream(pipe_state& state, const Fetchers& fetchers, FetchAt fetch_at)
      : fetchers_(fetchers),
        ring_(state, &stream_call<Stages, FetchAt>, role_in_plan::fetches),
        fetch_at_(fetch_at) {}

  template <class Body>
  KW_HD void pipelined(int begin, int end, int step, const Body&) {
    if (begin >= end) {
      return;
    }
    const int last = core::last_step(begin, end, step);
    std::uint32_t stage = ring_.stage(), parity = ring_.parity();
    KW_ROLLED
    for (int k = begin;; k += step) {
      const auto tiles = fetch_at_(k);
      if constexpr (Fetchers::kThreads == 1) {
        copy<0, false>(tiles, stage, parity);
      } else if (fetchers_.are_plain(tiles)) [[likely]] {
        copy<0, true>(tiles, stage, parity);
      } else {
        copy<0, false>(tiles, stage, parity);
      }
      Ring::advance(stage, parity);
      if (k == last) {
        break;
      }
    }
    ring_.go_to(stage, parity);
  }

 private:
  template <int I, bool ArePlain, class First, class... Rest>
  KW_HD void copy(const tuple<First, Rest...>& tiles, std::uint32_t stage,
                  std::uint32_t parity) const {
    barrier_wait(ring_.free(stage, I), parity ^ 1u);
    if constexpr (ArePlain) {
      fetchers_.fetch_plain(tiles.first, ring_.data(stage, I), ring_.arrived(stage, I));
    } else {
      fetchers_.fetch(tiles.first, ring_.data(stage, I), ring_.arrived(stage, I));
    }
    copy<I + 1, ArePlain>(tiles.rest, stage, parity);
  }
  template <int I, bool ArePlain>
  KW_HD void copy(const tuple<>&, std::uint32_t, std::uint32_t) const {}

  const Fetchers& fetchers_;
  Ring ring_;
  FetchAt fetch_at_;
};

/// A fetching thread's `tl`.
template <class Fetchers>
class producer : public language_without_tiles, public pipelined_loops<producer<Fetchers>> {
 public:
  using language_without_tiles::load;
  using language_without_tiles::range;
  using pipelined_loops<producer>::range;
  static constexpr role_in_plan kRole = role_in_plan::fetches;
  /// Does this thread ask for the block's next program?
  static KW_HD bool asks() { return Fetchers::is_first(); }

  explicit KW_HD producer(pipe_state& state) : state_(&state) {}
  producer(const producer&) = delete;
  producer& operator=(const producer&) = delete;

  KW_HD int program_id(int axis) const { return state_->position(axis); }
  KW_HD int num_programs(int axis) const { return static_cast<int>(state_->grid[axis]); }

  template <int Stages, class FetchAt>
  KW_HD auto stream(core::stage_count<Stages>, FetchAt fetch_at, source_place = {}) const {
    return producer_stream<Fetchers, Stages, FetchAt>(*state_, fetchers_, fetch_at);
  }
  template <core::tensor_tile_type Tile>
  KW_HD no_tile load(const Tile& tile, source_place = {}) const {
    return fetch_once(tile);
  }
  template <class Tile>
  KW_HD no_tile load(const tuple<Tile>& tile, source_place = {}) const {
    return fetch_once(tile.first);
  }
  /// A scalar may control the body, so it is read.
  template <core::scalar T>
  KW_HD T load(const T* pointer) const {
    return *pointer;
  }
  template <core::scalar T, class Other = T>
  KW_HD T load(const T* pointer, bool condition, Other other = {}) const {
    return condition ? *pointer : core::convert<T>(other);
  }

  template <int Stages, class Numbers>
  KW_HD auto make_range(const Numbers& numbers, source_place at) const {
    return range_of<Stages>(*state_, *this, numbers, at);
  }
  /// Tiles that a step of a loop did not load count as there, so that it uses each place once.
  KW_HD void end_step(const loop_state& loop) const {
    KW_ROLLED
    for (int i = loop.tiles; i < loop.planned_tiles; ++i) {
      barrier_wait(loop.free(i), loop.parity ^ 1u);
      barrier_arrive(loop.arrived(i));
    }
  }
  KW_HD void settle() const {}

  KW_HD void end_program() const {}

 private:
  template <class Tile>
  KW_HD no_tile fetch_once(const Tile& tile) const {
    return state_->loop.inside ? fetch_to(tile, place_in_step<Tile>(*state_, kRole))
                               : fetch_to(tile, load_place<Tile>(*state_, kRole));
  }
  template <class Tile, class Place>
  KW_HD no_tile fetch_to(const Tile& tile, const Place& place) const {
    barrier_wait(place.free, place.parity ^ 1u);
    fetchers_.fetch(tile, place.data, place.arrived);
    return {};
  }

  pipe_state* state_;
  Fetchers fetchers_;
};

}  // namespace kw::cuda::hopper
