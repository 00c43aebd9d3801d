// Small helpers for lines of code and compilers' messages.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <string>
#include <string_view>

namespace kw::explain {

bool contains(std::string_view text, std::string_view part);
bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts);
std::string replaced(std::string text, std::string_view from, std::string_view to);

/// A line of code without its comment and its indent.
std::string without_comment(std::string_view line);

/// A compiler's message with tiles as `tile [64, 32]`, and without long template arguments.
std::string plain_types(std::string text);

}  // namespace kw::explain
