// A bracket without a partner. Parentheses are matched by their kind and by the statements that
// they cannot reach beyond, braces by the indentation, since that says what the writer meant.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace kw::explain {

/// A bracket that has no partner, or one of another kind.
struct lonely_bracket {
  char bracket = 0;
  int line = 0;     ///< Where it is,
  int column = 0;   ///< from 1,
  int noticed = 0;  ///< and the line where it should have had its partner.
};

/// The first one of a file. Braces count only if the file does not open as many as it closes.
std::optional<lonely_bracket> find_lonely_bracket(const std::vector<std::string>& source);

}  // namespace kw::explain
