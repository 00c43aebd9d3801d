#include "grader/class/submission_run.hpp"

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/run/grade.hpp"

namespace kw::grader {
namespace fs = std::filesystem;

report grade_submission(const submission_options& options,
                        const std::function<void(const class_progress&)>& on_progress) {
  std::error_code error;
  if (!fs::exists(options.source, error)) {
    throw usage_error(fmt::format("there is no submission {}", options.source.string()));
  }
  const fs::path build = options.build_folder.empty()
                             ? default_build_folder(options.root, options.device)
                             : options.build_folder;
  base::require_writable(build);
  const base::scratch_folder scratch(build / "grader");
  class_options one;
  one.root = options.root;
  one.build_folder = build;
  one.source = options.source;
  one.one_submission = true;
  one.output = scratch.path() / "graded";
  one.lessons = options.lessons;
  one.device = options.device;
  one.use_sandbox = options.use_sandbox;
  one.speed = options.speed;
  const class_outcome outcome = run_class(one, on_progress);
  for (const auto& entry : fs::directory_iterator(outcome.results)) {
    if (entry.path().extension() == ".json") {
      report result = read_report(entry.path());
      result.who.id = result.who.name;
      result.who.name.clear();
      return result;
    }
  }
  throw machine_error("the submission was graded, and left no result");
}

}  // namespace kw::grader
