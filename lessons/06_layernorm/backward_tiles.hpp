/// \file
/// Lesson 06: which block and how many warps both backward passes take for which width.
#pragma once

#include <kernelwright/compiler/hurry.hpp>
#include <kernelwright/kernelwright.hpp>

#include "layernorm.hpp"
#include "rows_to_walk.hpp"

namespace lesson06 {

/// Launches `Kernel<1024>` or `Kernel<kLongestBackwardTile>` for rows that one tile holds, and
/// `Kernel<128>` for the shortest.
///
/// Programs of short rows are small, and eight of them share a multiprocessor, or as many as
/// `kShortRowsAtOnce` says. A program of long rows keeps 7 tiles in registers: the weights, both
/// sums, and two rows of dy and of x each, of which one is being loaded. With 8 warps that is 112
/// of a thread's 128 registers, so two programs share a multiprocessor.
///
/// \param dw,db what the kernel takes for them: matrices of partial sums, or the sums themselves
template <template <int> class Kernel, int kShortRowsAtOnce = 8, class T, class Sums>
void launch_backward(std::int64_t programs, kw::view<const T, 2> dy, kw::view<const T, 2> x,
                     kw::view<const T> weight, kw::view<const float> mean,
                     kw::view<const float> rstd, kw::view<T, 2> dx, const Sums& dw,
                     const Sums& db) {
  check_rows_to_walk(x.extent(0));
  check_rows_to_walk(programs);
  constexpr int kWarpsOfShortRows = sizeof(T) == 2 ? 4 : 2;
  if constexpr (kw::core::kIsMeasured) {  // on a CPU, a lane costs time also after its row's end
    if (dx.extent(1) <= 128) {
      return kw::launch<1, kShortRowsAtOnce>(dx.device(), kw::grid(programs), Kernel<128>{}, dy, x,
                                             weight, mean, rstd, dx, dw, db);
    }
  }
  if constexpr (!kw::core::compiled_in_a_hurry) {
    if (dx.extent(1) <= 1024) {
      return kw::launch<kWarpsOfShortRows, kShortRowsAtOnce>(
          dx.device(), kw::grid(programs), Kernel<1024>{}, dy, x, weight, mean, rstd, dx, dw, db);
    }
  }
  kw::launch<8, 2>(dx.device(), kw::grid(programs), Kernel<kLongestBackwardTile>{}, dy, x, weight,
                   mean, rstd, dx, dw, db);
}

}  // namespace lesson06
