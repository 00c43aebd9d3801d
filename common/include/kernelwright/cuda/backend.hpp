/// \file
/// A thread block as a backend of the tile language: layouts, and how threads exchange values.
#pragma once
#include "kernelwright/core/reduce.hpp"
#include "kernelwright/core/sorting.hpp"
#include "kernelwright/cuda/intrinsics.hpp"

namespace kw::cuda {

constexpr int smaller(int a, int b) {
  return a < b ? a : b;
}
constexpr int larger(int a, int b) {
  return a > b ? a : b;
}

/// How many of a block's warps are side by side down the rows of a product that reads both operands
/// from shared memory as words; see backend::fragments.
constexpr int warps_down_for_words(int warps) {
  int down = 1;
  while (4 * down * down <= warps) {
    down *= 2;
  }
  return down;
}

/// The largest power of two that divides n.
constexpr int largest_power_in(int n) {
  return n & -n;
}

/// The protocol for shared memory that is written after one barrier and read after another.
struct barrier_first {};

/// NumWarps warps; a thread holds up to VectorWidth consecutive elements of a row. One width serves
/// all tiles of a kernel, so tiles of different types share layouts. Team is the set of threads
/// that wait at a barrier of the program.
template <int NumWarps, int VectorWidth, class Team = whole_block>
struct backend : math {
  using team = Team;
  static constexpr int kWarps = NumWarps;
  static constexpr int kThreads = 32 * NumWarps;
  /// Over how many threads tiles are spread: a power of two. The last 4 of 12 warps hold copies,
  /// except of the rows of products, which three warpgroups share.
  static constexpr int kSpread = next_power_of_two(kThreads + 1) / 2;
  static constexpr int kFoldWidth = 1;
  /// How many lanes a loop has: a constant, because registers have no run-time index.
  template <int Count>
  static KW_HD constexpr std::integral_constant<int, Count> lane_count() {
    return {};
  }

  template <class Shape>
  struct blocked {
    /// 192 rows can leave a thread 3 or 6 elements, of which it accesses 2 or 4 at a time.
    static constexpr int a_thread = next_power_of_two(Shape::size / kSpread + 1) / 2;
    static constexpr int vector = smaller(smaller(VectorWidth, Shape::d1), larger(1, a_thread));
    static constexpr int threads1 = smaller(largest_power_in(Shape::d1 / vector), kSpread);
    static constexpr int threads0 = smaller(largest_power_in(Shape::d0), kSpread / threads1);
    using axis0 = core::axis_of<core::in_threads<threads0, threads1>,
                                core::in_registers<Shape::d0 / threads0>>;
    using axis1 = core::axis_of<core::in_registers<vector>, core::in_threads<threads1, 1>,
                                core::in_registers<Shape::d1 / (vector * threads1)>>;
  };
  /// Threads side by side along a row, each with a vector; any that are left over go down the rows.
  template <class Shape>
  using default_layout =
      core::layout<backend, typename blocked<Shape>::axis0, typename blocked<Shape>::axis1>;

