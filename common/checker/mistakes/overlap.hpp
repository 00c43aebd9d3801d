// Two programs that store to elements of each other.
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

/// Do the two begin at the same element?
bool begin_alike(const site& s);

/// For programs that begin in the same place: which address each should have, or how they add up.
/// \param id  the call that asks for the number in which they differ; else empty
std::string advise_one_place(const site& s, const std::string& id);

/// For programs that begin in different places: how far they are apart, and how far they should be.
/// \param axes  in which the ids of the programs differ
std::string advise_overlap(const site& s, const std::vector<int>& axes);

}  // namespace kw::runtime
