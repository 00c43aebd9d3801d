// What a learner has been told already.
#pragma once

namespace kw::testing {

/// How far wrong values were explained: in a lesson's program by any test, since they test the same
/// few kernels; elsewhere by the running test.
enum class mismatch_state { none, shown, explained };
mismatch_state& mismatch_told();

/// Has the running test findings of which wrong values are the consequence?
bool mismatch_follows();

}  // namespace kw::testing
