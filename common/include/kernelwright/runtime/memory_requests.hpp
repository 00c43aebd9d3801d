/// \file
/// The memory that a program asks for (testing/memory_requests.hpp is for tests).
#pragma once
#include <cstdint>

namespace kw::runtime {

/// Notes that a piece of memory is requested. Callable from any thread.
void note_request(std::int64_t bytes);

/// How many `uncounted_requests` of this thread live.
extern constinit thread_local int uncounted_depth;

/// While one lives, what this thread asks for is not counted: the checker keeps notes of what
/// programs do, and a kernel has not asked for them. Inline, because each access of a kernel makes
/// one.
class uncounted_requests {
 public:
  uncounted_requests() { ++uncounted_depth; }
  ~uncounted_requests() { --uncounted_depth; }
  uncounted_requests(const uncounted_requests&) = delete;
  uncounted_requests& operator=(const uncounted_requests&) = delete;
};

/// The largest piece since the last call, in bytes; 0 if there was none.
std::int64_t take_largest_request();

}  // namespace kw::runtime
