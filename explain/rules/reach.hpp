// The names that a line of the learner's file can use.
#pragma once

#include <string>
#include <vector>

#include "explain/rules/rule.hpp"

namespace kw::explain {

/// The parameters of the function around a line, and what is declared in it above the line.
std::vector<std::string> names_in_reach(const situation& s, int before);

/// The only name in reach that is a part of an unknown one, as `block` is of `block_size`, or has
/// it as a part; empty if there is none.
std::string name_with_parts(const std::string& name, const std::vector<std::string>& reach);

}  // namespace kw::explain
