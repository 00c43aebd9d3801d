#include "common/judge/bench_data.hpp"

#include <cmath>
#include <cstring>

namespace kw::remote {

std::int64_t bytes_of(const buffer_argument& buffer) {
  return buffer.elements * buffer.element_size;
}

std::uint64_t draw_poison(const buffer_argument& buffer, std::mt19937_64& chance) {
  const std::uint64_t drawn = chance();
  switch (buffer.floating ? buffer.element_size : 0) {
    case 2:  // either kind of 16 bits
      return 0x7fc0 | 1 | (drawn & 0x3f);
    case 4:
      return 0x7fc0'0000 | 1 | (drawn & 0x3f'ffff);
    case 8:
      return 0x7ff8'0000'0000'0000 | 1 | (drawn & 0x7'ffff'ffff'ffff);
    default:
      return drawn;
  }
}

bool agree(const buffer_argument& buffer, std::int64_t n, const char* expected, const char* got,
           std::uint64_t poison, const testing::tolerance& limit) {
  const auto width = static_cast<std::size_t>(buffer.element_size);
  if (buffer.value == nullptr) {
    return std::memcmp(got, expected, static_cast<std::size_t>(n) * width) == 0;
  }
  const testing::tolerance with_rounding = {limit.abs, limit.rel + buffer.rounding, limit.reason};
  const auto unwritten = [&](const char* data, std::int64_t i) {
    return std::memcmp(data + static_cast<std::size_t>(i) * width, &poison, width) == 0;
  };
  for (std::int64_t i = 0; i < n; ++i) {
    const double want = buffer.value(expected, i);
    const double have = buffer.value(got, i);
    const bool alike =
        testing::close(have, want, with_rounding) || (std::isnan(have) && std::isnan(want));
    if (!alike || unwritten(got, i) != unwritten(expected, i)) {
      return false;
    }
  }
  return true;
}

}  // namespace kw::remote
