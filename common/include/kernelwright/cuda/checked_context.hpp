/// \file
/// `tl` on a GPU with checks, for programs that are compiled with `-DKW_CHECK=gpu`. Before each
/// access, all threads compare their lanes with what the launch's arguments reach. At the first
/// wrong one the program hands all lanes of the access to the host, which explains it as the CPU's
/// checker does, and stops.
#pragma once
#include "kernelwright/cuda/context.hpp"
#include "kernelwright/runtime/gpu_check.hpp"

#ifdef __CUDACC__

namespace kw::cuda {

/// What the threads of a program ask and report.
class gpu_checker {
 public:
  explicit KW_HD gpu_checker(const runtime::gpu_check& check) : check_(check) {}

  /// The argument that a pointer was made from: what it points into, or else what it is nearest to.
  KW_HD const runtime::gpu_span* span_of(const void* base) const {
    const auto address = reinterpret_cast<std::uintptr_t>(base);
    const runtime::gpu_span* nearest = nullptr;
    std::uintptr_t least = ~std::uintptr_t{0};
    for (int i = 0; i < check_.count; ++i) {
      const runtime::gpu_span& span = check_.spans[i];
      const std::uintptr_t distance = address < span.begin  ? span.begin - address
                                      : address >= span.end ? address - span.end + 1
                                                            : 0;
      nearest = distance < least ? &span : nearest;
      least = distance < least ? distance : least;
    }
    return nearest;
  }

  /// Is the element inside, and does a load find a value there?
  static KW_HD bool allows(const runtime::gpu_span* span, runtime::access_kind kind,
                           const void* element, int size) {
    const auto address = reinterpret_cast<std::uintptr_t>(element);
    if (span == nullptr) {
      return true;
    }
    if (address < span->begin || address + static_cast<std::uintptr_t>(size) > span->end) {
      return false;
    }
    const runtime::gpu_mark* mark = mark_of(span, address);
    return mark == nullptr || *mark == runtime::gpu_mark::written ||
           (*mark == runtime::gpu_mark::unwritten && kind == runtime::access_kind::store);
  }

  static KW_HD void note_store(const runtime::gpu_span* span, const void* element) {
    runtime::gpu_mark* mark =
        span == nullptr ? nullptr : mark_of(span, reinterpret_cast<std::uintptr_t>(element));
    if (mark != nullptr) {
      *mark = runtime::gpu_mark::written;
    }
  }

  /// Called by all threads of a program whose access is wrong. \returns where to note its lanes, if
  /// it is the first such access of the launch
  KW_HD runtime::gpu_access* claim(const runtime::gpu_call& call, source_place at) const {
#ifdef __CUDA_ARCH__
    runtime::gpu_access& found = *check_.found;
    const bool first = thread_index() == 0 && atomicCAS(&found.claimed, 0, 1) == 0;
    if (first) {
      found.call = call;
      found.line = at.line;
      for (int axis = 0; axis < 3; ++axis) {
        found.program[axis] = block_index(axis);
      }
      int letter = 0;
      for (; at.file[letter] != 0 && letter + 1 < runtime::gpu_access::kLongestFile; ++letter) {
        found.file[letter] = at.file[letter];
      }
      found.file[letter] = 0;
    }
    return any_thread(first) ? &found : nullptr;
#else
    return nullptr;
#endif
  }

  /// Votes of all threads of the program, and its end.
#ifdef __CUDA_ARCH__
  static KW_HD bool any_thread(bool wrong) {
    return __syncthreads_or(static_cast<int>(wrong)) != 0;
  }
  static KW_HD void end_program() {
    asm volatile("exit;");
  }
#else
  static KW_HD bool any_thread(bool wrong) {
    return wrong;
  }
  static KW_HD void end_program() {}
#endif

 private:
  static KW_HD runtime::gpu_mark* mark_of(const runtime::gpu_span* span, std::uintptr_t address) {
    return span->marks == nullptr
               ? nullptr
               : span->marks + (address - span->block) / static_cast<unsigned>(span->element_size);
  }

