/// \file
/// Layouts: which thread holds which element of a tile, in which register.
///
/// A layout is a product of two axis layouts. An axis layout is a list of digits from fastest to
/// slowest, each held in registers or in threads. A blocked row of a tile, for example, is
/// `in_registers<V>, in_threads<T, 1>, in_registers<R>`: V consecutive elements per thread, T
/// threads side by side, and R repetitions. On the CPU one thread holds everything.
#pragma once
#include "kernelwright/core/shape.hpp"

namespace kw::core {

/// A digit of N values that one thread holds in N registers.
template <int N>
struct in_registers {
  template <int Part>
  using lower = in_registers<Part>;  ///< of a digit that is cut in two
  template <int Part>
  using upper = in_registers<N / Part>;
  static constexpr int kSize = N, kRegisters = N, kThreadMask = 0, kThreadStride = 1;
  static constexpr bool kIsThreads = false;
};

/// A digit of N values held by threads whose numbers differ by Stride.
template <int N, int Stride>
struct in_threads {
  template <int Part>
  using lower = in_threads<Part, Stride>;
  template <int Part>
  using upper = in_threads<N / Part, Stride * Part>;
  static constexpr int kSize = N, kRegisters = 1;
  /// The bits of a thread's number that count: three warpgroups are told apart by two bits.
  static constexpr int kThreadMask = (next_power_of_two(N) - 1) * Stride;
  static constexpr int kThreadStride = Stride;
  static constexpr bool kIsThreads = true;
};

/// The lowest digit of a number in base Size. Three warpgroups make the only digit that is not a
/// power of two.
template <int Size>
KW_HD constexpr int lowest_digit(int number) {
  if constexpr ((Size & (Size - 1)) == 0) {
    return number & (Size - 1);
  } else {
    return number % Size;
  }
}

template <class... Digits>
struct axis_layout {
  static constexpr int kSize = (Digits::kSize * ... * 1);
  static constexpr int kRegisters = (Digits::kRegisters * ... * 1);
  static constexpr unsigned kThreadMask = (static_cast<unsigned>(Digits::kThreadMask) | ... | 0u);
  /// Does each digit have its own bits of the thread's number?
  static constexpr bool kDigitsAreApart =
      kThreadMask == (static_cast<unsigned>(Digits::kThreadMask) + ... + 0u);
  static constexpr int kLastThread =
      ((Digits::kIsThreads ? (Digits::kSize - 1) * Digits::kThreadStride : 0) + ... + 0);

  /// How many consecutive elements one thread holds in consecutive registers.
  static constexpr int kVector = [] {
    int run = 1;
    [[maybe_unused]] bool leading = true;
    ((leading = leading && !Digits::kIsThreads, run *= leading ? Digits::kSize : 1), ...);
    return run;
  }();

  /// The part of the coordinate that depends on the thread's number.
  static KW_HD constexpr int of_thread([[maybe_unused]] int thread) {
    [[maybe_unused]] int weight = 1;
    int coordinate = 0;
    ((coordinate +=
      Digits::kIsThreads ? lowest_digit<Digits::kSize>(thread / Digits::kThreadStride) * weight : 0,
      weight *= Digits::kSize),
     ...);
    return coordinate;
  }

  /// The part of the coordinate that depends on the register's number.
  static KW_HD constexpr int of_register([[maybe_unused]] int reg) {
    [[maybe_unused]] int weight = 1;
    int coordinate = 0;
    ((coordinate += Digits::kIsThreads ? 0 : lowest_digit<Digits::kSize>(reg) * weight,
      reg = Digits::kIsThreads ? reg : reg / Digits::kSize, weight *= Digits::kSize),
     ...);
    return coordinate;
  }
};

/// An axis of extent 1.
using unit_axis = axis_layout<>;

/// Drops digits of size 1, so equal layouts are equal types.
template <class Kept, class... Digits>
struct drop_trivial_digits {
  using type = Kept;
};
template <class... Kept, class Digit, class... Rest>
struct drop_trivial_digits<axis_layout<Kept...>, Digit, Rest...> {
  using type = typename drop_trivial_digits<
      std::conditional_t<Digit::kSize == 1, axis_layout<Kept...>, axis_layout<Kept..., Digit>>,
      Rest...>::type;
};
template <class... Digits>
using axis_of = typename drop_trivial_digits<axis_layout<>, Digits...>::type;

/// The layout of a tile: its rows by Axis0, its columns by Axis1. Register r0 of the rows and r1 of
/// the columns is stored at r0 * kRegisters1 + r1.
template <class Backend, class Axis0, class Axis1>
struct layout {
  using backend = Backend;
  using axis0 = Axis0;
  using axis1 = Axis1;
  static constexpr int kRegisters0 = Axis0::kRegisters, kRegisters1 = Axis1::kRegisters;
  static constexpr int kRegisters = kRegisters0 * kRegisters1;
  static constexpr unsigned kThreadMask = Axis0::kThreadMask | Axis1::kThreadMask;

  /// If a small tile leaves threads over, they hold copies; the owner is the thread that writes.
  /// The owners are the threads in whose numbers all bits are 0 that no digit uses.
  static constexpr unsigned kCopyMask =
      static_cast<unsigned>(next_power_of_two(Backend::kThreads) - 1) & ~kThreadMask;
  static_assert(Axis0::kDigitsAreApart && Axis1::kDigitsAreApart &&
                    (Axis0::kThreadMask & Axis1::kThreadMask) == 0,
                "kernelwright: two digits of this layout use the same bit of a thread's number, so "
                "elements would be left without a thread");
  static_assert(Axis0::kLastThread + Axis1::kLastThread < Backend::kThreads,
                "kernelwright: this layout needs more threads than the program has");
  static KW_HD bool is_owner() {
    return kCopyMask == 0 || (static_cast<unsigned>(Backend::thread()) & kCopyMask) == 0;
  }
  static KW_HD int first_row() { return Axis0::of_thread(Backend::thread()); }
  static KW_HD int first_column() { return Axis1::of_thread(Backend::thread()); }
};

}  // namespace kw::core
