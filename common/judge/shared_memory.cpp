#include "common/judge/shared_memory.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "common/judge/pages.hpp"

namespace kw::remote {
namespace {

constexpr std::uint64_t kSize = std::uint64_t{1} << 40;  // addresses, not memory
constexpr std::uint64_t kLeastFence = 1 << 20;
// Far from programs, libraries and stacks, so a worker finds it free as well. From 2^46 on, like
// all memory of a process: only `tl` can follow the pointers below.
constexpr std::uint64_t kWishedBase = 0x4800'0000'0000;

[[noreturn]] void fail(const char* what) {
  throw error(std::string("shared memory for the worker: ") + what + ": " + std::strerror(errno));
}

int make_file() {
  const int file = memfd_create("kernelwright", MFD_CLOEXEC | MFD_ALLOW_SEALING);
  if (file < 0 || ftruncate(file, static_cast<off_t>(kSize)) != 0) {
    fail("memfd_create");
  }
  // A worker that could cut the file would make the judge crash.
  if (fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) != 0) {
    fail("sealing");
  }
  return file;
}

char* reserve_addresses(std::uint64_t wished) {
  char* const base = reserve(wished, kSize, 0);
  if (base == nullptr) {
    fail("reserving addresses");
  }
  return base;
}

/// Populated at once, because a fault for each page costs more than filling it. A very large piece
/// may be there for its addresses, and is left as it is.
void map_piece(int file, char* base, std::uint64_t offset, std::uint64_t bytes) {
  constexpr std::uint64_t kMostAtOnce = std::uint64_t{64} << 20;
  const int populate = bytes <= kMostAtOnce ? MAP_POPULATE : 0;
  if (mmap(base + offset, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED | populate, file,
           static_cast<off_t>(offset)) == MAP_FAILED) {
    fail("mmap");
  }
}

void unmap_piece(int file, char* base, std::uint64_t offset, std::uint64_t bytes) {
  (void)reserve(reinterpret_cast<std::uint64_t>(base) + offset, bytes, MAP_FIXED);
  (void)fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, static_cast<off_t>(offset),
                  static_cast<off_t>(bytes));
}

}  // namespace

shared_memory::shared_memory(bool twin)
    : descriptor_(make_file()), base_(reserve_addresses(kWishedBase)), size_(kSize) {
  if (twin) {
    twin_descriptor_ = make_file();
    twin_base_ = reserve_addresses(kWishedBase + kSize);
  }
}

void* shared_memory::allocate(std::int64_t bytes, memory_kind kind) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t used = whole_pages(bytes);
  const std::uint64_t fence = std::max(kLeastFence, used);
  if (used > size_ || next_ + 2 * fence + used > size_) {
    throw error("cannot allocate " + std::to_string(bytes) +
                " bytes of memory that a worker can see");
  }
  const std::uint64_t offset = next_ + fence;
  map_piece(descriptor_, base_, offset, used);
  if (twin_base_ != nullptr) {
    map_piece(twin_descriptor_, twin_base_, offset, used);
  }
  next_ = offset + used;
  used_[offset] = {offset, used, kind};
  return base_ + offset;
}

void shared_memory::release(void* data) {
  const std::lock_guard lock(mutex_);
  const auto found = used_.find(static_cast<std::uint64_t>(static_cast<char*>(data) - base_));
  if (found == used_.end()) {
    throw error("kw::memory::release: this memory was not allocated here, or is released already");
  }
  const auto [offset, bytes, kind] = found->second;
  used_.erase(found);
  unmap_piece(descriptor_, base_, offset, bytes);
  if (twin_base_ != nullptr) {
    unmap_piece(twin_descriptor_, twin_base_, offset, bytes);
  }
}

bool shared_memory::holds(const void* data) {
  const std::lock_guard lock(mutex_);
  const auto offset = static_cast<std::uint64_t>(static_cast<const char*>(data) - base_);
  const auto behind = used_.upper_bound(offset);
  return behind != used_.begin() &&
         offset - std::prev(behind)->first < std::prev(behind)->second.bytes;
}

std::vector<memory_range> shared_memory::ranges() {
  const std::lock_guard lock(mutex_);
  std::vector<memory_range> result;
  for (const auto& [offset, range] : used_) {
    result.push_back(range);
  }
  return result;
}

std::int64_t shared_memory::bytes_in_use() {
  std::int64_t sum = 0;
  for (const memory_range& range : ranges()) {
    sum += static_cast<std::int64_t>(range.bytes);
  }
  return sum;
}

std::int64_t shared_memory::bytes_taken() const {
  constexpr std::int64_t kBlock = 512;
  std::int64_t sum = 0;
  for (const int file : {descriptor_, twin_descriptor_}) {
    struct stat status {};
    sum += file >= 0 && fstat(file, &status) == 0 ? status.st_blocks * kBlock : 0;
  }
  return sum;
}

}  // namespace kw::remote
