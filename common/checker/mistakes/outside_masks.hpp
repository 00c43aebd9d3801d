// Advice about the mask of a line that leaves its buffer, or that has none.
#pragma once
#include <string>

#include "common/checker/mistakes/outside.hpp"

namespace kw::runtime {

/// Lanes before the beginning.
std::string advise_negative(const site& s);
/// A mask that lets lanes past the end through: which one, and what it should compare.
std::string advise_with_mask(const site& s);
/// More lanes than elements, and no mask.
std::string advise_missing_mask(const site& s);

}  // namespace kw::runtime
