// A memory block that a launch stored to, when all its programs have ended.
#pragma once
#include <optional>

#include "common/checker/mistakes/meeting_search.hpp"
#include "common/checker/mistakes/meetings.hpp"
#include "common/checker/record/bitmap.hpp"
#include "common/checker/record/event_order.hpp"

namespace kw::runtime {

class stored_memory {
 public:
  /// \param painted the elements that were stored to
  /// \param stores_met did any two stores touch one element?
  stored_memory(const launch_monitor& the_monitor, int the_memory, const bitmap& the_painted,
                bool stores_met, event_order& the_order)
      : monitor(the_monitor),
        memory(the_memory),
        painted(the_painted),
        order(the_order),
        stores_met_(stores_met) {}

  const launch_monitor& monitor;
  const int memory;
  const bitmap& painted;
  event_order& order;

  /// Two programs that meet here, if any do.
  const std::optional<meeting>& met();
  /// Did a program, duly synchronised, load here what another program of the launch stored? Then it
  /// cannot run again by itself. Known once met() was asked.
  bool passes_values_on() const { return in_order_.pass_values_on; }
  /// Meetings that atomic operations put in order in this run; some of them.
  const std::vector<meeting>& in_order() const { return in_order_.some; }

 private:
  bool stores_met_;
  bool searched_ = false;
  ordered_meetings in_order_;
  std::optional<meeting> met_;
};

}  // namespace kw::runtime
