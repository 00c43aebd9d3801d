// A pointer that a line of the kernel has moved, `x += first;`, or that a loop moves on.
#pragma once
#include <string>

#include "common/checker/report/site.hpp"

namespace kw::runtime {

/// Advice for a masked access that goes past the end: its pointer was moved, or is moved on in the
/// loop around it, and the mask compares numbers that were not, or the offsets move on as well.
/// Empty if nothing of this is so.
std::string advise_moved_pointer(const site& s);

/// Advice for a tile that leaves its rows: the loop moves its pointer on by a number of columns,
/// `b += BK;`, where rows are meant. Empty if it moves no pointer.
std::string advise_moved_along_row(const site& s);

}  // namespace kw::runtime
