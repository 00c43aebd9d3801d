#include "common/benchmarking/reporter.hpp"

#include <algorithm>
#include <cstdio>
#include <iterator>
#include <string>

#include "common/base/format.hpp"

namespace kw::benchmarking {
namespace {

using measured = benchmark::BenchmarkReporter::Run;

/// `VectorAdd/65536/iterations:1/manual_time` without what every benchmark here has in common.
std::string short_name(const measured& run) {
  std::string name = run.run_name.function_name;
  if (!run.run_name.args.empty()) {
    name += "/" + run.run_name.args;
  }
  if (run.run_type == measured::RT_Aggregate) {
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

/// The counter with this name in the given form, or empty where it was not measured.
std::string counter(const measured& run, const char* name, const char* format) {
  const auto found = run.counters.find(name);
  return found == run.counters.end() ? std::string() : base::formatted(format, found->second.value);
}

std::string time_text(double seconds) {
  return seconds < 1e-3 ? base::formatted("%.2f us", seconds * 1e6)
                        : base::formatted("%.3f ms", seconds * 1e3);
}

/// Operations per byte from which on a kernel waits for arithmetic, and not for memory: about where
/// a float32 product without tensor cores crosses over on a GPU.
constexpr double kManyOperations = 16;

bool waits_for_arithmetic(const measured& run) {
  const auto operations = run.counters.find("TFLOP_per_s");
  const auto bytes = run.counters.find("GB_per_s");
  return operations != run.counters.end() && bytes != run.counters.end() &&
         1000 * operations->second.value >= kManyOperations * bytes->second.value;
}

/// A rate in the largest unit that makes it at least 1, but never in less than millions.
std::string rate_text(double per_second, const std::string& what) {
  return per_second >= 1e12  ? base::formatted("%.1f T", per_second / 1e12) + what
         : per_second >= 1e9 ? base::formatted("%.1f G", per_second / 1e9) + what
                             : base::formatted("%.1f M", per_second / 1e6) + what;
}

std::string speed_text(const measured& run) {
  if (waits_for_arithmetic(run)) {
    return rate_text(1e12 * run.counters.at("TFLOP_per_s").value, "FLOP/s");
  }
  const auto bytes = run.counters.find("GB_per_s");
  if (bytes == run.counters.end()) {
    return "";
  }
  const double per_second = 1e9 * bytes->second.value;
  return per_second >= 1e9 ? counter(run, "GB_per_s", "%.1f GB/s") : rate_text(per_second, "B/s");
}

struct column {
  const char* heading;
  const char* heading_below;
  int width;
  std::string (*text)(const measured&);
};

const column kColumns[] = {
    {"median", "", 12,
     [](const measured& run) { return time_text(run.GetAdjustedRealTime() / 1e3); }},
    {"spread", "", 8,
     [](const measured& run) { return counter(run, "spread_percent", "+-%.0f %%"); }},
    {"speed", "", 14, speed_text},
    {"of a copy", "", 9,
     [](const measured& run) {
       return waits_for_arithmetic(run) ? "" : counter(run, "percent_of_copy", "%.0f %%");
     }},
    {"of a plain", "C++ loop", 11,
     [](const measured& run) { return counter(run, "percent_of_plain", "%.0f %%"); }},
    {"of cuBLAS", "", 9,
     [](const measured& run) { return counter(run, "percent_of_cublas", "%.0f %%"); }},
    {"checks on", "take", 9,
     [](const measured& run) { return counter(run, "checked_slowdown", "%.1f x"); }},
};

/// A line of the table: `name`, followed by the `cells` of the columns that are shown.
void print_line(int name_width, const std::string& name, const std::vector<bool>& shown,
                const std::vector<std::string>& cells) {
  std::string line = name;
  line.resize(std::max(line.size(), static_cast<std::size_t>(name_width)), ' ');
  for (std::size_t i = 0; i < std::size(kColumns); ++i) {
    if (shown[i]) {
      const auto width = static_cast<std::size_t>(kColumns[i].width);
      line += std::string(1 + (width > cells[i].size() ? width - cells[i].size() : 0), ' ');
      line += cells[i];
    }
  }
  line.erase(line.find_last_not_of(' ') + 1);
  std::printf("%s\n", line.c_str());
}

void print_headings(int name_width, const std::vector<bool>& shown) {
  std::vector<std::string> above, below;
  bool two_lines = false;
  for (std::size_t i = 0; i < std::size(kColumns); ++i) {
    above.emplace_back(kColumns[i].heading);
    below.emplace_back(kColumns[i].heading_below);
    two_lines = two_lines || (shown[i] && !below.back().empty());
  }
  print_line(name_width, "", shown, above);
  if (two_lines) {
    print_line(name_width, "", shown, below);
  }
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
  shown_.resize(std::size(kColumns));
  for (const Run& run : runs) {
    if (const std::string why = failure(run); !why.empty()) {
      std::printf("%-*s  %s\n", width, short_name(run).c_str(), why.c_str());
      continue;
    }
    if (!run.report_label.empty()) {
      std::printf("%s\n%s", short_name(run).c_str(), run.report_label.c_str());
      continue;
    }
    std::vector<std::string> cells;
    bool more = false;
    for (std::size_t i = 0; i < std::size(kColumns); ++i) {
      cells.push_back(kColumns[i].text(run));
      more = more || (!shown_[i] && !cells[i].empty());
      shown_[i] = shown_[i] || !cells[i].empty();
    }
    if (more) {
      print_headings(width, shown_);
    }
    print_line(width, short_name(run), shown_, cells);
  }
  std::fflush(stdout);
}

}  // namespace kw::benchmarking
