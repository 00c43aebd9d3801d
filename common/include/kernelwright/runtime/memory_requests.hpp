/// \file
/// The memory that a program asks for (testing/memory_requests.hpp is for tests).
#pragma once
#include <cstdint>

namespace kw::runtime {

/// Notes that a piece of memory is requested. Callable from any thread.
void note_request(std::int64_t bytes);

/// The largest piece since the last call, in bytes; 0 if there was none.
std::int64_t take_largest_request();

}  // namespace kw::runtime
