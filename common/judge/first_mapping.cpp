#include "common/judge/first_mapping.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "kernelwright/runtime/error.hpp"

namespace kw::remote {
namespace {

struct mapping {
  void* data = nullptr;
  std::uint64_t bytes = 0;
};
mapping first;

void map_the_file(int, char**, char**) {
  struct stat file {};
  if (fstat(kMemoryDescriptor, &file) != 0) {
    return;
  }
  const auto bytes = static_cast<std::uint64_t>(file.st_size);
  void* const got =
      mmap(nullptr, bytes, PROT_NONE, MAP_SHARED | MAP_NORESERVE, kMemoryDescriptor, 0);
  first = {got == MAP_FAILED ? nullptr : got, bytes};
  close(kMemoryDescriptor);
}

// What is in this section runs first, in the order in which the program is linked: a submission
// comes last.
[[gnu::section(".preinit_array"), gnu::used]] void (*const kFirst)(int, char**,
                                                                   char**) = map_the_file;

/// \returns whether that worked
bool open_piece(char* data, std::uint64_t bytes) {
  if (mprotect(data, bytes, PROT_READ | PROT_WRITE) != 0) {
    return false;
  }
#ifdef MADV_POPULATE_WRITE
  // At once, because a fault for each page would cost more than a short kernel.
  (void)madvise(data, bytes, MADV_POPULATE_WRITE);
#endif
  return true;
}

}  // namespace

bool move_first_mapping(char* to, std::uint64_t bytes) {
  const mapping from = std::exchange(first, {});
  return from.data != nullptr && from.bytes == bytes &&
         mremap(from.data, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) == to;
}

void open_exactly(char* base, const std::vector<memory_range>& ranges, open_pieces& pieces) {
  open_pieces wanted;
  for (const memory_range& range : ranges) {
    wanted[range.offset] = range.bytes;
  }
  for (const auto& [offset, bytes] : pieces) {
    if (wanted.count(offset) == 0) {
      (void)mprotect(base + offset, bytes, PROT_NONE);
    }
  }
  for (const auto& [offset, bytes] : wanted) {
    if (pieces.count(offset) == 0 && !open_piece(base + offset, bytes)) {
      throw error("the memory of a test cannot be mapped");
    }
  }
  pieces = std::move(wanted);
}

}  // namespace kw::remote
