#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "grader/class/class_grading.hpp"
#include "grader/class/class_results.hpp"

namespace kw::grader {

/// What is graded, and with what.
struct class_work {
  const class_options& options;
  const std::vector<lesson>& lessons;
  const std::vector<lesson>& course;           ///< All lessons.
  std::vector<class_submission>& submissions;  ///< Their files are dropped once they are graded.
  class_grading& grading;
  class_results& results;
  std::filesystem::path scratch;  ///< A folder that the sandbox can reach.
  int jobs = 1;                   ///< Submissions at once.
};

/// Grades a class on this machine, in several threads. Throws `interrupted` after Ctrl-C, and what
/// keeps results from being stored.
/// \returns why it ended early: the machine fails for the course's own solution too; empty
/// otherwise
std::string grade_on_this_machine(const class_work& work);

}  // namespace kw::grader
