#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace kw::grader {

/// The length of the valid UTF-8 character at the front of `text`; 0 when there is none.
std::size_t character_length(std::string_view text);

/// Text from outside as text alone: ANSI codes and carriage returns are left out, other control
/// characters but tab and newline, and bytes that are not UTF-8, become U+FFFD. Longer text is cut
/// after `limit` bytes, never inside a character, and says how much is left out.
std::string plain_text(std::string_view text, std::size_t limit = std::string_view::npos);

/// `plain_text` on one line: newlines and tabs become spaces.
std::string plain_line(std::string_view text, std::size_t limit = std::string_view::npos);

/// Base64 as RFC 4648 has it, with padding and without line breaks.
std::string to_base64(std::string_view bytes);

}  // namespace kw::grader
