// SHA-256 (FIPS 180-4): a hash for which no second text can be found.
#pragma once

#include <string>
#include <string_view>

namespace kw::base {

/// The hash of these bytes: 32 bytes.
std::string sha256_bytes(std::string_view bytes);

/// The same as 64 hexadecimal digits.
std::string sha256_digits(std::string_view bytes);

}  // namespace kw::base
