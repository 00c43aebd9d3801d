// Rules: each knows one kind of mistake, and puts it into words.
#pragma once

#include <string>
#include <vector>

#include "explain/explain.hpp"

namespace kw::explain {

/// An error and the line that caused it, as rules see them.
struct situation {
  std::string message;                ///< The compiler's, with plain quotes.
  std::string block;                  ///< All that the compiler said about this error.
  std::vector<std::string> source;    ///< The learner's file.
  std::vector<std::string> language;  ///< The names of what `tl` offers.
  std::string contract;               ///< The text of the lesson's header; may be empty.
  bool in_header = false;             ///< Raised in a header, by an assertion of the library.
};

/// The text of line `line` of the source, or empty.
std::string line_of(const situation& s, int line);

/// Moves the caret to `text` if it stands in the line. \returns whether it does
bool point_at(explanation& e, const std::string& text);

/// Each returns true when it has put the error into words. `e` has place and message already.
bool explain_assertion(const situation& s, explanation& e);
bool explain_spelling(const situation& s, explanation& e);
bool explain_foreign(const situation& s, explanation& e);
bool explain_call(const situation& s, explanation& e);
bool explain_tile(const situation& s, explanation& e);
bool explain_name(const situation& s, explanation& e);
bool explain_template(const situation& s, explanation& e);
bool explain_slip(const situation& s, explanation& e);

}  // namespace kw::explain
