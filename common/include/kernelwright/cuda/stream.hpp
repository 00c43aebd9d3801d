/// \file
/// Streams on GPUs without a copy engine for tiles: all threads copy 16 bytes at a time from the
/// tensor to shared memory, bypassing their registers, a few steps ahead of the work (cp.async).
#pragma once
#include <utility>

#include "kernelwright/array.hpp"
#include "kernelwright/core/tuple.hpp"
#include "kernelwright/cuda/dot.hpp"
#include "kernelwright/cuda/pointer_copy.hpp"

namespace kw::cuda {

/// Ends a group of copies.
KW_HD void end_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/// Waits until at most Left of this thread's groups of copies are in flight.
template <int Left>
KW_HD void wait_for_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
  asm volatile("cp.async.wait_group %0;" ::"n"(Left) : "memory");
#endif
}

/// The layout of a tile in shared memory.
template <class Tile>
using rows_of = shared_rows<std::remove_const_t<typename Tile::element_type>, Tile::shape_type::d0,
                            Tile::shape_type::d1>;

/// Copies a tile to shared memory; elements outside of its array become zero. The threads of the
/// program share the work. Whatever was not copied asynchronously is there on return. Strips have a
/// multiple of 8 rows, after which pieces are in the same order again.
template <class Backend, class Tile>
KW_HD void start_copy(const Tile& tile, unsigned char* to) {
  KW_UNROLL
  for (int s = 0; s < Tile::kStrips; ++s) {
    const auto strip = tile.strip(s);
    using Strip = std::remove_const_t<decltype(strip)>;
    pointer_copy<Strip, rows_of<Strip>, Backend::kThreads, false>(strip, Backend::thread())
        .start(to_shared_address(to + s * rows_of<Strip>::kBytes));
  }
}

/// The tiles of one step, one after the other in shared memory.
template <class Backend, class Tiles>
struct step_tiles {
  static_assert(core::never<Tiles>,
                "kernelwright: the function that is given to tl.stream returns the tiles of a "
                "step: `return fetch(a.tile(shape<M, K>, row, k), ...);`");
};
template <class Backend>
struct step_tiles<Backend, tuple<>> {
  static constexpr int kBytes = 0;
  static KW_HD void start(const tuple<>&, unsigned char*) {}
  template <class Body, class... Tiles>
  static KW_HD void pass_to(const Body& body, int k, unsigned char*, const Tiles&... tiles) {
    body(k, tiles...);
  }
};
template <class Backend, class First, class... Rest>
struct step_tiles<Backend, tuple<First, Rest...>> {
  using rest = step_tiles<Backend, tuple<Rest...>>;
  static constexpr int kOwnBytes = (rows_of<First>::kBytes + 127) / 128 * 128;
  static constexpr int kBytes = kOwnBytes + rest::kBytes;

  static KW_HD void start(const tuple<First, Rest...>& tiles, unsigned char* to) {
    start_copy<Backend>(tiles.first, to);
    rest::start(tiles.rest, to + kOwnBytes);
  }
  template <class Body, class... Tiles>
  static KW_HD void pass_to(const Body& body, int k, unsigned char* from, const Tiles&... tiles) {
    using Own =
        staged_tile<Backend, typename rows_of<First>::value_type, typename First::shape_type>;
    rest::pass_to(body, k, from + kOwnBytes, tiles..., Own{{from}});
  }
};

/// A ring of stages in shared memory.
template <class Backend, int Stages, class FetchAt>
class tile_stream {
  using tiles = step_tiles<Backend, decltype(std::declval<const FetchAt&>()(0))>;

 public:
  static constexpr int kBytes = Stages * tiles::kBytes;

  /// \param bytes_in_use  by the program's streams: those made later end earlier
  KW_HD tile_stream(unsigned char* memory, int& bytes_in_use, const FetchAt& fetch_at)
      : memory_(memory), bytes_in_use_(bytes_in_use), fetch_at_(fetch_at) {
    bytes_in_use += kBytes;
  }
  tile_stream(const tile_stream&) = delete;
  tile_stream& operator=(const tile_stream&) = delete;
  KW_HD ~tile_stream() { bytes_in_use_ -= kBytes; }

  /// Calls body(k, tile, ...) for k = begin, begin + step, ... below end.
  template <class Body>
  KW_HD void pipelined(int begin, int end, int step, const Body& body) const {
    if (begin >= end) {
      return;
    }
    constexpr int ahead = Stages - 1;
    const int last = core::last_step(begin, end, step);
    int next = begin, filled = 0, used = 0;  // the next step to fetch, and the stages' numbers
    bool more = true;
    auto fetch_next = [&] {
      if (more) {
        tiles::start(fetch_at_(next), memory_ + filled * tiles::kBytes);
        more = next != last;
        next = more ? next + step : next;
      }
      end_copies();
      filled = filled + 1 == Stages ? 0 : filled + 1;
    };
    Backend::team::barrier();  // some thread may still use the tiles of an earlier loop
    KW_UNROLL
    for (int i = 0; i < ahead; ++i) {
      fetch_next();
    }
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
    for (int k = begin;; k += step) {
      if constexpr (ahead > 0) {
        wait_for_copies<ahead - 1>();
        Backend::team::barrier();  // all copies of this step are there; the last one's stage is
                                   // free
        fetch_next();
      } else {
        Backend::team::barrier();
        fetch_next();
        wait_for_copies<0>();
        Backend::team::barrier();
      }
      tiles::pass_to(body, k, memory_ + used * tiles::kBytes);
      used = used + 1 == Stages ? 0 : used + 1;
      if (k == last) {
        break;
      }
    }
    wait_for_copies<0>();
  }

 private:
  unsigned char* memory_;
  int& bytes_in_use_;
  FetchAt fetch_at_;
};

/// The shared memory whose size is chosen at launch.
KW_HD unsigned char* dynamic_shared_memory() {
#ifdef __CUDA_ARCH__
  extern __shared__ __align__(128) unsigned char dynamic_bytes[];
  return dynamic_bytes;
#else
  return nullptr;
#endif
}

KW_HD int dynamic_shared_bytes() {
  unsigned bytes = 0;
#ifdef __CUDA_ARCH__
  asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(bytes));
#endif
  return static_cast<int>(bytes);
}

/// The shared memory of a stream in a launch that does not plan it: one region for each function
/// that names the tiles.
template <class FetchAt, int Bytes>
KW_HD unsigned char* static_stream_memory() {
#ifdef __CUDA_ARCH__
  static_assert(
      Bytes <= 48 * 1024,
      "kernelwright: the stages of this stream take more than the 48 KiB of shared memory "
      "that a launch on a device provides. Launch this kernel on a hopper_gpu, and on its "
      "other() if that is false; or use fewer stages or smaller tiles.");
  __shared__ __align__(128) unsigned char static_bytes[Bytes];
  return static_bytes;
#else
  return nullptr;
#endif
}

}  // namespace kw::cuda
