#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "common/test/base/temporary_folder.hpp"

namespace kw::grader {

using base::temporary_folder;

/// A course of shell scripts: its CMake "builds" by copying a script, or fails with a text, and its
/// test programs understand GoogleTest's options.
class fake_course {
 public:
  /// Lessons 01 first (tasks warm, main, more) and 02 second (task only; needs 01). Each task has
  /// two tests in a suite of its name, such as Warm.A and Warm.B, and at first they fail.
  fake_course();

  const std::filesystem::path& root() const { return folder_.path(); }
  std::filesystem::path build_folder() const { return root() / "build" / "cpu"; }

  /// Makes a target a test program in which each test runs the given shell code: `true` passes.
  /// Empty code passes too.
  void set_tests(const std::string& target, const std::map<std::string, std::string>& tests) const;

  /// Makes building a target fail with this output.
  void set_build_failure(const std::string& target, const std::string& output) const;

  /// All tests of all tasks pass.
  void solve_everything() const;

  const temporary_folder& folder() const { return folder_; }

 private:
  temporary_folder folder_;
};

}  // namespace kw::grader
