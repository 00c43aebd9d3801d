// A memory block that a launch stored to, when all its programs have ended.
#pragma once
#include <optional>

#include "common/checker/mistakes/meetings.hpp"
#include "common/checker/record/bitmap.hpp"

namespace kw::runtime {

class stored_memory {
 public:
  /// \param painted the elements that were stored to
  /// \param stores_met did any two stores touch one element?
  stored_memory(const launch_monitor& the_monitor, int the_memory, const bitmap& the_painted,
                bool stores_met)
      : monitor(the_monitor), memory(the_memory), painted(the_painted), stores_met_(stores_met) {}

  const launch_monitor& monitor;
  const int memory;
  const bitmap& painted;

  /// Two programs that meet here, if any do.
  const std::optional<meeting>& met();

 private:
  bool stores_met_;
  bool searched_ = false;
  std::optional<meeting> met_;
};

}  // namespace kw::runtime
