// What a lesson's headers and the learner's file declare: functions with their parameters, and
// types with their members. It reads text as a person skims it, so it also works where no compiler
// does.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace kw::explain {

/// A header of the lesson, without its comments.
struct header {
  std::string name;
  std::string text;
};

/// A function, as it is declared.
struct declared_function {
  std::vector<std::string> template_parameters;  ///< "int BLOCK_SIZE", "class T".
  std::vector<std::string> parameters;           ///< "program auto& tl", "int n".
  std::string before;                            ///< What is in front of its name: "KW_HD auto".
};

/// Every declaration of the function `name` in a text without comments.
std::vector<declared_function> functions_named(std::string_view text, std::string_view name);

/// The members of the struct, class or enumeration `name` that its users can see; none if the text
/// does not define it.
std::vector<std::string> members_of(std::string_view text, std::string_view name);

/// Whether the text defines a function, a type, an alias or a constant of this name.
bool declares(std::string_view text, std::string_view name);

/// The names of everything that `declares` finds in a text.
std::vector<std::string> names_declared(std::string_view text);

/// The last name in a parameter or a declaration: `n` in `const int& n`, `a` in `float a = 1`.
std::string name_of_parameter(std::string_view parameter);

}  // namespace kw::explain
