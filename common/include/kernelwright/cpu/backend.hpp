/// \file
/// The CPU as a backend of the tile language: one thread holds a whole tile as an array.
#pragma once
#include "kernelwright/core/reduce.hpp"
#include "kernelwright/core/sorting.hpp"
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
  /// The first elements of each sorted row, as many as a row of To has.
  template <bool Descending, class To, class Layout, class T, class Shape, class L>
  static KW_TILE_OP auto sorted(const core::tile<T, Shape, L>& x) {
    core::tile<T, Shape, L> all = x;
    core::sort_rows<Descending>(all.values, Shape::size, Shape::d1, 0, 1, [] {});
    core::tile<T, To, Layout> result;
    for (int i = 0; i < To::d0; ++i) {
      for (int j = 0; j < To::d1; ++j) {
        result.values[i * To::d1 + j] = all.values[i * Shape::d1 + j];
      }
    }
    return result;
  }
  /// How often each of the numbers 0 to Bins - 1 occurs among the active elements of x.
  template <int Bins, class Layout, class T, class Shape, class L, class Mask>
  static KW_TILE_OP auto counted(const core::tile<T, Shape, L>& x, const Mask& mask) {
    core::tile<std::int32_t, core::tile_shape<Bins>, Layout> counts{};
    for (int i = 0; i < Shape::d0; ++i) {
      for (int j = 0; j < Shape::d1; ++j) {
        const auto bin = static_cast<std::int64_t>(x.values[i * Shape::d1 + j]);
        if (core::element(mask, i, j, i, j) && bin >= 0 && bin < Bins) {
          ++counts.values[bin];
        }
      }
    }
    return counts;
  }
};

}  // namespace kw::cpu
