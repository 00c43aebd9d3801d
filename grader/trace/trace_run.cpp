#include "grader/trace/trace_run.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "common/base/suggest.hpp"
#include "grader/cli/terminal.hpp"
#include "grader/model/error.hpp"
#include "grader/score/scoring.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr double kTimeoutSeconds = 60;

const check_result& choose_check(const lesson_result& result, const lesson& lesson,
                                 std::string_view id) {
  std::vector<std::string> ids;
  for (const check_result& check : result.checks) {
    if (check.definition.id == id) {
      return check;
    }
    ids.push_back(check.definition.id);
  }
  if (!id.empty()) {
    throw usage_error(fmt::format("{} has no check \"{}\"{}. Its checks are: {}", lesson.id(), id,
                                  base::did_you_mean(id, ids), fmt::join(ids, ", ")));
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

/// The exercise's program for the CPU, which a run on a GPU has not built.
fs::path program_on_cpu(const grader& grader, const lesson& lesson) {
  const std::string target = lesson.test_target(grader.options().tree, "cpu");
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
  return grader.folder().program(target);
}

std::vector<trace_launch> run_traced(const grader& grader, const lesson& lesson,
                                     const std::string& test) {
  const base::scratch_folder scratch(grader.options().build_folder / "grader");
  const fs::path file = fs::absolute(scratch.path() / "trace.jsonl");
  const fs::path program = program_on_cpu(grader, lesson);
  base::process_request request;
  request.command = {fs::absolute(program).string(), "--gtest_color=no", "--device=cpu",
                     "--gtest_filter=" + test};
  request.working_folder = grader.options().root;
  request.environment = {{"KW_TRACE", file.string()}, {"KW_CHECK", "on"}, {"KW_DEVICE", "cpu"}};
  request.timeout_seconds = kTimeoutSeconds;
  const base::process_outcome outcome = base::run_process(request);
  if (outcome.end == base::process_end::not_started) {
    throw machine_error(fmt::format("cannot start {}: {}", program.string(), outcome.start_error));
  }
  std::vector<trace_launch> launches = parse_trace(base::read_text_file(file));
  // Launches that go wrong say most: from the first of them on.
  const auto wrong = std::find_if(launches.begin(), launches.end(),
                                  [](const trace_launch& l) { return !l.findings.empty(); });
  if (wrong != launches.end()) {
    launches.erase(launches.begin(), wrong);
  }
  return launches;
}

}  // namespace

traced_test trace_lesson(const grader& grader, const lesson& lesson, std::string_view check_id,
                         const std::function<void(const progress&)>& on_progress) {
  const lesson_result result = grader.grade_lesson(lesson, on_progress);
  if (result.checks.empty() || result.state == lesson_state::compile_failed ||
      result.state == lesson_state::file_missing) {
    throw usage_error("there is nothing to trace yet:\n" +
                      describe_verdict(result, text_style(false, false)));
  }
  traced_test traced;
  const check_result& chosen = choose_check(result, lesson, check_id);
  traced.of = &*std::find_if(lesson.checks.begin(), lesson.checks.end(),
                             [&](const check& check) { return check.id == chosen.definition.id; });
  traced.test = choose_test(chosen);
  if (!traced.test.empty()) {
    traced.launches = run_traced(grader, lesson, traced.test);
  }
  if (traced.launches.empty()) {
    throw usage_error(
        fmt::format("the check \"{}\" of {} launches no kernel, so there is nothing "
                    "to draw",
                    chosen.definition.id, lesson.id()));
  }
  return traced;
}

fs::path write_trace_page(const grader& grader, const lesson& lesson, const traced_test& traced,
                          const fs::path& file) {
  const fs::path page = file.empty() ? grader.options().build_folder / "trace" /
                                           fmt::format("{}.{}.html", lesson.id(), traced.of->id)
                                     : file;
  const std::string source =
      fmt::format("{}, {}: the test {} on the CPU", lesson.id(),
                  lesson.kernel_file(grader.options().tree).string(), traced.test);
  base::write_file_atomically(page, to_page(traced.launches, traced.of->title, source));
  return page;
}

void add_picture(const grader& grader, lesson_result& result) {
  const auto open =
      std::find_if(result.checks.begin(), result.checks.end(),
                   [&](const auto& check) { return &check == first_open_check(result); });
  if (open == result.checks.end() || result.state != lesson_state::incomplete ||
      result.checks.empty()) {
    return;
  }
  const std::string test = choose_test(*open);
  if (test.empty()) {
    return;
  }
  const lesson& lesson = find_lesson(grader.lessons(), result.definition.id());
  std::vector<trace_launch> launches;
  try {
    launches = run_traced(grader, lesson, test);
  } catch (const machine_error&) {
    return;  // a report does without its picture
  }
  if (!launches.empty() && !launches.front().accesses.empty()) {
    open->picture = to_figure(launches.front());
  }
}

}  // namespace kw::grader
