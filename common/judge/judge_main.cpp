// The main function of a judge: a lesson's tests, whose kernels run in a worker.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "common/judge/judge.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/testing/inputs.hpp"

namespace {

const char* const kUsage =
    "Options of a judge, besides those of GoogleTest:\n"
    "  --device=cpu|cuda        where the worker runs kernels (default: cpu)\n"
    "  --seed=NUMBER            other random test data\n"
    "  --events=FILE            a JSON line for each call that failed\n";

bool parse(const char* argument, kw::remote::judge_options& options) {
  char* end = nullptr;
  if (const char* device = kw::remote::option_value(argument, "--device=")) {
    kw::set_default_device(std::strcmp(device, "cuda") == 0 ? kw::cuda_device : kw::cpu_device);
    return std::strcmp(device, "cuda") == 0 || std::strcmp(device, "cpu") == 0;
  }
  if (const char* seed = kw::remote::option_value(argument, "--seed=")) {
    kw::testing::set_seed(std::strtoull(seed, &end, 10));
    return *seed != '\0' && *end == '\0';
  }
  if (const char* file = kw::remote::option_value(argument, "--events=")) {
    options.events_file = file;
    return true;
  }
  return kw::remote::parse_worker_option(argument, options.worker);
}

}  // namespace

int main(int argc, char** argv) try {
  ::testing::InitGoogleTest(&argc, argv);
  kw::set_default_device(kw::cpu_device);
  kw::remote::judge_options options;
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--worker") == 0) {
      options.worker.command.assign(argv + i + 1, argv + argc);
      break;
    }
    if (!parse(argv[i], options)) {
      std::fprintf(stderr, "%s: cannot use the option `%s`\n%s%s", argv[0], argv[i], kUsage,
                   kw::remote::kWorkerUsage);
      return 2;
    }
  }
  if (!options.worker.command.empty()) {
    constexpr double kStartOfCuda = 30;
    const bool on_gpu = kw::default_device().kind == kw::device_kind::cuda;
    options.worker.start_seconds =
        std::max(options.worker.call_seconds, on_gpu ? kStartOfCuda : 0.0);
    kw::remote::start_judging(std::move(options));
  }
  return RUN_ALL_TESTS();
} catch (const kw::error& problem) {
  std::fprintf(stderr, "%s\n", problem.what());
  return 2;
}
