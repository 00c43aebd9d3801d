// The memory that the checker knows: every kw::buffer on the CPU.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "common/checker/record/elements.hpp"

namespace kw::runtime {

struct allocation {
  const char* data = nullptr;
  std::int64_t bytes = 0;
  int element_size = 1;
  bool all_initialised = true;
  bool workspace = false;  // a launch may leave elements unwritten
  bitmap initialised;      // one bit per element; not kept up once all are set

  std::int64_t elements() const { return bytes / element_size; }
  /// Call after bits were set: notices when none is missing any more.
  void settle() {
    all_initialised =
        all_initialised || initialised.find(0, initialised.size(), false) == initialised.size();
  }
};

/// Starts to know [data, data + bytes), all of it initialised.
void register_allocation(const void* data, std::int64_t bytes, int element_size);
void unregister_allocation(const void* data);
/// The allocation that begins at `data`, or null.
std::shared_ptr<allocation> find_allocation(const void* data);
/// All of them, by rising address. They stay alive as long as a caller holds them.
std::vector<std::shared_ptr<allocation>> all_allocations();

}  // namespace kw::runtime
