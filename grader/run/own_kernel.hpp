#pragma once

#include <functional>
#include <string>
#include <vector>

#include "common/base/files.hpp"
#include "grader/run/grade.hpp"
#include "grader/run/kernel_runner.hpp"

namespace kw::grader {

/// A learner's own kernel files: the project builds them, and their tests run in the same process,
/// outside of any sandbox, since the learner could run them by hand as well.
class own_kernel : public kernel_runner {
 public:
  own_kernel(const grader& owner, const lesson& lesson,
             const std::function<void(const progress&)>& on_progress,
             const std::function<bool()>& should_stop);

  /// Every file that is there has just been built, for all devices.
  void note_all_built() { all_built_ = true; }

  std::filesystem::path kernel_file(const check& task) const override;
  std::string why_missing(const check& task) const override;
  built_kernel build(const check& task, const std::string& device) override;
  test_run run_tests(const check& task, const std::string& device) override;
  void annotate(lesson_result& result) const override;

  std::string speed_device() const override;
  void add_benchmarks(lesson_result& result) override;
  speed_programs build_to_measure(const check& task) override;

 private:
  void tell(const char* doing, const std::string& detail = {}) const;
  bool stopped() const { return should_stop_ && should_stop_(); }
  build_outcome build_targets(const std::vector<std::string>& targets) const;
  std::string why_not_built(const check& task, const build_outcome& outcome,
                            const std::string& device, std::optional<compile_error>& error) const;
  bench_program bench_of(const check& task, kernel_tree tree, const std::string& device,
                         double& seconds) const;
  void measure(const check& task, const std::string& device, benchmark_result& measured,
               double& seconds) const;
  std::string about_strays() const;
  std::string about_warnings() const;
  std::string reproduce_tests(const check& task) const;
  std::string reproduce_speed(const check& speed) const;

  const grader& owner_;
  const grade_options& options_;
  const lesson& lesson_;
  const std::function<void(const progress&)>& on_progress_;
  const std::function<bool()>& should_stop_;
  bool all_built_ = false;
  base::scratch_folder scratch_;
};

}  // namespace kw::grader
