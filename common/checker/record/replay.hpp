// Does a lane without a value reach a result? A NaN tells where it is stored, but a maximum or a
// comparison swallows it, and integers have none. So programs that left lanes without a value run
// again with other values in them: what they store must not change.
#pragma once
#include <vector>

#include "common/checker/record/monitor.hpp"

namespace kw::runtime {

/// Call after a launch without races or ended programs. `run_again` runs one program, and returns
/// whether it came to its end. Memory is afterwards as it was before.
std::vector<event> find_undefined_results(launch_monitor& monitor,
                                          bool (*run_again)(void* state, program&), void* state);

/// Keeps for origin_of_not_finite where the first NaN or infinity that this launch stored was made.
/// The same conditions as above; `nothing_else_is_wrong` says whether it is worth asking.
void note_not_finite(launch_monitor& monitor, bool (*run_again)(void* state, program&), void* state,
                     bool nothing_else_is_wrong);

}  // namespace kw::runtime
