#include "grader/run/sandbox/judge_program.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using remote::failure_kind;

constexpr std::size_t kMessageLimit = 16384;

base::process_request judge_request(const workshop& shop, const fs::path& results,
                                    bool idle = false) {
  const untrusted_options& options = shop.options();
  sandbox_request worker = shop.worker(shop.out());
  worker.environment.emplace_back("KW_CHECK", "on");
  base::process_request process;
  process.command = {fs::absolute(shop.kit().judge()).string(),
                     "--gtest_color=no",
                     "--gtest_filter=*",
                     "--device=" + shop.device(),
                     fmt::format("--seed={}", options.seed),
                     fmt::format("--task={}", shop.kit().task().task)};
  process.command.emplace_back(idle ? "--idle" : "--kernels-alone");
  const std::vector<std::string> rest = shop.judge_arguments(worker);
  process.command.insert(process.command.end(), rest.begin(), rest.end());
  process.working_folder = shop.scratch();
  process.environment = {{"KW_RESULTS_FILE", results.string()},
                         {"KW_CHECK", "on"},
                         {"GTEST_SHARD_INDEX", "0"},
                         {"GTEST_TOTAL_SHARDS", "1"}};
  // The judge's own work comes on top: data, and what it compares with.
  process.timeout_seconds = 2 * options.task_seconds + 600;
  return process;
}

/// The judge is the course's own program: whatever a submission does, it comes to its end.
void require_end(const base::process_outcome& outcome, const test_record& record,
                 const workshop& shop) {
  if (outcome.end == base::process_end::exited && outcome.exit_code <= 1 && !record.names.empty() &&
      record.unfinished().empty()) {
    return;
  }
  base::require_writable(shop.scratch());
  constexpr std::size_t kLast = 1000;
  const std::string& output = outcome.output;
  throw machine_error(fmt::format(
      "the judge of {} did not come to its end ({}): {}", shop.kit().id(),
      outcome.end == base::process_end::exited      ? fmt::format("exit code {}", outcome.exit_code)
      : outcome.end == base::process_end::signalled ? base::describe_signal(outcome.signal)
      : outcome.end == base::process_end::timed_out ? "its time was up"
                                                    : outcome.start_error,
      base::plain_text(output.substr(output.size() - std::min(output.size(), kLast)))));
}

/// What it used too much of.
std::string describe_waste(failure_kind kind, const std::string& where,
                           const untrusted_options& options) {
  switch (kind) {
    case failure_kind::memory:
      return fmt::format("The program took more than {} MB of memory{}, and was stopped.",
                         options.memory_bytes >> 20, where);
    case failure_kind::output:
      return fmt::format("The program printed more than 64 MB{}, and was stopped.", where);
    default:
      return fmt::format(
          "The program started processes without end{}: {} at once are allowed. It was "
          "stopped.",
          where, options.limits.processes);
  }
}

/// How a call of the kernel failed, in sentences for the student.
std::string describe_call(const run_failure& failure, const workshop& shop) {
  const untrusted_options& options = shop.options();
  const std::string where = " in " + failure.function;
  switch (failure.kind) {
    case failure_kind::crashed:
      return fmt::format("The program crashed{} with {}.", where,
                         base::describe_signal(failure.signal));
    case failure_kind::ended:
      return fmt::format("The program ended{}, with exit code {}, in place of returning.", where,
                         failure.exit_code);
    case failure_kind::hung:
      return fmt::format(
          "{} had not returned after {:g} seconds of computing, and was stopped. Is "
          "there a loop that never ends?",
          failure.function, options.call_seconds);
    case failure_kind::waited:
      return fmt::format(
          "{} had not returned after {:g} seconds, in which it computed little, and was stopped. "
          "{}",
          failure.function, 6 * options.call_seconds,
          shop.on_gpu() ? "Is there a kernel whose loop never ends?"
                        : "Does it sleep, or wait for something that never comes?");
    case failure_kind::out_of_time:
      return fmt::format(
          "{} was stopped: the calls of all tests of this task had taken {:g} seconds, which is "
          "all that a task has.",
          failure.function, options.task_seconds);
    case failure_kind::memory:
    case failure_kind::output:
    case failure_kind::processes:
      return describe_waste(failure.kind, where, options);
    case failure_kind::gpu:
      return fmt::format("The GPU stopped the program{}: {}", where, failure.output);
    case failure_kind::not_started:
      return fmt::format(
          "The program ended before its first call, {}: does a global object's "
          "constructor, or a main function of its own, end it?",
          failure.signal != 0 ? "by " + base::describe_signal(failure.signal)
                              : fmt::format("with exit code {}", failure.exit_code));
    case failure_kind::not_called:
      return fmt::format(
          "It was not run: the calls before it had taken {:g} seconds, which is all that a task "
          "has.",
          options.task_seconds);
    case failure_kind::machine_memory:
    case failure_kind::no_sandbox:
    case failure_kind::nonsense:
      break;
  }
  return fmt::format(
      "The program gave an answer that makes no sense{}: did it write over memory "
      "that is not its own?",
      where);
}

/// A test that was not called any more. Its status is another one where it does without a call.
void take_refusal(test_result& test, const run_failure& refused, const workshop& shop) {
  if (test.status == test_status::failed) {
    test.status = test_status::missing;
    test.message = describe_call(refused, shop);
  }
}

void take_failure(const run_failure& failure, const workshop& shop, test_run& run) {
  if (failure.kind == failure_kind::no_sandbox || failure.kind == failure_kind::not_started) {
    shop.require_sound_machine(failure.kind == failure_kind::not_started, failure.output);
  }
  if (failure.kind == failure_kind::machine_memory) {
    throw machine_error(
        "the machine ran out of memory: close other programs, or grade with fewer --jobs");
  }
  test_result* test = find_test(run.tests, failure.test);
  if (test == nullptr) {
    return;
  }
  if (failure.kind == failure_kind::not_called) {
    take_refusal(*test, failure, shop);
    return;
  }
  const std::string words = describe_call(failure, shop);
  const bool printed = !failure.output.empty() && failure.kind != failure_kind::gpu;
  blame(*test, failure, words + (printed ? "\nIt had printed:\n" + failure.output : ""));
  if (run.message.empty()) {
    run.message = fmt::format("{} (test {})", words, failure.test);
    run.output = failure.output;
  }
}

}  // namespace

test_run run_idle_judge(const workshop& shop) {
  const fs::path results = fresh_results(shop.scratch());
  const base::process_outcome outcome = base::run_process(judge_request(shop, results, true));
  const test_record record = parse_record(base::read_text_file(results));
  require_end(outcome, record, shop);
  test_run run;
  run.tests = record.ended;
  return run;
}

test_run run_judge(const workshop& shop) {
  const fs::path results = fresh_results(shop.scratch());
  const auto turn = shop.on_gpu() ? take_gpu() : nullptr;
  const base::process_outcome outcome = base::run_process(judge_request(shop, results));
  const test_record record = parse_record(base::read_text_file(results));
  require_end(outcome, record, shop);
  test_run run;
  run.seconds = outcome.seconds;
  run.tests = record.ended;
  if (!record.failed.empty()) {
    require_gpu(shop.kit(), shop.options());  // or it may be the GPU that failed
  }
  for (const run_failure& failure : record.failed) {
    take_failure(failure, shop, run);
  }
  attach_findings(run.tests, record);
  for (test_result& test : run.tests) {
    test.device = shop.device();
    test.message = base::plain_text(test.message, kMessageLimit);
  }
  return run;
}

}  // namespace kw::grader
