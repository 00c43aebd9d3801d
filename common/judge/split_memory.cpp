#include "common/judge/split_memory.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <utility>

#include "common/checker/record/announced_stores.hpp"
#include "common/checker/record/waiting.hpp"
#include "common/judge/first_mapping.hpp"
#include "common/judge/kept_notes.hpp"
#include "common/judge/pages.hpp"
#include "common/judge/stack_watch.hpp"
#include "common/runtime/hooks.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::remote {
namespace {

constexpr std::size_t kSpare = std::size_t{1} << 20;
constexpr std::size_t kRoom = std::size_t{16} << 20;
// By the host, of what kernels see, in one call: small copies and those onto one another, since
// buffers copy large pieces, and fills.
constexpr int kMostCopies = 8, kMostFills = 16;
constexpr std::int64_t kLargeCopy = 4096;
// What a program on a GPU can hold in registers and shared memory: as much of its stack is no
// memory of its own.
constexpr std::int64_t kOnAGpu = std::int64_t{1} << 19;

/// `to` receives as many elements as `from` has, drawn from all of them: values as they may be, but
/// with another sum. Of many elements, neighbours are drawn together, which takes less time.
void draw(const char* from, char* to, std::int64_t bytes, int element_size) {
  constexpr std::size_t kMany = std::size_t{1} << 18, kNeighbours = 1024;
  const auto size = static_cast<std::size_t>(std::max(element_size, 1));
  const std::size_t elements = static_cast<std::size_t>(bytes) / size;
  const std::size_t together = elements >= kMany ? kNeighbours : 1;
  std::minstd_rand random(static_cast<std::minstd_rand::result_type>(by_chance()));
  for (std::size_t i = 0; i < elements; i += together) {
    const std::size_t count = std::min(together, elements - i);
    std::memcpy(to + i * size, from + random() % (elements - count + 1) * size, count * size);
  }
  std::memcpy(to, to + size, elements > 1 ? size : 0);  // a few may have been drawn once each
}

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
      !move_first_mapping(kernels_base_, size)) {
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
  hooks.member_seen_by_kernels = [](const void* pointer) -> const void* {
    const std::lock_guard lock(instance().mutex_);
    const char* const found = instance().find(pointer, 0);
    return found != nullptr ? found : pointer;
  };
  hooks.copied = [](void* to, const void* from, std::int64_t bytes) {
    instance().copy(to, from, bytes);
  };
  hooks.rehearse = [](void (*launch)(const void*), const void* state) {
    instance().rehearse(launch, state);
  };
  hooks.faulted = [](std::uintptr_t address) {
    split_memory& it = instance();
    it.stored_past_tl_ = it.stored_past_tl_ || it.guard_.holds(address);
  };
  runtime::listener_of_stores() = [](const void* data, std::int64_t bytes) {
    instance().note_store(data, bytes);
  };
  hooks.filled = [](void* data, int value, std::int64_t bytes) {
    instance().fill(data, value, bytes);
  };
}

void split_memory::map(const std::vector<memory_range>& ranges) {
  const std::lock_guard lock(mutex_);
  guard_.open_all();
  std::map<std::uint64_t, std::uint64_t> wanted;
  for (const memory_range& range : ranges) {
    wanted[range.offset] = range.bytes;
  }
  for (const auto& [offset, bytes] : mapped_) {
    if (wanted.count(offset) == 0) {
      (void)reserve(reinterpret_cast<std::uint64_t>(host_base_) + offset, bytes, MAP_FIXED);
      close_piece(kernels_base_ + offset, bytes);
    }
  }
  for (const auto& [offset, bytes] : wanted) {
    const bool known = mapped_.count(offset) > 0;
    // Populated at once, because a fault for each page would cost more than a short kernel.
    const bool mapped =
        known || (open_piece(kernels_base_ + offset, bytes) &&
                  mmap(host_base_ + offset, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED | MAP_POPULATE, -1,
                       0) != MAP_FAILED);
    if (!mapped) {
      throw error("the memory of a test cannot be mapped");
    }
    if (!known) {
      std::memcpy(host_base_ + offset, kernels_base_ + offset, bytes);
    }
  }
  mapped_ = std::move(wanted);
  shadows_.clear();
  retired_.clear();
  copies_.clear();
  targets_.clear();
  copies_of_kernels_ = fills_ = 0;
  stored_past_tl_ = false;
  guard_.forget_own();
  deepest_ = 0;
  rehearsed_bytes_ = 0;
}

std::int64_t split_memory::own_bytes() const {
  return guard_.own_bytes() + std::max<std::int64_t>(0, deepest_ - kOnAGpu);
}

void split_memory::disguise() {
  for (const auto& known : runtime::all_allocations()) {
    const char* const kernels = known->data;
    if (kernels >= kernels_base_ && kernels < kernels_base_ + size_) {
      draw(kernels, host_base_ + (kernels - kernels_base_), known->bytes, known->element_size);
    }
  }
}

