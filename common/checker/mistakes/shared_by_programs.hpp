// One array for all programs, read as if each had a part of its own.
#pragma once
#include "common/checker/report/site.hpp"

namespace kw::runtime {

/// What to do where the lanes of this line begin a multiple of their target's size after its first
/// element, because the offsets move from one program to the next although all programs need the
/// same elements: the weights of a row, for example. Empty where the cause may be another one.
/// \param shift how many elements after it
std::string advise_shared_by_programs(const site& s, std::int64_t shift);

}  // namespace kw::runtime
