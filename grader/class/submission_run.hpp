#pragma once

#include <functional>
#include <string>
#include <vector>

#include "grader/class/class_run.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// One submission to grade. Its files are not trusted, so they are judged like those of a class:
/// from outside their process, and in the sandbox.
struct submission_options {
  std::filesystem::path root = ".";
  std::filesystem::path build_folder;  ///< Empty: build/cpu or build/cuda.
  std::filesystem::path source;        ///< A folder, or an archive.
  std::vector<std::string> lessons;    ///< All when empty.
  std::string device = "cpu";          ///< Or "cuda".
  bool use_sandbox = true;
  bool speed = false;  ///< Whether to measure what is right.
};

/// Grades one submission. Throws `usage_error` when there is none, `machine_error` when this
/// machine cannot grade.
report grade_submission(const submission_options& options,
                        const std::function<void(const class_progress&)>& on_progress = {});

}  // namespace kw::grader
