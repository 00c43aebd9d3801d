#pragma once

#include <functional>
#include <string>
#include <vector>

#include "grader/model/course.hpp"
#include "grader/model/result.hpp"
#include "grader/run/kernel_runner.hpp"
#include "grader/run/progress.hpp"
#include "grader/run/quiet_machine.hpp"

namespace kw::grader {

/// What a lesson's grading needs to know besides its kernel.
struct grading_options {
  std::vector<std::string> devices = {"cpu"};
  quiet_machine* machine = nullptr;  ///< Of all threads that grade; null where there is one.
  std::function<void(const progress&)> on_progress = {};
};

/// Grades one lesson's kernel: builds it, runs its tests on each device, turns what happened into
/// results, scores them, and measures the speed of what is right. A learner's own kernel and one of
/// a class go the same way; `runner` is what differs. Whatever the kernel does is its result.
/// Throws `machine_error` when the machine is at fault, and nothing is known of the kernel.
/// \param stopped set when the user stopped it; then the result means nothing. May be null.
lesson_result grade_kernel(const lesson& lesson, kernel_runner& runner,
                           const grading_options& options, bool* stopped = nullptr);

/// The result of a lesson without a kernel file. \param kernel_file where it was expected
lesson_result without_kernel(const lesson& lesson, const std::filesystem::path& kernel_file,
                             const std::string& why);

}  // namespace kw::grader
