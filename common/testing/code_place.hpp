// Where in the learner's file an address of this program is: a crash, or where an exception came
// from.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

namespace kw::testing {

struct code_place {
  std::string function;  ///< empty if it is not known
  std::string file;      ///< from the root of the repository; empty if the line is not known
  int line = 0;
  std::string text;  ///< of the line
};

/// The first of `calls`, innermost first, that is in a file of a learner. Its line needs line
/// numbers in the program, which exercises have, and the program addr2line. Where no line is known,
/// it is the first call of a function of this program, with its name alone. Cost: some
/// milliseconds.
code_place place_of(const std::vector<std::uintptr_t>& calls);

/// The same out of what `addr2line -a -i -f -C` prints, without the line's text.
code_place first_learners_line(const std::string& listing);

/// The calls that led to the latest exception that host code of this thread threw, innermost first;
/// empty if there was none. For `place_of`.
std::vector<std::uintptr_t> calls_of_latest_throw();

/// From now on a crash of this process prints what it was, and in which line or else which
/// function, before it ends the process as it would have.
/// \returns false under a sanitizer, which does that itself
bool report_crashes();

}  // namespace kw::testing
