/// \file
/// Scans along an axis whose elements are spread over registers, lanes and warps.
///
/// The digits of the axis are taken from fastest to slowest. At each step, the elements that differ
/// in the digits so far are a block, which is scanned by itself and knows its total. Blocks that
/// differ in the next digit then add the totals of those before them: in order, so combine need not
/// be commutative, and in the same order in every thread and every run.
#pragma once
#include "kernelwright/cuda/backend.hpp"

namespace kw::cuda {

/// The scan of N registers of type C. Step is the distance in registers between neighbours along
/// the axis. The comments here describe an upward scan; Reverse turns it around.
template <class Exchange, bool Reverse, int Step, class Combine, class C, int N>
class scan_registers {
 public:
  KW_HD scan_registers(const Exchange& exchange, Combine combine, C (&values)[N])
      : exchange_(exchange), combine_(combine), values_(values) {
    KW_UNROLL
    for (int r = 0; r < N; ++r) {
      totals_[r] = values[r];
    }
  }

  template <class... Digits>
  KW_HD void run(core::axis_layout<Digits...> axis) {
    run<Step, 0u>(axis);
  }

 private:
  /// \tparam Weight  the distance in registers of elements that differ by 1 in the next digit
  /// \tparam Lanes  the bits of the lane's number among the digits so far
  template <int Weight, unsigned Lanes>
  KW_HD void run(core::axis_layout<>) {}
  template <int Weight, unsigned Lanes, class Digit, class... Rest>
  KW_HD void run(core::axis_layout<Digit, Rest...>) {
    constexpr int size = Digit::kSize, stride = Digit::kThreadStride;
    if constexpr (!Digit::kIsThreads) {
      over_registers<Weight, size>();
      run<Weight * size, Lanes>(core::axis_layout<Rest...>{});
    } else if constexpr (stride < 32) {
      constexpr int lanes = smaller(size, 32 / stride);
      constexpr unsigned mask = Lanes | static_cast<unsigned>((lanes - 1) * stride);
      over_lanes<Weight, lanes, stride>();
      using Warps = std::conditional_t<(size > lanes), core::in_threads<size / lanes, 32>, void>;
      run<Weight, mask>(prepend<Warps, Rest...>{});
    } else {
      over_warps<Weight, size, stride, Lanes>();
      run<Weight, Lanes>(core::axis_layout<Rest...>{});
    }
  }
  template <class Digit, class... Rest>
  using prepend = std::conditional_t<
      std::is_void_v<Digit>, core::axis_layout<Rest...>,
      core::axis_layout<std::conditional_t<std::is_void_v<Digit>, core::in_registers<1>, Digit>,
                        Rest...>>;

  /// The register that keeps the total of r's block.
  template <int Weight>
  static KW_HD constexpr int block_of(int r) {
    return r - r % Weight + r % Step;
  }
  /// From the first in the order of the scan to the last.
  static KW_HD constexpr int in_order(int k) { return Reverse ? N - 1 - k : k; }
  template <int Size>
  static KW_HD constexpr int in_order_of_digit(int digit) {
    return Reverse ? Size - 1 - digit : digit;
  }

  template <int Weight, int Size>
  KW_HD void over_registers() {
    KW_UNROLL
    for (int k = 0; k < N; ++k) {
      const int r = in_order(k);
      const int block = block_of<Weight>(r);
      if ((k / Weight) % Size > 0) {
        const C before = totals_[Reverse ? block + Weight : block - Weight];
        values_[r] = combine_(before, values_[r]);
        if (Weight == Step && !moved_) {
          totals_[r] = values_[r];
        } else if (r == block) {
          totals_[r] = combine_(before, totals_[r]);
        }
      }
    }
    if constexpr (!Reverse) {  // else the last block is the first register
      KW_UNROLL
      for (int r = 0; r < N; ++r) {
        if (r == block_of<Weight * Size>(r)) {
          totals_[r] = totals_[r + (Size - 1) * Weight];
        }
      }
    }
  }

