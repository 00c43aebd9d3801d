// Lets kernels store only where they have said so.
#pragma once
#include <cstdint>
#include <map>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace kw::remote {

/// Write protection for the test's data while kernels run. A page opens when a program reports to
/// the checker that it is about to store there, so a store that bypasses the checker faults, unless
/// its page is open already.
class store_guard {
 public:
  /// Closes all pages of these ranges. The cost depends on how many are open, except for the first
  /// time after `open_all`. \param ranges offsets from `base`, and bytes
  void close(char* base, const std::map<std::uint64_t, std::uint64_t>& ranges);
  void open_all();
  /// Opens the pages of this memory, if it belongs to the ranges. \returns whether it does
  bool open(const void* data, std::int64_t bytes);
  /// A program is about to store here: in the ranges, or in memory of the submission's own.
  void note_store(const void* data, std::int64_t bytes);

  /// How much other memory was stored to since `forget_own`, in whole pages. \returns bytes
  std::int64_t own_bytes() const;
  void forget_own();

 private:
  struct range {
    char* data;
    std::vector<bool> open;  // one for each page
  };
  bool open_pages(std::uintptr_t first, std::uintptr_t last);
  const range* range_of(std::uintptr_t address) const;

  mutable std::mutex mutex_;
  std::map<std::uintptr_t, range> closed_;              // by where they begin
  std::vector<std::pair<range*, std::size_t>> opened_;  // pages of them
  std::set<std::uintptr_t> own_pages_;
};

}  // namespace kw::remote
