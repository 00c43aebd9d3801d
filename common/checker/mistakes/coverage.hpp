// What a launch left unwritten of an output.
#pragma once
#include <string>
#include <vector>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {

/// Adds an event for each output of which something stayed unwritten because of the grid, or
/// because of the kernel. Call when the launch's stores are marked.
void add_unwritten(const launch_monitor& monitor, bool because_of_grid, std::vector<event>& events);

/// `out[768..999] (232 of 1000 elements)`
std::string unwritten_range(const site& s);
const char* was_were(const site& s);

}  // namespace kw::runtime
