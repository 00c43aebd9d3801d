// Where the caret points.
#pragma once

#include <string>

#include "explain/explain.hpp"

namespace kw::explain {

/// Moves the caret to `text` if the line has it. \returns whether it does
bool point_at(explanation& e, const std::string& text);

/// Places the caret of an error that no rule has looked at yet.
///
/// Compilers point at the name of a call, at its bracket, or nowhere: the caret underlines the call
/// as far as its bracket, or the name that is there, or else the whole statement.
void find_caret(explanation& e);

}  // namespace kw::explain
