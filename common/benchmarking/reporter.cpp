#include "reporter.hpp"

#include <algorithm>
#include <cstdio>

namespace kw::benchmarking {
namespace {

/// `VectorAdd/65536/iterations:1/manual_time` without what every benchmark here has in common.
std::string short_name(const benchmark::BenchmarkReporter::Run& run) {
  std::string name = run.run_name.function_name;
  if (!run.run_name.args.empty()) {
    name += "/" + run.run_name.args;
  }
  if (run.run_type == benchmark::BenchmarkReporter::Run::RT_Aggregate) {
    name += " " + run.aggregate_name;
  }
  return name;
}

/// Why a benchmark was given up, or empty. Google Benchmark 1.8 renamed these members.
template <class Run>
std::string failure(const Run& run) {
  if constexpr (requires { run.error_occurred; }) {
    return run.error_occurred ? run.error_message : std::string();
  } else {
    return run.skipped ? run.skip_message : std::string();
  }
}

std::string formatted(const char* format, double value) {
  char text[64];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

/// The counter with this name in the given form, or empty where it was not measured.
std::string counter(const benchmark::BenchmarkReporter::Run& run, const char* name,
                    const char* format) {
  const auto found = run.counters.find(name);
  return found == run.counters.end() ? std::string() : formatted(format, found->second.value);
}

std::string time_text(double seconds) {
  return seconds < 1e-3 ? formatted("%.2f us", seconds * 1e6) : formatted("%.3f ms", seconds * 1e3);
}

}  // namespace

bool table_reporter::ReportContext(const Context& context) {
  name_width_ = std::max<std::size_t>(name_width_, context.name_field_width);
  // The widest name counts the two suffixes that short_name takes away.
  const std::size_t common = std::string("/iterations:1/manual_time").size();
  name_width_ = name_width_ > common + 12 ? name_width_ - common : 24;
  return true;
}

void table_reporter::ReportRuns(const std::vector<Run>& runs) {
  const int width = static_cast<int>(name_width_);
  for (const Run& run : runs) {
    if (const std::string why = failure(run); !why.empty()) {
      std::printf("%-*s  %s\n", width, short_name(run).c_str(), why.c_str());
      continue;
    }
    if (!header_printed_) {
      header_printed_ = true;
      std::printf("%-*s %12s %8s %14s %9s %11s %9s\n", width, "", "median", "spread", "speed",
                  "of a copy", "of a plain", "checks on");
      std::printf("%-*s %12s %8s %14s %9s %11s %9s\n", width, "", "", "", "", "", "C++ loop",
                  "take");
    }
    std::printf("%-*s %12s %8s %14s %9s %11s %9s\n", width, short_name(run).c_str(),
                time_text(run.GetAdjustedRealTime() / 1e3).c_str(),
                counter(run, "spread_percent", "+-%.0f %%").c_str(),
                counter(run, "GB_per_s", "%.1f GB/s").c_str(),
                counter(run, "percent_of_copy", "%.0f %%").c_str(),
                counter(run, "percent_of_plain", "%.0f %%").c_str(),
                counter(run, "checked_slowdown", "%.1f x").c_str());
  }
  std::fflush(stdout);
}

}  // namespace kw::benchmarking