  runtime::gpu_check check_;
};

/// One program is one thread block. All its threads arrive at each access, so they can vote.
template <int NumWarps, bool HasStreamMemory = true>
class checked_context : public whole_block_context<checked_context<NumWarps, HasStreamMemory>,
                                                   backend<NumWarps, 1>, HasStreamMemory> {
  using Backend = backend<NumWarps, 1>;
  using Unchecked = whole_block_context<checked_context, Backend, HasStreamMemory>;
  using kind = runtime::access_kind;
  template <class Call>
  static constexpr kind kind_of = Call::kReads ? kind::volatile_load : kind::atomic;

 public:
  explicit KW_HD checked_context(const runtime::gpu_check& check) : checker_(check) {}

  template <class P, class Mask, class Other>
  KW_HD auto load_tile(const P& pointers, const Mask& mask, Other other, source_place at) const {
    look_at(kind::load, pointers, mask, at);
    return Unchecked::load_tile(pointers, mask, other, at);
  }
  template <class P, class Value, class Mask>
  KW_HD void store_tile(const P& pointers, const Value& value, const Mask& mask,
                        source_place at) const {
    look_at(kind::store, pointers, mask, at);
    Unchecked::store_tile(pointers, value, mask, at);
  }
  template <class T>
  KW_HD T load_scalar(const T* pointer, source_place at) const {
    look_at(kind::load, pointer, at);
    return Unchecked::load_scalar(pointer, at);
  }
  template <class T>
  KW_HD void store_scalar(T* pointer, T value, source_place at) const {
    look_at(kind::store, pointer, at);
    Unchecked::store_scalar(pointer, value, at);
  }
  template <class Call, class P, class Mask, class Other, class... Values>
  KW_HD auto atomic_tile(const P& pointers, const Mask& mask, Other other, source_place at,
                         const Values&... values) const {
    look_at(kind_of<Call>, pointers, mask, at);
    return Unchecked::template atomic_tile<Call>(pointers, mask, other, at, values...);
  }
  template <class Call, class Element, class... Values>
  KW_HD auto atomic_scalar(Element* pointer, source_place at, Values... values) const {
    look_at(kind_of<Call>, pointer, at);
    return Unchecked::template atomic_scalar<Call>(pointer, at, values...);
  }

 private:
  template <class P, class Mask>
  KW_HD void look_at(kind what, const P& pointers, const Mask& mask, source_place at) const {
    using Shape = typename P::shape_type;
    using Layout = typename Backend::template default_layout<Shape>;
    constexpr int size = sizeof(typename P::element_type);
    decltype(auto) offsets = core::in_layout<Layout>(pointers.offsets);
    decltype(auto) active = core::in_layout<Layout>(mask);
    const runtime::gpu_span* const span = checker_.span_of(pointers.base);
    bool wrong = false;
    core::for_each_element<Layout>([&](int r0, int r1, int i, int j) {
      const auto* element = pointers.base + core::element(offsets, r0, r1, i, j);
      const bool on = core::element(active, r0, r1, i, j);
      wrong = wrong || (on && !checker_.allows(span, what, element, size));
    });
    if (!checker_.any_thread(wrong)) {
      core::for_each_element<Layout>([&](int r0, int r1, int i, int j) {
        if (!runtime::only_reads(what) && core::element(active, r0, r1, i, j)) {
          checker_.note_store(span, pointers.base + core::element(offsets, r0, r1, i, j));
        }
      });
      return;
    }
    constexpr bool masked = !std::is_same_v<Mask, core::every_lane>;
    constexpr bool gathered = !core::index_tile_type<typename P::offsets_type>;
    const runtime::gpu_call call{what,        masked,    gathered,     size,
                                 Shape::size, Shape::d1, pointers.base};
    runtime::gpu_access* const found = checker_.claim(call, at);
    core::for_each_element<Layout>([&](int r0, int r1, int i, int j) {
      const int lane = i * Shape::d1 + j;
      if (found != nullptr && lane < runtime::gpu_access::kMostLanes) {
        found->offsets[lane] = core::element(offsets, r0, r1, i, j);
        found->active[lane] = core::element(active, r0, r1, i, j);
      }
    });
    checker_.end_program();
  }

  template <class T>
  KW_HD void look_at(kind what, T* pointer, source_place at) const {
    const runtime::gpu_span* const span = checker_.span_of(pointer);
    if (!checker_.any_thread(!checker_.allows(span, what, pointer, sizeof(T)))) {
      if (!runtime::only_reads(what)) {
        checker_.note_store(span, pointer);
      }
      return;
    }
    const runtime::gpu_call call{what, false, false, sizeof(T), 1, 1, pointer};
    runtime::gpu_access* const found = checker_.claim(call, at);
    if (found != nullptr) {
      found->offsets[0] = 0;
      found->active[0] = true;
    }
    checker_.end_program();
  }

  gpu_checker checker_;
};

/// What a checked launch runs. Its context is not that of Hopper, so all threads arrive at each
/// access.
template <int NumWarps, bool HasStreamMemory, class Kernel, class... Args>
__global__ void __launch_bounds__(32 * NumWarps)
    run_checked(const runtime::gpu_check check, const Kernel kernel, const Args... args) {
  kernel(checked_context<NumWarps, HasStreamMemory>(check), args...);
}

/// Programs of this build look at each access of their kernels.
inline const bool checks_accesses = runtime::check_gpu_accesses();

}  // namespace kw::cuda

#endif  // __CUDACC__
