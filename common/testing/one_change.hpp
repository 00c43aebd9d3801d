// One small change of the learner's file after which the tests pass, where there is one.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "common/testing/verdict.hpp"

namespace kw::testing {

/// Lets `one_change` look for changes of the exercise that this program tests, on a CPU.
/// KW_ONE_CHANGE in the environment sets for how many seconds at most; 0 turns it off.
/// \param program its path, in or below the build folder
void look_for_one_change(const std::string& program);

/// After `test` has failed: the change that explain/repair/find_change.py finds; nothing if it
/// finds none, if the exercise is still the skeleton, or when an earlier test of this run has asked
/// already. Cost: up to `seconds` of all processors, the first time for a build of the exercise.
/// \param lines where the checker found something: changes of these lines are tried first
std::optional<clue> one_change(const std::string& test, const std::set<int>& lines, double seconds);

/// What an answer of explain/repair/find_change.py says; nothing if it is cut off.
std::optional<clue> read_change(const std::string& answer);

}  // namespace kw::testing
