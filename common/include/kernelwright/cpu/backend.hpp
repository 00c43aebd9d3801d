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

  template <class Shape>
  using default_layout = core::layout<backend, core::axis_of<core::in_registers<Shape::d0>>,
                                      core::axis_of<core::in_registers<Shape::d1>>>;

  /// Tiles start on a cache line, so that vector loads never straddle one.
  template <class T>
  static constexpr int alignment(int count) {
    return count * static_cast<int>(sizeof(T)) >= 64 ? 64 : static_cast<int>(alignof(T));
  }

  static KW_HD constexpr int thread() { return 0; }

  template <class Layout, class X>
  static KW_HD constexpr const X& convert_layout(const X& x) {
    static_assert(core::never<Layout>, "the CPU has one layout a shape");
    return x;
  }
};

}  // namespace kw::cpu
