// Small helpers for text that is source code or a compiler's message.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kw::explain {

bool contains(std::string_view text, std::string_view part);
bool contains_any(std::string_view text, const std::vector<std::string_view>& parts);
bool is_name_character(char c);
std::string trimmed(std::string_view text);
std::string replaced(std::string text, std::string_view from, std::string_view to);

/// Where `name` stands as a whole word in `text`, from `from` on; npos if nowhere.
std::size_t find_word(std::string_view text, std::string_view name, std::size_t from = 0);

/// What a search found: the whole, then the groups that capture; and the text behind it.
struct groups {
  std::vector<std::string> found;
  std::string rest;
  const std::string& operator[](std::size_t i) const { return found.at(i); }
};

/// Looks for a POSIX extended regular expression, in which (?:...) groups without capturing. (The
/// C++ library's own take twenty seconds to compile.)
bool search(const std::string& text, const std::string& expression, groups* match = nullptr);

/// The first match of a regular expression's group 1 in `text`; empty if there is none.
std::string first_match(const std::string& text, const char* expression);

/// The same for the first of several expressions that matches.
std::string first_match(const std::string& text, const std::vector<const char*>& expressions);

/// The arguments of the call that opens at `open`, an index of '('. Empty when it does not close.
std::vector<std::string> arguments_of(std::string_view text, std::size_t open);

/// The bracket that closes the one at `open`; npos when there is none.
std::size_t closing_bracket(std::string_view text, std::size_t open);

/// A line of code without its comment.
std::string without_comment(std::string_view line);

/// The candidate nearest to a misspelled name, or empty when none is near.
std::string nearest(std::string_view name, const std::vector<std::string>& candidates);

/// Breaks a text at spaces so that no line is longer than `width`, as far as words allow.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// A compiler's message with the types of tiles as a learner knows them.
std::string plain_types(std::string text);

}  // namespace kw::explain
