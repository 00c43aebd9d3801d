/// \file
/// The threads that fetch the tiles of a kernel: one thread, which asks the copy engine for tiles
/// of tensors, or a warpgroup, whose threads copy tiles at pointers.
#pragma once
#include "kernelwright/cuda/hopper/ring.hpp"
#include "kernelwright/cuda/pointer_copy.hpp"
#include "kernelwright/descriptor.hpp"

namespace kw::cuda::hopper {

struct one_thread {
  static constexpr int kThreads = 1;
  static KW_HD constexpr bool is_first() { return true; }

  template <class Tile>
  static KW_HD void fetch(const Tile& tile, shared_address to, shared_address arrived) {
    static_assert(
        core::tensor_tile_type<Tile>,
        "kernelwright: this kernel takes tensor descriptors, so the copy engine fetches "
        "for it, which needs a descriptor for every tile of a stream. Either fetch "
        "a.tile(...) alone, or make all arguments matrices and fetch tile_at(...) alone.");
    barrier_arrive_expecting(arrived, panels_of<Tile>::kBytes);
    copy_tile_to_shared(tile, to, arrived);
  }
};

/// Where an element of a tile is in panels.
template <class T, class Shape>
struct place_in_panels {
  static KW_HD constexpr int offset(int row, int column) {
    return offset_in_panels<T, Shape>(row, column);
  }
};

/// One or two warps cannot have enough copies in flight to keep the products of a block busy.
struct warpgroup_of_threads {
  static constexpr int kThreads = 128;
  static KW_HD int thread() { return thread_index() & (kThreads - 1); }
  static KW_HD bool is_first() { return thread() == 0; }

  /// Each thread arrives once, whatever it copied.
  template <class Tile>
  static KW_HD void fetch(const Tile& tile, shared_address to, shared_address arrived) {
    using T = std::remove_const_t<typename Tile::element_type>;
    using Place = place_in_panels<T, typename Tile::shape_type>;
    if (pointer_copy<Tile, Place, kThreads, true>(tile, to, thread()).start()) {
      barrier_arrive_after_copies(arrived);
    } else {
      fence_shared_for_async();
      barrier_arrive(arrived);
    }
  }
};

/// The fetchers of a kernel with these arguments.
template <class... Args>
using fetchers_for =
    std::conditional_t<(is_tensor_descriptor<Args> || ...), one_thread, warpgroup_of_threads>;

}  // namespace kw::cuda::hopper
