#pragma once

#include <string>
#include <string_view>

namespace kw::grader {

/// A table as spreadsheets save "Unicode text".
inline std::string in_utf16(std::u16string_view text, bool high_byte_first = false) {
  std::string bytes = high_byte_first ? "\xFE\xFF" : "\xFF\xFE";
  for (const char16_t unit : text) {
    const char high = static_cast<char>(unit >> 8), low = static_cast<char>(unit & 0xFF);
    bytes += high_byte_first ? std::string{high, low} : std::string{low, high};
  }
  return bytes;
}

}  // namespace kw::grader
