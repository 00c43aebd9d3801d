/// \file
/// Streams on GPUs without a copy engine for tiles: all threads copy 16 bytes at a time from the
/// tensor to shared memory, bypassing their registers, a few steps ahead of the work (cp.async).
#pragma once
#include <utility>

#include "kernelwright/array.hpp"
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

/// Copies a tile of a tensor to shared memory; elements outside the tensor become zero. The threads
/// of the program share the work. Whatever was not copied asynchronously is there on return.
template <class Backend, class Tile>
class tile_copy {
 public:
  using T = std::remove_const_t<typename Tile::element_type>;
  using Shape = typename Tile::shape_type;
  using rows = shared_rows<T, Shape::d0, Shape::d1>;

  KW_HD tile_copy(const Tile& tile) : tile_(tile), matrix_(tile.tensor.data()) {
    KW_UNROLL
    for (int d = 0; d < kRank - 2; ++d) {
      if (Tile::kStrips == 1 || d < kRank - 3) {
        exists_ = exists_ && tile.start[d] >= 0 && tile.start[d] < tile.tensor.extent(d);
        matrix_ += tile.start[d] * tile.tensor.stride(d);
      }
    }
  }

  KW_HD void start(unsigned char* to) const {
    // A tensor's rows begin at multiples of 16 bytes, but a tile's columns may not.
    if (has_async_copies() && (tile_.start[kRank - 1] & (kLanes - 1)) == 0) [[likely]] {
      KW_UNROLL
      for (int c = 0; c < kChunks; c += Backend::kThreads) {
        const int chunk = c + Backend::thread();
        if (kChunks % Backend::kThreads == 0 || chunk < kChunks) {
          start_chunk(to, chunk / kChunksARow, chunk % kChunksARow * kLanes);
        }
      }
    } else {
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
      for (int chunk = Backend::thread(); chunk < kChunks; chunk += Backend::kThreads) {
        copy_elements(to, chunk / kChunksARow, chunk % kChunksARow * kLanes);
      }
    }
  }

 private:
  static constexpr int kRank = Tile::descriptor_type::kRank;
  static constexpr int kLanes = 16 / static_cast<int>(sizeof(T));
  static constexpr int kChunks = rows::kBytes / 16, kChunksARow = rows::kRowBytes / 16;

  KW_HD int row(int i) const {
    return tile_.start[kRank - 2] + (Tile::kStrips == 1 ? i : i % Tile::kStripRows);
  }
  /// The row of the image, where the tile is one of several strips.
  KW_HD int strip(int i) const {
    return tile_.start[kRank - 3] + i / Tile::kStripRows;
  }
  KW_HD int column(int j) const {
    return tile_.start[kRank - 1] + j;
  }
  KW_HD bool has_row(int i) const {
    bool has_strip = true;
    if constexpr (Tile::kStrips > 1) {
      has_strip = strip(i) >= 0 && strip(i) < tile_.tensor.extent(kRank - 3);
    }
    return exists_ && has_strip && row(i) >= 0 && row(i) < tile_.tensor.extent(kRank - 2);
  }
  KW_HD auto* address(int i, int j) const {
    auto* row_of_strip = matrix_ + row(i) * tile_.tensor.stride(kRank - 2) + column(j);
    if constexpr (Tile::kStrips > 1) {
      row_of_strip += strip(i) * tile_.tensor.stride(kRank - 3);
    }
    return row_of_strip;
  }

  KW_HD void start_chunk(unsigned char* to, int i, int j) const {
    const int left = tile_.tensor.extent(kRank - 1) - column(j);
    const bool any = has_row(i) && column(j) >= 0 && left > 0;
    const int lanes = !any ? 0 : left < kLanes ? left : kLanes;
    const void* from = any ? static_cast<const void*>(address(i, j)) : tile_.tensor.data();
    copy_instructions::copy<16>(to_shared_address(to + rows::offset(i, j)), from,
                                lanes * static_cast<int>(sizeof(T)));
  }
  KW_HD void copy_elements(unsigned char* to, int i, int j) const {
    packet<T, kLanes> values;
    KW_UNROLL
    for (int e = 0; e < kLanes; ++e) {
      const bool inside =
          has_row(i) && column(j + e) >= 0 && column(j + e) < tile_.tensor.extent(kRank - 1);
      values.value[e] = inside ? *address(i, j + e) : T{};
    }
    *reinterpret_cast<packet<T, kLanes>*>(to + rows::offset(i, j)) = values;
  }

  const Tile& tile_;
  typename Tile::element_type* matrix_;
  bool exists_ = true;
};

/// The same for a tile of an array.
template <class Backend, core::array_tile_type Tile>
class tile_copy<Backend, Tile> {
 public:
  using T = std::remove_const_t<typename Tile::element_type>;
  using Shape = typename Tile::shape_type;
  using rows = shared_rows<T, Shape::d0, Shape::d1>;

  KW_HD tile_copy(const Tile& tile) : tile_(tile) {}

  KW_HD void start(unsigned char* to) const {
    pointer_copy<Tile, rows, Backend::kThreads, false>(tile_, Backend::thread())
        .start(to_shared_address(to));
  }

 private:
  const Tile& tile_;
};

/// The tiles of one step, one after the other in shared memory.
template <class Backend, class Tiles>
struct step_tiles {
  static_assert(core::never<Tiles>,
                "kernelwright: the function that is given to tl.stream returns the tiles of a "
                "step: `return fetch(a.tile(shape<M, K>, row, k), ...);`");
};
template <class Backend>
struct step_tiles<Backend, core::fetched<>> {
  static constexpr int kBytes = 0;
  static KW_HD void start(const core::fetched<>&, unsigned char*) {}
  template <class Body, class... Tiles>
  static KW_HD void pass_to(const Body& body, int k, unsigned char*, const Tiles&... tiles) {
    body(k, tiles...);
  }
};
template <class Backend, class First, class... Rest>
struct step_tiles<Backend, core::fetched<First, Rest...>> {
  using copy = tile_copy<Backend, First>;
  using rest = step_tiles<Backend, core::fetched<Rest...>>;
  static constexpr int kOwnBytes = (copy::rows::kBytes + 127) / 128 * 128;
  static constexpr int kBytes = kOwnBytes + rest::kBytes;

  static KW_HD void start(const core::fetched<First, Rest...>& tiles, unsigned char* to) {
    copy(tiles.first).start(to);
    rest::start(tiles.rest, to + kOwnBytes);
  }
  template <class Body, class... Tiles>
  static KW_HD void pass_to(const Body& body, int k, unsigned char* from, const Tiles&... tiles) {
    using Own = staged_tile<Backend, typename copy::T, typename First::shape_type>;
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
