/// \file
/// How the threads of a program combine values: shuffles within a warp, shared memory across warps.
#pragma once
#include "kernelwright/cuda/backend.hpp"

namespace kw::cuda {

/// The protocol of shared memory in two halves, used in turn: a thread that writes to one half has
/// passed the barrier of the step before, so nobody still reads what this half held. One barrier a
/// step then suffices.
struct alternating_halves {};

/// The part of the CUDA context that exchanges values. It counts the steps, so a program has one of
/// it: contexts are not copied.
template <int NumWarps, class Team>
class exchange {
 public:
  exchange() = default;
  exchange(const exchange&) = delete;
  exchange& operator=(const exchange&) = delete;

  /// Did a step go through the halves? Then a program that follows in the same block must wait.
  KW_HD bool used_halves() const { return used_; }

  /// Completes a reduction whose threads are the thread digits of Axis. Every thread gets the
  /// result, and all get the same bits: a butterfly combines the same pairs on both sides.
  template <class Axis, class Combine, class C, int N>
  KW_HD void combine_threads(Combine combine, C (&partial)[N]) const {
    static_assert(core::is_power_of_two(Axis::kSize) || Axis::kThreadMask < 32,
                  "kernelwright: a tile of 192 rows cannot be reduced down its columns");
    constexpr unsigned within_warp = Axis::kThreadMask & 31u;
    constexpr unsigned across_warps = Axis::kThreadMask & ~31u;
    KW_UNROLL
    for (unsigned bit = 1; bit < 32; bit *= 2) {
      if ((within_warp & bit) != 0) {
        KW_UNROLL
        for (int r = 0; r < N; ++r) {
          partial[r] = combine(partial[r], shuffle_xor(partial[r], static_cast<int>(bit)));
        }
      }
    }
    if constexpr (across_warps != 0) {
      // As many registers at a time as fit 16 KiB in both halves.
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

  /// Replaces each element by what combine makes of it and all before it along the axis, in
  /// log2(extent) steps through shared memory.
  template <int Axis, class Combine, class C, class Shape, class L>
  KW_HD void scan(Combine combine, core::tile<C, Shape, L>& x) const {
    constexpr int extent = Axis == 0 ? Shape::d0 : Shape::d1;
    constexpr int step = Axis == 0 ? Shape::d1 : 1;
    C* shared = shared_array<barrier_first, C, Shape::size>();
    for (int distance = 1; distance < extent; distance *= 2) {
      Team::barrier();
      core::for_each_element<L>([&](int r0, int r1, int i, int j) {
        shared[i * Shape::d1 + j] = x.values[r0 * L::kRegisters1 + r1];
      });
      Team::barrier();
      core::for_each_element<L>([&](int r0, int r1, int i, int j) {
        C& value = x.values[r0 * L::kRegisters1 + r1];
        if ((Axis == 0 ? i : j) >= distance) {
          value = combine(shared[i * Shape::d1 + j - distance * step], value);
        }
      });
    }
  }

 private:
  /// Combines over the warps whose numbers differ in the bits of Mask (in units of threads).
  template <unsigned Mask, int Slots, int Batch, class Combine, class C>
  KW_HD void combine_warps(Combine combine, C* partial, int count) const {
    C* shared = shared_array<alternating_halves, C, 2 * Batch * Slots>() + half_ * Batch * Slots;
    half_ = 1 - half_;
    used_ = true;
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
    // Spelled so that the compiler knows it is 0 where all warps combine: then no address is
    // computed, and the slots are read in vectors.
    const unsigned first = static_cast<unsigned>(thread) & (32u * NumWarps - 1) & ~Mask;
    KW_UNROLL
    for (int r = 0; r < Batch; ++r) {
      if (r < count) {
        C combined = shared[r * Slots + first / threads_a_slot];
        // Counts through the subsets of Mask in order: the same order in every thread.
        KW_UNROLL
        for (unsigned offset = (0u - Mask) & Mask; offset != 0; offset = (offset - Mask) & Mask) {
          combined = combine(combined, shared[r * Slots + (first + offset) / threads_a_slot]);
        }
        partial[r] = combined;
      }
    }
  }

  mutable int half_ = 0;
  mutable bool used_ = false;
};

}  // namespace kw::cuda
