// What to do about a lane that leaves its buffer although there is a mask, or at the lower end.
#pragma once
#include <string>

#include "common/checker/report/site.hpp"

namespace kw::runtime {

/// Does the address in this line end with a constant, as in `x + offsets + 1`?
bool adds_constant(const site& s, std::int64_t constant);

/// For an index below 0.
std::string advise_negative(const site& s);

/// For a mask that lets a lane through.
std::string advise_with_mask(const site& s);

}  // namespace kw::runtime
