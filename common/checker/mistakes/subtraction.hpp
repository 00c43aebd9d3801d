// Where an index that is below 0 was made.
#pragma once
#include <string>

#include "common/checker/report/site.hpp"

namespace kw::runtime {

/// The line above the site that subtracts something on the way to its address, and what to do about
/// it; empty if none does.
std::string advise_subtraction(const site& s);

}  // namespace kw::runtime
