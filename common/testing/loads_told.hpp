// Sentences about what a program loads of an argument, and about what its elements depend on.
#pragma once
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/testing/again.hpp"

namespace kw::testing {

/// Indices along an axis of an argument, each as [begin, end).
using ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

/// How often a line reads one element, at most.
int times_read(const loading_line& line);
/// Does each of several steps of its loop read the same? A step reads rows that are evenly apart.
bool stands_still(const loading_line& line, std::int64_t row_stride);

/// "line 17 (`...`), in the loop in line 12 (`...`)"
std::string line_told(const loading_line& line);
/// What a program reads of an argument in a line: "columns 1..5 of x in line 17".
std::string load_told(const loading_line& line, std::int64_t row_stride, const held_values& held,
                      int axis, const std::string& name);

/// Are these the loads of several programs?
bool several(const loads_of_program& all);
/// "Program (2) reads", "Programs (0) and (1) read"
std::string reader_told(const loads_of_program& all);

/// On what an element depends along an axis, and on what it should: "factors[1], and should depend
/// on factors[0]"; "less of x than it should" where the indices were tried several at a time.
/// \param exact  whether they were tried one by one
std::string dependence_told(const ranges& own, const ranges& right, const held_values& held,
                            int axis, const std::string& name, bool exact);

/// What a program reads of an argument, by lines: " Program (2) reads columns 1..5 of x in
/// line 17." Where it reads just what the element should depend on, the sentence says so, and where
/// it reads that among other things, the lines say nothing, and there is none.
std::string loads_told(const loads_of_program& all, const ranges& own, const ranges& right,
                       const held_values& held, int axis, const std::string& name, bool exact);

}  // namespace kw::testing
