/// \file
/// A thread block as a backend of the tile language: layouts, and how threads exchange values.
#pragma once
#include "kernelwright/core/reduce.hpp"
#include "kernelwright/cuda/intrinsics.hpp"

namespace kw::cuda {

constexpr int smaller(int a, int b) {
  return a < b ? a : b;
}
constexpr int larger(int a, int b) {
  return a > b ? a : b;
}

/// NumWarps warps; a thread holds up to VectorWidth consecutive elements of a row. One width serves
/// all tiles of a kernel, so that tiles of different types share layouts.
template <int NumWarps, int VectorWidth>
struct backend : math {
  static constexpr int kThreads = 32 * NumWarps;
  static constexpr int kFoldWidth = 1;

  template <class Shape>
  struct blocked {
    static constexpr int vector =
        smaller(smaller(VectorWidth, Shape::d1), larger(1, Shape::size / kThreads));
    static constexpr int threads1 = smaller(Shape::d1 / vector, kThreads);
    static constexpr int threads0 = smaller(Shape::d0, kThreads / threads1);
    using axis0 = core::axis_of<core::in_threads<threads0, threads1>,
                                core::in_registers<Shape::d0 / threads0>>;
    using axis1 = core::axis_of<core::in_registers<vector>, core::in_threads<threads1, 1>,
                                core::in_registers<Shape::d1 / (vector * threads1)>>;
  };
  /// Threads side by side along a row, each with a vector; what is left over goes down the rows.
  template <class Shape>
  using default_layout =
      core::layout<backend, typename blocked<Shape>::axis0, typename blocked<Shape>::axis1>;

  template <class T>
  static constexpr int alignment(int) {
    return static_cast<int>(alignof(T));
  }

  static KW_HD int thread() { return thread_index(); }

  /// Completes a reduction whose threads are the thread digits of Axis: neighbours within a warp by
  /// shuffles, warps through shared memory. Every thread gets the result.
  template <class Op, class Axis, class C, int N>
  static KW_HD void combine_threads(C (&partial)[N]) {
    constexpr unsigned within_warp = Axis::kThreadMask & 31u;
    constexpr unsigned across_warps = Axis::kThreadMask & ~31u;
    KW_UNROLL
    for (unsigned bit = 1; bit < 32; bit *= 2) {
      if ((within_warp & bit) != 0) {
        KW_UNROLL
        for (int r = 0; r < N; ++r) {
          partial[r] = Op::template apply<backend, C>(
              partial[r], shuffle_xor(partial[r], static_cast<int>(bit)));
        }
      }
    }
    if constexpr (across_warps != 0) {
      combine_warps<Op, across_warps>(partial);
    }
  }

  /// The same values in another layout, by way of shared memory: two barriers.
  template <class To, class T, class Shape, class From>
  static KW_HD auto convert_layout(const core::tile<T, Shape, From>& x) {
    // One spare element a row of 32 keeps the columns of a transpose in different banks.
    constexpr int pitch = Shape::d1 + (Shape::d1 >= 32 && Shape::d0 > 1 ? 1 : 0);
    T* shared = shared_array<T, Shape::d0 * pitch>();
    block_barrier();
    if (From::is_owner()) {
      core::for_each_element<From>([&](int r0, int r1, int i, int j) {
        shared[i * pitch + j] = x.values[r0 * From::kRegisters1 + r1];
      });
    }
    block_barrier();
    core::tile<T, Shape, To> result;
    core::for_each_element<To>([&](int r0, int r1, int i, int j) {
      result.values[r0 * To::kRegisters1 + r1] = shared[i * pitch + j];
    });
    return result;
  }

 private:
  /// Combines over the warps whose numbers differ in the bits of Mask (in units of threads).
  template <class Op, unsigned Mask, class C, int N>
  static KW_HD void combine_warps(C (&partial)[N]) {
    C* shared = shared_array<C, N * kThreads>();
    const int thread = thread_index();
    block_barrier();
    KW_UNROLL
    for (int r = 0; r < N; ++r) {
      shared[r * kThreads + thread] = partial[r];
    }
    block_barrier();
    const int first = thread & ~static_cast<int>(Mask);
    KW_UNROLL
    for (int r = 0; r < N; ++r) {
      C combined = shared[r * kThreads + first];
      // Counts through the subsets of Mask in order.
      for (unsigned offset = (0u - Mask) & Mask; offset != 0; offset = (offset - Mask) & Mask) {
        combined = Op::template apply<backend, C>(
            combined, shared[r * kThreads + first + static_cast<int>(offset)]);
      }
      partial[r] = combined;
    }
  }
};

}  // namespace kw::cuda