  /// Where mma.sync leaves its results: four threads per row with two columns each, eight rows side
  /// by side.
  ///
  /// In a kernel with 16-bit data, warps go down the rows, so a row is in one warp, and those left
  /// over go along the columns. If the smallest element has 32 bits, products run on the ordinary
  /// units, which read both operands from shared memory all the time, and warps in a square need
  /// the fewest words.
  ///
  /// Where warpgroups multiply, four warps have 64 consecutive rows.
  ///
  /// The number of warps that go down the rows is a power of two: 192 rows are 4 times 48.
  ///
  /// For a product with fewer rows or columns than the instruction has, threads hold copies.
  template <class Shape>
  struct fragments {
    static constexpr bool of_words = VectorWidth == 4 && std::is_same_v<Team, whole_block>;
    static constexpr bool by_warpgroups = Team::kWarpgroups && Shape::d0 % (16 * NumWarps) == 0;
    static constexpr int warps = by_warpgroups ? NumWarps : kSpread / 32;
    static constexpr int wanted0 = of_words ? warps_down_for_words(warps) : warps;
    static constexpr int warps0 =
        by_warpgroups ? warps : smaller(wanted0, largest_power_in(larger(1, Shape::d0 / 16)));
    static constexpr int warps1 = smaller(warps / warps0, larger(1, Shape::d1 / 8));
    using by_warp = core::axis_of < core::in_threads<smaller(8, Shape::d0), 4>,
          core::in_registers<Shape::d0<16 ? 1 : 2>, core::in_threads<warps0, 32>,
                             core::in_registers<larger(1, Shape::d0 / (16 * warps0))>>;
    using by_warpgroup =
        core::axis_of<core::in_threads<8, 4>, core::in_registers<2>, core::in_threads<4, 32>,
                      core::in_registers<larger(1, Shape::d0 / (16 * NumWarps))>,
                      core::in_threads<larger(1, NumWarps / 4), 128>>;
    using axis0 = std::conditional_t<by_warpgroups, by_warpgroup, by_warp>;
    using columns = core::axis_of<core::in_registers<smaller(2, Shape::d1)>,
                                  core::in_threads<smaller(4, larger(1, Shape::d1 / 2)), 1>,
                                  core::in_registers<larger(1, Shape::d1 / (8 * warps1))>,
                                  core::in_threads<warps1, 32 * warps0>>;
    using axis1 = columns;
  };
  template <class Shape>
  using accumulator_layout =
      core::layout<backend, typename fragments<Shape>::axis0, typename fragments<Shape>::axis1>;

  template <class T>
  static constexpr int alignment(int) {
    return static_cast<int>(alignof(T));
  }

  static KW_HD int thread() { return thread_index(); }

  /// The same values in another layout, through shared memory: two barriers, or two for each of
  /// several passes if the tile is large.
  template <class To, class T, class Shape, class From>
  static KW_HD auto convert_layout(const core::tile<T, Shape, From>& x) {
    // One spare element per row of 32 keeps the columns of a transpose in different banks.
    constexpr int pitch = Shape::d1 + (Shape::d1 >= 32 && Shape::d0 > 1 ? 1 : 0);
    constexpr int rows = rows_a_pass<Shape, From, To>(pitch * static_cast<int>(sizeof(T)));
    T* shared = shared_array<barrier_first, T, rows * pitch>();
    core::tile<T, Shape, To> result;
    KW_UNROLL
    for (int first = 0; first < Shape::d0; first += rows) {
      auto in_pass = [&](int i) { return rows == Shape::d0 || (i & ~(rows - 1)) == first; };
      Team::barrier();
      if (From::is_owner()) {
        core::for_each_element<From>([&](int r0, int r1, int i, int j) {
          if (in_pass(i)) {
            shared[(i - first) * pitch + j] = x.values[r0 * From::kRegisters1 + r1];
          }
        });
      }
      Team::barrier();
      core::for_each_element<To>([&](int r0, int r1, int i, int j) {
        if (in_pass(i)) {
          result.values[r0 * To::kRegisters1 + r1] = shared[(i - first) * pitch + j];
        }
      });
    }
    return result;
  }

  /// Shared memory for Count elements on their way to another thread. More than 4 KiB takes the
  /// region through which results of products move as well, because a kernel has only 48 KiB for
  /// all regions.
  template <class T, int Count>
  static KW_HD T* passing_through() {
    constexpr int bytes = Count * static_cast<int>(sizeof(T));
    constexpr int region = bytes > 4096 ? larger(bytes, 8448) : bytes;
    return reinterpret_cast<T*>(shared_array<barrier_first, unsigned char, region>());
  }

