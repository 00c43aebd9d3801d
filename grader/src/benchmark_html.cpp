#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <fmt/format.h>

#include "grader/report_html.hpp"
#include "grader/templates.hpp"

namespace kw::grader {
namespace {

constexpr double kWidth = 430;
constexpr double kHeight = 240;
constexpr double kLeft = 46;
constexpr double kRight = 14;
constexpr double kTop = 12;
constexpr double kBottom = 30;

/// A step of 1, 2 or 5 times a power of ten that divides `highest` into about four.
double tick_step(double highest) {
  const double raw = highest / 4;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double share = raw / power;
  return power * (share < 1.5 ? 1 : share < 3.5 ? 2 : share < 7.5 ? 5 : 10);
}

std::string size_word(double size) {
  const double exponent = std::log2(size);
  if (size >= 1024 && exponent == std::floor(exponent)) {
    static constexpr const char* kDigits[] = {"\u2070", "\u00B9", "\u00B2", "\u00B3", "\u2074",
                                              "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
    std::string power = "2";
    for (const char digit : fmt::format("{:g}", exponent)) {
      power += kDigits[digit - '0'];
    }
    return power;
  }
  return size >= 1e6   ? fmt::format("{:.3g} M", size / 1e6)
         : size >= 1e4 ? fmt::format("{:.3g} k", size / 1e3)
                       : fmt::format("{:g}", size);
}

std::string time_word(double seconds) {
  return seconds < 1e-6   ? fmt::format("{:.0f} ns", seconds * 1e9)
         : seconds < 1e-3 ? fmt::format("{:.3g} \u00B5s", seconds * 1e6)
         : seconds < 1    ? fmt::format("{:.3g} ms", seconds * 1e3)
                          : fmt::format("{:.3g} s", seconds);
}

/// What is drawn for each benchmark, from the farthest back to the front.
enum line_kind { kCopy, kPlain, kReference, kOwn };
constexpr line_kind kLineKinds[] = {kCopy, kPlain, kReference, kOwn};
constexpr const char* kLineNames[] = {"a plain copy", "a plain C++ loop", "the solution",
                                      "this kernel"};
constexpr const char* kLineClasses[] = {"copy", "plain", "reference", "own"};

double rate_of(const benchmark_row& row, line_kind kind) {
  switch (kind) {
    case kCopy:
      return row.percent_of_copy > 0 ? 100 * row.rate / row.percent_of_copy : 0;
    case kPlain:
      return row.percent_of_plain > 0 ? 100 * row.rate / row.percent_of_plain : 0;
    case kReference:
      return row.reference_rate;
    case kOwn:
      break;
  }
  return row.rate;
}

/// The rows of each series in order of size; only rows that can be drawn.
using series_map = std::map<std::string, std::vector<benchmark_row>>;

series_map drawable(const benchmark_result& benchmark) {
  series_map series;
  for (const benchmark_row& row : benchmark.rows) {
    if (row.size > 0 && row.rate > 0 && std::isfinite(row.size) && std::isfinite(row.rate)) {
      series[row.series].push_back(row);
    }
  }
  for (auto& [name, rows] : series) {
    std::sort(rows.begin(), rows.end(),
              [](const benchmark_row& a, const benchmark_row& b) { return a.size < b.size; });
  }
  return series;
}

/// A plot of rates over sizes for one benchmark, sizes on a logarithmic axis.
class plot {
 public:
  plot(const std::string& name, const std::vector<benchmark_row>& rows, const std::string& unit)
      : name_(name), rows_(rows), unit_(unit) {
    for (const benchmark_row& row : rows) {
      for (const line_kind kind : kLineKinds) {
        highest_ = std::max(highest_, rate_of(row, kind));
      }
    }
    step_ = tick_step(highest_);
    highest_ = step_ * std::ceil(highest_ / step_);
  }

  html draw() {
    svg_ =
        html::trusted("      <figure><figcaption>") + escape(name_) + html::trusted(" <span>") +
        escape(unit_) +
        html::trusted(fmt::format(
            R"(</span></figcaption><svg class="plot" viewBox="0 0 {:g} {:g}" role="img" aria-label=")",
            kWidth, kHeight)) +
        escape(name_ + ": " + unit_ + " over the number of elements") + html::trusted("\">\n");
    axes();
    for (const line_kind kind : kLineKinds) {
      line(kind);
    }
    return svg_ + html::trusted("      </svg></figure>\n");
  }

 private:
  double x(double size) const {
    const double span = std::log2(rows_.back().size / rows_.front().size);
    const double share = span > 0 ? std::log2(size / rows_.front().size) / span : 0.5;
    return kLeft + 14 + share * (kWidth - kLeft - kRight - 28);
  }

  double y(double rate) const {
    return kHeight - kBottom - rate / highest_ * (kHeight - kTop - kBottom);
  }

  void axes() {
    for (double rate = 0; rate <= highest_ * 1.001; rate += step_) {
      svg_ += html::trusted(
          fmt::format(R"(<line class="grid" x1="{:g}" x2="{:g}" y1="{:.1f}" y2="{:.1f}"/>)"
                      R"(<text x="{:g}" y="{:.1f}" text-anchor="end">{:g}</text>)",
                      kLeft, kWidth - kRight, y(rate), y(rate), kLeft - 8, y(rate) + 4, rate));
    }
    double last = -1e9;
    for (const benchmark_row& row : rows_) {
      if (x(row.size) - last < 48) {
        continue;  // labels must not run into one another
      }
      last = x(row.size);
      svg_ += html::trusted(fmt::format(R"(<text x="{:.1f}" y="{:g}" text-anchor="middle">)", last,
                                        kHeight - 8)) +
              escape(size_word(row.size)) + html::trusted("</text>\n");
    }
  }

  /// A line with a dot for each size; a dot tells its numbers where the pointer rests on it.
  void line(line_kind kind) {
    std::string points;
    html dots;
    for (const benchmark_row& row : rows_) {
      const double rate = rate_of(row, kind);
      if (!(rate > 0)) {
        continue;
      }
      points += fmt::format("{:.1f},{:.1f} ", x(row.size), y(rate));
      dots += html::trusted(fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="{}"><title>)",
                                        x(row.size), y(rate), kind == kOwn ? 4 : 3)) +
              escape(fmt::format("{}, {}: {:.1f} {}", kLineNames[kind], row.label, rate, unit_)) +
              html::trusted("</title></circle>");
    }
    if (!points.empty()) {
      svg_ += html::trusted(fmt::format(R"(<g class="{}"><polyline points="{}"/>)",
                                        kLineClasses[kind], points)) +
              (kind == kCopy ? html() : dots) + html::trusted("</g>\n");
    }
  }

