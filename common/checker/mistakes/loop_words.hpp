// What a text about a line of the kernel says of the loops around it.
#pragma once
#include <string>

#include "common/checker/report/site.hpp"

namespace kw::runtime {

/// The innermost loop around the line.
struct words_of_loop {
  std::string text;      ///< `the loop in line 25 (`for (...)`)`, or `the loop`
  std::string variable;  ///< its own, such as `start`; empty if it is not known
  int line = 0;          ///< of its head
};
words_of_loop loop_around(const site& s);

/// The heads of several loops around a line, of which this is the innermost, the outermost first;
/// empty if there is only one.
std::string heads_around(const site& s, const numbered_line& innermost);

/// Advice for a loop that ends before a last block that is not full, `start + BLOCK <= n`; empty
/// for any other loop.
std::string whole_blocks_only(const site& s);

/// Do the rows of the tile depend on the loop around its line, even where that takes one step
/// alone?
bool loop_takes_rows(const site& s);

}  // namespace kw::runtime
