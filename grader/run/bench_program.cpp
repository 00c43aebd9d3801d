#include "grader/run/bench_program.hpp"

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "grader/run/benchmark.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr double kTimeoutSeconds = 300;
constexpr double kRoundSeconds = 0.05;
constexpr std::size_t kLongestFailure = 1000;

}  // namespace

bench_run run_bench(const bench_program& program, const std::string& filter,
                    const std::string& unit, double seconds) {
  const fs::path file = fs::absolute(program.scratch / "bench.json");
  std::error_code ignored;
  fs::remove(file, ignored);  // what an earlier run wrote is not this run's result
  base::process_request request;
  request.command = {fs::absolute(program.program).string()};
  request.command.insert(request.command.end(), program.arguments.begin(), program.arguments.end());
  request.command.insert(request.command.end(),
                         {"--benchmark_filter=" + filter, "--benchmark_out=" + file.string(),
                          "--benchmark_out_format=json"});
  if (seconds > 0) {
    request.command.push_back(fmt::format("--seconds={:g}", seconds));
  }
  request.command.insert(request.command.end(), program.last_arguments.begin(),
                         program.last_arguments.end());
  request.working_folder = program.working_folder;
  request.environment = program.environment;
  request.environment.push_back({"KW_DEVICE", program.device});
  request.environment.push_back({"KW_CHECK", "off"});
  request.timeout_seconds = kTimeoutSeconds;
  request.should_stop = program.should_stop;
  const auto turn = program.take_turn ? program.take_turn() : nullptr;
  const base::process_outcome outcome = base::run_process(request);
  bench_run result;
  result.rows = parse_benchmark_json(base::read_text_file(file), unit, &result.message);
  // The program exits with 1 when no benchmark matches the filter, which is not a failure.
  const bool nothing_fits = outcome.end == base::process_end::exited && outcome.exit_code == 1;
  if (result.rows.empty() && result.message.empty() && !nothing_fits) {
    result.message = outcome.end == base::process_end::timed_out
                         ? fmt::format("The benchmark program had not ended after {:g} seconds.",
                                       kTimeoutSeconds)
                         : fmt::format("The benchmark program gave no result (exit code {}).",
                                       outcome.exit_code);
  }
  return result;
}

std::string why_no_speed(const lesson_result& result, const check_result& speed) {
  const check_result* const task = result.find_check(speed.definition.of);
  return task == nullptr || task->complete() ? ""
                                             : fmt::format(
                                                   "Speed counts once the results are right: it is "
                                                   "measured when \"{}\" has passed.",
                                                   task->definition.title);
}

speed_result compare_speed(const speed_rule& rule, const bench_program& submission,
                           const bench_program& solution, const speed_options& options,
                           const std::function<void(int)>& on_round) {
  int calls = 0;
  std::string failure;  // the submission's first
  speed_result result = measure_speed(
      rule,
      [&](bool of_solution) {
        if (on_round) {
          on_round(calls++ / 2 + 1);
        }
        const bench_run run =
            run_bench(of_solution ? solution : submission, rule.benchmarks, "", kRoundSeconds);
        if (!of_solution && failure.empty()) {
          failure = run.message;
        }
        benchmark_times times;
        for (const benchmark_row& row : run.rows) {
          times[row.series + (row.label.empty() ? "" : " " + row.label)] = row.seconds;
        }
        return times;
      },
      options);
  if (result.state == speed_state::scored && !failure.empty()) {
    result.note += " " + base::plain_text(failure, kLongestFailure);
  }
  return result;
}

}  // namespace kw::grader
