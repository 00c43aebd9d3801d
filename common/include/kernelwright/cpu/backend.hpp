/// \file
/// The CPU as a backend of the tile language: one thread holds a whole tile as an array.
#pragma once
#include "kernelwright/core/reduce.hpp"
#include "kernelwright/cpu/math.hpp"

namespace kw::cpu {

struct backend : math {
  static constexpr int kThreads = 1;
  /// Partial results side by side in a fold: enough for two 256-bit registers of float32.
  static constexpr int kFoldWidth = 16;
  /// How many lanes a loop has: a number, because one function then serves tiles of every size.
  template <int Count>
  static KW_HD constexpr int lane_count() {
    return Count;
  }

  template <class Shape>
  using default_layout = core::layout<backend, core::axis_of<core::in_registers<Shape::d0>>,
                                      core::axis_of<core::in_registers<Shape::d1>>>;

  template <class Shape>
  using accumulator_layout = default_layout<Shape>;

  /// A tile of up to a cache line is in one line, a larger one starts on a line: vector accesses to
  /// rows never straddle a line.
  template <class T>
  static constexpr int alignment(int count) {
    const int bytes = count * static_cast<int>(sizeof(T));
    return bytes < 64 ? bytes : 64;
  }

  static KW_HD constexpr int thread() { return 0; }

  template <class Layout, class X>
  static KW_HD constexpr const X& convert_layout(const X& x) {
    static_assert(core::never<Layout>, "the CPU has one layout a shape");
    return x;
  }
};

}  // namespace kw::cpu
