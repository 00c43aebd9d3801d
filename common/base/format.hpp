#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>

namespace kw::base {

/// A number as printf writes it: `formatted("%.1f x", 2.0)`. At most 63 letters.
inline std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// 4096 as `4,096`.
inline std::string grouped(std::int64_t number) {
  std::string text = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;  // of the digits
  for (std::size_t i = text.size(); i > first + 3; i -= 3) {
    text.insert(i - 3, 1, ',');
  }
  return text;
}

}  // namespace kw::base
