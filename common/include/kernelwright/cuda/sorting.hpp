/// \file
/// Sorting and counting in shared memory. Included by <kernelwright/sort.hpp>.
#pragma once
#include "kernelwright/core/sorting.hpp"
#include "kernelwright/cuda/backend.hpp"

namespace kw::cuda {

/// The first elements of each sorted row, as many as a row of To has, in Layout. It handles as many
/// rows at a time as fit in 8 KiB.
template <bool Descending, class To, class Layout, class T, class Shape, class L>
KW_HD auto sorted_by_block(const core::tile<T, Shape, L>& x) {
  using Backend = typename L::backend;
  constexpr int fitting = larger(1, 8 * 1024 / (Shape::d1 * static_cast<int>(sizeof(T))));
  constexpr int rows = smaller(largest_power_in(Shape::d0), next_power_of_two(fitting + 1) / 2);
  T* shared = Backend::template passing_through<T, rows * Shape::d1>();
  // Each pass sets a part of the result. Without the zeros nvcc 13.0's assembler gave the first
  // pass's elements the values of a later one.
  core::tile<T, To, Layout> result{};
  for (int first = 0; first < Shape::d0; first += rows) {
    Backend::team::barrier();
    if (L::is_owner()) {
      core::for_each_element<L>([&](int r0, int r1, int i, int j) {
        if (i >= first && i < first + rows) {
          shared[(i - first) * Shape::d1 + j] = x.values[r0 * L::kRegisters1 + r1];
        }
      });
    }
    Backend::team::barrier();
    core::sort_rows<Descending>(shared, rows * Shape::d1, Shape::d1, Backend::thread(),
                                Backend::kThreads, [] { Backend::team::barrier(); });
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
KW_HD auto counted_by_block(const core::tile<T, Shape, L>& x, const Mask& mask) {
  using Backend = typename L::backend;
  std::int32_t* counts = Backend::template passing_through<std::int32_t, Bins>();
  Backend::team::barrier();
  for (int bin = Backend::thread(); bin < Bins; bin += Backend::kThreads) {
    counts[bin] = 0;
  }
  Backend::team::barrier();
  if (L::is_owner()) {
    core::for_each_element<L>([&](int r0, int r1, int i, int j) {
      const auto bin = static_cast<std::int64_t>(x.values[r0 * L::kRegisters1 + r1]);
      if (bin >= 0 && bin < Bins && core::element(mask, r0, r1, i, j)) {
        add_one_in_shared(counts + bin);
      }
    });
  }
  Backend::team::barrier();
  core::tile<std::int32_t, core::tile_shape<Bins>, Layout> result;
  core::for_each_element<Layout>([&](int, int r1, int, int j) { result.values[r1] = counts[j]; });
  return result;
}

}  // namespace kw::cuda
