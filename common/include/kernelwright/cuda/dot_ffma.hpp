/// \file
/// Products on the ordinary arithmetic units: float32 as float32, float64, and all types on GPUs
/// before sm_80.
#pragma once
#include "kernelwright/cuda/dot_staging.hpp"

namespace kw::cuda {

/// An axis of the accumulator in the order that suits its threads' reads: coordinates that one
/// thread holds are together, up to 16 bytes of them, and neighbouring threads' are side by side.
template <class Axis>
struct gathered_axis;
template <class... Digits>
struct gathered_axis<core::axis_layout<Digits...>> {
  using axis = core::axis_layout<Digits...>;
  static constexpr int kRegisters = axis::kRegisters;
  static constexpr int kExtent = axis::kSize;
  static constexpr int kThreads = kExtent / kRegisters;
  static constexpr int kVector = smaller(4, largest_power_in(kRegisters));
  static constexpr int kGroup =
      kVector * kThreads;  ///< words from one vector of a thread to the next

  static KW_HD constexpr int position(int coordinate) {
    const int reg = part<false>(coordinate);
    return (reg / kVector) * kGroup + part<true>(coordinate) * kVector + reg % kVector;
  }
  static KW_HD constexpr int of_thread(int thread) {
    return part<true>(axis::of_thread(thread)) * kVector;
  }

  /// How the words of row k are exchanged. A tile that is contiguous along k is written with its
  /// lanes along k: this spreads them over the banks.
  static KW_HD constexpr int swizzle(int k) {
    return (((k >> 2) & 3) | ((k >> 4) & 1) << 4) & (kGroup - 1);
  }

 private:
  /// The number formed by the thread digits (or the register digits) of a coordinate.
  template <bool OfThreads>
  static KW_HD constexpr int part(int coordinate) {
    int result = 0, weight = 1;
    ((result +=
      Digits::kIsThreads == OfThreads ? core::lowest_digit<Digits::kSize>(coordinate) * weight : 0,
      weight *= Digits::kIsThreads == OfThreads ? Digits::kSize : 1, coordinate /= Digits::kSize),
     ...);
    return result;
  }
};

/// One operand, (extent, K): row k in shared memory holds its coordinates in the order of Gathered,
/// exchanged by its swizzle if Swizzled.
template <class R, class Gathered, int K, bool Swizzled>
struct gathered_rows {
  static constexpr int kBytes = K * Gathered::kExtent * static_cast<int>(sizeof(R));
  R* words;

  static KW_HD constexpr int swizzle(int k) { return Swizzled ? Gathered::swizzle(k) : 0; }

  template <class T, class Shape, class L>
  KW_HD void store(const core::tile<T, Shape, L>& x, int first) const {
    // Words that may have changed places with their neighbours are written one by one.
    constexpr int run =
        Swizzled ? 1 : smaller(L::axis0::kVector, smaller(Gathered::axis::kVector, 4));
    const int i0 = L::first_row(), j0 = L::first_column();
    const int k0 = j0 & (K - 1);
    const int origin = Gathered::position(i0) ^ swizzle(k0);
    R* row0 = words + k0 * Gathered::kExtent;
    if (!L::is_owner()) {
      return;
    }
    KW_UNROLL
    for (int r1 = 0; r1 < L::kRegisters1; ++r1) {
      const int j = L::axis1::of_register(r1);
      const int k = j & (K - 1);
      if (K == Shape::d1 || ((j0 + j) & ~(K - 1)) == first) {
        KW_UNROLL
        for (int r0 = 0; r0 < L::kRegisters0; r0 += run) {
          const int step = Gathered::position(L::axis0::of_register(r0)) ^ swizzle(k);
          const int place = (origin ^ (step & 31)) + (step & ~31);
          packet<R, run> values;
          KW_UNROLL
          for (int e = 0; e < run; ++e) {
            values.value[e] = core::convert<R>(x.values[(r0 + e) * L::kRegisters1 + r1]);
          }
          *reinterpret_cast<packet<R, run>*>(row0 + k * Gathered::kExtent + place) = values;
        }
      }
    }
  }

  /// The thread's coordinates in row k0 + k, where the compiler knows that k < 16 and k0 is a
  /// multiple of 16. `origin` is Gathered::of_thread(thread) ^ swizzle(k0).
  KW_HD void load(R (&values)[Gathered::kRegisters], int origin, int k0, int k) const {
    constexpr int vector = Gathered::kVector;
    const int exchanged = swizzle(k);
    const R* row = words + (k0 + k) * Gathered::kExtent + (origin ^ (exchanged & ~(vector - 1)));
    KW_UNROLL
    for (int r = 0; r < Gathered::kRegisters; r += vector) {
      const auto loaded =
          *reinterpret_cast<const packet<R, vector>*>(row + (r / vector) * Gathered::kGroup);
      KW_UNROLL
      for (int e = 0; e < vector; ++e) {
        values[r + e] = loaded.value[e ^ (exchanged & (vector - 1))];
      }
    }
  }
};

KW_HD float multiply_add_one(float a, float b, float c) {
  return ::fmaf(a, b, c);
}
KW_HD double multiply_add_one(double a, double b, double c) {
  return ::fma(a, b, c);
}
KW_HD std::int32_t multiply_add_one(std::int32_t a, std::int32_t b, std::int32_t c) {
  return a * b + c;
}

template <int K, class A, class B, class R, class Shape, class L>
KW_HD void add_gathered_product(const A& a, const B& b, core::tile<R, Shape, L>& acc) {
  using GatheredA = gathered_axis<typename L::axis0>;
  using GatheredB = gathered_axis<typename L::axis1>;
  const int thread = L::backend::thread();
  const int own_a = GatheredA::of_thread(thread), own_b = GatheredB::of_thread(thread);
  // 16 steps are unrolled, because the swizzle's pattern within them names registers. Twice as many
  // pay off if their code still fits in the instruction cache.
  [[maybe_unused]] constexpr int rounds = L::kRegisters <= 64 ? 2 : 1;
#ifdef __CUDA_ARCH__
#pragma unroll rounds
#endif
  for (int k0 = 0; k0 < K; k0 += 16) {
    const int origin_a = own_a ^ A::swizzle(k0);
    const int origin_b = own_b ^ B::swizzle(k0);
    KW_UNROLL
    for (int k = 0; k < 16; ++k) {
      R of_a[GatheredA::kRegisters], of_b[GatheredB::kRegisters];
      a.load(of_a, origin_a, k0, k);
      b.load(of_b, origin_b, k0, k);
      KW_UNROLL
      for (int r0 = 0; r0 < L::kRegisters0; ++r0) {
        KW_UNROLL
        for (int r1 = 0; r1 < L::kRegisters1; ++r1) {
          R& sum = acc.values[r0 * L::kRegisters1 + r1];
          sum = multiply_add_one(of_a[r0], of_b[r1], sum);
        }
      }
    }
  }
}

}  // namespace kw::cuda
