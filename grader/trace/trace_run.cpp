#include "grader/trace/trace_run.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "common/base/suggest.hpp"
#include "explain/text.hpp"
#include "grader/model/error.hpp"
#include "grader/model/next_step.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

const check_result& choose_check(const lesson_result& result, std::string_view id) {
  if (const check_result* named = result.find_check(id)) {
    return *named;
  }
  if (const check_result* open = first_open_check(result)) {
    return *open;
  }
  const auto core =
      std::find_if(result.checks.begin(), result.checks.end(), [](const check_result& check) {
        return check.definition.kind == check_kind::core && !check.tests.empty();
      });
  return core != result.checks.end() ? *core : result.checks.front();
}

/// The test whose launches say most: one that fails, else the first, which is the smallest.
std::string choose_test(const check_result& check) {
  const test_result* telling = check.complete() ? nullptr : telling_test(check);
  if (telling == nullptr && !check.tests.empty()) {
    telling = &check.tests.front();
  }
  return telling == nullptr ? std::string() : telling->name;
}

/// A test of the check by its name.
std::string find_test(const check_result& check, std::string_view name) {
  std::vector<std::string> names;
  for (const test_result& test : check.tests) {
    if (test.name == name) {
      return test.name;
    }
    names.push_back(test.name);
  }
  throw usage_error(fmt::format("the check \"{}\" has no test \"{}\"{}. Its tests are: {}",
                                check.definition.id, name, base::did_you_mean(name, names),
                                fmt::join(names, ", ")));
}

/// A task's program for the CPU, with its arguments, which a run on a GPU has not built.
std::vector<std::string> program_on_cpu(const grader& grader, const lesson& lesson,
                                        const check& task) {
  const std::string target = lesson.test_target(grader.options().tree, "cpu", task);
  const std::vector<std::string>& devices = grader.devices();
  if (std::find(devices.begin(), devices.end(), "cpu") == devices.end()) {
    const build_outcome built =
        grader.folder().build({target}, grader.options().build_timeout_seconds);
    if (!built.succeeded) {
      throw machine_error(
          fmt::format("a trace is drawn on the CPU, and {} does not build there: {}", target,
                      grader.folder().build_command(target)));
    }
  }
  std::vector<std::string> command = {fs::absolute(grader.folder().program(target)).string()};
  const std::vector<std::string> arguments = lesson.test_arguments(grader.options().tree, task);
  command.insert(command.end(), arguments.begin(), arguments.end());
  return command;
}

std::vector<trace_launch> run_traced(const grader& grader, const lesson& lesson, const check& task,
                                     const std::string& test) {
  const base::scratch_folder scratch(grader.options().build_folder / "grader");
  const fs::path file = fs::absolute(scratch.path() / "trace.jsonl");
  base::process_request request;
  request.command = program_on_cpu(grader, lesson, task);
  request.command.insert(request.command.end(),
                         {"--gtest_color=no", "--device=cpu", "--gtest_filter=" + test});
  request.working_folder = grader.options().root;
  request.environment = {{"KW_TRACE", file.string()}, {"KW_CHECK", "on"}, {"KW_DEVICE", "cpu"}};
  request.timeout_seconds = base::kPatience * grader.options().test_seconds;
  const base::process_outcome outcome = base::run_process(request);
  if (outcome.end == base::process_end::not_started) {
    throw machine_error(
        fmt::format("cannot start {}: {}", request.command.front(), outcome.start_error));
  }
  std::vector<trace_launch> launches = parse_trace(base::read_text_file(file));
  // Launches that go wrong say most: from the first of them on.
  const auto wrong = std::find_if(launches.begin(), launches.end(),
                                  [](const trace_launch& l) { return !l.findings.empty(); });
  if (wrong != launches.end()) {
    launches.erase(launches.begin(), wrong);
  } else {
    constexpr std::uintmax_t kLargestKernel = std::uintmax_t{1} << 20;
    const fs::path kernel = lesson.kernel_file(grader.options().tree, task);
    begin_with_own(launches, kernel.string(),
                   base::read_file(grader.options().root / kernel, kLargestKernel));
  }
  return launches;
}