  const std::string& name_;
  const std::vector<benchmark_row>& rows_;
  const std::string& unit_;
  double highest_ = 0;
  double step_ = 1;
  html svg_;
};

/// What each line means; once for all plots.
html legend(const series_map& series) {
  std::set<line_kind> used;
  for (const auto& [name, rows] : series) {
    for (const benchmark_row& row : rows) {
      for (const line_kind kind : kLineKinds) {
        if (rate_of(row, kind) > 0) {
          used.insert(kind);
        }
      }
    }
  }
  html list = html::trusted("    <ul class=\"legend\">");
  for (auto kind = used.rbegin(); kind != used.rend(); ++kind) {
    list += html::trusted(
        fmt::format("<li class=\"{}\">{}</li>", kLineClasses[*kind], kLineNames[*kind]));
  }
  return list + html::trusted("</ul>\n");
}

html draw_all(const series_map& series, const std::string& unit) {
  html figures = legend(series) + html::trusted("    <div class=\"plots\">\n");
  for (const auto& [name, rows] : series) {
    figures += plot(name, rows, unit).draw();
  }
  return figures + html::trusted("    </div>\n");
}

std::string percent_word(double percent) {
  return percent > 0 ? fmt::format("{:.0f} %", percent) : "";
}

html table(const benchmark_result& benchmark) {
  html rows = html::trusted(
                  "    <details><summary>The numbers</summary><div class=\"scroll\" tabindex=\"0\" "
                  "role=\"region\" aria-label=\"The numbers\"><table>\n<tr><th>Benchmark</th>"
                  "<th>Size</th><th>Time</th><th>") +
              escape(benchmark.unit) +
              html::trusted(
                  "</th><th>of the solution</th><th>of a copy</th><th>of a plain loop</th></tr>\n");
  for (const benchmark_row& row : benchmark.rows) {
    rows += html::trusted("<tr>");
    const double of_solution = row.reference_rate > 0 ? 100 * row.rate / row.reference_rate : 0;
    for (const std::string& cell :
         {row.series, row.label, time_word(row.seconds),
          row.rate > 0 ? fmt::format("{:.1f}", row.rate) : std::string(), percent_word(of_solution),
          percent_word(row.percent_of_copy), percent_word(row.percent_of_plain)}) {
      rows += html::trusted("<td>") + escape(cell) + html::trusted("</td>");
    }
    rows += html::trusted("</tr>\n");
  }
  return rows + html::trusted("</table></div></details>\n");
}

}  // namespace

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
    const series_map series = drawable(benchmark);
    body += series.empty() ? html() : draw_all(series, benchmark.unit);
    body += table(benchmark);
    body += html::trusted("    <p class=\"reproduce\"><span>Measure again</span> ") +
            command_to_html(benchmark.reproduce) + html::trusted("</p>\n");
  }
  return fill(templates::benchmark_html,
              {{"device", escape(benchmark.device == "cuda" ? "GPU" : "CPU")}, {"body", body}});
}

}  // namespace kw::grader