  /// The element number source(r0, r1, i, j) of x, counted in row-major order, for every element of
  /// a tile of shape Shape in layout To: through shared memory, in passes of up to 8 KiB.
  template <class Shape, class To, class T, class OldShape, class From, class Source>
  static KW_HD auto rearranged(const core::tile<T, OldShape, From>& x, const Source& source) {
    constexpr int pass = smaller(OldShape::size, 8 * 1024 / static_cast<int>(sizeof(T)));
    T* shared = passing_through<T, pass>();
    core::tile<T, Shape, To> result{};  // see sorted
    for (int first = 0; first < OldShape::size; first += pass) {
      Team::barrier();
      if (From::is_owner()) {
        core::for_each_element<From>([&](int r0, int r1, int i, int j) {
          const unsigned at = static_cast<unsigned>(i * OldShape::d1 + j - first);
          if (at < static_cast<unsigned>(pass)) {
            shared[at] = x.values[r0 * From::kRegisters1 + r1];
          }
        });
      }
      Team::barrier();
      core::for_each_element<To>([&](int r0, int r1, int i, int j) {
        const unsigned at = static_cast<unsigned>(source(r0, r1, i, j) - first);
        if (at < static_cast<unsigned>(pass)) {
          result.values[r0 * To::kRegisters1 + r1] = shared[at];
        }
      });
    }
    return result;
  }

  /// The first elements of each sorted row, as many as a row of To has, in Layout. It handles as
  /// many rows at a time as fit in 8 KiB.
  template <bool Descending, class To, class Layout, class T, class Shape, class L>
  static KW_HD auto sorted(const core::tile<T, Shape, L>& x) {
    constexpr int fitting = larger(1, 8 * 1024 / (Shape::d1 * static_cast<int>(sizeof(T))));
    constexpr int rows = smaller(largest_power_in(Shape::d0), next_power_of_two(fitting + 1) / 2);
    T* shared = passing_through<T, rows * Shape::d1>();
    // Each pass sets a part of the result. Without the zeros nvcc 13.0's assembler gave the first
    // pass's elements the values of a later one.
    core::tile<T, To, Layout> result{};
    for (int first = 0; first < Shape::d0; first += rows) {
      Team::barrier();
      if (L::is_owner()) {
        core::for_each_element<L>([&](int r0, int r1, int i, int j) {
          if (i >= first && i < first + rows) {
            shared[(i - first) * Shape::d1 + j] = x.values[r0 * L::kRegisters1 + r1];
          }
        });
      }
      Team::barrier();
      core::sort_rows<Descending>(shared, rows * Shape::d1, Shape::d1, thread(), kThreads,
                                  [] { Team::barrier(); });
      core::for_each_element<Layout>([&](int r0, int r1, int i, int j) {
        if (i >= first && i < first + rows) {
          result.values[r0 * Layout::kRegisters1 + r1] = shared[(i - first) * Shape::d1 + j];
        }
      });
    }
    return result;
  }

  /// How often each of the numbers 0 to Bins - 1 occurs among the active elements of x.
  template <int Bins, class Layout, class T, class Shape, class L, class Mask>
  static KW_HD auto counted(const core::tile<T, Shape, L>& x, const Mask& mask) {
    std::int32_t* counts = passing_through<std::int32_t, Bins>();
    Team::barrier();
    for (int bin = thread(); bin < Bins; bin += kThreads) {
      counts[bin] = 0;
    }
    Team::barrier();
    if (L::is_owner()) {
      core::for_each_element<L>([&](int r0, int r1, int i, int j) {
        const auto bin = static_cast<std::int64_t>(x.values[r0 * L::kRegisters1 + r1]);
        if (bin >= 0 && bin < Bins && core::element(mask, r0, r1, i, j)) {
          add_one_in_shared(counts + bin);
        }
      });
    }
    Team::barrier();
    core::tile<std::int32_t, core::tile_shape<Bins>, Layout> result;
    core::for_each_element<Layout>([&](int, int r1, int, int j) { result.values[r1] = counts[j]; });
    return result;
  }

 private:
  /// A kernel with products keeps most of its shared memory for their operands, so results move in
  /// passes of little more than 8 KiB.
  template <class Shape, class From, class To>
  static constexpr int rows_a_pass(int row_bytes) {
    using Result = accumulator_layout<Shape>;
    constexpr bool of_product = std::is_same_v<From, Result> || std::is_same_v<To, Result>;
    constexpr int most = of_product ? 8448 : 48 * 1024;
    if (Shape::d0 * row_bytes <= most) {
      return Shape::d0;
    }
    int rows = largest_power_in(Shape::d0);  // a pass is found in the bits of a row's number
    while (rows > 1 && rows * row_bytes > most) {
      rows /= 2;
    }
    return rows;
  }
};

}  // namespace kw::cuda
