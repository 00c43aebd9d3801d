// Separate memory for host and kernels, as on a GPU, for calls that are made once more.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "common/judge/protocol.hpp"
#include "common/judge/store_guard.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::remote {

/// In a worker that repeats calls (rehearsal.hpp), kernels load and store somewhere else than where
/// the host looks, at the address of a view. There the host finds the same elements in another
/// order. So results that the host computes from them are wrong, and what it writes to a result
/// itself never arrives. What it writes to other memory reaches the kernels that get this memory;
/// nothing that a kernel stores ever reaches the host. Each launch first runs with the stores of
/// tiles turned off, and must change nothing then. Its programs run from the last to the first,
/// unless some of them wait for others. In these, lanes that have no value hold any number. In both
/// runs, a page of the test's data can be written only once a program has reported to the checker
/// that it stores there.
class split_memory {
 public:
  /// The worker's only one; the runtime's hooks lead to it from the first call on.
  static split_memory& instance();

  /// \param base where the host sees the data that kernels get
  /// \returns whether the addresses were free
  bool attach(std::uint64_t base, std::uint64_t size);
  /// Before a call: maps exactly these ranges, for kernels and for the host.
  void map(const std::vector<memory_range>& ranges);
  /// How far kernels' addresses of the test data are from those of the host.
  std::ptrdiff_t shift() const { return kernels_base_ - host_base_; }
  /// After `map`, and once the arrays are known (at the addresses of the kernels): shows the host
  /// others, whose elements are drawn from them.
  void disguise();
  /// After a call: what the library copied, and no kernel changed, does not count as a kernel's
  /// result. Nor does what was stored past `tl`.
  void spoil_what_no_kernel_stored();
  /// Since `map`: the pages, besides those of the test, to which kernels have stored, and what a
  /// program had on its stack beyond what a GPU could hold. \returns bytes
  std::int64_t own_bytes() const;

 private:
  struct own_block {
    std::size_t bytes = 0;
    char* kernels = nullptr;
  };
  /// The kernels' copy of memory that only the host knows: a vector, a static array.
  struct shadow {
    std::vector<char> kernels, seen;  ///< `seen`: what the host held when they were last compared
  };
  struct copied_bytes {
    char* to;
    std::vector<char> bytes;
    std::vector<bool> stored;  ///< by a kernel, since
  };

  void install();
  /// The kernels' address for what the host has there; null for memory of the host alone.
  char* find(const void* data, std::int64_t bytes) const;
  void* shadow_of(const runtime::argument& argument);
  void* allocate(std::int64_t bytes);
  void release(void* data);
  void* seen_by_kernels(const runtime::argument& argument);
  void copy(void* to, const void* from, std::int64_t bytes);
  /// A program is about to store here.
  void note_store(const void* data, std::int64_t bytes);
  void fill(void* data, int value, std::int64_t bytes);
  void rehearse(void (*launch)(const void*), const void* state);
  void run_without_stores(void (*launch)(const void*), const void* state);

  mutable std::mutex mutex_;
  char* host_base_ = nullptr;
  char* kernels_base_ = nullptr;
  std::uint64_t size_ = 0;
  std::map<std::uint64_t, std::uint64_t> mapped_;
  std::map<const char*, own_block> blocks_;
  std::map<const char*, shadow> shadows_;
  std::vector<std::vector<char>> retired_;  // of shadows that have grown
  std::vector<copied_bytes> copies_;
  std::vector<std::pair<const char*, const char*>> targets_;  // of copies of what kernels see
  int copies_of_kernels_ = 0, fills_ = 0;                     // since `map`, of what kernels see
  store_guard guard_;
  bool stored_past_tl_ = false;
  std::int64_t deepest_ = 0;           // of the stack, in bytes
  std::uint64_t rehearsed_bytes_ = 0;  // compared for the launches of this call
};

}  // namespace kw::remote
