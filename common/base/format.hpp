#pragma once

#include <cstdio>
#include <string>

namespace kw::base {

/// A number as printf writes it: `formatted("%.1f x", 2.0)`. At most 63 letters.
inline std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

}  // namespace kw::base
