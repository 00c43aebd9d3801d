// The main function of every test program.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string>

#include "common/base/test_limits.hpp"
#include "common/runtime/program_options.hpp"
#include "common/testing/asking.hpp"
#include "common/testing/chosen_kernel.hpp"
#include "common/testing/code_place.hpp"
#include "common/testing/hang_guard.hpp"
#include "common/testing/results.hpp"
#include "common/testing/told.hpp"
#include "kernelwright/runtime/device.hpp"
#include "kernelwright/runtime/error.hpp"
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/testing/cpu_side.hpp"
#include "kernelwright/testing/function_place.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace {

const char* const kUsage =
    "Options of kernelwright, besides those of GoogleTest:\n"
    "  --device=cpu|cuda   where kernels run (default: what the program was built for)\n"
    "  --check=on|off      check every access on the CPU (default: on)\n"
    "  --seed=NUMBER       other random test data (default: 1)\n"
    "  --task=NUMBER       only the tests of this task of the lesson\n"
    "  --kernel=NAME       where the program has the course's own kernels: solution (default),\n"
    "                      skeleton, nothing, or one that is wrong, such as wrong/no_mask\n"
    "  --comparison=NUMBER --values=FILE [--depends]\n"
    "                      ends with this comparison of a test, and writes its values if they are\n"
    "                      the first that are wrong, or which inputs they depend on\n"
    "Tests of an exercise that take longer than 10 seconds are stopped; KW_TEST_SECONDS in the\n"
    "environment changes that. After a failed test of an exercise the program looks for one small\n"
    "change with which the tests pass, for 6 seconds at most; KW_ONE_CHANGE sets another number,\n"
    "and 0 turns it off.\n";

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

/// A learner's programs run side by side, and the driver opens the GPU for one after the other.
/// With one queue of work instead of eight that takes it a third of the time: 0.7 s for nine
/// programs on an H200 instead of 1.7 s. Tests of a lesson have no use for more. What the user has
/// set stays.
void open_gpu_quickly() {
  constexpr int kKeepTheUsers = 0;
  setenv("CUDA_DEVICE_MAX_CONNECTIONS", "1", kKeepTheUsers);
}

/// A failed test of an exercise also says what may be wrong in the learner's file. One that runs
/// again for a picture has said so before.
void teach(const char* program) {
  static const std::string file = kw::testing::learners_file();
  kw::testing::note_kernel_file(file.c_str());
  if (std::getenv("KW_TRACE") != nullptr) {
    return;
  }
  kw::testing::ask_for(program);
  kw::testing::experiments = true;
}

}  // namespace

int main(int argc, char** argv) try {
  ::testing::InitGoogleTest(&argc, argv);
  bool help = false;
  kw::base::option_reader options;
  options.flag("--help", help);
  kw::runtime::add_device(options);
  kw::runtime::add_check(options);
  kw::testing::add_seed(options);
  kw::testing::add_task(options);
  kw::testing::add_kernel(options);
  kw::testing::add_values(options);
  options.take_all(argc, argv);
  if (help) {
    std::printf("\n%s", kUsage);
    return 0;
  }
  if (std::string(kw::testing::current_lesson.number) != "library") {
    open_gpu_quickly();
  }
  kw::testing::require_kernel();
  kw::testing::select_tests();
  kw::testing::open_results();
  if (!::testing::GTEST_FLAG(list_tests)) {
    const std::string lack =
        kw::testing::lacks_kernels(kw::testing::current_lesson, kw::default_device(), argv[0]);
    if (!lack.empty()) {
      std::fprintf(stderr, "%s\n", lack.c_str());
      return 2;
    }
    announce();
    if (std::string(kw::testing::current_lesson.number) != "library") {
      kw::testing::print_each_message_once();
      kw::testing::report_crashes();
    }
    // A change that the search tries only has to pass or to fail.
    if (std::string(kw::testing::current_lesson.tree) == "exercise" &&
        std::getenv("KW_TRIAL") == nullptr) {
      teach(argv[0]);
    }
    const double limit = kw::testing::test_limit(kw::testing::current_lesson.tree);
    if (limit > 0) {
      // The first test on a GPU also waits for its driver, which loads every kernel.
      const bool on_gpu = kw::default_device().kind != kw::device_kind::cpu;
      kw::testing::limit_tests(on_gpu ? kw::base::kPatience * limit : limit);
    }
  }
  const int code = RUN_ALL_TESTS();
  if (!::testing::GTEST_FLAG(list_tests) && std::getenv("GTEST_TOTAL_SHARDS") == nullptr &&
      ::testing::UnitTest::GetInstance()->test_to_run_count() == 0) {
    std::fprintf(stderr, "no test fits: --gtest_list_tests lists those that there are\n");
    return 2;
  }
  return code;
} catch (const kw::base::option_error& problem) {
  std::fprintf(stderr, "%s: cannot use the option `%s`\n%s", argv[0], problem.argument.c_str(),
               kUsage);
  return 2;
} catch (const kw::error& problem) {
  std::fprintf(stderr, "%s\n", problem.what());
  return 2;
}
