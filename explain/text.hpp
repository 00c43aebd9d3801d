// Small helpers for lines of code and compilers' messages. Regular expressions are RE2's, compiled
// at first use and kept; a text is taken as bytes.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kw::explain {

bool contains(std::string_view text, std::string_view part);
bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts);
std::string replaced(std::string text, std::string_view from, std::string_view to);

/// A line of code without its comment and its indent.
std::string without_comment(std::string_view line);

/// A compiler's message with tiles as `tile [64, 32]`, and without long template arguments.
std::string plain_types(std::string text);

// ---- regular expressions

/// What the named groups of patterns have found. Groups `name`, `name2` and `name3` of one pattern
/// are the same thing in several wordings: the one that matched is `name`.
using captures = std::map<std::string, std::string, std::less<>>;

/// Whether a pattern is found in a text. Its named groups are added to `found`; a group that took
/// no part is empty.
bool search(std::string_view text, std::string_view pattern, captures* found = nullptr);

/// The first group of a pattern in a text; empty if the pattern is not found.
std::string first_match(std::string_view text, std::string_view pattern);

/// One place where a pattern is found: the whole, then its groups.
struct match {
  std::vector<std::string> groups;
  std::size_t begin = 0, end = 0;
  const std::string& operator[](std::size_t i) const { return groups.at(i); }
};

/// The first place at `from` or later; nothing if there is none.
std::optional<match> find(std::string_view text, std::string_view pattern, std::size_t from = 0);

/// Nothing unless the whole text is what the pattern describes.
std::optional<match> match_whole(std::string_view text, std::string_view pattern);

/// All places, one after the other.
std::vector<match> find_all(std::string_view text, std::string_view pattern);

/// What is wrong with a pattern, or empty.
std::string pattern_error(std::string_view pattern);

}  // namespace kw::explain
