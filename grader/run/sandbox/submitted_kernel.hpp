#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "grader/run/kernel_runner.hpp"
#include "grader/run/sandbox/workshop.hpp"

namespace kw::grader {

/// A kernel file that a student handed in for one task: compiled with the task's kit and called by
/// a judge from outside its process, all of it in the sandbox. With a kit for the GPU it is judged
/// on the CPU as well. The clock and the data belong to the judge. The lesson that is graded is the
/// kit's, reduced to that task.
class submitted_kernel : public kernel_runner {
 public:
  /// \param kernel the file's text
  /// \param scratch a folder for temporary files, used for nothing else
  submitted_kernel(const task_kit& kit, std::string_view kernel, const untrusted_options& options,
                   std::filesystem::path scratch);

  std::filesystem::path kernel_file(const check& task) const override;
  built_kernel build(const check& task, const std::string& device) override;
  test_run run_tests(const check& task, const std::string& device) override;
  void annotate(lesson_result& result) const override;

  /// The kit's device, where the kit can measure and the solution is there to measure beside.
  std::string speed_device() const override;
  speed_programs build_to_measure(const check& task) override;

 private:
  bench_program bench_of(const std::filesystem::path& folder) const;
  const workshop& shop_for(const std::string& device) const;

  workshop shop_;
  std::optional<workshop> cpu_shop_;  ///< With a kit for the GPU.
  std::string_view kernel_;
};

/// The command with which a student grades a lesson, or a task of it: "./course grade lesson08".
std::string own_run(const std::string& part);

/// The tests that pass without work with these data: with the untouched exercise, or with functions
/// that do nothing. They earn nothing. \param skeleton the untouched exercise's text
std::vector<std::string> passed_without_work(const task_kit& kit, std::string_view skeleton,
                                             const untrusted_options& options,
                                             const std::filesystem::path& scratch);

/// Compiles the solution of a task, for submissions to be measured beside it.
void build_solution(const task_kit& kit, std::string_view kernel, const untrusted_options& options,
                    const std::filesystem::path& scratch);

}  // namespace kw::grader
