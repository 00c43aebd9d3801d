/// \file
/// Whether a kernel fetches its tiles with a stream, for tasks that are about streams.
#pragma once
#include <functional>

#include "kernelwright/runtime/device.hpp"

namespace kw::testing {

/// Calls `call` and expects that its kernels went through at least one step of a stream and used a
/// tile of it; in a worker's process as well. When no checker watches the programs, as on a GPU and
/// with checks off, it only calls.
///
/// \param any false: there is nothing to fetch, for example because a sum has no terms
void expect_stream(device where, bool any, const std::function<void()>& call);

}  // namespace kw::testing
