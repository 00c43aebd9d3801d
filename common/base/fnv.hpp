// The hash of Fowler, Noll and Vo: to tell texts apart, not to keep secrets.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace kw::base {

/// FNV-1a with 64 bits.
constexpr std::uint64_t fnv1a(std::string_view bytes) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char byte : bytes) {
    hash = (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3u;
  }
  return hash;
}

/// The same as 16 hexadecimal digits.
inline std::string fnv1a_digits(std::string_view bytes) {
  std::string digits(16, '0');
  std::uint64_t hash = fnv1a(bytes);
  for (std::size_t i = digits.size(); i > 0; --i, hash /= 16) {
    digits[i - 1] = "0123456789abcdef"[hash % 16];
  }
  return digits;
}

}  // namespace kw::base
