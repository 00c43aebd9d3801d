/// \file
/// How much memory a call asks for at once, which a kernel needs besides its arguments.
#pragma once
#include <cstdint>
#include <functional>

namespace kw::testing {

/// The largest piece of memory that was asked for while `call` ran, for a `kw::buffer` on any
/// device, and by `operator new`; in a worker's process as well. \returns bytes; 0 when none was
/// asked for
std::int64_t largest_request(const std::function<void()>& call);

}  // namespace kw::testing
