/// \file
/// Whether a kernel fetches its tiles with a stream, for tasks that are about streams.
#pragma once
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "kernelwright/runtime/device.hpp"

namespace kw::testing {

/// Calls `call` and expects that its kernels went through at least one step of a stream and used a
/// tile of it; in a worker's process as well. When no checker watches the programs, as on a GPU and
/// with checks off, it only calls.
///
/// \param any false: there is nothing to fetch, for example because a sum has no terms
void expect_stream(device where, bool any, const std::function<void()>& call);

/// Calls `compute`, which returns results of kernels that fetch their tiles with a stream, and
/// calls it again with other signs in these tiles. More than a quarter of the results must change:
/// those of a stream for show stay. \param least so many steps of streams at the least for each
/// program. \returns what is wrong, or nothing; nothing where no checker watches the programs
std::string stream_for_show(device where, std::int64_t least,
                            const std::function<std::vector<double>()>& compute);

}  // namespace kw::testing
