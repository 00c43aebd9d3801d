#include "common/judge/memory_copy.hpp"

#include <cmath>
#include <cstring>

#include "kernelwright/core/dtype.hpp"

namespace kw::remote {
namespace {

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
    // An infinity would be as close to any number.
    if (!(std::isfinite(a) && std::isfinite(b) &&
          std::fabs(a - b) <= kShare * (std::fabs(a) + std::fabs(b))) &&
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

}  // namespace

bool memory_copy::take(shared_memory& memory) {
  pieces.clear();
  checked.clear();
  for (const memory_range& range : memory.ranges()) {
    char* const data = reinterpret_cast<char*>(memory.base() + range.offset);
    pieces.push_back(
        {data, range.bytes, {static_cast<char*>(std::malloc(range.bytes)), std::free}});
    if (pieces.back().held == nullptr) {
      pieces.clear();
      return false;
    }
    std::memcpy(pieces.back().held.get(), data, range.bytes);
  }
  for (const auto& known : runtime::all_allocations()) {
    checked.emplace_back(known, *known);
  }
  return true;
}

void memory_copy::put_back() const {
  for (const piece& one : pieces) {
    std::memcpy(one.data, one.held.get(), one.bytes);
  }
  for (const auto& [known, was] : checked) {
    *known = was;
  }
}

void comparison::add(const char* before, std::size_t bytes, const char* first, const char* second) {
  constexpr std::size_t kPiece = sizeof(std::uint64_t);
  for (std::size_t i = 0; i + kPiece <= bytes; i += kPiece) {
    if (std::memcmp(before + i, first + i, kPiece) != 0 ||
        std::memcmp(before + i, second + i, kPiece) != 0) {
      ++changed;
      others += are_alike(first + i, second + i) ? 0 : 1;
    }
  }
}

bool comparison::suspicious() const {
  constexpr std::int64_t kOneIn = 50;
  return others * kOneIn > changed;
}

}  // namespace kw::remote
