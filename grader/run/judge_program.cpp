#include "grader/run/judge_program.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"
#include "grader/run/gpu_turn.hpp"
#include "grader/run/run_failure.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using remote::failure_kind;

constexpr std::size_t kMessageLimit = 16384;

base::process_request judge_request(const workshop& shop, const test_files& files,
                                    const base::control_group* group) {
  const untrusted_options& options = shop.options();
  sandbox_request worker = shop.worker(shop.out(), group);
  worker.environment.emplace_back("KW_CHECK", "on");
  base::process_request process;
  process.command = {
      fs::absolute(shop.kit().judge()).string(),       "--gtest_color=no",
      "--gtest_output=json:" + files.results.string(), "--device=" + options.device,
      fmt::format("--seed={}", options.seed),          "--events=" + files.events.string()};
  const std::vector<std::string> rest = shop.judge_arguments(worker);
  process.command.insert(process.command.end(), rest.begin(), rest.end());
  process.working_folder = shop.scratch();
  process.environment = {{"KW_FINDINGS_FILE", files.findings.string()},
                         {"KW_CHECK", "on"},
                         {"GTEST_SHARD_INDEX", "0"},
                         {"GTEST_TOTAL_SHARDS", "1"}};
  process.timeout_seconds = options.judge_seconds;
  return process;
}

/// The judge is the course's own program: whatever a submission does, it comes to its end.
void require_end(const base::process_outcome& outcome, const test_run& run, const workshop& shop) {
  if (outcome.end == base::process_end::exited && outcome.exit_code <= 1 && !run.tests.empty()) {
    return;
  }
  base::require_writable(shop.scratch());
  constexpr std::size_t kLast = 1000;
  const std::string& output = outcome.output;
  throw machine_error(fmt::format(
      "the judge of {} did not come to its end ({}): {}", shop.kit().definition().id(),
      outcome.end == base::process_end::exited      ? fmt::format("exit code {}", outcome.exit_code)
      : outcome.end == base::process_end::signalled ? base::describe_signal(outcome.signal)
      : outcome.end == base::process_end::timed_out ? "its time was up"
                                                    : outcome.start_error,
      base::plain_text(output.substr(output.size() - std::min(output.size(), kLast)))));
}

/// A test that was not called any more. Its status is another one where it does without a call.
void take_refusal(test_result& test, const run_failure& refused, const untrusted_options& options) {
  if (test.status == test_status::failed) {
    test.status = test_status::missing;
    test.message = describe_call(refused, options);
  }
}

void take_failure(const run_failure& failure, const workshop& shop, test_run& run) {
  if (failure.kind == failure_kind::not_started) {
    shop.require_sound_machine(failure.output);
  }
  workshop::require_memory({0, failure.kind == failure_kind::machine_memory ? 1 : 0, 0});
  test_result* test = find_test(run.tests, failure.test);
  if (test == nullptr) {
    return;
  }
  if (failure.kind == failure_kind::not_called) {
    take_refusal(*test, failure, shop.options());
    return;
  }
  const std::string words = describe_call(failure, shop.options());
  const bool printed = !failure.output.empty() && failure.kind != failure_kind::gpu;
  blame(*test, failure, words + (printed ? "\nIt had printed:\n" + failure.output : ""));
  if (run.message.empty()) {
    run.message = fmt::format("{} (test {})", words, failure.test);
    run.output = failure.output;
  }
}

}  // namespace

test_run run_judge(const workshop& shop) {
  const test_files files(shop.scratch());
  const auto group = shop.group_for_worker();
  const gpu_turn turn(shop.on_gpu());
  const base::process_outcome outcome = base::run_process(judge_request(shop, files, group.get()));
  test_run run;
  run.seconds = outcome.seconds;
  run.tests = parse_results_json(base::read_text_file(files.results));
  require_end(outcome, run, shop);
  const std::vector<run_failure> failures = parse_failures(base::read_text_file(files.events));
  if (!failures.empty()) {
    require_gpu(shop.kit(), shop.options());  // or it may be the GPU that failed
  }
  for (const run_failure& failure : failures) {
    take_failure(failure, shop, run);
  }
  attach_findings(run.tests, base::read_text_file(files.findings));
  for (test_result& test : run.tests) {
    test.device = shop.options().device;
    test.message = base::plain_text(test.message, kMessageLimit);
  }
  return run;
}

}  // namespace kw::grader
