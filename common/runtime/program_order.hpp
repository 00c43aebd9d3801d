// In which order the programs of a launch run on the CPU.
#pragma once
#include <algorithm>
#include <cstdint>

#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// The order of a grid's programs: axis 0 fastest, or in strips along axis 1.
///
/// The tiles of a matrix are often numbered down its columns: axis 0 counts rows of tiles. One
/// after the other, their programs would touch as many pages of memory as the matrix has rows, and
/// a few hundred bytes of each. In strips, neighbours in a row of tiles follow each other, so long
/// runs of memory are read, and each page is looked up once. A grid numbered along rows becomes a
/// little slower.
class program_order {
 public:
  /// \param in_strips for grids of two axes whose data no cache holds
  program_order(const unsigned (&grid)[3], bool in_strips)
      : count_{grid[0], grid[1], grid[2]},
        width_(in_strips && grid[2] == 1 ? std::min<std::int64_t>(kStrip, grid[1]) : 0) {}

  /// Makes `p` the program at this position of the order.
  void place(std::int64_t position, program* p) const {
    for (int axis = 0; axis < 3; ++axis) {
      p->count[axis] = static_cast<int>(count_[axis]);
    }
    if (width_ == 0) {
      p->id[0] = static_cast<int>(position % count_[0]);
      p->id[1] = static_cast<int>(position / count_[0] % count_[1]);
      p->id[2] = static_cast<int>(position / count_[0] / count_[1]);
      p->index = position;
      return;
    }
    const std::int64_t strip = position / (count_[0] * width_);
    const std::int64_t inside = position % (count_[0] * width_);
    // The last strip may be narrower, and after it there is none.
    const std::int64_t width = std::clamp<std::int64_t>(count_[1] - strip * width_, 1, width_);
    p->id[0] = static_cast<int>(inside / width);
    p->id[1] = static_cast<int>(strip * width_ + inside % width);
    p->id[2] = 0;
    p->index = p->id[1] * count_[0] + p->id[0];
  }

  /// Makes the program at a position that at the next, or no program in particular at the end.
  void advance(std::int64_t next, program* p) const {
    if (width_ != 0) {
      place(next, p);
      return;
    }
    p->index = next;  // without a division
    for (int axis = 0; axis < 3 && ++p->id[axis] == p->count[axis] && axis < 2; ++axis) {
      p->id[axis] = 0;
    }
  }

 private:
  static constexpr std::int64_t kStrip = 32;
  std::int64_t count_[3];
  std::int64_t width_;  // of a strip, in programs; 0 if there are none
};

}  // namespace kw::runtime
