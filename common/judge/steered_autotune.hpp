// Autotune in a worker, whose judge drives the search (remote_search.hpp).
#pragma once
#include <functional>

#include "common/judge/protocol.hpp"

namespace kw::remote {

/// Once: from now on autotune does what the step of the running call says.
void take_over_autotune();

/// Calls an entry function with that step. \param result receives the space, where the step asks
/// for it, in place of the function's result \throws kw::error where a space is asked for, and the
/// function does not call autotune
void call_with_step(const autotune_step& step, const std::function<void()>& call, message& result);

}  // namespace kw::remote
