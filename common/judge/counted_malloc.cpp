// Lets the judge know of memory that a kernel file asks the C library for, as counting_new.hpp does
// for operator new. The linker takes these functions for all of the program, the C++ library
// included.
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "kernelwright/runtime/memory_requests.hpp"

// The C library's own, under the names that it has for this purpose.
extern "C" {
void* __libc_malloc(std::size_t bytes) noexcept;
void* __libc_calloc(std::size_t count, std::size_t bytes) noexcept;
void* __libc_realloc(void* memory, std::size_t bytes) noexcept;
void* __libc_memalign(std::size_t alignment, std::size_t bytes) noexcept;
}

namespace {

void note(std::size_t bytes) {
  constexpr std::size_t kMost = PTRDIFF_MAX;
  kw::runtime::note_request(static_cast<std::int64_t>(bytes < kMost ? bytes : kMost));
}

}  // namespace

extern "C" {

void* malloc(std::size_t bytes) noexcept {
  note(bytes);
  return __libc_malloc(bytes);
}

void* calloc(std::size_t count, std::size_t bytes) noexcept {
  std::size_t product = 0;
  note(__builtin_mul_overflow(count, bytes, &product) ? SIZE_MAX : product);
  return __libc_calloc(count, bytes);
}

void* realloc(void* memory, std::size_t bytes) noexcept {
  note(bytes);
  return __libc_realloc(memory, bytes);
}

void* memalign(std::size_t alignment, std::size_t bytes) noexcept {
  note(bytes);
  return __libc_memalign(alignment, bytes);
}

void* aligned_alloc(std::size_t alignment, std::size_t bytes) noexcept {
  return memalign(alignment, bytes);
}

int posix_memalign(void** memory, std::size_t alignment, std::size_t bytes) noexcept {
  if (alignment % sizeof(void*) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0) {
    return EINVAL;
  }
  void* const taken = memalign(alignment, bytes);
  if (taken == nullptr) {
    return ENOMEM;
  }
  *memory = taken;
  return 0;
}

}  // extern "C"
