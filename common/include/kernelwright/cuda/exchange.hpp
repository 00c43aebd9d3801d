/// \file
/// How the threads of a program combine values: shuffles within a warp, shared memory across warps.
#pragma once
#include "kernelwright/cuda/backend.hpp"
#include "kernelwright/cuda/scan.hpp"

namespace kw::cuda {

/// The protocol of shared memory in two halves, used in turn: a thread that writes to one half has
/// passed the barrier of the previous step, so no thread still reads what that half held. Then one
/// barrier per step is enough.
struct alternating_halves {};

/// The part of the CUDA context that exchanges values. It counts the steps, so a program has only
/// one of it, and contexts are not copied.
template <int NumWarps, class Team>
class exchange {
 public:
  using team = Team;
  static constexpr int kThreads = 32 * NumWarps;
  static constexpr int kTeam = next_power_of_two(kThreads);

  exchange() = default;
  exchange(const exchange&) = delete;
  exchange& operator=(const exchange&) = delete;

  /// Did a step use the halves? If so, a program that follows in the same block must wait.
  KW_HD bool used_halves() const { return used_; }

  /// Completes a reduction whose threads are the thread digits of Axis. Every thread gets the
  /// result, and all get the same bits: a butterfly combines the same pairs on both sides.
  template <class Axis, class Combine, class C, int N>
  KW_HD void combine_threads(Combine combine, C (&partial)[N]) const {
    constexpr unsigned within_warp = Axis::kThreadMask & 31u;
    constexpr unsigned across_warps = Axis::kThreadMask & ~31u;
    KW_UNROLL
    for (unsigned bit = 1; bit < 32; bit *= 2) {
      if ((within_warp & bit) != 0) {
        KW_UNROLL
        for (int r = 0; r < N; ++r) {
          partial[r] = combine_pair(combine, partial[r],
                                    shuffle_xor(partial[r], static_cast<int>(bit)), bit);
        }
      }
    }
    if constexpr (across_warps != 0) {
      // As many registers at a time as fit in 16 KiB, in both halves.
      constexpr int slots = within_warp == 31u ? NumWarps : 32 * NumWarps;
      constexpr int fitting = 16 * 1024 / (2 * slots * static_cast<int>(sizeof(C)));
      constexpr int batch = fitting < 1 ? 1 : fitting < N ? fitting : N;
      KW_UNROLL
      for (int first = 0; first < N; first += batch) {
        combine_warps<across_warps, slots, batch>(combine, partial + first,
                                                  N - first < batch ? N - first : batch);
      }
    }
  }

  /// Replaces each element by the combination of it and all elements before it along an axis (after
  /// it, if Reverse), for the registers of a tile in layout L. See scan.hpp.
  template <class L, int Axis, bool Reverse, class Combine, class C>
  KW_HD void scan_values(Combine combine, C (&values)[L::kRegisters]) const {
    using Along = std::conditional_t<Axis == 0, typename L::axis0, typename L::axis1>;
    constexpr int step = Axis == 0 ? L::kRegisters1 : 1;
    scan_registers<exchange, Reverse, step, Combine, C, L::kRegisters>{*this, combine, values}.run(
        Along{});
  }

  /// \brief The thread whose slots this one reads, where values are combined over the threads whose
  /// numbers differ in the bits of Mask: itself, except in the last 4 of 12 warps.
  ///
  /// Either three warpgroups share the axis, or 8 of 12 warps do, and the other 4 hold copies. Then
  /// they read what the first 4 read, because there are no warps 12 to 15 to complete a set of 8.
  template <unsigned Mask>
  static KW_HD int reader() {
    constexpr bool has_copies =
        kTeam != kThreads && (Mask & kTeam / 2) == 0 && (Mask & kTeam / 4) != 0;
    return has_copies ? thread_index() & (kTeam / 2 - 1) : thread_index();
  }

  /// Shared memory for Count elements that no thread reads now. After writing, wait at a barrier.
  template <class C, int Count>
  KW_HD C* next_half() const {
    // A power of two, so halves of different counts never overlap.
    constexpr int bytes = next_power_of_two(Count * static_cast<int>(sizeof(C)));
    unsigned char* both = shared_array<alternating_halves, unsigned char, 2 * bytes>();
    unsigned char* half = both + half_ * bytes;
    half_ = 1 - half_;
    used_ = true;
    return reinterpret_cast<C*>(half);
  }

 private:
  /// A user's function on several values may round differently with its operands exchanged, so both
  /// threads of a pair put the lower one's first.
  template <class Combine, class C>
  static KW_HD C combine_pair(Combine combine, const C& own, const C& other,
                              [[maybe_unused]] unsigned bit) {
    if constexpr (core::scalar<C>) {
      return combine(own, other);
    } else {
      const bool is_upper = (static_cast<unsigned>(thread_index()) & bit) != 0;
      return combine(is_upper ? other : own, is_upper ? own : other);
    }
  }

  /// Combines over the warps whose numbers differ in the bits of Mask (in units of threads).
  template <unsigned Mask, int Slots, int Batch, class Combine, class C>
  KW_HD void combine_warps(Combine combine, C* partial, int count) const {
    C* shared = next_half<C, Batch * Slots>();
    const int thread = thread_index();
    constexpr int threads_a_slot = 32 * NumWarps / Slots;
    if (threads_a_slot == 1 || thread % threads_a_slot == 0) {
      KW_UNROLL
      for (int r = 0; r < Batch; ++r) {
        if (r < count) {
          shared[r * Slots + thread / threads_a_slot] = partial[r];
        }
      }
    }
    Team::barrier();
    // Spelled in such a way that the compiler knows it is 0 if all warps combine: then no address
    // is computed, and the slots are read in vectors.
    const unsigned first = static_cast<unsigned>(reader<Mask>()) & (kTeam - 1u) & ~Mask;
    KW_UNROLL
    for (int r = 0; r < Batch; ++r) {
      if (r < count) {
        C combined = shared[r * Slots + first / threads_a_slot];
        // Counts through the subsets of Mask in order, which is the same in every thread.
        KW_UNROLL
        for (unsigned offset = (0u - Mask) & Mask; offset != 0; offset = (offset - Mask) & Mask) {
          // Of four warpgroups that two bits could number, there may be three.
          if (kTeam == kThreads || first + offset < 32u * NumWarps) {
            combined = combine(combined, shared[r * Slots + (first + offset) / threads_a_slot]);
          }
        }
        partial[r] = combined;
      }
    }
  }

  mutable int half_ = 0;
  mutable bool used_ = false;
};

}  // namespace kw::cuda
