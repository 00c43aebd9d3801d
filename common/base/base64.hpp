#pragma once

#include <string>
#include <string_view>

namespace kw::base {

/// Base64 as in RFC 4648, with padding and without line breaks.
std::string to_base64(std::string_view bytes);

}  // namespace kw::base
