#include "bench_program.hpp"

#include <fmt/format.h>

#include "grader/benchmark.hpp"
#include "grader/files.hpp"
#include "grader/process.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr double kTimeoutSeconds = 300;
constexpr double kRoundSeconds = 0.05;

}  // namespace

bench_run run_bench(const bench_program& program, const std::string& filter,
                    const std::string& unit, double seconds) {
  const fs::path file = fs::absolute(program.scratch / "bench.json");
  std::error_code ignored;
  fs::remove(file, ignored);  // what an earlier run wrote is not this run's result
  process_request request;
  request.command = {fs::absolute(program.program).string(), "--benchmark_filter=" + filter,
                     "--benchmark_out=" + file.string(), "--benchmark_out_format=json"};
  if (seconds > 0) {
    request.command.push_back(fmt::format("--seconds={:g}", seconds));
  }
  request.working_folder = program.working_folder;
  request.environment = {{"KW_DEVICE", program.device}, {"KW_CHECK", "off"}};
  request.timeout_seconds = kTimeoutSeconds;
  request.should_stop = program.should_stop;
  const process_outcome outcome = run_process(request);
  bench_run result;
  result.rows = parse_benchmark_json(read_text_file(file), unit, &result.message);
  if (result.rows.empty() && result.message.empty()) {
    result.message = outcome.end == process_end::timed_out
                         ? fmt::format("The benchmark program had not ended after {:g} seconds.",
                                       kTimeoutSeconds)
                         : fmt::format("The benchmark program gave no result (exit code {}).",
                                       outcome.exit_code);
  }
  return result;
}

benchmark_times bench_times(const bench_program& program, const std::string& filter) {
  benchmark_times times;
  for (const benchmark_row& row : run_bench(program, filter, "", kRoundSeconds).rows) {
    times[row.series + (row.label.empty() ? "" : " " + row.label)] = row.seconds;
  }
  return times;
}

}  // namespace kw::grader
