/// \file
/// `tl` on the host, before the launch of a kernel that streams: it walks through the kernel's body
/// and adds up how much shared memory the body needs.
#pragma once
#include "kernelwright/core/dot.hpp"
#include "kernelwright/core/pipelined_range.hpp"
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
struct planned_step<tuple<Tiles...>> {
  static constexpr int kTiles = static_cast<int>(sizeof...(Tiles));
  static constexpr int kBytes = (planned_bytes<Tiles> + ... + 0);
  static constexpr int kCopiedBytes =
      (runtime::copied_tile_bytes(Tiles::shape_type::d0, Tiles::shape_type::d1,
                                  static_cast<int>(sizeof(typename Tiles::element_type))) +
       ... + 0);
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

/// One of the calls that the code of a kernel contains, whether or not a program gets to it.
struct contained_call {
  runtime::shared_memory_use use;
  const contained_call* next;
};
/// Those of one kernel. The compiler fills the list in: a call is added where it is instantiated.
template <class Kernel>
struct contained_calls {
  static inline const contained_call* first = nullptr;
};
template <class Kernel, class Call>
struct add_contained_call {
  contained_call call;
  add_contained_call() : call{Call::use({}), contained_calls<Kernel>::first} {
    contained_calls<Kernel>::first = &call;
  }
  static inline const add_contained_call added;
};

/// What a call needs. Its code is the address of a variable that only it has.
template <int Stages, class FetchAt, class Step>
struct stream_call_of {
  static constexpr int kStages = runtime::stages_of_ring(Stages);
  static_assert(kStages * Step::kTiles <= runtime::kMaxBarriers);
  static inline const char code = 0;
  static runtime::shared_memory_use use(source_place at) {
    return {at,
            "tl.stream",
            kStages,
            Step::kBytes,
            kStages * Step::kTiles,
            1,
            0,
            0,
            Stages * Step::kCopiedBytes,
            Stages,
            &code};
  }
};
template <class Tile>
struct load_call_of {
  static inline const char code = 0;
  static runtime::shared_memory_use use(source_place at) {
    return {at, "tl.load", 1, planned_bytes<Tile>, 1, 0, 1, 0, 0, 0, &code};
  }
};
template <class Tile>
struct store_call_of {
  static inline const char code = 0;
  static runtime::shared_memory_use use(source_place at) {
    return {at, "tl.store", 1, planned_bytes<Tile>, 0, 0, 0, planned_bytes<Tile>, 0, 0, &code};
  }
};

/// The steps of a loop with stages that the planner walks through: the first and the last ones, and
/// one even of a loop without any.
template <class Planner>
class walked_steps {
 public:
  KW_HD walked_steps(const Planner& planner, std::uint32_t code, int stages, source_place at)
      : planner_(planner), code_(code), stages_(stages), place_(at) {}

  template <class Numbers>
  KW_HD auto enter(const Numbers& numbers) {
    outer_ = planner_.enter_loop(code_, stages_, place_);
    auto first = numbers.begin();
    first.left = first.left == 0 ? 1 : first.left;
    return first;
  }
  KW_HD void end_step() const { planner_.begin_step(); }
  template <class Iterator>
  KW_HD void advance(Iterator& at) {
    ++at;
    if (++walked_ == runtime::kWalkedSteps && at.left > runtime::kWalkedSteps) {
      at.value += at.step * (at.left - runtime::kWalkedSteps);
      at.left = runtime::kWalkedSteps;
    }
  }
  KW_HD void leave() const { planner_.leave_loop(outer_); }

 private:
  const Planner& planner_;
  std::uint32_t code_;
  int stages_;
  source_place place_;
  typename Planner::place_in_loop outer_ = {};
  int walked_ = 0;
};

/// Ends the walk through a program that reads so many numbers from memory that it may be waiting
/// for one.
struct walked_enough {};

/// Walks through one program of a kernel. It is a host program only; the GPU's compiler must read
/// it all the same.
template <class Kernel>
class planner : public language_without_tiles, public pipelined_loops<planner<Kernel>> {
 public:
  using language_without_tiles::load;
  using language_without_tiles::range;
  using pipelined_loops<planner>::range;
  using language_without_tiles::store;

  KW_HD planner(const unsigned (&extents)[3], const int (&program)[3],
                runtime::shared_memory_plan& plan)
      : extents_(extents), program_(program), plan_(plan) {}
  planner(const planner&) = delete;
  planner& operator=(const planner&) = delete;

  KW_HD int program_id(int axis) const { return program_[axis]; }
  KW_HD int num_programs(int axis) const { return static_cast<int>(extents_[axis]); }

  template <int Stages, class FetchAt>
  KW_HD planned_stream stream(core::stage_count<Stages>, FetchAt fetch_at,
                              source_place at = source_place::here()) const {
    using Call = stream_call_of<Stages, FetchAt, planned_step<decltype(fetch_at(0))>>;
    // The body of a stream is not run. If it stores tiles, they need a panel to pass through.
    plan_.stores_by_pointers = true;
    int i = 0;
#ifndef __CUDA_ARCH__
    const void* code = &Call::code;
    while (i < streams_ && (calls_[i] != code || in_use_[i])) {
      ++i;
    }
    if (i == streams_) {  // otherwise it is repeated, as in a loop over tiles around it
      note<Call>(at);
      calls_[streams_++] = code;
    }
#endif
    in_use_[i] = true;
    return planned_stream(in_use_ + i);
  }
  template <core::tensor_tile_type Tile>
  KW_HD no_tile load(const Tile&, source_place at = source_place::here()) const {
    note_load<Tile>(at);
    return {};
  }
  template <class Tile>
  KW_HD no_tile load(const tuple<Tile>&, source_place at = source_place::here()) const {
    note_load<Tile>(at);
    return {};
  }

