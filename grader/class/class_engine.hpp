#pragma once

#include <filesystem>
#include <functional>
#include <vector>

#include "grader/class/class_grading.hpp"
#include "grader/class/class_run.hpp"

namespace kw::grader {

/// What is graded, and with what.
struct class_work {
  const class_options& options;
  const std::vector<lesson>& lessons;
  const std::vector<lesson>& course;           ///< All lessons.
  std::vector<class_submission>& submissions;  ///< Their files are dropped once they are graded.
  class_grading& grading;
  environment where;              ///< Of results that could not be graded.
  std::filesystem::path scratch;  ///< A folder that the sandbox can reach.
  int jobs = 1;                   ///< Submissions at once.
  const std::function<void(const class_progress&)>& tell;
};

/// Grades a class on this machine, in several threads. Each result is stored in a file of its own,
/// counted and summed up in `outcome` as soon as it is there. It ends early where the machine fails
/// for the course's own solution too. Throws `interrupted` after Ctrl-C, and what keeps results
/// from being stored.
void grade_submissions(const class_work& work, class_outcome& outcome);

/// Removes what was left over by runs that were killed while they wrote. No other may write now.
void remove_unfinished(const std::filesystem::path& results);

}  // namespace kw::grader
