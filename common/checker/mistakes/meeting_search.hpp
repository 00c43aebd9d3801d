// Finds two programs that meet.
#pragma once
#include <optional>
#include <vector>

#include "common/checker/mistakes/meetings.hpp"
#include "common/checker/record/event_order.hpp"

namespace kw::runtime {

/// What else a search for meetings sees.
struct ordered_meetings {
  bool pass_values_on = false;  ///< Does a program load what another one stored before it?
  std::vector<meeting> some;    ///< That atomic operations put in order: a few, of different lines.
};

/// Two accesses of different programs to one place that nothing puts in order, if there are any.
/// \param accesses  of the memory block, by rising program
std::optional<meeting> find_meeting(const access_list& accesses, const memory_block& memory,
                                    event_order& order, ordered_meetings* in_order);

}  // namespace kw::runtime
