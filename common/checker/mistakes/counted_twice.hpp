// Programs that add the same elements of an input to one output.
#pragma once
#include <string>

#include "common/checker/mistakes/read_walk.hpp"
#include "common/checker/report/site.hpp"

namespace kw::runtime {

/// What two neighbouring programs read in a line, if both add to the same elements atomically;
/// empty if no two do. It is not a mistake where every row needs the whole input, as with a vector
/// of weights, so ask only about the largest input of a launch. \param s  the line
std::string explain_counted_twice(const site& s, const read_records& reads);

/// Has no other input of the launch more elements?
bool is_largest_input(const launch_monitor& monitor, const target& input);

}  // namespace kw::runtime
