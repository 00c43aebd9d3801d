#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grader/class/submissions.hpp"

namespace kw::grader {

/// When the commits were made that a clone holds, in ISO 8601 and UTC. They are what the clock of
/// the student's computer said.
struct commit_times {
  std::string latest;  ///< Of all; empty where there is no clone.
  std::map<std::string, std::string>
      lessons;  ///< By id: the last that changed a graded file of it.
};

/// Looks for the times in a submission's clone. The clone is somebody else's: its configuration,
/// which can name programs to run, is never read. A git of this machine reads its objects from a
/// repository of our own.
///
/// \param scratch a folder of the calling thread, for that repository
commit_times find_commit_times(const class_submission& submission, const kernel_sources& sources,
                               const std::filesystem::path& scratch);

}  // namespace kw::grader
