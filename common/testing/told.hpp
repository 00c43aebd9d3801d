// What a learner has been told already, and a test that fails with something new.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "common/testing/verdict.hpp"
#include "kernelwright/core/source_place.hpp"

namespace kw::testing {

/// Are comparisons made to find out something, without a word about what is wrong?
bool& quiet();

/// May a failed comparison be made again, to find out more? Only for a learner: it takes seconds.
bool& experiments();

/// How far wrong values were explained: in a lesson's program by any test, since they test the same
/// few kernels; elsewhere by the running test.
enum class mismatch_state { none, shown, explained };
mismatch_state& mismatch_told();

/// The sentences of the mistakes that did not explain an earlier mismatch: what made that one has
/// most likely made the next one, too.
std::set<std::string>& refuted_mistakes();

/// Has the running test findings of which wrong values are the consequence?
bool mismatch_follows();

/// Fails the running test at `place` with the verdict on these clues and on the change that repairs
/// the exercise, which is looked for once in a run; with neither it does not fail.
/// \param place line 0: where the change is
/// \param findings those that are among the clues, which are written down
void fail_with(source_place place, std::vector<clue> clues,
               const std::vector<finding>& findings = {});

/// Prints and writes down what the checker found in a test that is ended from outside.
void print_waiting_findings(const std::string& test);

}  // namespace kw::testing
