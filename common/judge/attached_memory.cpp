#include "common/judge/attached_memory.hpp"

#include <sys/mman.h>

#include "common/judge/pages.hpp"

namespace kw::remote {

bool attached_memory::attach(std::uint64_t base, std::uint64_t size) {
  base_ = reserve(base, size, MAP_FIXED_NOREPLACE);
  return reinterpret_cast<std::uint64_t>(base_) == base && move_first_mapping(base_, size);
}

void attached_memory::map(const std::vector<memory_range>& ranges) {
  open_exactly(base_, ranges, mapped_);
}

}  // namespace kw::remote
