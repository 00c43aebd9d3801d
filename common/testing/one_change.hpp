// One small change of the learner's file after which the tests pass, where there is one.
#pragma once

#include <optional>
#include <set>
#include <string>

#include "kernelwright/runtime/findings.hpp"

namespace kw::testing {

/// Lets `one_change` look for changes of the exercise that this program tests, on a CPU.
/// KW_ONE_CHANGE in the environment sets for how many seconds at most; 0 turns it off.
/// \param program its path, in or below the build folder
void look_for_one_change(const std::string& program);

/// After `test` has failed: the change that explain/repair/find_change.py finds, as a finding of
/// the kind `one-change`; nothing if it finds none, if the exercise is still the skeleton, or when
/// an earlier test of this run has asked already. Cost: up to `seconds` of all processors, the
/// first time for a build of the exercise.
/// \param lines where the checker found something: changes of these lines are tried first
std::optional<finding> one_change(const std::string& test, const std::set<int>& lines,
                                  double seconds);

/// The finding that an answer of explain/repair/find_change.py says; nothing if it is cut off.
std::optional<finding> read_change(const std::string& answer);

/// The finding without advice that leads elsewhere than the change: code that it quotes is neither
/// in the learner's file nor in the lines that the change puts in.
finding fitting(finding f, const finding& change);

}  // namespace kw::testing
