/// \file
/// `tl` on the host, before the launch of a kernel that streams: it walks through the kernel's body
/// and adds up how much shared memory the body needs.
#pragma once
#include "kernelwright/core/dot.hpp"
#include "kernelwright/cuda/no_tile.hpp"
#include "kernelwright/descriptor.hpp"
#include "kernelwright/runtime/shared_memory_plan.hpp"

namespace kw::cuda {

/// What the plan counts for a tile of a tensor.
template <class Tile>
inline constexpr int planned_bytes =
    runtime::tile_bytes(Tile::shape_type::d0, Tile::shape_type::d1,
                        static_cast<int>(sizeof(typename Tile::element_type)));

/// The tiles that one step of a stream fetches.
template <class Fetched>
struct planned_step;
template <class... Tiles>
struct planned_step<core::fetched<Tiles...>> {
  static constexpr int kTiles = static_cast<int>(sizeof...(Tiles));
  static constexpr int kBytes = (planned_bytes<Tiles> + ... + 0);
};

/// A stream whose steps are not run.
class planned_stream {
 public:
  explicit KW_HD planned_stream(bool* in_use) : in_use_(in_use) {}
  planned_stream(const planned_stream&) = delete;
  planned_stream& operator=(const planned_stream&) = delete;
  KW_HD ~planned_stream() { *in_use_ = false; }

  template <class Body>
  KW_HD void pipelined(int, int, int, const Body&) const {}

 private:
  bool* in_use_;
};

/// A call of tl.stream, identified by the function it is given.
template <class FetchAt>
KW_HD const char* planned_call() {
#ifdef __CUDA_ARCH__
  return nullptr;  // never called there
#else
  static const char here = 0;
  return &here;
#endif
}

/// Walks through program 0: all programs need the same.
class planner : public language_without_tiles {
 public:
  using language_without_tiles::load;
  using language_without_tiles::store;

  KW_HD planner(const unsigned (&extents)[3], runtime::shared_memory_plan& plan)
      : extents_(extents), plan_(plan) {}
  planner(const planner&) = delete;
  planner& operator=(const planner&) = delete;

  KW_HD int program_id(int) const { return 0; }
  KW_HD int num_programs(int axis) const { return static_cast<int>(extents_[axis]); }

  template <int Stages, class FetchAt>
  KW_HD planned_stream stream(core::stage_count<Stages>, FetchAt fetch_at,
                              source_place at = source_place::here()) const {
    using Step = planned_step<decltype(fetch_at(0))>;
    constexpr int stages = runtime::stages_of_ring(Stages);
    static_assert(stages * Step::kTiles <= runtime::kMaxBarriers);
    const char* call = planned_call<FetchAt>();
    int i = 0;
    while (i < streams_ && (calls_[i] != call || in_use_[i])) {
      ++i;
    }
    if (i == streams_) {  // otherwise it is repeated, as in a loop over tiles around it
      note({at, "tl.stream", stages, Step::kBytes, stages * Step::kTiles, 1, 0, 0});
      calls_[streams_++] = call;
    }
    in_use_[i] = true;
    return planned_stream(in_use_ + i);
  }
  template <core::fetchable Tile>
  KW_HD no_tile load(const Tile&, source_place at = source_place::here()) const {
    note({at, "tl.load", 1, planned_bytes<Tile>, 1, 0, 1, 0});
    return {};
  }
  template <core::tensor_tile_type Tile, class Value>
  KW_HD void store(const Tile&, Value, source_place at = source_place::here()) const {
    if (largest_store_ < planned_bytes<Tile>) {  // only the largest counts
      largest_store_ = planned_bytes<Tile>;
      note({at, "tl.store", 1, planned_bytes<Tile>, 0, 0, 0, planned_bytes<Tile>});
    }
  }
  /// The value may be a sum of products, which passes through a panel of its warpgroup.
  template <core::pointer_tile_type P, class Value, class... Mask>
  KW_HD void store(const P&, Value, Mask...) const {
    plan_.stores_by_pointers = plan_.stores_by_pointers || P::shape_type::rank == 2;
  }
  /// A scalar is on the GPU, where the host cannot read it.
  template <core::scalar T, class... More>
  KW_HD T load(const T*, More...) const {
    return T{};
  }

 private:
  KW_HD void note(const runtime::shared_memory_use& use) const { runtime::add_to_plan(plan_, use); }

  static constexpr int kUses = runtime::shared_memory_plan::kMaxUses;  // more are an error

  const unsigned (&extents_)[3];
  runtime::shared_memory_plan& plan_;
  mutable const char* calls_[kUses] = {};
  mutable bool in_use_[kUses] = {};
  mutable int streams_ = 0, largest_store_ = 0;
};

/// What the kernel's body needs of shared memory.
template <class Kernel, class... Args>
runtime::shared_memory_plan plan_of(const unsigned (&extents)[3], const Kernel& kernel,
                                    const Args&... args) {
  runtime::shared_memory_plan plan;
  kernel(planner(extents, plan), args...);
  return plan;
}

}  // namespace kw::cuda
