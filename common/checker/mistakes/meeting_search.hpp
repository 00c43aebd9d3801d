// Finds two programs that meet.
#pragma once
#include <optional>
#include <vector>

#include "common/checker/mistakes/meetings.hpp"
#include "common/checker/record/event_order.hpp"

namespace kw::runtime {

/// Two accesses of different programs to one place that nothing puts in order, if there are any.
/// \param accesses  of the memory block, by rising program
/// \param[out] passes_values_on  does a program load what another one stored before it?
std::optional<meeting> find_meeting(const access_list& accesses, const memory_block& memory,
                                    event_order& order, bool* passes_values_on);

}  // namespace kw::runtime
