/// \file
/// How much memory a call asks for at once, which a kernel needs besides its arguments.
#pragma once
#include <cstdint>
#include <functional>

#include "kernelwright/runtime/memory_requests.hpp"

namespace kw::testing {

/// The largest piece of memory that was asked for while `call` ran, for a `kw::buffer` on any
/// device, and by `operator new`; in a worker's process as well. \returns bytes; 0 when none was
/// asked for
inline std::int64_t largest_request(const std::function<void()>& call) {
  (void)runtime::take_largest_request();
  call();
  return runtime::take_largest_request();
}

}  // namespace kw::testing
