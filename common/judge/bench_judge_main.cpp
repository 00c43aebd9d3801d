// The main function of a judge that measures: a lesson's benchmarks, whose kernels run in a worker.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "common/benchmarking/options.hpp"
#include "common/judge/bench_judge.hpp"
#include "kernelwright/runtime/program.hpp"

namespace {

const char* const kUsage =
    "Options of a judge that measures, besides those of Google Benchmark:\n"
    "  --solution=FILE          the solution's worker\n"
    "  --seconds=SECONDS        how long each benchmark is sampled (default: 0.02)\n";

bool parse(const char* argument, kw::remote::bench_judge_options& options) {
  char* end = nullptr;
  if (const char* file = kw::remote::option_value(argument, "--solution=")) {
    options.solution.command = {file};
    return true;
  }
  if (const char* seconds = kw::remote::option_value(argument, "--seconds=")) {
    options.seconds = std::strtod(seconds, &end);
    return *end == '\0' && options.seconds > 0;
  }
  return kw::remote::parse_worker_option(argument, options.worker);
}

}  // namespace

int main(int argc, char** argv) try {
  kw::enable_checks(false);
  kw::remote::bench_judge_options options;
  int own = argc;  // the arguments in front of the worker's command
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--worker") == 0) {
      options.worker.command.assign(argv + i + 1, argv + argc);
      own = i;
      break;
    }
  }
  benchmark::Initialize(&own, argv);
  for (int i = 1; i < own; ++i) {
    if (!parse(argv[i], options)) {
      std::fprintf(stderr, "%s: cannot use the option `%s`\n%s%s", argv[0], argv[i], kUsage,
                   kw::remote::kWorkerUsage);
      return 2;
    }
  }
  if (options.worker.command.empty() || options.solution.command.empty()) {
    std::fprintf(stderr, "%s%s", kUsage, kw::remote::kWorkerUsage);
    return 2;
  }
  kw::remote::start_measuring(std::move(options));
  kw::benchmarking::current_options().measure_remotely = kw::remote::measure_call;
  for (const auto add_benchmarks : kw::benchmarking::suites()) {
    add_benchmarks(kw::cpu_device);
  }
  const bool any = benchmark::RunSpecifiedBenchmarks() > 0;
  benchmark::Shutdown();
  return any && !kw::benchmarking::current_options().any_failed ? 0 : 1;
} catch (const kw::error& problem) {
  std::fprintf(stderr, "%s\n", problem.what());
  return 2;
}
