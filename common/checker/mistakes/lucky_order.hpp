// Races that the order of one run hides.
#pragma once
#include <vector>

#include "common/checker/mistakes/meetings.hpp"
#include "common/checker/record/event_order.hpp"
#include "common/checker/record/replay.hpp"

namespace kw::runtime {

/// On a CPU programs follow one another. So an atomic operation at the end of each looks as if the
/// next one had waited for it, whether or not it looks at what the operation returns. For meetings
/// that are in order in this way, runs the later program again with the values that it would get if
/// the earlier one had not gone on. Where it does not wait, adds a race.
void find_lucky_order(launch_monitor& monitor, const runner& run, event_order& order,
                      std::vector<meeting> in_order, std::vector<event>& events);

}  // namespace kw::runtime
