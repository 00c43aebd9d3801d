/// \file
/// Reading ahead for tiles of a matrix.
#pragma once
#include "kernelwright/core/concepts.hpp"

namespace kw::cpu {

/// While one tile is read, asks for the tile that the next program will read. The rows of a tile
/// lie far apart in memory, where the hardware's prefetchers do not guess the next access; but the
/// step from one program's tile to the next is mostly the step from the last one's to this.
template <class T, class Shape>
class next_tile_prefetch {
 public:
  template <class P>
  explicit KW_HD next_tile_prefetch([[maybe_unused]] const P& pointers) {
#ifndef __CUDACC__
    if constexpr (Shape::d0 > 1 && core::index_tile_type<typename P::offsets_type>) {
      static thread_local std::uintptr_t previous = 0;
      const auto start =
          reinterpret_cast<std::uintptr_t>(pointers.base + pointers.offsets.at(0, 0));
      step_ = start - previous;
      previous = start;
    }
#endif
  }

  /// Asks for the next tile's counterpart of the row that starts here. Never faults.
  KW_HD void row([[maybe_unused]] const T* start) const {
#ifndef __CUDACC__
    if constexpr (Shape::d0 > 1) {
      constexpr int bytes = Shape::d1 * static_cast<int>(sizeof(T));
      const std::uintptr_t next = reinterpret_cast<std::uintptr_t>(start) + step_;
      for (int byte = 0; byte < bytes; byte += 64) {
        __builtin_prefetch(reinterpret_cast<const void*>(next + static_cast<unsigned>(byte)), 0, 2);
      }
    }
#endif
  }

 private:
  std::uintptr_t step_ = 0;
};

}  // namespace kw::cpu
