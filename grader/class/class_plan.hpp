#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "grader/class/class_grading.hpp"
#include "grader/class/class_run.hpp"

namespace kw::grader {

/// The folder from which the machines of a cluster grade chunks of a class. It holds copies of all
/// that they need, so a build or an edit in between changes no score, and what they leave: one file
/// for each result, which appears whole or not at all and never changes.
struct plan_folder {
  std::filesystem::path path;

  std::filesystem::path program() const { return path / "grader"; }
  std::filesystem::path course() const { return path / "course"; }
  std::filesystem::path kits() const { return path / "kits"; }
  std::filesystem::path description() const { return path / "plan.json"; }
  std::filesystem::path chunk(int number) const;
  std::filesystem::path array(int number, const char* ending) const;
  std::filesystem::path log(int array, int index) const;
  /// Where the result of a submission is, by its `graded_entry::name`.
  std::filesystem::path result(const std::string& name) const { return path / "done" / name; }
  /// Grows by a byte whenever a task begins to grade the submission.
  std::filesystem::path begun(const std::string& name) const { return path / "begun" / name; }
  /// Why a machine could not grade the submission, in words.
  std::filesystem::path fault(const std::string& name) const { return path / "faults" / name; }
};

/// Writes the plan of a run below `parent`, or finds it there from an earlier run that was made in
/// the same way. \param options of the run \param grading its solutions must have been checked
/// \param where the run is made
plan_folder write_plan(const std::filesystem::path& parent, const class_options& options,
                       const std::vector<lesson>& lessons, const class_grading& grading,
                       const environment& where);

/// What a plan says about the run.
struct class_plan {
  std::vector<lesson> lessons;
  std::map<std::string, std::string> kits;    ///< `task_kit::describe`, by the task's id.
  std::map<std::string, std::string> prints;  ///< Of each lesson's tests.
  std::map<std::string, std::vector<std::string>> given;
  untrusted_options options;  ///< Without the sandbox and the control groups.
  bool use_sandbox = true;
  bool speed = false;
  environment where;  ///< Without this machine's part.
};

/// Reads a plan. Throws `machine_error` when it is not there or not whole.
class_plan read_plan(const plan_folder& folder);

}  // namespace kw::grader
