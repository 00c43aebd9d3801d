#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "grader/pages/student_page.hpp"
#include "grader/pages/templates.hpp"

namespace kw::grader {
namespace {

std::string time_word(double seconds) {
  return seconds < 1e-6   ? fmt::format("{:.0f} ns", seconds * 1e9)
         : seconds < 1e-3 ? fmt::format("{:.3g} \u00B5s", seconds * 1e6)
         : seconds < 1    ? fmt::format("{:.3g} ms", seconds * 1e3)
                          : fmt::format("{:.3g} s", seconds);
}

/// The rates that stand beside one another, in the order of the table's columns.
enum rate_kind { kOwn, kReference, kPlain, kCublas, kCopy };
constexpr rate_kind kRateKinds[] = {kOwn, kReference, kPlain, kCublas, kCopy};
constexpr const char* kRateNames[] = {"own", "reference", "plain", "cublas", "copy"};

/// Where operations count, the bandwidth of a copy bounds a kernel only if its roof is near: one
/// far above the rate would say nothing, and press the other lines together.
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

/// A rate, and which share of it this kernel reaches.
html rate_cell(const benchmark_row& row, rate_kind kind, const std::string& unit) {
  const double rate = rate_of(row, kind, unit);
  if (rate == 0) {
    return html::trusted("<td></td>");
  }
  std::string words = rate_word(rate);
  if (kind != kOwn) {
    words += fmt::format(" ({:.0f} %)", 100 * row.rate / rate);
  }
  return html::trusted(
             fmt::format(R"(<td data-line="{}" data-rate="{}">)", kRateNames[kind], rate)) +
         escape(words) + html::trusted("</td>");
}

html row_of(const benchmark_row& row, const std::vector<rate_kind>& kinds,
            const std::string& unit) {
  html cells = html::trusted(std::isfinite(row.size) && row.size > 0
                                 ? fmt::format("<tr data-size=\"{}\">", row.size)
                                 : "<tr>");
  for (const std::string& cell : {row.series, row.label, time_word(row.seconds)}) {
    cells += html::trusted("<td>") + escape(cell) + html::trusted("</td>");
  }
  for (const rate_kind kind : kinds) {
    cells += rate_cell(row, kind, unit);
  }
  return cells + html::trusted("</tr>\n");
}

/// Every number that was measured, with columns for what was measured alone. templates/plots.js
/// draws it, and shuts it then.
html table(const benchmark_result& benchmark) {
  std::vector<rate_kind> kinds;
  for (const rate_kind kind : kRateKinds) {
    if (std::any_of(benchmark.rows.begin(), benchmark.rows.end(), [&](const benchmark_row& row) {
          return rate_of(row, kind, benchmark.unit) > 0;
        })) {
      kinds.push_back(kind);
    }
  }
  html head, rows;
  for (const rate_kind kind : kinds) {
    head += html::trusted(fmt::format("<th data-line=\"{}\">", kRateNames[kind])) +
            escape(title_of(kind, benchmark.unit)) + html::trusted("</th>");
  }
  for (const benchmark_row& row : benchmark.rows) {
    rows += row_of(row, kinds, benchmark.unit);
  }
  return fill(templates::rates_html,
              {{"unit", escape(benchmark.unit)}, {"head", head}, {"rows", rows}});
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

html speed_to_html(const speed_result& speed) {
  html body;
  if (!speed.note.empty()) {
    body +=
        html::trusted("        <p class=\"only\">") + escape(speed.note) + html::trusted("</p>\n");
  }
  if (speed.samples.empty()) {
    return body;
  }
  body += html::trusted(
      "        <div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Times\"><table>\n"
      "<tr><th>Benchmark</th><th>This kernel</th><th>The solution</th><th>Ratio</th>"
      "<th>Surely between</th><th>Credit</th></tr>\n");
  for (const speed_sample& sample : speed.samples) {
    const auto middle = [](std::vector<double> values) {
      std::sort(values.begin(), values.end());
      return values.empty() ? 0.0 : values[values.size() / 2];
    };
    body += html::trusted("<tr>");
    for (const std::string& cell :
         {sample.benchmark, time_word(middle(sample.seconds)),
          time_word(middle(sample.reference_seconds)), fmt::format("{:.2f}", sample.ratio),
          fmt::format("{:.2f} and {:.2f}", sample.low, sample.high),
          fmt::format("{:.0f} %", 100 * sample.credit)}) {
      body += html::trusted("<td>") + escape(cell) + html::trusted("</td>");
    }
    body += html::trusted("</tr>\n");
  }
  return body + html::trusted("</table></div>\n        <p class=\"only\">") +
         escape(fmt::format("Measured in turn, {} rounds, on the {}.", speed.rounds,
                            speed.device == "cuda" ? "GPU" : "CPU")) +
         html::trusted("</p>\n");
}

html benchmark_to_html(const benchmark_result& benchmark) {
  html body;
  if (!benchmark.note.empty()) {
    body += html::trusted("    <p>") + escape(benchmark.note) + html::trusted("</p>\n");
  }
  if (!benchmark.rows.empty()) {
    body += table(benchmark);
    body += html::trusted("    <p class=\"reproduce\"><span>Measure again</span> ") +
            command_to_html(benchmark.reproduce) + html::trusted("</p>\n");
  }
  return fill(templates::benchmark_html,
              {{"device", escape(benchmark.device == "cuda" ? "GPU" : "CPU")}, {"body", body}});
}

}  // namespace kw::grader
