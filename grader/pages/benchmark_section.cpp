#include "grader/pages/benchmark_section.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "grader/pages/prose.hpp"

namespace kw::grader {
namespace {

std::string time_word(double seconds) {
  return seconds < 1e-6   ? fmt::format("{:.0f} ns", seconds * 1e9)
         : seconds < 1e-3 ? fmt::format("{:.3g} \u00B5s", seconds * 1e6)
         : seconds < 1    ? fmt::format("{:.3g} ms", seconds * 1e3)
                          : fmt::format("{:.3g} s", seconds);
}

/// The rates that are shown side by side, in the order of the table's columns.
enum rate_kind { kOwn, kReference, kPlain, kCublas, kCopy };
constexpr rate_kind kRateKinds[] = {kOwn, kReference, kPlain, kCublas, kCopy};
constexpr const char* kRateNames[] = {"own", "reference", "plain", "cublas", "copy"};

/// For a kernel measured in operations, the roofline of a copy matters only if it is near: one far
/// above the rate would say nothing, and squeeze the other lines together.
bool is_bound_by_copy(const benchmark_row& row, const std::string& unit) {
  return unit == "GB/s" || row.percent_of_copy >= 50;
}

/// 0 for not measured.
double rate_of(const benchmark_row& row, rate_kind kind, const std::string& unit) {
  if (kind == kCopy && !is_bound_by_copy(row, unit)) {
    return 0;
  }
  const auto whole = [&](double percent) { return percent > 0 ? 100 * row.rate / percent : 0; };
  const double rate = kind == kReference ? row.reference_rate
                      : kind == kPlain   ? whole(row.percent_of_plain)
                      : kind == kCublas  ? whole(row.percent_of_cublas)
                      : kind == kCopy    ? whole(row.percent_of_copy)
                                         : row.rate;
  return std::isfinite(rate) && rate > 0 ? rate : 0;
}

/// A copy sets a roof in GB/s; in another unit, it is the roof that a copy's bandwidth sets.
const char* title_of(rate_kind kind, const std::string& unit) {
  switch (kind) {
    case kReference:
      return "The solution";
    case kPlain:
      return "A plain C++ loop";
    case kCublas:
      return "cuBLAS";
    case kCopy:
      return unit == "GB/s" ? "A plain copy" : "At a copy\u2019s bandwidth";
    case kOwn:
      break;
  }
  return "This kernel";
}

std::string rate_word(double rate) {
  return rate >= 100 ? fmt::format("{:.0f}", rate) : fmt::format("{:.3g}", rate);
}

/// A rate, and which share of it this kernel reaches. An empty cell where nothing was measured.
values cell_of(const benchmark_row& row, rate_kind kind, const std::string& unit) {
  const double rate = rate_of(row, kind, unit);
  std::string words = rate == 0 ? "" : rate_word(rate);
  if (rate != 0 && kind != kOwn) {
    words += fmt::format(" ({:.0f} %)", 100 * row.rate / rate);
  }
  return {{"line", kRateNames[kind]},
          {"rate", rate == 0 ? "" : fmt::format("{}", rate)},
          {"words", words}};
}

values row_of(const benchmark_row& row, const std::vector<rate_kind>& kinds,
              const std::string& unit) {
  return {{"size", std::isfinite(row.size) && row.size > 0 ? fmt::format("{}", row.size) : ""},
          {"series", row.series},
          {"label", row.label},
          {"time", time_word(row.seconds)},
          {"rates", each(kinds, [&](rate_kind kind) { return cell_of(row, kind, unit); })}};
}

/// Every number that was measured, with columns for what was measured alone. templates/plots.js
/// draws it, and shuts it then.
values table_of(const benchmark_result& benchmark) {
  std::vector<rate_kind> kinds;
  for (const rate_kind kind : kRateKinds) {
    if (std::any_of(benchmark.rows.begin(), benchmark.rows.end(), [&](const benchmark_row& row) {
          return rate_of(row, kind, benchmark.unit) > 0;
        })) {
      kinds.push_back(kind);
    }
  }
  return {
      {"unit", benchmark.unit},
      {"lines",
       each(kinds,
            [&](rate_kind kind) -> values {
              return {{"line", kRateNames[kind]}, {"title", title_of(kind, benchmark.unit)}};
            })},
      {"rows", each(benchmark.rows,
                    [&](const benchmark_row& row) { return row_of(row, kinds, benchmark.unit); })},
      {"reproduce", command_to_html(benchmark.reproduce)}};
}

double middle(std::vector<double> times) {
  std::sort(times.begin(), times.end());
  return times.empty() ? 0.0 : times[times.size() / 2];
}

values sample_values(const speed_sample& sample) {
  return {{"benchmark", sample.benchmark},
          {"own", time_word(middle(sample.seconds))},
          {"reference", time_word(middle(sample.reference_seconds))},
          {"ratio", fmt::format("{:.2f}", sample.ratio)},
          {"low", fmt::format("{:.2f}", sample.low)},
          {"high", fmt::format("{:.2f}", sample.high)},
          {"credit", fmt::format("{:.0f}", 100 * sample.credit)}};
}

const char* device_word(const std::string& device) {
  return device == "cuda" ? "GPU" : "CPU";
}

}  // namespace

bool has_plots(const report& report) {
  const auto has_plot = [](const benchmark_result& benchmark) {
    return std::any_of(benchmark.rows.begin(), benchmark.rows.end(), [&](const benchmark_row& row) {
      return rate_of(row, kOwn, benchmark.unit) > 0;
    });
  };
  return std::any_of(report.lessons.begin(), report.lessons.end(), [&](const auto& lesson) {
    return std::any_of(lesson.benchmarks.begin(), lesson.benchmarks.end(), has_plot);
  });
}

values speed_values(const speed_result& speed) {
  std::optional<values> measured;
  if (!speed.samples.empty()) {
    measured = values{{"samples", each(speed.samples, sample_values)},
                      {"rounds", std::to_string(speed.rounds)},
                      {"device", device_word(speed.device)}};
  }
  return {{"note", speed.note}, {"measured", std::move(measured)}};
}

values benchmark_values(const benchmark_result& benchmark) {
  std::optional<values> measured;
  if (!benchmark.rows.empty()) {
    measured = table_of(benchmark);
  }
  return {{"device", device_word(benchmark.device)},
          {"note", benchmark.note},
          {"measured", std::move(measured)}};
}

}  // namespace kw::grader