/// The smallest case of a complete kernel is often one program without a loop. Then a later test
/// shows more: the first of those that show most.
void look_for_more(const grader& grader, const lesson& lesson, const check_result& chosen,
                   traced_test& traced) {
  constexpr int kMostTests = 8;  // each takes a few hundredths of a second
  constexpr double kMostSeconds = 0.5;
  constexpr int kPlain = 1;
  const auto shows = [](const trace_launch& launch) { return launch.own ? launch.interest() : 0; };
  if (!chosen.complete() || traced.launches.empty() || shows(traced.launches.front()) > kPlain) {
    return;
  }
  int most = shows(traced.launches.front());
  int tests = 0;
  for (const test_result& test : chosen.tests) {
    if (test.name == traced.test || test.seconds > kMostSeconds || ++tests > kMostTests) {
      continue;
    }
    std::vector<trace_launch> launches = run_traced(grader, lesson, *traced.of, test.name);
    const auto best =
        std::max_element(launches.begin(), launches.end(),
                         [&](const auto& a, const auto& b) { return shows(a) < shows(b); });
    if (best != launches.end() && shows(*best) > most) {
      most = shows(*best);
      std::rotate(launches.begin(), best, best + 1);
      traced.launches = std::move(launches);
      traced.test = test.name;
    }
  }
}

}  // namespace

void begin_with_own(std::vector<trace_launch>& launches, std::string_view file,
                    std::string_view source) {
  std::set<std::string> declared;
  for (const explain::match& place : explain::find_all(source, R"(\b(?:struct|class)\s+(\w+))")) {
    declared.insert(place[1]);
  }
  const auto is_declared = [&](const trace_launch& launch) {
    const std::string name = launch.kernel.substr(0, launch.kernel.find('<'));
    const std::size_t scope = name.rfind("::");
    return declared.count(scope == std::string::npos ? name : name.substr(scope + 2)) != 0;
  };
  const auto is_launched = [&](const trace_launch& launch) { return launch.file == file; };
  const bool any_declared = std::any_of(launches.begin(), launches.end(), is_declared);
  const bool any_launched = std::any_of(launches.begin(), launches.end(), is_launched);
  for (trace_launch& launch : launches) {
    launch.own = any_declared ? is_declared(launch) : any_launched ? is_launched(launch) : true;
  }
  std::stable_partition(launches.begin(), launches.end(),
                        [](const trace_launch& launch) { return launch.own; });
}

traced_test trace_check(const grader& grader, const lesson& lesson, const lesson_result& result,
                        std::string_view check_id, std::string_view test) {
  traced_test traced;
  const check_result& chosen = choose_check(result, check_id);
  if (chosen.state != task_state::built) {
    throw usage_error("there is nothing to trace yet: " + chosen.message);
  }
  traced.of = lesson.find_check(chosen.definition.id);
  traced.test = test.empty() ? choose_test(chosen) : find_test(chosen, test);
  if (!traced.test.empty()) {
    traced.launches = run_traced(grader, lesson, *traced.of, traced.test);
    if (test.empty()) {
      look_for_more(grader, lesson, chosen, traced);
    }
  }
  if (traced.launches.empty()) {
    throw usage_error(
        fmt::format("the check \"{}\" of {} launches no kernel, so there is nothing "
                    "to draw",
                    chosen.definition.id, lesson.id()));
  }
  return traced;
}

std::optional<trace_launch> trace_open_check(const grader& grader, const lesson_result& result) {
  const check_result* open = first_open_check(result);
  if (open == nullptr || open->state != task_state::built) {
    return std::nullopt;
  }
  const test_result* telling = telling_test(*open);
  const std::string test = choose_test(*open);
  if (test.empty() || (telling != nullptr && telling->status == test_status::hung)) {
    return std::nullopt;  // a learner should not wait for the same loop twice
  }
  const lesson& lesson = find_lesson(grader.lessons(), result.definition.id());
  const std::vector<trace_launch> launches = run_traced(grader, lesson, open->definition, test);
  if (launches.empty() || launches.front().accesses.empty()) {
    return std::nullopt;
  }
  return launches.front();
}

}  // namespace kw::grader
