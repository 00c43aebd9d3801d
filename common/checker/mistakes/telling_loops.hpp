// Loops of a kernel that are rarely meant as they are written. telling_lines.hpp says who asks.
#pragma once
#include <string>
#include <vector>

#include "common/checker/source/source.hpp"

namespace kw::runtime {

/// A line and what is striking about it; line 0: none.
struct telling_line {
  int line = 0;
  std::string text;
};

/// The first loop that never uses its variable, and moves none on: all of its steps do the same.
telling_line loop_of_equal_steps(const std::vector<numbered_line>& lines);

/// A `continue` that skips the line of its loop in which a variable from outside is moved on.
telling_line move_skipped(const std::vector<numbered_line>& lines);

/// `best = tl.maximum(best, v);`, and below it `v > best`, which never holds.
telling_line raised_before_compared(const std::vector<numbered_line>& lines);

}  // namespace kw::runtime
