// The main function of every benchmark program.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <string_view>

#include "common/benchmarking/options.hpp"
#include "common/benchmarking/reporter.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/testing/cpu_side.hpp"
#include "kernelwright/testing/lesson_info.hpp"

namespace {

constexpr const char* kUsage =
    "Benchmarks of one kernel file.\n"
    "  --device=cpu|cuda     where to run (default: what the program was built for, or KW_DEVICE)\n"
    "  --check=on|off        run with the checker's checks (default: off)\n"
    "  --compare-checks      measure with checks on as well, and print how much longer it takes\n"
    "  --seconds=S           how long to sample each call (default: 0.25)\n"
    "and the options of Google Benchmark, such as --benchmark_filter=REGEX and\n"
    "--benchmark_format=json.\n";

[[noreturn]] void fail(const std::string& text) {
  std::fprintf(stderr, "%s\n", text.c_str());
  std::exit(2);
}

struct command_line {
  bool table = true;  // for people, rather than a format of Google Benchmark
};

/// Takes our own options out of argv: `--device=cpu`, also as `--device cpu`.
command_line take_options(int* argc, char** argv) {
  command_line result;
  int kept = 1;
  for (int i = 1; i < *argc; ++i) {
    const std::string_view argument = argv[i];
    std::string value;
    const auto has_value = [&](std::string_view option) {
      if (argument == option && i + 1 < *argc) {
        value = argv[++i];
        return true;
      }
      if (argument.substr(0, option.size() + 1) == std::string(option) + "=") {
        value = argument.substr(option.size() + 1);
        return true;
      }
      return false;
    };
    if (argument == "--help" || argument == "-h") {
      std::fputs(kUsage, stdout);
      std::exit(0);
    } else if (has_value("--device")) {
      if (value != "cpu" && value != "cuda") {
        fail("--device takes cpu or cuda, not '" + value + "'");
      }
      kw::set_default_device(value == "cpu" ? kw::cpu_device : kw::cuda_device);
    } else if (has_value("--check")) {
      if (value != "on" && value != "off") {
        fail("--check takes on or off, not '" + value + "'");
      }
      kw::enable_checks(value == "on");
    } else if (argument == "--compare-checks") {
      kw::benchmarking::current_options().compare_checks = true;
    } else if (has_value("--seconds")) {
      kw::benchmarking::sampling how;
      how.seconds = std::atof(value.c_str());
      if (!(how.seconds > 0)) {
        fail("--seconds takes a positive number, not '" + value + "'");
      }
      kw::benchmarking::set_default_sampling(how);
    } else {
      result.table = result.table && argument.find("--benchmark_format=") != 0;
      argv[kept++] = argv[i];
    }
  }
  *argc = kept;
  return result;
}

/// Says what is measured, and on what: in front of the table, and in the context of a JSON file.
void describe(kw::device device, bool table) {
  const kw::testing::lesson_info& lesson = kw::testing::current_lesson;
  const double copy = kw::benchmarking::copy_bandwidth(device) / 1e9;
  const char* check = kw::checks_enabled() ? "on" : "off";
  const std::string name = kw::device_name(device);
  char rate[32];
  std::snprintf(rate, sizeof rate, "%.1f", copy);
  // Out of the way of JSON or CSV on standard output.
  std::fprintf(
      table ? stdout : stderr,
      "Measuring %s on %s (%s)\nA copy moves %s GB/s, read and written; checks are %s.\n\n",
      lesson.file, kw::to_string(device.kind), name.c_str(), rate, check);
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
    const command_line options = take_options(&argc, argv);
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
    for (const auto add_benchmarks : kw::benchmarking::suites()) {
      add_benchmarks(device);
    }
    describe(device, options.table);
    kw::benchmarking::table_reporter table;
    const std::size_t measured = options.table ? benchmark::RunSpecifiedBenchmarks(&table)
                                               : benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return measured > 0 && !kw::benchmarking::current_options().any_failed ? 0 : 1;
  } catch (const std::exception& failure) {
    fail(failure.what());
  }
}
