#include "grader/cli/check_course.hpp"

#include <algorithm>

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

void check_tests(const lesson& lesson, const fs::path& root, const build_folder& folder, bool build,
                 std::vector<std::string>& problems) {
  const std::string target = lesson.test_target(kernel_tree::solution, "cpu");
  if (build) {
    const build_outcome built = folder.build({target}, kBuildTimeoutSeconds);
    if (!built.succeeded) {
      problems.push_back(fmt::format("{}: {} does not build:\n{}", lesson.id(), target,
                                     built.output.substr(0, 4000)));
      return;
    }
  }
  test_program program;
  program.program = folder.program(target);
  program.working_folder = root;
  if (program.program.empty()) {
    problems.push_back(
        fmt::format("{}: {} is not built: {}", lesson.id(), target, folder.build_command(target)));
    return;
  }
  std::string why;
  const std::vector<std::string> tests = list_tests(program, &why);
  if (tests.empty()) {
    problems.push_back(fmt::format("{}: {}", lesson.id(), why));
    return;
  }
  for (const std::string& text : compare_checks_with_tests(lesson, tests)) {
    problems.push_back(fmt::format("lessons/{}/lesson.toml: {}", lesson.folder(), text));
  }
}

/// Nobody earns points for an exercise that they have not touched.
void check_skeleton(const lesson& lesson, const fs::path& root, const build_folder& folder,
                    bool build, std::vector<std::string>& problems) {
  const std::string target = lesson.id() + ".skeleton.cpu";
  if (build && !folder.build({target}, kBuildTimeoutSeconds).succeeded) {
    problems.push_back(fmt::format("{}: {} does not build", lesson.id(), target));
    return;
  }
  const base::scratch_folder scratch(folder.path() / "grader");
  test_program program;
  program.program = folder.program(target);
  program.working_folder = root;
  program.scratch = scratch.path();
  if (program.program.empty()) {
    problems.push_back(
        fmt::format("{}: {} is not built: {}", lesson.id(), target, folder.build_command(target)));
    return;
  }
  for (const std::string& text : compare_given_tests(lesson, run_tests(program).tests)) {
    problems.push_back(fmt::format("lessons/{}/lesson.toml: {}", lesson.folder(), text));
  }
}

/// A speed check whose expression fits no benchmark would never be scored.
void check_benchmarks(const lesson& lesson, const fs::path& root, const build_folder& folder,
                      bool build, std::vector<std::string>& problems) {
  const std::string target = lesson.bench_target(kernel_tree::solution, "cpu");
  for (const check& check : lesson.checks) {
    if (!check.speed) {
      continue;
    }
    if (build) {
      folder.build({target}, kBuildTimeoutSeconds);
    }
    const fs::path program = folder.program(target);
    if (program.empty()) {
      problems.push_back(fmt::format("{}: {} is not built: {}", lesson.id(), target,
                                     folder.build_command(target)));
      return;
    }
    base::process_request request;
    request.command = {fs::absolute(program).string(), "--benchmark_list_tests",
                       "--benchmark_filter=" + check.speed->benchmarks};
    request.working_folder = root;
    if (!base::run_process(request).succeeded()) {  // it fails where it selects nothing
      problems.push_back(fmt::format("lessons/{}/lesson.toml: check {}: \"{}\" fits no benchmark",
                                     lesson.folder(), check.id, check.speed->benchmarks));
    }
  }
}

}  // namespace

std::vector<std::string> compare_checks_with_tests(const lesson& lesson,
                                                   const std::vector<std::string>& tests) {
  std::vector<std::string> problems;
  for (const check& check : lesson.checks) {
    if (check.kind == check_kind::speed) {
      continue;
    }
    const bool any = std::any_of(tests.begin(), tests.end(), [&](const std::string& test) {
      return matches_filter(check.tests, test);
    });
    if (!any) {
      problems.push_back(
          fmt::format("check {}: its filter \"{}\" selects no test", check.id, check.tests));
    }
  }
  for (const std::string& test : tests) {
    std::vector<std::string> owners;
    for (const check& check : lesson.checks) {
      if (check.kind != check_kind::speed && matches_filter(check.tests, test)) {
        owners.push_back(check.id);
      }
    }
    if (owners.empty()) {
      problems.push_back(fmt::format("the test {} belongs to no check", test));
    } else if (owners.size() > 1) {
      problems.push_back(
          fmt::format("the test {} belongs to several checks: {}", test, fmt::join(owners, ", ")));
    }
  }
  return problems;
}

std::vector<std::string> compare_given_tests(const lesson& lesson,
                                             const std::vector<test_result>& of_skeleton) {
  std::vector<std::string> problems;
  for (const check& check : lesson.checks) {
    bool any = check.given.empty();
    for (const test_result& test : of_skeleton) {
      if (check.kind == check_kind::speed || !matches_filter(check.tests, test.name)) {
        continue;
      }
      const bool given = !check.given.empty() && matches_filter(check.given, test.name);
      const bool passes = test.status == test_status::passed;
      any = any || given;
      if (passes && !given) {
        problems.push_back(fmt::format(
            "check {}: the untouched exercise passes {}, and would earn points for it: name it in "
            "`given`",
            check.id, test.name));
      } else if (given && test.status == test_status::failed) {
        problems.push_back(
            fmt::format("check {}: `given` names {}, which the untouched exercise does not pass",
                        check.id, test.name));
      }
    }
    if (!any && !of_skeleton.empty()) {
      problems.push_back(fmt::format("check {}: its filter of given tests, \"{}\", selects no test",
                                     check.id, check.given));
    }
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
    return problems;  // what lies between broken files is not worth reporting yet
  }
  const build_folder folder = build_folder::open(build_folder_path, root);
  for (const lesson* lesson : find_lessons(course, names)) {
    check_tests(*lesson, root, folder, build, problems);
    check_skeleton(*lesson, root, folder, build, problems);
    check_benchmarks(*lesson, root, folder, build, problems);
  }
  return problems;
}

}  // namespace kw::grader
