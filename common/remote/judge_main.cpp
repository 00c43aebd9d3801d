// The main function of a judge: a lesson's tests, whose kernels run in a worker.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "judge.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/testing/inputs.hpp"

namespace {

const char* const kUsage =
    "Options of a judge, besides those of GoogleTest:\n"
    "  --device=cpu|cuda        where the worker runs kernels (default: cpu)\n"
    "  --seed=NUMBER            other random test data\n"
    "  --call-seconds=SECONDS   processor time of one call of an entry function (default: 10)\n"
    "  --memory=BYTES           memory of the worker, besides the test's data (default: 2 GiB)\n"
    "  --processes=NUMBER       that the worker may have at once (default: 64)\n"
    "  --group=FOLDER           the control group that the worker's command puts it in\n"
    "  --events=FILE            a JSON line for each call that failed\n"
    "  --worker COMMAND...      starts the worker; everything behind it belongs to the command\n";

const char* value_of(const char* argument, const char* name) {
  const std::size_t length = std::strlen(name);
  return std::strncmp(argument, name, length) == 0 ? argument + length : nullptr;
}

bool parse(const char* argument, kw::remote::judge_options& options) {
  char* end = nullptr;
  if (const char* device = value_of(argument, "--device=")) {
    kw::set_default_device(std::strcmp(device, "cuda") == 0 ? kw::cuda_device : kw::cpu_device);
    return std::strcmp(device, "cuda") == 0 || std::strcmp(device, "cpu") == 0;
  }
  if (const char* seed = value_of(argument, "--seed=")) {
    kw::testing::set_seed(std::strtoull(seed, &end, 10));
    return *seed != '\0' && *end == '\0';
  }
  if (const char* seconds = value_of(argument, "--call-seconds=")) {
    options.worker.call_seconds = std::strtod(seconds, &end);
    return *end == '\0' && options.worker.call_seconds > 0;
  }
  if (const char* bytes = value_of(argument, "--memory=")) {
    options.worker.memory_bytes = std::strtoll(bytes, &end, 10);
    return *end == '\0' && options.worker.memory_bytes > 0;
  }
  if (const char* count = value_of(argument, "--processes=")) {
    options.worker.processes = static_cast<int>(std::strtol(count, &end, 10));
    return *end == '\0' && options.worker.processes > 0;
  }
  if (const char* folder = value_of(argument, "--group=")) {
    options.worker.group = folder;
    return true;
  }
  if (const char* file = value_of(argument, "--events=")) {
    options.events_file = file;
    return true;
  }
  return false;
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
      std::fprintf(stderr, "%s: cannot use the option `%s`\n%s", argv[0], argv[i], kUsage);
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
