// The main function of a judge that measures: a lesson's benchmarks, whose kernels run in a worker.
#include <cstdio>
#include <cstdlib>
#include <string>

#include "common/benchmarking/options.hpp"
#include "common/judge/bench_judge.hpp"
#include "common/runtime/program_options.hpp"
#include "common/testing/chosen_kernel.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/program.hpp"

namespace {

const char* const kUsage =
    "Options of a judge that measures, besides those of Google Benchmark:\n"
    "  --device=cpu|cuda        where the kernels run (default: what the program was built for)\n"
    "  --solution=FILE          the solution's worker\n"
    "  --task=NUMBER            only the benchmarks of this task of the lesson\n"
    "  --seconds=SECONDS        how long each benchmark is sampled (default: 0.02)\n";

}  // namespace

int main(int argc, char** argv) try {
  kw::enable_checks(false);
  constexpr int kKeepTheUsers = 0;
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", kKeepTheUsers);  // CUDA starts in half the time
  kw::remote::bench_judge_options options;
  kw::base::option_reader reader;
  reader.text("--solution", options.solution.command.emplace_back());
  reader.positive("--seconds", options.seconds);
  kw::runtime::add_device(reader);
  kw::testing::add_task(reader);
  kw::remote::add_worker_options(reader, options.worker);
  reader.take(argc, argv);
  benchmark::Initialize(&argc, argv);
  reader.take_all(argc, argv);
  if (options.worker.command.empty() || options.solution.command.front().empty()) {
    std::fprintf(stderr, "%s%s", kUsage, kw::remote::kWorkerUsage);
    return 2;
  }
  const kw::device device = kw::default_device();
  if (std::string why; !kw::available(device, &why)) {
    std::fprintf(stderr, "needs a GPU: %s\n", why.c_str());
    return 3;
  }
  if (device.kind == kw::device_kind::cuda) {
    constexpr double kStartOfCuda = 30;
    options.worker.start_seconds = options.solution.start_seconds = kStartOfCuda;
  }
  kw::remote::start_measuring(std::move(options));
  kw::benchmarking::current_options().measure_remotely = kw::remote::measure_call;
  kw::benchmarking::add_suites(device);
  const bool any = benchmark::RunSpecifiedBenchmarks() > 0;
  benchmark::Shutdown();
  return any && !kw::benchmarking::current_options().any_failed ? 0 : 1;
} catch (const kw::base::option_error& problem) {
  std::fprintf(stderr, "%s: cannot use the option `%s`\n%s%s", argv[0], problem.argument.c_str(),
               kUsage, kw::remote::kWorkerUsage);
  return 2;
} catch (const kw::error& problem) {
  std::fprintf(stderr, "%s\n", problem.what());
  return 2;
}
