/// \file
/// Lesson 06: refuses matrices whose rows cannot all be walked through in steps of an int.
#pragma once

#include <kernelwright/refuse.hpp>

#include "layernorm.hpp"

namespace lesson06 {

/// \throws kw::error if there are too many
inline void check_rows_to_walk(std::int64_t rows) {
  if (rows > kMostRowsToWalk) {
    kw::refuse(
        "these are {} rows, or partial sums of so many programs: at most 2^30 can be added up",
        rows);
  }
}

}  // namespace lesson06
