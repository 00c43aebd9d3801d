// What a test program writes down for the grader: a file of JSON objects, one a line.
//
//   {"tests": ["Suite.Name", ...]}                     those that are to run, in this order
//   {"test": ..., "kind": "out-of-bounds", ...}        a finding in a test
//   {"test": ..., "failure": "crashed", ...}           how a call of a worker failed
//   {"test": ..., "status": "failed", "seconds": ..., "message": ...}  how a test ended
#pragma once

#include <string>

namespace kw::testing {

/// Begins the file that `KW_RESULTS_FILE` in the environment names, and writes there how tests end.
/// Programs that this one starts do not see the variable. Throws `error`.
void open_results();
bool writes_results();

/// Adds a line, where there is a file. Ends the program if it cannot: without it a result is wrong.
void write_result(const std::string& line);

}  // namespace kw::testing
