#pragma once

#include <functional>
#include <string>

#include "common/base/files.hpp"
#include "grader/run/grade.hpp"
#include "grader/run/kernel_runner.hpp"

namespace kw::grader {

/// A learner's own kernel file: the project builds it, and its tests run in the same process,
/// outside of any sandbox, since the learner could run them by hand as well.
class own_kernel : public kernel_runner {
 public:
  own_kernel(const grader& owner, const lesson& lesson,
             const std::function<void(const progress&)>& on_progress,
             const std::function<bool()>& should_stop);

  std::filesystem::path kernel_file() const override { return kernel_file_; }
  std::string why_missing() const override;
  built_kernel build(const std::string& device) override;
  test_run run_tests(const std::string& device) override;
  void annotate(lesson_result& result) const override;

  std::string speed_device() const override;
  void add_benchmarks(lesson_result& result) override;
  speed_programs build_to_measure() override;

 private:
  void tell(const char* doing, const std::string& detail = {}) const;
  bool stopped() const { return should_stop_ && should_stop_(); }
  build_outcome build_target(const std::string& target) const;
  std::string why_not_built(const build_outcome& outcome, const std::string& device,
                            std::optional<compile_error>& error) const;
  bench_program bench_of(kernel_tree tree, const std::string& device, double& seconds) const;
  void measure(const std::string& device, benchmark_result& measured, double& seconds) const;
  std::filesystem::path shown_program(const std::string& target) const;
  std::string reproduce_speed(const speed_rule& rule) const;

  const grader& owner_;
  const grade_options& options_;
  const lesson& lesson_;
  const std::function<void(const progress&)>& on_progress_;
  const std::function<bool()>& should_stop_;
  std::filesystem::path kernel_file_;
  base::scratch_folder scratch_;
};

}  // namespace kw::grader
