// What a name of the learner's file stands for, in the file itself and in the headers around it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "explain/declarations.hpp"
#include "explain/rules/rule.hpp"

namespace kw::explain {

/// The learner's file as one text, without comments.
std::string text_of(const situation& s);

/// The statement that begins in a line, as far as its semicolon or brace, in one line.
std::string statement_at(const situation& s, int line);

/// The members of a type, wherever it is defined; none if nobody knows it.
std::vector<std::string> known_members(const situation& s, std::string_view type);

/// The declarations of a function in the learner's file and in the headers that it includes.
std::vector<declared_function> known_functions(const situation& s, std::string_view name);

/// The header of the lesson that declares a name, and that the file does not include; or empty.
std::string header_to_include(const situation& s, std::string_view name);

/// Everything that the lesson's headers, as far as the file includes them, declare.
std::vector<std::string> names_of_lesson(const situation& s);

/// Everything that the headers of the library which its users include declare.
std::vector<std::string> names_of_library(const situation& s);

/// A variable or parameter of the learner's function.
struct declared_variable {
  int line = 0;
  std::string type;   ///< As it is written: "const float", "auto".
  std::string value;  ///< What it begins with, as far as the line says.
};

/// The declaration of `name` that line `before` sees, by the text above it.
std::optional<declared_variable> known_variable(const situation& s, std::string_view name,
                                                int before);

}  // namespace kw::explain
