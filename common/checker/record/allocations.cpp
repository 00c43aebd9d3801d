#include "common/checker/record/allocations.hpp"

#include <map>
#include <mutex>

namespace kw::runtime {
namespace {

struct registry {
  std::mutex mutex;
  std::map<const void*, std::shared_ptr<allocation>> by_address;
};

registry& the_registry() {
  static registry& instance = *new registry;  // never destroyed: a static buffer may outlive it
  return instance;
}

}  // namespace

void register_allocation(const void* data, std::int64_t bytes, int element_size) {
  auto entry = std::make_shared<allocation>();
  entry->data = static_cast<const char*>(data);
  entry->bytes = bytes;
  entry->element_size = element_size;
  registry& r = the_registry();
  const std::lock_guard lock(r.mutex);
  r.by_address[data] = std::move(entry);
}

void unregister_allocation(const void* data) {
  registry& r = the_registry();
  const std::lock_guard lock(r.mutex);
  r.by_address.erase(data);
}

std::shared_ptr<allocation> find_allocation(const void* data) {
  registry& r = the_registry();
  const std::lock_guard lock(r.mutex);
  const auto found = r.by_address.find(data);
  return found == r.by_address.end() ? nullptr : found->second;
}

std::vector<std::shared_ptr<allocation>> all_allocations() {
  registry& r = the_registry();
  const std::lock_guard lock(r.mutex);
  std::vector<std::shared_ptr<allocation>> all;
  all.reserve(r.by_address.size());
  for (const auto& [address, entry] : r.by_address) {
    all.push_back(entry);
  }
  return all;
}

}  // namespace kw::runtime
