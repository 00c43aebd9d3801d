#pragma once

#include <filesystem>

#include "grader/model/history.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// Keeps how a learner's points and speeds went from run to run, beside the results in the build
/// folder. A file that cannot be read counts as empty, and one that cannot be written does not stop
/// the grader.
class history_file {
 public:
  explicit history_file(const std::filesystem::path& build_folder);

  /// Adds a run, and returns all of them. A run that neither changed points nor measured anything
  /// leaves no trace. \param known everything that is known by now \param now what this run graded
  const run_history& note(const report& known, const report& now);

 private:
  std::filesystem::path file_;
  run_history runs_;
};

}  // namespace kw::grader
