#include "common/judge/attached_memory.hpp"

#include <sys/mman.h>

#include <utility>

#include "common/judge/first_mapping.hpp"
#include "common/judge/pages.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::remote {

bool attached_memory::attach(std::uint64_t base, std::uint64_t size) {
  base_ = reserve(base, size, MAP_FIXED_NOREPLACE);
  return reinterpret_cast<std::uint64_t>(base_) == base && move_first_mapping(base_, size);
}

void attached_memory::map(const std::vector<memory_range>& ranges) {
  std::map<std::uint64_t, std::uint64_t> wanted;
  for (const memory_range& range : ranges) {
    wanted[range.offset] = range.bytes;
  }
  for (const auto& [offset, bytes] : mapped_) {
    if (wanted.count(offset) == 0) {
      close_piece(base_ + offset, bytes);
    }
  }
  for (const auto& [offset, bytes] : wanted) {
    if (mapped_.count(offset) == 0 && !open_piece(base_ + offset, bytes)) {
      throw error("the memory of a test cannot be mapped");
    }
  }
  mapped_ = std::move(wanted);
}

}  // namespace kw::remote
