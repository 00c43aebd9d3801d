#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grader/class/submissions.hpp"
#include "grader/run/sandbox/sandbox.hpp"

namespace kw::grader {

/// When the commits in a clone were made, in ISO 8601 and UTC, according to the clock of the
/// student's computer.
struct commit_times {
  std::string latest;  ///< Of all commits; empty if there is no clone.
  std::map<std::string, std::string>
      lessons;  ///< By id: the last that changed a graded file of it.
};

/// Looks for the times in a submission's clone. The clone is not trusted: this machine's git reads
/// it inside `box`.
commit_times find_commit_times(const class_submission& submission, const kernel_sources& sources,
                               const sandbox& box);

/// Enters into `submission` when it was handed in, by its commits where nothing else says so, or
/// where they are later than what Classroom 50 recorded.
/// \returns the times of its commits where they were needed
commit_times note_times(class_submission& submission, const kernel_sources& sources,
                        const sandbox& box);

}  // namespace kw::grader
