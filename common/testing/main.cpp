// The main function of every test program.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/testing/cpu_side.hpp"
#include "kernelwright/testing/inputs.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace {

const char* const kUsage =
    "Options of kernelwright, besides those of GoogleTest:\n"
    "  --device=cpu|cuda   where kernels run (default: what the program was built for)\n"
    "  --check=on|off      check every access on the CPU (default: on)\n"
    "  --seed=NUMBER       other random test data (default: 1)\n";

// \returns the value behind `--name=`, or null if this is another option
const char* value_of(const char* argument, const char* name) {
  const std::size_t length = std::strlen(name);
  return std::strncmp(argument, name, length) == 0 ? argument + length : nullptr;
}

bool parse(const char* argument) {
  if (const char* device = value_of(argument, "--device=")) {
    kw::set_default_device(std::strcmp(device, "cuda") == 0 ? kw::cuda_device : kw::cpu_device);
    return std::strcmp(device, "cuda") == 0 || std::strcmp(device, "cpu") == 0;
  }
  if (const char* check = value_of(argument, "--check=")) {
    kw::enable_checks(std::strcmp(check, "on") == 0);
    return std::strcmp(check, "on") == 0 || std::strcmp(check, "off") == 0;
  }
  if (const char* seed = value_of(argument, "--seed=")) {
    char* end = nullptr;
    kw::testing::set_seed(std::strtoull(seed, &end, 10));
    return *seed != '\0' && *end == '\0';
  }
  return false;
}

void announce() {
  const kw::device device = kw::default_device();
  std::string why;
  if (!kw::available(device, &why)) {
    std::printf("Testing %s: skipped, %s\n", kw::testing::current_lesson.file, why.c_str());
    return;
  }
  const bool unchecked = device.kind == kw::device_kind::cpu && !kw::checks_enabled();
  std::printf("Testing %s on %s%s\n", kw::testing::current_lesson.file, to_string(device.kind),
              unchecked ? ", checks off" : "");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) try {
  ::testing::InitGoogleTest(&argc, argv);
  for (int i = 1; i < argc; ++i) {
    if (std::strcmp(argv[i], "--help") == 0) {
      std::printf("\n%s", kUsage);
      return 0;
    }
    if (!parse(argv[i])) {
      std::fprintf(stderr, "%s: cannot use the option `%s`\n%s", argv[0], argv[i], kUsage);
      return 2;
    }
  }
  if (!::testing::GTEST_FLAG(list_tests)) {
    const std::string lack =
        kw::testing::lacks_kernels(kw::testing::current_lesson, kw::default_device(), argv[0]);
    if (!lack.empty()) {
      std::fprintf(stderr, "%s\n", lack.c_str());
      return 2;
    }
    announce();
  }
  return RUN_ALL_TESTS();
} catch (const kw::error& problem) {
  std::fprintf(stderr, "%s\n", problem.what());
  return 2;
}
