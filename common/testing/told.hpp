// What a learner has been told already.
#pragma once

#include <set>
#include <string>

namespace kw::testing {

/// How far wrong values were explained: in a lesson's program by any test, since they test the same
/// few kernels; elsewhere by the running test.
enum class mismatch_state { none, shown, explained };
mismatch_state& mismatch_told();

/// The sentences of the mistakes that did not explain an earlier mismatch: what made that one has
/// most likely made the next one, too.
std::set<std::string>& refuted_mistakes();

/// Has the running test findings of which wrong values are the consequence?
bool mismatch_follows();

/// Prints and writes down what the checker found in a test that is ended from outside.
void print_waiting_findings(const std::string& test);

}  // namespace kw::testing
