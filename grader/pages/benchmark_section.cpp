#include "grader/pages/sections.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>

#include <fmt/format.h>

#include "grader/pages/plot.hpp"
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

/// A rate, and which share of it this kernel reaches. Nothing where it was not measured.
std::string rate_words(const benchmark_row& row, rate_kind kind, const std::string& unit,
                       const std::string& after_number = "") {
  const double rate = rate_of(row, kind, unit);
  if (rate == 0) {
    return "";
  }
  return rate_word(rate) + after_number +
         (kind == kOwn ? "" : fmt::format(" ({:.0f} %)", 100 * row.rate / rate));
}

/// Those of these rows that were measured at least once.
std::vector<rate_kind> kinds_of(const std::vector<const benchmark_row*>& rows,
                                const std::string& unit) {
  std::vector<rate_kind> kinds;
  for (const rate_kind kind : kRateKinds) {
    if (std::any_of(rows.begin(), rows.end(),
                    [&](const benchmark_row* row) { return rate_of(*row, kind, unit) > 0; })) {
      kinds.push_back(kind);
    }
  }
  return kinds;
}

plot_look look_of(rate_kind kind, bool across) {
  switch (kind) {
    case kOwn:
      return {"--series-1", "none", 3, "m-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z", true};
    case kReference:
      return {"--series-2", "7 4", 2, "m-6 0l6-6l6 6l-6 6z"};
    case kPlain:
      return {"--series-4", "2 4", 2, "m-4-4l8 8m-8 0l8-8"};
    case kCublas:
      return {"--series-3", "7 3 2 3", 2, "m-5 4h10l-5-9z"};
    case kCopy:
      break;
  }
  return {"--soft", across ? "none" : "12 4", 1.5, across ? "m0-8v16" : "m-4 0h8"};
}

std::vector<plot_line> lines_of(const std::vector<const benchmark_row*>& rows, bool across,
                                const std::string& unit) {
  std::vector<plot_line> lines;
  for (const rate_kind kind : kinds_of(rows, unit)) {
    plot_line line{look_of(kind, across), title_of(kind, unit), {}};
    for (const benchmark_row* row : rows) {
      const double rate = rate_of(*row, kind, unit);
      line.values.push_back(rate > 0 ? std::optional(rate) : std::nullopt);
    }
    lines.push_back(std::move(line));
  }
  return lines;
}

/// 4096 as a power of two; others rounded.
std::string size_words(double size) {
  static constexpr const char* kRaised[] = {"\u2070", "\u00B9", "\u00B2", "\u00B3", "\u2074",
                                            "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
  const double exponent = std::log2(size);
  if (size >= 1024 && exponent == std::floor(exponent)) {
    const auto power = static_cast<std::size_t>(exponent);
    return std::string("2") + (power >= 10 ? kRaised[power / 10 % 10] : "") + kRaised[power % 10];
  }
  return size >= 1e9   ? fmt::format("{:.3g} G", size / 1e9)
         : size >= 1e6 ? fmt::format("{:.3g} M", size / 1e6)
         : size >= 1e4 ? fmt::format("{:.3g} k", size / 1e3)
                       : fmt::format("{}", size);
}

plot plot_of(const std::string& title, const std::vector<const benchmark_row*>& rows, bool across,
             const std::string& unit) {
  plot made{title, unit, {}, {}, {}, lines_of(rows, across, unit), 0, across};
  for (const benchmark_row* row : rows) {
    made.labels.push_back(across ? row->series + ", " + row->label : size_words(row->size));
    std::string sentence = row->series + "\n" + row->label;
    for (const rate_kind kind : kinds_of({row}, unit)) {
      sentence +=
          fmt::format("\n{}: {}", title_of(kind, unit), rate_words(*row, kind, unit, " " + unit));
    }
    made.sentences.push_back(sentence);
    if (!across) {
      made.sizes.push_back(row->size);
    }
  }
  return made;
}

/// Lines for each benchmark of several sizes; the others are rows of dots. Nothing for a rate that
/// was not measured.
std::optional<values> plots_of(const benchmark_result& benchmark) {
  std::vector<const benchmark_row*> all, others;
  std::vector<plot> plots;
  for (const benchmark_row& row : benchmark.rows) {
    if (rate_of(row, kOwn, benchmark.unit) > 0) {
      all.push_back(&row);
    }
  }
  for (const benchmark_row* first : all) {
    std::vector<const benchmark_row*> series;
    std::copy_if(all.begin(), all.end(), std::back_inserter(series),
                 [&](const benchmark_row* row) { return row->series == first->series; });
    if (series.front() != first) {
      continue;  // drawn already
    }
    std::set<double> sizes;
    for (const benchmark_row* row : series) {
      sizes.insert(std::isfinite(row->size) ? std::max(row->size, 0.0) : 0.0);
    }
    if (series.size() > 1 && sizes.size() == series.size() && *sizes.begin() > 0) {
      std::sort(series.begin(), series.end(),
                [](const auto* a, const auto* b) { return a->size < b->size; });
      plots.push_back(plot_of(first->series, series, false, benchmark.unit));
    } else {
      others.insert(others.end(), series.begin(), series.end());
    }
  }
  if (!others.empty()) {
    plots.push_back(plot_of("By shape", others, true, benchmark.unit));
  }
  if (plots.empty()) {
    return std::nullopt;
  }
  return plots_values(plots, lines_of(all, others.size() == all.size(), benchmark.unit));
}

/// Every number that was measured, with columns for what was measured alone; shut below plots.
values table_of(const benchmark_result& benchmark) {
  std::vector<const benchmark_row*> rows;
  for (const benchmark_row& row : benchmark.rows) {
    rows.push_back(&row);
  }
  const std::vector<rate_kind> kinds = kinds_of(rows, benchmark.unit);
  std::optional<values> plots = plots_of(benchmark);
  return {{"unit", benchmark.unit},
          {"open", !plots},
          {"drawn", std::move(plots)},
          {"lines", each(kinds,
                         [&](rate_kind kind) -> values {
                           return {{"title", title_of(kind, benchmark.unit)}};
                         })},
          {"rows", each(rows,
                        [&](const benchmark_row* row) -> values {
                          return {{"series", row->series},
                                  {"label", row->label},
                                  {"time", time_word(row->seconds)},
                                  {"rates", each(kinds, [&](rate_kind kind) -> values {
                                     return {{"words", rate_words(*row, kind, benchmark.unit)}};
                                   })}};
                        })},
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

}  // namespace

const char* device_word(const std::string& device) {
  return device == "cuda" ? "GPU" : "CPU";
}

values speed_values(const speed_result& speed) {
  const auto measured = [&] {
    return values{{"samples", each(speed.samples, sample_values)},
                  {"rounds", std::to_string(speed.rounds)},
                  {"device", device_word(speed.device)}};
  };
  return {{"note", speed.note}, {"measured", values_if(!speed.samples.empty(), measured)}};
}

values benchmark_values(const benchmark_result& benchmark) {
  return {{"device", device_word(benchmark.device)},
          {"note", benchmark.note},
          {"measured", values_if(!benchmark.rows.empty(), [&] { return table_of(benchmark); })}};
}

}  // namespace kw::grader
