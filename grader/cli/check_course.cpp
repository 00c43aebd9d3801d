#include "grader/cli/check_course.hpp"

#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"
#include "grader/run/build_folder.hpp"
#include "grader/run/test_program.hpp"
#include "grader/score/filter.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr double kBuildTimeoutSeconds = 900;

std::string toml_of(const lesson& lesson) {
  return fmt::format("lessons/{}/lesson.toml", lesson.folder());
}

/// The check of one lesson's files and programs.
class lesson_check {
 public:
  lesson_check(const lesson& lesson, const fs::path& root, const build_folder& folder,
               std::vector<std::string>& problems)
      : lesson_(lesson), root_(root), folder_(folder), problems_(problems) {}

  void run(bool build) {
    for (std::string& text : find_file_problems(lesson_, root_)) {
      problems_.push_back(std::move(text));
    }
    if (!problems_.empty() || (build && !build_all())) {
      return;  // what is not there cannot be built, and what is not built cannot be run
    }
    for (const check& check : lesson_.checks) {
      if (check.speed) {
        check_benchmarks(check);
      } else {
        check_tests(check);
        check_skeleton(check);
      }
    }
  }

 private:
  bool build_all() {
    std::vector<std::string> targets;
    for (const check& check : lesson_.checks) {
      targets.push_back(check.speed ? bench_target(check) : solution_target(check));
    }
    const build_outcome built = folder_.build(targets, kBuildTimeoutSeconds);
    if (!built.succeeded) {
      problems_.push_back(fmt::format("{}: {} do not all build:\n{}", lesson_.id(),
                                      fmt::join(targets, ", "), built.output.substr(0, 4000)));
    }
    return built.succeeded;
  }

  std::string solution_target(const check& task) const {
    return lesson_.test_target(kernel_tree::solution, "cpu", task);
  }
  std::string bench_target(const check& speed) const {
    return lesson_.bench_target(kernel_tree::solution, "cpu", speed);
  }

  /// A program of the build folder; where it is missing, that is a problem and the path is empty.
  test_program find(const std::string& target, std::vector<std::string> arguments) {
    test_program program;
    program.program = folder_.program(target);
    program.arguments = std::move(arguments);
    program.working_folder = root_;
    program.scratch = scratch_.path();
    if (program.program.empty()) {
      problems_.push_back(fmt::format("{}: {} is not built: {}", lesson_.id(), target,
                                      folder_.build_command(target)));
    }
    return program;
  }

  void complain(const std::string& text) {
    problems_.push_back(fmt::format("{}: {}", toml_of(lesson_), text));
  }

  void check_tests(const check& task) {
    const test_program program =
        find(solution_target(task), lesson_.test_arguments(kernel_tree::solution, task));
    std::string why;
    if (!program.program.empty() && list_tests(program, &why).empty()) {
      complain(fmt::format("check {}: {}", task.id, why));
    }
  }

  /// An untouched exercise must not earn points. What its tests came to may be known already.
  void check_skeleton(const check& task) {
    const fs::path file = folder_.path() / "skeletons" / (lesson_.task_id(task) + ".json");
    const fs::path program = folder_.program(solution_target(task));
    std::error_code missing;
    std::vector<test_result> tests;
    if (const auto time = fs::last_write_time(file, missing);
        !missing && !program.empty() && time > fs::last_write_time(program, missing)) {
      tests = parse_results_json(base::read_text_file(file));
    } else {
      const test_program skeleton =
          find(solution_target(task),
               {"--kernel=skeleton", fmt::format("--task={}", lesson_.task_of(task).task)});
      if (!skeleton.program.empty()) {
        tests = run_tests(skeleton).tests;
      }
    }
    for (const std::string& text : compare_given_tests(task, tests)) {
      complain(text);
    }
  }

