// The main function of every benchmark program.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "common/base/format.hpp"
#include "common/benchmarking/options.hpp"
#include "common/benchmarking/reporter.hpp"
#include "common/runtime/program_options.hpp"
#include "common/testing/chosen_kernel.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/testing/cpu_side.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace {

constexpr const char* kUsage =
    "Benchmarks of one kernel file.\n"
    "  --device=cpu|cuda     where to run (default: what the program was built for, or KW_DEVICE)\n"
    "  --task=NUMBER         only the benchmarks of this task of the lesson\n"
    "  --check=on|off        run with the checker's checks (default: off)\n"
    "  --compare-checks      measure with checks on as well, and print how much longer it takes\n"
    "  --occupancy           say what the launches take of a GPU's multiprocessors; measure "
    "nothing\n"
    "  --seconds=S           how long to sample each call (default: 0.25)\n"
    "and the options of Google Benchmark, such as --benchmark_filter=REGEX and\n"
    "--benchmark_format=json.\n";

[[noreturn]] void fail(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  std::exit(2);
}

/// Says what is measured, and on what: before the table, and in the context of a JSON file.
void describe(kw::device device, bool table) {
  const kw::testing::lesson_info& lesson = kw::testing::current_lesson;
  if (kw::benchmarking::current_options().occupancy) {
    std::printf("%s on %s\n", lesson.file, kw::device_name(device).c_str());
    return;
  }
  const double copy = kw::benchmarking::copy_bandwidth(device) / 1e9;
  const char* check = kw::checks_enabled() ? "on" : "off";
  const std::string name = kw::device_name(device);
  const std::string rate = kw::base::formatted("%.1f", copy);
  // Keeps it out of the JSON or CSV on standard output.
  std::fprintf(
      table ? stdout : stderr,
      "Measuring %s on %s (%s)\nA copy moves %s GB/s, read and written; checks are %s.\n\n",
      lesson.file, kw::to_string(device.kind), name.c_str(), rate.c_str(), check);
  benchmark::AddCustomContext("kernel_file", lesson.file);
  benchmark::AddCustomContext("tree", lesson.tree);
  benchmark::AddCustomContext("device", kw::to_string(device.kind));
  benchmark::AddCustomContext("device_name", name);
  benchmark::AddCustomContext("copy_GB_per_s", rate);
  benchmark::AddCustomContext("check", check);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    kw::enable_checks(false);
    bool help = false;
    kw::benchmarking::sampling how;
    kw::base::option_reader options;
    options.flag("--help", help).flag("-h", help).positive("--seconds", how.seconds);
    options.flag("--compare-checks", kw::benchmarking::current_options().compare_checks);
    options.flag("--occupancy", kw::benchmarking::current_options().occupancy);
    kw::runtime::add_device(options);
    kw::runtime::add_check(options);
    kw::testing::add_task(options);
    options.take(argc, argv);
    if (help) {
      std::fputs(kUsage, stdout);
      return 0;
    }
    kw::benchmarking::set_default_sampling(how);
    const bool table = std::none_of(argv + 1, argv + argc, [](std::string_view argument) {
      return argument.starts_with("--benchmark_format=");
    });
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
      return 2;
    }
    const kw::device device = kw::default_device();
    std::string why = kw::testing::lacks_kernels(kw::testing::current_lesson, device, argv[0]);
    if (!why.empty()) {
      fail(why);
    }
    if (!kw::available(device, &why)) {
      fail("Nothing measured: " + why);
    }
    kw::collect_findings(true);
    kw::benchmarking::add_suites(device);
    describe(device, table);
    kw::benchmarking::table_reporter reporter;
    const std::size_t measured =
        table ? benchmark::RunSpecifiedBenchmarks(&reporter) : benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return measured > 0 && !kw::benchmarking::current_options().any_failed ? 0 : 1;
  } catch (const std::exception& failure) {
    fail(failure.what());
  }
}
