// What a learner reads about a failed test: the clues of all mechanisms, put in order.
#pragma once
#include <string>
#include <vector>

#include "kernelwright/runtime/findings.hpp"

namespace kw::testing {

/// One text of at most kMostLines lines: what happened, where, why, and what to try. Advice that
/// was tried is the only one, if there is any.
std::string verdict(std::vector<clue> clues);

inline constexpr int kMostLines = 30;

}  // namespace kw::testing