void split_memory::rehearse(void (*launch)(const void*), const void* state) {
  run_without_stores(launch, state);
  const stack_watch stack;
  try {
    launch(state);
  } catch (...) {  // what it carries, the host sees
    stored_past_tl_ = true;
    throw;
  }
  deepest_ = std::max(deepest_, stack.deepest());
}

/// A program that waits until another one has stored something does not wait for ever, because the
/// judge limits the time.
void split_memory::run_without_stores(void (*launch)(const void*), const void* state) {
  constexpr std::uint64_t kAlways = std::uint64_t{1} << 29;
  constexpr std::uint64_t kOneIn = 8;
  std::uint64_t bytes = 0;
  for (const auto& [offset, size] : mapped_) {
    bytes += size;
  }
  runtime::hooks().backwards = false;
  runtime::hooks().marks = runtime::filling::marked;
  guard_.close(kernels_base_, mapped_);
  if (stored_past_tl_ || (rehearsed_bytes_ > kAlways && by_chance() % kOneIn != 0)) {
    return;
  }
  rehearsed_bytes_ += bytes;
  std::vector<char> before;
  before.reserve(bytes);
  for (const auto& [offset, size] : mapped_) {
    before.insert(before.end(), kernels_base_ + offset, kernels_base_ + offset + size);
  }
  (void)runtime::take_waited();
  const kept_notes of_the_call;
  runtime::hooks().stores_off = true;
  try {
    launch(state);
  } catch (...) {  // it carries what a kernel has loaded to the host, and may not come again
    stored_past_tl_ = true;
  }
  runtime::hooks().stores_off = false;
  // The launch itself comes next. Programs that wait for others keep their order. What these read
  // of one another will be gone, so the checker cannot run them again with other values in lanes
  // that have none, as it does otherwise: they have other values now.
  const bool waited = runtime::take_waited();
  runtime::hooks().backwards = !waited;
  if (waited) {
    runtime::hooks().marks =
        by_chance() % 2 == 0 ? runtime::filling::large : runtime::filling::negative;
  }
  const char* was = before.data();
  for (const auto& [offset, size] : mapped_) {
    if (std::memcmp(kernels_base_ + offset, was, size) != 0) {
      stored_past_tl_ = true;
      guard_.open_all();
      std::memcpy(kernels_base_ + offset, was, size);
    }
    was += size;
  }
  guard_.close(kernels_base_, mapped_);
}

void split_memory::spoil_what_no_kernel_stored() {
  guard_.open_all();
  constexpr int kNobodysNumber = 0x5b;
  if (stored_past_tl_) {
    for (const auto& [offset, size] : mapped_) {
      std::memset(kernels_base_ + offset, kNobodysNumber, size);
    }
  }
  const std::lock_guard lock(mutex_);
  for (const copied_bytes& copied : copies_) {
    if (std::memcmp(copied.to, copied.bytes.data(), copied.bytes.size()) == 0) {
      for (std::size_t i = 0; i < copied.bytes.size(); ++i) {
        copied.to[i] = copied.stored[i] ? copied.to[i] : kNobodysNumber;
      }
    }
  }
  copies_.clear();
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
  char* const host = allocate_pages(used);
  const std::lock_guard lock(mutex_);
  blocks_[host] = {used, allocate_pages(used)};
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
  char* const target = find(to, bytes);
  if (target == nullptr) {
    return;
  }
  (void)guard_.open(target, bytes);  // another thread's launch may be under way
  const char* const source = find(from, bytes);
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
  if (target >= kernels_base_ && target < kernels_base_ + size_) {
    const auto size = static_cast<std::size_t>(bytes);
    copies_.push_back({target, {target, target + bytes}, std::vector<bool>(size)});
  }
}

void split_memory::note_store(const void* data, std::int64_t bytes) {
  guard_.note_store(data, bytes);
  if (runtime::hooks().stores_off) {
    return;
  }
  const std::lock_guard lock(mutex_);
  const auto* const begin = static_cast<const char*>(data);
  for (copied_bytes& copied : copies_) {
    const char* const end = copied.to + copied.bytes.size();
    for (const char* at = std::max<const char*>(begin, copied.to);
         at < std::min(begin + bytes, end); ++at) {
      copied.stored[static_cast<std::size_t>(at - copied.to)] = true;
    }
  }
}

void split_memory::fill(void* data, int value, std::int64_t bytes) {
  const std::lock_guard lock(mutex_);
  if (char* const target = find(data, bytes)) {
    if (++fills_ > kMostFills) {
      throw error("memory::fill was called more than " + std::to_string(kMostFills) +
                  " times in one call. A kernel sets elements");
    }
    (void)guard_.open(target, bytes);  // another thread's launch may be under way
    std::memset(target, value, static_cast<std::size_t>(bytes));
  }
}

}  // namespace kw::remote
