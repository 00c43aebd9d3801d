#include "common/judge/split_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <utility>

#include "common/judge/pages.hpp"
#include "common/runtime/hooks.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/memory_requests.hpp"

namespace kw::remote {
namespace {

constexpr std::size_t kSpare = std::size_t{1} << 20;
constexpr std::size_t kRoom = std::size_t{16} << 20;
// By the host, of what kernels see, in one call: small copies and those onto one another, since
// buffers copy large pieces, and fills.
constexpr int kMostCopies = 8, kMostFills = 16;
constexpr std::int64_t kLargeCopy = 4096;

/// Bytes from the first to the last element that a view reaches.
std::int64_t bytes_of(const runtime::argument& a) {
  std::int64_t elements = 1;
  for (int axis = 0; axis < a.rank; ++axis) {
    if (a.extents[axis] <= 0 || a.strides[axis] < 0) {
      return 0;
    }
    elements += (a.extents[axis] - 1) * a.strides[axis];
  }
  return elements * a.element_size;
}

/// Bytes from `data` on that can be read, at most `kRoom`, since a bare pointer does not tell where
/// its array ends. 0 where the system is too old to be asked.
std::int64_t readable_bytes(const char* data) {
#ifdef MADV_POPULATE_READ
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  std::uintptr_t end = address / kPage * kPage;
  while (end < address + kRoom &&
         madvise(reinterpret_cast<void*>(end), kPage, MADV_POPULATE_READ) == 0) {
    end += kPage;
  }
  return end > address ? static_cast<std::int64_t>(std::min(end, address + kRoom) - address) : 0;
#else
  return data == nullptr ? -1 : 0;
#endif
}

/// The program ends by such a store. Its author reads what it prints.
void explain_stores_of_the_host() {
  struct sigaction action {};
  action.sa_handler = [](int signal) {
    constexpr char kText[] =
        "If this was a loop of the host over the data of a test: only kernels reach these, as on a "
        "GPU. Results are computed on tiles, in a kernel, and stored with tl.store.\n";
    (void)!write(STDERR_FILENO, kText, sizeof kText - 1);
    (void)std::signal(signal, SIG_DFL);  // it happens again
  };
  sigemptyset(&action.sa_mask);
  (void)sigaction(SIGSEGV, &action, nullptr);
}

}  // namespace

split_memory& split_memory::instance() {
  static split_memory it;
  return it;
}

bool split_memory::attach(std::uint64_t base, std::uint64_t size) {
  size_ = size;
  host_base_ = reserve(base, size, MAP_FIXED_NOREPLACE);
  kernels_base_ = reserve_anywhere(size);
  if (host_base_ == nullptr || kernels_base_ == nullptr ||
      reinterpret_cast<std::uint64_t>(host_base_) != base ||
      !move_first_mapping(kernels_base_, size) || mprotect(host_base_, size, PROT_READ) != 0) {
    return false;
  }
  install();
  return true;
}

void split_memory::install() {
  runtime::runtime_hooks& hooks = runtime::hooks();
  hooks.allocate = [](std::int64_t bytes) { return instance().allocate(bytes); };
  hooks.release = [](void* data) { instance().release(data); };
  hooks.seen_by_kernels = [](const runtime::argument& a) { return instance().seen_by_kernels(a); };
  hooks.member_seen_by_kernels = [](const void* pointer) {
    return instance().as_kernels_see(pointer);
  };
  hooks.copy = [](void* to, const void* from, std::int64_t bytes) {
    instance().copy(to, from, bytes);
  };
  hooks.fill = [](void* data, int value, std::int64_t bytes) {
    instance().fill(data, value, bytes);
  };
  hooks.backwards = true;
  explain_stores_of_the_host();
}

void split_memory::map(const std::vector<memory_range>& ranges) {
  const std::lock_guard lock(mutex_);
  open_exactly(kernels_base_, ranges, mapped_);
  shadows_.clear();
  retired_.clear();
  targets_.clear();
  copies_of_kernels_ = fills_ = 0;
  runtime::hooks().marks_of_waiting =
      by_chance() % 2 == 0 ? runtime::filling::large : runtime::filling::negative;
}

void split_memory::show() {
  for (const auto& [offset, bytes] : mapped_) {
    char* const seen = host_base_ + offset;
    if (mprotect(seen, bytes, PROT_READ | PROT_WRITE) != 0) {
      throw error("the memory of a test cannot be mapped");
    }
    std::memcpy(seen, kernels_base_ + offset, bytes);
    (void)mprotect(seen, bytes, PROT_READ);
  }
}

void split_memory::hide() {
  for (const auto& [offset, bytes] : mapped_) {
    (void)madvise(host_base_ + offset, bytes, MADV_DONTNEED);
  }
}

const void* split_memory::as_kernels_see(const void* data) const {
  const std::lock_guard lock(mutex_);
  const char* const found = find(data, 0);
  return found != nullptr ? found : data;
}

char* split_memory::find(const void* data, std::int64_t bytes) const {
  const auto* const at = static_cast<const char*>(data);
  if (at >= host_base_ && at < host_base_ + size_) {
    const auto offset = static_cast<std::uint64_t>(at - host_base_);
    const auto after = mapped_.upper_bound(offset);
    const bool inside = after != mapped_.begin() &&
                        offset - std::prev(after)->first + static_cast<std::uint64_t>(bytes) <=
                            std::prev(after)->second;
    return inside || bytes == 0 ? kernels_base_ + offset : nullptr;
  }
  const auto after = blocks_.upper_bound(at);
  if (after == blocks_.begin()) {
    return nullptr;
  }
  const auto& [start, block] = *std::prev(after);
  return at + bytes <= start + block.bytes ? block.kernels + (at - start) : nullptr;
}

void* split_memory::shadow_of(const runtime::argument& argument) {
  const auto* const data = static_cast<const char*>(argument.data);
  const std::int64_t size = argument.rank > 0 ? bytes_of(argument) : readable_bytes(data);
  if (size <= 0) {
    return const_cast<char*>(data);
  }
  auto at = shadows_.upper_bound(data);
  if (at == shadows_.begin() || data > std::prev(at)->first + std::prev(at)->second.seen.size()) {
    at = shadows_.emplace_hint(at, data, shadow());
    at->second.kernels.reserve(static_cast<std::size_t>(size) + kSpare);
  } else {
    --at;
  }
  shadow& known = at->second;
  const auto first = static_cast<std::size_t>(data - at->first);
  const std::size_t end = first + static_cast<std::size_t>(size);
  for (std::size_t i = first; i < std::min(end, known.seen.size()); ++i) {
    if (at->first[i] != known.seen[i]) {  // the host has written something else
      known.seen[i] = known.kernels[i] = at->first[i];
    }
  }
  if (end > known.kernels.capacity()) {  // another argument of this launch may point into it
    std::vector<char> larger;
    larger.reserve(end + kSpare);
    larger.assign(known.kernels.begin(), known.kernels.end());
    retired_.push_back(std::exchange(known.kernels, std::move(larger)));
  }
  if (end > known.seen.size()) {
    known.kernels.insert(known.kernels.end(), at->first + known.seen.size(), at->first + end);
    known.seen.insert(known.seen.end(), at->first + known.seen.size(), at->first + end);
  }
  return known.kernels.data() + first;
}

void* split_memory::seen_by_kernels(const runtime::argument& argument) {
  const std::lock_guard lock(mutex_);
  const runtime::uncounted_requests not_the_kernels;
  if (argument.data == nullptr) {
    return nullptr;
  }
  char* const found = find(argument.data, 0);
  const bool goes_back =
      std::any_of(argument.strides, argument.strides + std::max(argument.rank, 0),
                  [](std::int64_t stride) { return stride < 0; });
  if (found == nullptr && goes_back) {
    throw error("a view with a negative stride must be a view of a kw::buffer");
  }
  return found != nullptr ? found : shadow_of(argument);
}

void* split_memory::allocate(std::int64_t bytes) {
  const std::uint64_t used = whole_pages(bytes);
  const runtime::uncounted_requests not_the_kernels;
  char* const host = allocate_pages(used, PROT_READ);
  const std::lock_guard lock(mutex_);
  blocks_[host] = {used, allocate_pages(used, PROT_READ | PROT_WRITE)};
  return host;
}

void split_memory::release(void* data) {
  const std::lock_guard lock(mutex_);
  const auto found = blocks_.find(static_cast<char*>(data));
  if (found == blocks_.end()) {
    throw error("kw::memory::release: this memory was not allocated here, or is released already");
  }
  release_pages(found->second.kernels, found->second.bytes);
  release_pages(static_cast<char*>(data), found->second.bytes);
  blocks_.erase(found);
}

void split_memory::copy(void* to, const void* from, std::int64_t bytes) {
  const std::lock_guard lock(mutex_);
  const runtime::uncounted_requests not_the_kernels;
  char* const target = find(to, bytes);
  const char* const source = find(from, bytes);
  if (runtime::hooks().copies_of_autotune) {
    std::memmove(target != nullptr ? target : to, source != nullptr ? source : from,
                 static_cast<std::size_t>(bytes));
    return;
  }
  if (target == nullptr) {
    std::memmove(to, from, static_cast<std::size_t>(bytes));  // what the host sees there
    return;
  }
  const bool overlaps = std::any_of(targets_.begin(), targets_.end(), [&](const auto& one) {
    return target < one.second && one.first < target + bytes;
  });
  if (source != nullptr && bytes > 0) {
    targets_.emplace_back(target, target + bytes);
  }
  const bool counts = source != nullptr && (bytes < kLargeCopy || overlaps);
  if (counts && ++copies_of_kernels_ > kMostCopies) {
    throw error("memory::copy moved a few elements more than " + std::to_string(kMostCopies) +
                " times in one call. A kernel moves elements");
  }
  std::memmove(target, source != nullptr ? source : from, static_cast<std::size_t>(bytes));
}

void split_memory::fill(void* data, int value, std::int64_t bytes) {
  const std::lock_guard lock(mutex_);
  char* const target = find(data, bytes);
  if (target == nullptr) {
    std::memset(data, value, static_cast<std::size_t>(bytes));
    return;
  }
  if (++fills_ > kMostFills) {
    throw error("memory::fill was called more than " + std::to_string(kMostFills) +
                " times in one call. A kernel sets elements");
  }
  std::memset(target, value, static_cast<std::size_t>(bytes));
}

}  // namespace kw::remote
