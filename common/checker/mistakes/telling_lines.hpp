// Lines of a kernel that are rarely meant as they are written: a value that nothing uses, a loop
// whose steps are all the same, one number per row where a column is meant. They prove nothing, so
// only a test whose values are wrong asks (slips.hpp), and findings quote what supports them.
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

/// The first one of a kernel that is hardly ever meant: an axis or an id in another's place, or two
/// stores to one output. \param lines  of the kernel
telling_line find_wrong_line(const std::vector<numbered_line>& lines,
                             const std::vector<parameter>& parameters, const std::string& file);

/// The first of the others, which some kernels mean as they are.
telling_line find_telling_line(const std::vector<numbered_line>& lines,
                               const std::vector<parameter>& parameters, const std::string& file);

/// The first loop that never uses its variable: all of its steps do the same.
telling_line loop_of_equal_steps(const std::vector<numbered_line>& lines);

/// The kernel's parameters that no line of it uses, other than in its head.
std::vector<std::string> unused_parameters(const std::vector<numbered_line>& lines,
                                           const std::vector<parameter>& parameters);

}  // namespace kw::runtime
