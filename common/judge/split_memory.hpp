// Separate memory for host and kernels, as on a GPU.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "common/judge/first_mapping.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::remote {

/// Kernels load and store somewhere else than where the host looks, at the address of a view: there
/// the host reads zeros, and cannot store. So it cannot compute results. What it writes to other
/// memory, such as a vector, reaches the kernels that get this memory; nothing that a kernel stores
/// there ever comes back. The programs of a checked launch run from the last to the first, but for
/// those for which others wait.
class split_memory {
 public:
  /// The worker's only one; the runtime's hooks lead to it once it is attached.
  static split_memory& instance();

  /// \param base where the host sees the data that kernels get
  /// \returns whether the addresses were free
  bool attach(std::uint64_t base, std::uint64_t size);
  /// Before a call: maps exactly these ranges, for kernels.
  void map(const std::vector<memory_range>& ranges);
  /// How far kernels' addresses of the test data are from those of the host.
  std::ptrdiff_t shift() const { return kernels_base_ - host_base_; }
  /// For a function of the host's, which reads its views itself: copies of what kernels have there.
  void show();
  void hide();
  /// The kernels' address for what the host has there.
  const void* as_kernels_see(const void* data) const;

 private:
  struct own_block {
    std::size_t bytes = 0;
    char* kernels = nullptr;
  };
  /// The kernels' copy of memory that only the host knows: a vector, a static array.
  struct shadow {
    std::vector<char> kernels, seen;  ///< `seen`: what the host held when they were last compared
  };

  void install();
  /// The kernels' address for what the host has there; null for memory of the host alone.
  char* find(const void* data, std::int64_t bytes) const;
  void* shadow_of(const runtime::argument& argument);
  void* allocate(std::int64_t bytes);
  void release(void* data);
  void* seen_by_kernels(const runtime::argument& argument);
  void copy(void* to, const void* from, std::int64_t bytes);
  void fill(void* data, int value, std::int64_t bytes);

  mutable std::mutex mutex_;
  char* host_base_ = nullptr;
  char* kernels_base_ = nullptr;
  std::uint64_t size_ = 0;
  open_pieces mapped_;
  std::map<const char*, own_block> blocks_;
  std::map<const char*, shadow> shadows_;
  std::vector<std::vector<char>> retired_;                    // of shadows that have grown
  std::vector<std::pair<const char*, const char*>> targets_;  // of copies of what kernels see
  int copies_of_kernels_ = 0, fills_ = 0;                     // since `map`, of what kernels see
};

}  // namespace kw::remote
