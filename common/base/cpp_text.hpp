// Reading C++ as text: names, comments, literals, brackets and the arguments between them. It works
// on code that no compiler has accepted, so every function copes with text that is cut off.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kw::base {

/// Whether `c` can be part of a name.
bool is_name_character(char c);

/// The text without the white space around it.
std::string trimmed(std::string_view text);

/// Where `name` is a whole word of `text`, at `from` or later; npos if it is nowhere. A name may
/// hold other characters as well, such as `tl.load`.
std::size_t find_word(std::string_view text, std::string_view name, std::size_t from = 0);

/// Where the comment that begins at `at` ends; `at` if none begins there.
std::size_t end_of_comment(std::string_view text, std::size_t at);

/// Where the string or character literal that begins at `at` ends; `at` if none begins there. A
/// quote without a partner in its line is not a literal, nor is the one in 1'000'000.
std::size_t end_of_literal(std::string_view text, std::size_t at);

/// The text with spaces in place of comments, so places and line numbers stay as they are.
std::string without_comments(std::string text);

/// The bracket that closes the one at `open`, which is one of ( [ {; npos if there is none.
std::size_t closing_bracket(std::string_view text, std::size_t open);

/// The > that closes the < at `open`; npos if there is none.
std::size_t closing_angle(std::string_view text, std::size_t open);

/// What a list of arguments or parameters says.
struct argument_list {
  bool closed = false;             ///< Whether the closing parenthesis was found.
  std::vector<std::string> items;  ///< Trimmed. An item may be empty, as the first of `f(, b)`.
};

/// The items between the parenthesis at `open` and its partner. Angle brackets count as brackets
/// where they can belong to a template: in `offsets<n` they do not.
argument_list arguments_at(std::string_view text, std::size_t open);

/// Only the items; none if the list is not closed.
std::vector<std::string> arguments_of(std::string_view text, std::size_t open);

}  // namespace kw::base
