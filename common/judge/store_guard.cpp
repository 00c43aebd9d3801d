#include "common/judge/store_guard.hpp"

#include <sys/mman.h>

#include <iterator>

#include "common/judge/pages.hpp"

namespace kw::remote {
namespace {

std::uintptr_t number(const void* address) {
  return reinterpret_cast<std::uintptr_t>(address);
}

}  // namespace

void store_guard::close(char* base, const std::map<std::uint64_t, std::uint64_t>& ranges) {
  const std::lock_guard lock(mutex_);
  for (const auto& [one, page] : opened_) {
    one->open[page] = false;
    (void)mprotect(one->data + page * kPage, kPage, PROT_READ);
  }
  opened_.clear();
  for (const auto& [offset, bytes] : ranges) {
    char* const data = base + offset;
    if (closed_.count(number(data)) == 0 && mprotect(data, bytes, PROT_READ) == 0) {
      closed_[number(data)] = {data, std::vector<bool>(bytes / kPage)};
    }
  }
}

void store_guard::open_all() {
  const std::lock_guard lock(mutex_);
  for (const auto& [start, one] : closed_) {
    (void)mprotect(one.data, one.open.size() * kPage, PROT_READ | PROT_WRITE);
  }
  closed_.clear();
  opened_.clear();
}

const store_guard::range* store_guard::range_of(std::uintptr_t address) const {
  const auto after = closed_.upper_bound(address);
  if (after == closed_.begin()) {
    return nullptr;
  }
  const auto& [start, one] = *std::prev(after);
  return address - start < one.open.size() * kPage ? &one : nullptr;
}

bool store_guard::open_pages(std::uintptr_t first, std::uintptr_t last) {
  auto* const one = const_cast<range*>(range_of(first));
  if (one == nullptr) {
    return false;
  }
  const std::uintptr_t end = (last - number(one->data)) / kPage + 1;
  for (auto page = (first - number(one->data)) / kPage; page < end && page < one->open.size();
       ++page) {
    if (!one->open[page]) {
      one->open[page] = true;
      opened_.emplace_back(one, page);
      (void)mprotect(one->data + page * kPage, kPage, PROT_READ | PROT_WRITE);
    }
  }
  return true;
}

bool store_guard::open(const void* data, std::int64_t bytes) {
  const std::lock_guard lock(mutex_);
  return bytes > 0 &&
         open_pages(number(data), number(data) + static_cast<std::uintptr_t>(bytes) - 1);
}

void store_guard::note_store(const void* data, std::int64_t bytes) {
  constexpr std::size_t kMost = std::size_t{1} << 18;
  if (open(data, bytes) || bytes <= 0) {
    return;
  }
  const std::lock_guard lock(mutex_);
  const std::uintptr_t last = number(data) + static_cast<std::uintptr_t>(bytes) - 1;
  for (auto page = number(data) / kPage; page <= last / kPage && own_pages_.size() < kMost;
       ++page) {
    own_pages_.insert(page);
  }
}

std::int64_t store_guard::own_bytes() const {
  const std::lock_guard lock(mutex_);
  return static_cast<std::int64_t>(own_pages_.size() * kPage);
}

void store_guard::forget_own() {
  const std::lock_guard lock(mutex_);
  own_pages_.clear();
}

}  // namespace kw::remote
