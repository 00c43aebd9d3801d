#include "common/judge/first_mapping.hpp"

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <utility>

#include "common/judge/protocol.hpp"

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

}  // namespace

bool move_first_mapping(char* to, std::uint64_t bytes) {
  const mapping from = std::exchange(first, {});
  return from.data != nullptr && from.bytes == bytes &&
         mremap(from.data, bytes, bytes, MREMAP_MAYMOVE | MREMAP_FIXED, to) == to;
}

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

void close_piece(char* data, std::uint64_t bytes) {
  (void)mprotect(data, bytes, PROT_NONE);
}

}  // namespace kw::remote