  /// Which of the loops, and how many tiles this step has loaded.
  struct place_in_loop {
    int loop = -1, tiles = 0;
  };
  template <int Stages, class Numbers>
  KW_HD auto make_range(const Numbers& numbers, source_place at) const {
    using Steps = walked_steps<planner>;
    const std::uint32_t code = runtime::code_of_loop(at, Stages);
    return core::pipelined_range<Numbers, Steps>(
        numbers, Steps(*this, code, runtime::stages_of_ring(Stages), at));
  }
  KW_HD place_in_loop enter_loop([[maybe_unused]] std::uint32_t code, [[maybe_unused]] int stages,
                                 [[maybe_unused]] source_place at) const {
    const place_in_loop outer = here_;
    // Not every step is walked through. If one stores tiles, they need a panel to pass through.
    plan_.stores_by_pointers = true;
#ifndef __CUDA_ARCH__
    int i = 0;
    while (i < loops_.count && loops_.all[i].code != code) {
      ++i;
    }
    if (i == loops_.count) {
      runtime::add_loop(plan_, loops_, code, stages, at);
    }
    here_ = {i, 0};
#endif
    return outer;
  }
  KW_HD void begin_step() const {
    here_.tiles = 0;
  }
  KW_HD void leave_loop(place_in_loop outer) const {
    here_ = outer;
  }
  template <core::tensor_tile_type Tile, class Value>
  KW_HD void store(const Tile&, Value, source_place at = source_place::here()) const {
    if (largest_store_ < planned_bytes<Tile>) {  // only the largest counts
      largest_store_ = planned_bytes<Tile>;
      note<store_call_of<Tile>>(at);
    }
  }
  /// The value may be a sum of products, which passes through a panel of its warpgroup.
  template <core::pointer_tile_type P, class Value, class... Mask>
  KW_HD void store(const P&, Value, Mask...) const {
    plan_.stores_by_pointers = plan_.stores_by_pointers || P::shape_type::rank == 2;
  }
  /// A number is on the GPU, where the host cannot read it. With a 1 a loop is entered, and a
  /// division has a result.
  template <core::scalar T, class... More>
  KW_HD T load(const T*, More...) const {
    plan_.reads_numbers = plan_.loads_vary = true;
#ifndef __CUDA_ARCH__
    if (++numbers_ > kMostNumbers) {
      throw walked_enough();
    }
#endif
    return core::convert<T>(1);
  }
  template <core::scalar T, core::scalar Other = T>
  KW_HD T load(const T* pointer, bool condition, Other other = {}) const {
    return condition ? load(pointer) : core::convert<T>(other);
  }

 private:
  template <class Tile>
  KW_HD void note_load([[maybe_unused]] source_place at) const {
#ifndef __CUDA_ARCH__
    using Call = load_call_of<Tile>;
    if (here_.loop < 0) {
      note<Call>(at);
      return;
    }
    static_cast<void>(&add_contained_call<Kernel, Call>::added);
    runtime::note_load_of_loop(plan_, &Call::code);
    runtime::add_tile_of_loop(plan_, loops_.all[here_.loop], here_.tiles++, planned_bytes<Tile>,
                              at);
#endif
  }
  template <class Call>
  KW_HD void note([[maybe_unused]] source_place at) const {
#ifndef __CUDA_ARCH__
    static_cast<void>(&add_contained_call<Kernel, Call>::added);
    runtime::add_to_plan(plan_, Call::use(at));
#endif
  }

  static constexpr int kUses = runtime::shared_memory_plan::kMaxUses;  // more are an error
  static constexpr int kMostNumbers = 1 << 16;

  const unsigned (&extents_)[3];
  const int (&program_)[3];
  runtime::shared_memory_plan& plan_;
  mutable const void* calls_[kUses] = {};
  mutable bool in_use_[kUses] = {};
  mutable int streams_ = 0, largest_store_ = 0, numbers_ = 0;
  mutable runtime::walked_loops loops_;
  mutable place_in_loop here_;
};

/// What the kernel's programs need of shared memory. The first, the last and one in between are
/// walked through: which streams a program begins may depend on its number, though not their order.
/// If numbers from memory decide as well, all calls that the kernel contains count, and a loop may
/// load more tiles than this walk does.
template <class Kernel, class... Args>
runtime::shared_memory_plan plan_of(const unsigned (&extents)[3], source_place launch,
                                    const Kernel& kernel, const Args&... args) {
  using tag = void(Kernel, Args...);
  runtime::shared_memory_plan plan;
  for (int which = 0; which < 3; ++which) {
    int program[3];
    for (int axis = 0; axis < 3; ++axis) {
      const int last = static_cast<int>(extents[axis]) - 1;
      program[axis] = which == 0 ? 0 : which == 1 ? last : last / 2;
    }
    runtime::shared_memory_plan of_program;
    try {
      kernel(planner<tag>(extents, program, of_program), args...);
    } catch (const walked_enough&) {  // all calls that the kernel contains count, see below
    }
    if (which == 0) {
      plan = of_program;
    } else {
      runtime::extend_plan(plan, of_program, launch);
    }
  }
  if (plan.reads_numbers) {
    for (auto* call = contained_calls<tag>::first; call != nullptr; call = call->next) {
      runtime::add_unless_planned(plan, call->use);
    }
  }
  return plan;
}

}  // namespace kw::cuda
