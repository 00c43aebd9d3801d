// The terminal that a learner uses.
#pragma once

#include <cstddef>
#include <cstdio>

namespace kw::grader {

/// Columns and rows of a terminal.
struct screen {
  std::size_t columns = 80;
  std::size_t rows = 24;
};

/// The size of the terminal that a descriptor refers to; 80 by 24 if it does not report one, and
/// never less than 20 by 5.
screen screen_size(int descriptor);

/// Whether a stream is a terminal that understands more than lines: not a pipe, not TERM=dumb.
bool can_redraw(std::FILE* stream);

}  // namespace kw::grader
