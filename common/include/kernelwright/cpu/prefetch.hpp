/// \file
/// Reading ahead, for launches that no cache holds.
#pragma once
#include "kernelwright/compiler/copying.hpp"
#include "kernelwright/core/concepts.hpp"

namespace kw::cpu {

/// While one program's tile is read, asks for the tile of the next program.
///
/// A tile is read in runs that end at its edge, where the hardware's prefetchers lose the track;
/// but the step from one program's tile to the next is mostly the step from the last to this one.
/// A worker remembers the last start for a few buffers.
class next_tile_prefetch {
 public:
  next_tile_prefetch() = default;

  KW_HD next_tile_prefetch([[maybe_unused]] const void* buffer,
                           [[maybe_unused]] const void* tile_start) {
#ifndef __CUDACC__
    static thread_local last_tile last[kBuffers];
    const auto key = reinterpret_cast<std::uintptr_t>(buffer);
    last_tile& mine = last[(key / 256 * 0x9e3779b97f4a7c15u) >> (64 - kBufferBits)];
    const auto start = reinterpret_cast<std::uintptr_t>(tile_start);
    step_ = mine.buffer == key ? start - mine.start : 0;
    mine = {key, start};
#endif
  }

  /// Copies a row of this tile, and asks for its counterpart in the next one, a few lines of the
  /// cache at a time: the processor has room for few requests, and more of them hold up the copy.
  KW_HD void copy(void* to, const void* from, int bytes) const {
    constexpr int kTogether = 512;
    for (int done = 0; done < bytes; done += kTogether) {
      const char* piece = static_cast<const char*>(from) + done;
      const int count = bytes - done < kTogether ? bytes - done : kTogether;
      run(piece, count);
      compiler::copy_row(static_cast<char*>(to) + done, piece, count);
    }
  }
  /// Asks for the next tile's counterpart of these bytes. Never faults.
  KW_HD void run([[maybe_unused]] const void* start, [[maybe_unused]] int bytes) const {
#ifndef __CUDACC__
    if (step_ != 0) {
      // As a number, because the next tile may lie outside the buffer.
      const auto next = reinterpret_cast<std::uintptr_t>(start) + step_;
      for (unsigned byte = 0; byte < static_cast<unsigned>(bytes); byte += 64) {
        __builtin_prefetch(reinterpret_cast<const void*>(next + byte), 0, 2);
      }
    }
#endif
  }

 private:
  static constexpr int kBufferBits = 4, kBuffers = 1 << kBufferBits;
  struct last_tile {
    std::uintptr_t buffer, start;
  };
  std::uintptr_t step_ = 0;
};

}  // namespace kw::cpu
