// Brackets without a partner. Parentheses are matched by their kind and by the statements that they
// cannot reach beyond, braces by the indentation, since that says what the writer meant.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kw::explain {

/// A bracket that has no partner, or one of another kind.
struct lonely_bracket {
  char bracket = 0;  ///< The one that is there.
  char partner = 0;  ///< What closes it instead, if something does.
  int line = 0;      ///< Where it is,
  int column = 0;    ///< from 1,
  int noticed = 0;   ///< and the line where it should have had its partner.
};

/// The first parenthesis or square bracket without its partner.
std::optional<lonely_bracket> lonely_parenthesis(const std::vector<std::string>& source);

/// The first brace without its partner, if the file does not open as many as it closes.
std::optional<lonely_bracket> lonely_brace(const std::vector<std::string>& source);

}  // namespace kw::explain
