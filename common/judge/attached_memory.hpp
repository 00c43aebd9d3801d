// The worker's half of the memory that it and the judge have mapped at the same address.
#pragma once
#include <cstdint>
#include <vector>

#include "common/judge/first_mapping.hpp"

namespace kw::remote {

class attached_memory {
 public:
  /// \returns whether the addresses were free
  bool attach(std::uint64_t base, std::uint64_t size);
  /// Makes exactly these ranges accessible.
  void map(const std::vector<memory_range>& ranges);
  char* base() const { return base_; }

 private:
  char* base_ = nullptr;
  open_pieces mapped_;
};

}  // namespace kw::remote
