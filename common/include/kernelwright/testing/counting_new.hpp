/// \file
/// Lets `kw::testing::largest_request` know of `operator new`: for one source file of a program,
/// since it replaces these functions in the whole of it.
#pragma once
#include <cstdlib>
#include <new>

#include "kernelwright/runtime/memory_requests.hpp"

namespace kw::testing {

inline void* counted_new(std::size_t bytes) {
  runtime::note_request(static_cast<std::int64_t>(bytes));
  if (void* memory = std::malloc(bytes > 0 ? bytes : 1)) {
    return memory;
  }
  throw std::bad_alloc();
}

}  // namespace kw::testing

// Not inlined: g++ warns where it sees the half of a pair alone.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  return kw::testing::counted_new(bytes);
}
[[gnu::noinline]] void* operator new[](std::size_t bytes) {
  return kw::testing::counted_new(bytes);
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void* memory, std::size_t) noexcept {
  std::free(memory);
}