  template <int Weight, int Size, int Stride>
  KW_HD void over_lanes() {
    moved_ = true;
    const int lane = thread_index() & 31;
    const int position = in_order_of_digit<Size>((lane / Stride) & (Size - 1));
    constexpr int back = Reverse ? Stride : -Stride;
    C before[N];
    KW_UNROLL
    for (int r = 0; r < N; ++r) {
      if (r == block_of<Weight>(r)) {
        C all = totals_[r];
        KW_UNROLL
        for (int distance = 1; distance < Size; distance *= 2) {
          const C other = shuffle_from(all, lane + distance * back);
          if (position >= distance) {
            all = combine_(other, all);
          }
        }
        before[r] = shuffle_from(all, lane + back);
        constexpr int mask = (Size - 1) * Stride;
        totals_[r] = shuffle_from(all, Reverse ? lane & ~mask : lane | mask);
      }
    }
    if (position > 0) {
      KW_UNROLL
      for (int r = 0; r < N; ++r) {
        values_[r] = combine_(before[block_of<Weight>(r)], values_[r]);
      }
    }
  }

  /// If all lanes of a warp belong to one block, one of them writes its total.
  template <int Weight, int Size, int Stride, unsigned Lanes>
  KW_HD void over_warps() {
    moved_ = true;
    constexpr int lanes_a_slot = Lanes == 31u ? 32 : 1;
    constexpr int slots = Exchange::kThreads / lanes_a_slot;
    constexpr int blocks = N / Weight * Step;
    constexpr int batch =
        smaller(blocks, larger(1, 2 * 1024 / (slots * static_cast<int>(sizeof(C)))));
    KW_UNROLL
    for (int first = 0; first < blocks; first += batch) {
      over_warps_of<Weight, Size, Stride, lanes_a_slot, slots, batch>(first);
    }
  }
  template <int Weight, int Size, int Stride, int LanesASlot, int Slots, int Batch>
  KW_HD void over_warps_of(int first_block) {
    C* shared = exchange_.template next_half<C, Slots * Batch>();
    const int thread = thread_index();
    const int reader = Exchange::template reader<core::in_threads<Size, Stride>::kThreadMask>();
    const int digit = core::lowest_digit<Size>(reader / Stride);
    const int position = in_order_of_digit<Size>(digit);
    auto number_of = [](int r) { return r / Weight * Step + r % Step; };
    auto is_here = [&](int r) {
      return number_of(r) >= first_block && number_of(r) < first_block + Batch;
    };
    KW_UNROLL
    for (int r = 0; r < N; ++r) {
      if (r == block_of<Weight>(r) && is_here(r) && thread % LanesASlot == 0) {
        shared[(number_of(r) - first_block) * Slots + thread / LanesASlot] = totals_[r];
      }
    }
    Exchange::team::barrier();
    C before[N];
    KW_UNROLL
    for (int r = 0; r < N; ++r) {
      if (r == block_of<Weight>(r) && is_here(r)) {
        const C* slot = shared + (number_of(r) - first_block) * Slots;
        auto total_of = [&](int k) {
          return slot[(reader + (in_order_of_digit<Size>(k) - digit) * Stride) / LanesASlot];
        };
        C all = total_of(0);
        before[r] = all;
        KW_UNROLL
        for (int k = 1; k < Size; ++k) {
          before[r] = k == position ? all : before[r];
          all = combine_(all, total_of(k));
        }
        totals_[r] = all;
      }
    }
    if (position > 0) {
      KW_UNROLL
      for (int r = 0; r < N; ++r) {
        if (is_here(r)) {
          values_[r] = combine_(before[block_of<Weight>(r)], values_[r]);
        }
      }
    }
  }

  const Exchange& exchange_;
  Combine combine_;
  C (&values_)[N];
  C totals_[N];         ///< of a block in its first register
  bool moved_ = false;  ///< is a total more than the value of one register?
};

}  // namespace kw::cuda
