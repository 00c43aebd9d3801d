#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kw::base {

/// Text from outside as text alone: ANSI codes and carriage returns are left out, other control
/// characters but tab and newline, and bytes that are not UTF-8, become U+FFFD. Longer text is cut
/// after `limit` bytes, never inside a character, and says how much is left out.
std::string plain_text(std::string_view text, std::size_t limit = std::string_view::npos);

/// `plain_text` on one line: newlines and tabs become spaces.
std::string plain_line(std::string_view text, std::size_t limit = std::string_view::npos);

/// Up to the first newline.
std::string first_line(std::string_view text);

}  // namespace kw::base
