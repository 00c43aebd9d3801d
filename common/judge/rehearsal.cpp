#include "common/judge/rehearsal.hpp"

#include <algorithm>
#include <cstring>

namespace kw::remote {
namespace {

constexpr std::int64_t kMostBytes = std::int64_t{256} << 20;

/// What the second call left of the results of the first one.
struct comparison {
  std::int64_t changed = 0;  ///< words that the first call wrote
  std::int64_t alike = 0;    ///< those of them that the second one wrote as well
  std::uint32_t value = 0;   ///< of the first of these
  bool values_differ = false;

  /// A result that is a zero, or one number everywhere, may have been filled in before a kernel
  /// adds to it: memory may be filled without a kernel.
  bool suspicious() const { return values_differ || (alike > 0 && alike == changed && value != 0); }
};

void compare(const char* before, std::size_t bytes, const char* first, const char* second,
             comparison& sum) {
  std::uint32_t old = 0, one = 0, other = 0;
  for (std::size_t i = 0; i + sizeof old <= bytes; i += sizeof old) {
    std::memcpy(&old, before + i, sizeof old);
    std::memcpy(&one, first + i, sizeof one);
    if (one == old) {
      continue;
    }
    ++sum.changed;
    std::memcpy(&other, second + i, sizeof other);
    if (one == other) {
      sum.value = sum.alike == 0 ? one : sum.value;
      sum.values_differ = sum.values_differ || one != sum.value;
      ++sum.alike;
    }
  }
}

}  // namespace

void rehearsal::keep_memory() {
  pieces_.clear();
  if (memory_.bytes_in_use() > kMostBytes) {
    return;
  }
  for (const memory_range& range : memory_.ranges()) {
    char* const data = reinterpret_cast<char*>(memory_.base() + range.offset);
    pieces_.push_back(
        {data, range.bytes, {static_cast<char*>(std::malloc(range.bytes)), std::free}});
    if (pieces_.back().before == nullptr) {
      pieces_.clear();
      return;
    }
    std::memcpy(pieces_.back().before.get(), data, range.bytes);
    std::memcpy(memory_.twin_of(data), data, range.bytes);
  }
}

std::string rehearsal::problem_with(const message& request, int functions) {
  worker_failure failure;
  message answer;
  if (pieces_.empty()) {
    return {};
  }
  if (!worker_.running() && !worker_.start(functions, failure)) {
    return {};  // nothing was called
  }
  if (!worker_.ask(request, answer, failure)) {
    return "it did not return when it was called once more, with the stores of its tiles turned "
           "off";
  }
  comparison sum;
  for (const piece& one : pieces_) {
    compare(one.before.get(), one.bytes, one.data,
            static_cast<const char*>(memory_.twin_of(one.data)), sum);
  }
  return sum.suspicious()
             ? "its results are not what a kernel stored with tl.store: when it was called once "
               "more, with the stores of tiles turned off, " +
                   std::to_string(sum.alike) +
                   " of them were there all the same. Results are computed on tiles, in a kernel, "
                   "and stored with tl.store"
             : "";
}

}  // namespace kw::remote
