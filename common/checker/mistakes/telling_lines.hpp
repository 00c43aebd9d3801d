// Lines of a kernel that are rarely meant as they are written: a value that nothing uses, a loop
// whose steps are all the same, one number per row where a column is meant. They prove nothing, so
// only a test whose values are wrong asks (slips.hpp), and findings quote what supports them.
#pragma once
#include <string>
#include <vector>

#include "common/checker/mistakes/telling_loops.hpp"
#include "common/checker/source/source.hpp"

namespace kw::runtime {

/// The first one of a kernel that is hardly ever meant: an axis or an id in another's place, or two
/// stores to one output. \param lines  of the kernel \param axes  of the grid, with several
/// programs
telling_line find_wrong_line(const std::vector<numbered_line>& lines,
                             const std::vector<parameter>& parameters, const std::string& file,
                             int axes);

/// The first of the others, which some kernels mean as they are.
telling_line find_telling_line(const std::vector<numbered_line>& lines,
                               const std::vector<parameter>& parameters, const std::string& file);

/// The kernel's parameters that no line of it uses, other than in its head.
std::vector<std::string> unused_parameters(const std::vector<numbered_line>& lines,
                                           const std::vector<parameter>& parameters);

}  // namespace kw::runtime
