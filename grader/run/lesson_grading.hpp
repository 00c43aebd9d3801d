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

/// What a lesson's grading needs to know besides its kernels.
struct grading_options {
  std::vector<std::string> devices = {"cpu"};
  quiet_machine* machine = nullptr;  ///< Of all threads that grade; null where there is one.
  std::function<void(const progress&)> on_progress = {};
};

/// Grades the tasks of one lesson, or of a part of it (`part_of`): builds their kernels, runs the
/// tests of each on each device, turns what happened into results, scores them, and measures the
/// speed of what is right. A learner's own kernels and those of a class go the same way; `runner`
/// is what differs. Whatever a kernel does is the result of its task alone. Throws `machine_error`
/// when the machine is at fault, and nothing is known of the kernels. \param stopped set when the
/// user stopped it; then the result means nothing. May be null.
lesson_result grade_kernels(const lesson& lesson, kernel_runner& runner,
                            const grading_options& options, bool* stopped = nullptr);

/// The result of a lesson without a single kernel file. \param why for the lesson as a whole
lesson_result without_kernels(const lesson& lesson, const std::string& why);

}  // namespace kw::grader