  /// A speed check whose expression fits no benchmark would never be scored.
  void check_benchmarks(const check& speed) {
    const test_program program =
        find(bench_target(speed), lesson_.bench_arguments(kernel_tree::solution, speed));
    if (program.program.empty()) {
      return;
    }
    base::process_request request;
    request.command = {fs::absolute(program.program).string(), "--benchmark_list_tests",
                       "--benchmark_filter=" + speed.speed->benchmarks};
    request.command.insert(request.command.end(), program.arguments.begin(),
                           program.arguments.end());
    request.working_folder = root_;
    if (!base::run_process(request).succeeded()) {  // it fails where it selects nothing
      complain(
          fmt::format("check {}: \"{}\" fits no benchmark", speed.id, speed.speed->benchmarks));
    }
  }

  const lesson& lesson_;
  const fs::path& root_;
  const build_folder& folder_;
  std::vector<std::string>& problems_;
  base::scratch_folder scratch_{folder_.path() / "grader"};
};

}  // namespace

std::vector<std::string> find_file_problems(const lesson& lesson, const fs::path& root) {
  std::vector<std::string> problems;
  const fs::path folder = fs::path("solutions") / lesson.folder();
  std::set<std::string> known;
  for (const check* task : lesson.tasks()) {
    known.insert(task->task_name() + ".cpp");
    const fs::path file = lesson.kernel_file(kernel_tree::solution, *task);
    if (!fs::exists(root / file)) {
      problems.push_back(fmt::format("{}: check {} is task {}, and its solution {} is missing",
                                     toml_of(lesson), task->id, task->task, file.string()));
    }
  }
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root / folder, error)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() == ".cpp" && known.count(name) == 0) {
      problems.push_back(fmt::format(
          "{}: {} belongs to no check: by its checks, the files of {} "
          "are {}",
          toml_of(lesson), (folder / name).string(), lesson.id(), fmt::join(known, ", ")));
    }
  }
  for (const check& check : lesson.checks) {
    if (const auto& task = lesson.task_of(check); check.speed && !task.has_benchmark) {
      problems.push_back(fmt::format(
          "{}: check {} measures {}, for which there is no lessons/{}/benchmarks/{}.cpp",
          toml_of(lesson), check.id, task.id, lesson.folder(), task.task_name()));
    }
  }
  return problems;
}

std::vector<std::string> compare_given_tests(const check& task,
                                             const std::vector<test_result>& of_skeleton) {
  std::vector<std::string> problems;
  bool any = task.given.empty();
  for (const test_result& test : of_skeleton) {
    const bool given = !task.given.empty() && matches_filter(task.given, test.name);
    const bool passes = test.status == test_status::passed;
    any = any || given;
    if (passes && !given) {
      problems.push_back(fmt::format(
          "check {}: the untouched exercise passes {}, and would earn points for it: name it in "
          "`given`",
          task.id, test.name));
    } else if (given && test.status == test_status::failed) {
      problems.push_back(
          fmt::format("check {}: `given` names {}, which the untouched exercise does not pass",
                      task.id, test.name));
    }
  }
  if (!any && !of_skeleton.empty()) {
    problems.push_back(fmt::format("check {}: its filter of given tests, \"{}\", selects no test",
                                   task.id, task.given));
  }
  return problems;
}

std::vector<std::string> check_course(const fs::path& root, const fs::path& build_folder_path,
                                      const std::vector<std::string>& names, bool build) {
  std::vector<problem> in_files;
  const course course = read_course(root, in_files);
  std::vector<std::string> problems;
  for (const problem& problem : in_files) {
    problems.push_back(to_text(problem));
  }
  if (course.lessons.empty() && problems.empty()) {
    problems.push_back("there is no lessons/*/lesson.toml");
  }
  if (!problems.empty()) {
    return problems;  // problems across files can wait until each file is sound
  }
  const build_folder folder = build_folder::open(build_folder_path, root);
  for (const lesson* lesson : find_lessons(course, names)) {
    std::vector<std::string> found;
    lesson_check(*lesson, root, folder, found).run(build);
    problems.insert(problems.end(), found.begin(), found.end());
  }
  return problems;
}

}  // namespace kw::grader
