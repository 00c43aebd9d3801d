#include "common/judge/pages.hpp"

#include <sys/mman.h>
#include <sys/random.h>

#include <algorithm>
#include <string>

#include "kernelwright/runtime/error.hpp"

namespace kw::remote {
namespace {

constexpr std::uint64_t kFence = 1 << 20;

}  // namespace

std::uint64_t by_chance() {
  std::uint64_t number = 0;
  while (getrandom(&number, sizeof number, 0) != static_cast<ssize_t>(sizeof number)) {
  }
  return number;
}

char* reserve(std::uint64_t base, std::uint64_t size, int flags) {
  void* const got = mmap(reinterpret_cast<void*>(base), size, PROT_NONE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | flags, -1, 0);
  return got == MAP_FAILED ? nullptr : static_cast<char*>(got);
}

char* reserve_anywhere(std::uint64_t size) {
  constexpr std::uint64_t kFirst = 0x5a00'0000'0000;
  constexpr std::uint64_t kLast = 0x7a00'0000'0000;
  for (int tries = 0; tries < 20; ++tries) {
    const std::uint64_t base = kFirst + by_chance() % (kLast - kFirst - size) / kPage * kPage;
    if (char* const got = reserve(base, size, MAP_FIXED_NOREPLACE)) {
      return got;
    }
  }
  return nullptr;
}

char* allocate_pages(std::uint64_t bytes, int protection) {
  char* const start = reserve(0, bytes + 2 * kFence, 0);
  if (start == nullptr || mprotect(start + kFence, bytes, protection) != 0) {
    throw error("cannot allocate " + std::to_string(bytes) + " bytes of memory");
  }
  return start + kFence;
}

void release_pages(char* data, std::uint64_t bytes) {
  munmap(data - kFence, bytes + 2 * kFence);
}

std::uint64_t whole_pages(std::int64_t bytes) {
  return (static_cast<std::uint64_t>(std::max<std::int64_t>(bytes, 1)) + kPage - 1) / kPage * kPage;
}

}  // namespace kw::remote
