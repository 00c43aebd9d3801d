// Two programs that begin in different places, and store to elements of each other.
#pragma once
#include <string>
#include <vector>

#include "common/checker/mistakes/meetings.hpp"
#include "common/checker/report/site.hpp"

namespace kw::runtime {

/// The two programs of a race.
inline const meeting& met(const site& s) {
  return s.e.as<meeting>();
}

/// Does the buffer have one row for each of the programs along this axis?
bool one_row_each(const site& s, int axis);

/// Programs that differ along two axes reach the same elements, because a step along the later axis
/// is shorter than all the steps along the earlier one. Empty if it is not so.
std::string advise_two_axes(const site& s, const std::vector<int>& axes);

/// What to multiply by, or to look at. \param axes  in which the ids of the programs differ
/// \param id  the call that asks for it, if that is one axis; else empty
std::string advise_overlap(const site& s, const std::vector<int>& axes, const std::string& id);

}  // namespace kw::runtime
