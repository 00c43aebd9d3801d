// The main function of a judge: a lesson's tests, whose kernels run in a worker.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "common/judge/judge.hpp"
#include "common/runtime/program_options.hpp"
#include "common/testing/chosen_kernel.hpp"
#include "common/testing/results.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/testing/remote.hpp"

namespace {

const char* const kUsage =
    "Options of a judge, besides those of GoogleTest:\n"
    "  --device=cpu|cuda        where the worker runs kernels (default: cpu)\n"
    "  --seed=NUMBER            other random test data\n"
    "  --kernels-alone          see the data of the tests, and not the host of a worker (CPU)\n"
    "  --idle                   entry functions that do nothing, in place of a worker's\n"
    "  --task=NUMBER            only the tests of this task of the lesson\n";

}  // namespace

int main(int argc, char** argv) try {
  ::testing::InitGoogleTest(&argc, argv);
  kw::set_default_device(kw::cpu_device);
  kw::remote::take_calls();
  kw::remote::judge_options options;
  kw::base::option_reader reader;
  kw::runtime::add_device(reader);
  kw::testing::add_seed(reader);
  reader.flag("--kernels-alone", options.kernels_alone);
  bool idle = false;
  reader.flag("--idle", idle);
  kw::testing::add_task(reader);
  kw::remote::add_worker_options(reader, options.worker);
  reader.take_all(argc, argv);
  kw::testing::open_results();
  if (!options.worker.command.empty()) {
    constexpr double kStartOfCuda = 30;
    const bool on_gpu = kw::default_device().kind == kw::device_kind::cuda;
    options.worker.start_seconds =
        std::max(options.worker.call_seconds, on_gpu ? kStartOfCuda : 0.0);
    kw::testing::hide_seed();  // in texts that a student reads
    kw::remote::start_judging(std::move(options));
  }
  if (idle) {
    kw::remote::calls_of_judge() = {};
    kw::testing::choose_nothing();
  }
  kw::testing::select_tests();
  return RUN_ALL_TESTS();
} catch (const kw::base::option_error& problem) {
  std::fprintf(stderr, "%s: cannot use the option `%s`\n%s%s", argv[0], problem.argument.c_str(),
               kUsage, kw::remote::kWorkerUsage);
  return 2;
} catch (const kw::error& problem) {
  std::fprintf(stderr, "%s\n", problem.what());
  return 2;
}
