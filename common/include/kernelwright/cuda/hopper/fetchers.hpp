/// \file
/// The threads that fetch the tiles of a kernel: one thread, which asks the copy engine for tiles
/// of tensors, or a warpgroup, whose threads copy tiles of arrays.
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
        "kernelwright: this kernel takes tensor descriptors, so the copy engine fetches for it, "
        "which needs a descriptor for every tile of a stream. Launch it with descriptors of all "
        "arrays that its streams fetch from, or of none.");
    barrier_arrive_expecting(arrived, panels_of<Tile>::kBytes);
    copy_tile_to_shared(tile, to, arrived);
  }
};

/// One or two warps cannot have enough copies in flight to keep the products of a block busy.
class warpgroup_of_threads {
 public:
  static constexpr int kThreads = 128;
  static KW_HD bool is_first() { return (thread_index() & (kThreads - 1)) == 0; }

  /// The number goes through a shuffle because the compiler would otherwise read it anew in each
  /// step of a stream, which takes longer than a copy.
  KW_HD warpgroup_of_threads()
      : thread_(static_cast<int>(from_own_lane(static_cast<unsigned>(thread_index())) &
                                 (kThreads - 1))) {}

  /// Does a step need nothing but copies of 16 bytes? One question for all its tiles, because these
  /// threads must not take longer to start the copies than the products take.
  template <class First, class... Rest>
  KW_HD bool are_plain(const tuple<First, Rest...>& tiles) const {
    const bool others = are_plain(tiles.rest);  // no branch: && would make one
    return (static_cast<int>(copy_of<First>(tiles.first, thread_).is_plain()) &
            static_cast<int>(others)) != 0;
  }
  KW_HD bool are_plain(const tuple<>&) const { return true; }
  template <class Tile>
  KW_HD void fetch_plain(const Tile& tile, shared_address to, shared_address arrived) const {
    copy_of<Tile>(tile, thread_).start_plain(to);
    barrier_arrive_after_copies(arrived);
  }

  /// Each thread arrives once, whatever it copied.
  template <class Tile>
  KW_HD void fetch(const Tile& tile, shared_address to, shared_address arrived) const {
    copy_of<Tile> copy(tile, thread_);
    if (copy.is_plain()) [[likely]] {
      copy.start_plain(to);
      barrier_arrive_after_copies(arrived);
    } else if (copy.start(to)) {
      barrier_arrive_after_copies(arrived);
    } else {
      fence_shared_for_async();
      barrier_arrive(arrived);
    }
  }

 private:
  template <class Tile>
  using copy_of = pointer_copy<Tile, panels_of<Tile>, kThreads, true>;

  int thread_;
};

/// The fetchers of a kernel with these arguments.
template <class... Args>
using fetchers_for =
    std::conditional_t<(is_tensor_descriptor<Args> || ...), one_thread, warpgroup_of_threads>;

}  // namespace kw::cuda::hopper
