// Everything that is wrong with a launch.
#pragma once
#include <vector>

#include "common/checker/record/monitor.hpp"
#include "kernelwright/runtime/findings.hpp"

namespace kw::runtime {

/// What all mistakes look at while programs run: for the constructor of launch_monitor.
const std::vector<watch>& what_mistakes_look_at();

/// Finds everything wrong with a launch that has ended, the root causes first. Also marks what the
/// launch stored as initialised. \param run runs one of its programs again
std::vector<finding> find_mistakes(launch_monitor& monitor, const runner& run);

/// A device_assert that failed while checks were off and the launch had no monitor.
finding describe_assertion(const launch_description& launch, source_place place,
                           const failed_assertion& failed, std::int64_t program,
                           std::int64_t programs);

}  // namespace kw::runtime
