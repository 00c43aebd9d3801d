/// \file
/// Lets `kw::testing::largest_request` know of `operator new`. The library of tests includes it,
/// and so does a worker; in one source file each, since it replaces these functions in the whole
/// program.
#pragma once
#include <cstdlib>
#include <new>

#include "kernelwright/runtime/memory_requests.hpp"

namespace kw::testing {

inline void* counted_malloc(std::size_t bytes) noexcept {
  runtime::note_request(static_cast<std::int64_t>(bytes));
  return std::malloc(bytes > 0 ? bytes : 1);
}
inline void* counted_new(std::size_t bytes) {
  if (void* memory = counted_malloc(bytes)) {
    return memory;
  }
  throw std::bad_alloc();
}

}  // namespace kw::testing

// Not inlined: g++ warns when it sees only one of a pair.
[[gnu::noinline]] void* operator new(std::size_t bytes) {
  return kw::testing::counted_new(bytes);
}
[[gnu::noinline]] void* operator new[](std::size_t bytes) {
  return kw::testing::counted_new(bytes);
}
[[gnu::noinline]] void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept {
  return kw::testing::counted_malloc(bytes);
}
[[gnu::noinline]] void* operator new[](std::size_t bytes, const std::nothrow_t&) noexcept {
  return kw::testing::counted_malloc(bytes);
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
