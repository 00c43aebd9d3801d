// The characters of UTF-8.
#pragma once

#include <cstddef>
#include <string_view>

namespace kw::base {

/// The length in bytes of the valid character at the front of `text`; 0 when there is none.
std::size_t character_length(std::string_view text);

}  // namespace kw::base
