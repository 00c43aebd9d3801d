// Where a NaN or an infinity comes from. It is not a finding, because a masked row has a legitimate
// NaN, but a test that expects a number asks for it (origin_of_not_finite).
#pragma once
#include "common/checker/record/replay.hpp"

namespace kw::runtime {

/// Keeps where the first NaN or infinity that this launch stored was made.
/// \param nothing_else_is_wrong is it worth asking?
void note_first_not_finite(launch_monitor& monitor, const runner& run, bool nothing_else_is_wrong);

}  // namespace kw::runtime
