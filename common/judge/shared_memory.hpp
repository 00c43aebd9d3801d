// The judge's half of the memory that it and a worker have mapped at the same address.
#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "common/judge/protocol.hpp"

namespace kw::remote {

/// Hands out pieces, with fences of untouchable addresses between them. No
/// address is used twice, so a worker that keeps old pointers cannot reach new data by them.
class shared_memory {
 public:
  /// \param twin whether each piece gets a twin, which another worker sees at the same address
  explicit shared_memory(bool twin = false);
  void* allocate(std::int64_t bytes, memory_kind kind = memory_kind::cpu);
  void release(void* data);
  bool holds(const void* data);
  std::vector<memory_range> ranges();
  std::int64_t bytes_in_use();

  /// How much of the machine's memory the file uses. A worker can fill the file anywhere, and unmap
  /// it again.
  std::int64_t bytes_taken() const;

  /// Where the judge has the twin of what is at `data`.
  void* twin_of(void* data) const { return twin_base_ + (static_cast<char*>(data) - base_); }

  int descriptor() const { return descriptor_; }
  /// Of the file with the twins.
  int twin_descriptor() const { return twin_descriptor_; }
  std::uint64_t base() const { return reinterpret_cast<std::uint64_t>(base_); }
  std::uint64_t size() const { return size_; }

 private:
  std::mutex mutex_;
  int descriptor_ = -1;
  int twin_descriptor_ = -1;
  char* base_ = nullptr;
  char* twin_base_ = nullptr;
  std::uint64_t size_ = 0;
  std::uint64_t next_ = 0;
  std::map<std::uint64_t, memory_range> used_;  // by offset
};

}  // namespace kw::remote
