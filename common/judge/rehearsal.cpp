#include "common/judge/rehearsal.hpp"

#include <cmath>
#include <cstring>

#include "kernelwright/core/dtype.hpp"

namespace kw::remote {
namespace {

constexpr std::int64_t kMostBytes = std::int64_t{256} << 20;

/// How the second call's results differ from those of the first one, in pieces of eight bytes.
struct comparison {
  std::int64_t changed = 0;  ///< that the first call wrote
  std::int64_t others = 0;   ///< those of them to which the second one gave other values

  /// Sums in another order, which autotune may choose, differ by rounding. That is much only where
  /// nearly everything cancels.
  bool suspicious() const {
    constexpr std::int64_t kOneIn = 50;
    return others * kOneIn > changed;
  }
};

/// Within some per cent, for numbers of this type.
template <class T>
bool are_close(const char* first, const char* second) {
  constexpr double kShare = 0.02;
  for (std::size_t i = 0; i < sizeof(std::uint64_t); i += sizeof(T)) {
    T one{}, other{};
    std::memcpy(&one, first + i, sizeof one);
    std::memcpy(&other, second + i, sizeof other);
    const auto a = core::convert<double>(one);
    const auto b = core::convert<double>(other);
    if (!(std::fabs(a - b) <= kShare * (std::fabs(a) + std::fabs(b))) &&
        std::memcmp(&one, &other, sizeof one) != 0) {
      return false;
    }
  }
  return true;
}

/// The element type of a piece is not known here.
bool are_alike(const char* first, const char* second) {
  return std::memcmp(first, second, sizeof(std::uint64_t)) == 0 ||
         are_close<float>(first, second) || are_close<double>(first, second) ||
         are_close<float16_t>(first, second) || are_close<bfloat16_t>(first, second);
}

void compare(const char* before, std::size_t bytes, const char* first, const char* second,
             comparison& sum) {
  constexpr std::size_t kPiece = sizeof(std::uint64_t);
  for (std::size_t i = 0; i + kPiece <= bytes; i += kPiece) {
    if (std::memcmp(before + i, first + i, kPiece) != 0) {
      ++sum.changed;
      sum.others += are_alike(first + i, second + i) ? 0 : 1;
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
    return "it did not return when it was called once more, where the host does not see what "
           "kernels load and store";
  }
  comparison sum;
  for (const piece& one : pieces_) {
    compare(one.before.get(), one.bytes, one.data,
            static_cast<const char*>(memory_.twin_of(one.data)), sum);
  }
  return sum.suspicious()
             ? "its results are not what kernels computed from what they loaded: when it was "
               "called once more, where the host does not see what kernels load and store, as on "
               "a GPU, and programs run in another order, it came to other results (about " +
                   std::to_string(sum.others) + " of " + std::to_string(sum.changed) +
                   "). Results are computed on tiles, in a kernel, and stored with tl.store"
             : "";
}

}  // namespace kw::remote
