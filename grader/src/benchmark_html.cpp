#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>

#include "grader/report_html.hpp"
#include "grader/templates.hpp"

namespace kw::grader {
namespace {

constexpr double kWidth = 860;
constexpr double kHeight = 300;
constexpr double kLeft = 52;
constexpr double kRight = 20;
constexpr double kTop = 34;
constexpr double kBottom = 34;
constexpr std::size_t kSeriesColours = 4;

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

/// The rows of each series in order of size; only rows that can be drawn.
using series_map = std::map<std::string, std::vector<benchmark_row>>;

series_map drawable(const benchmark_result& benchmark) {
  series_map series;
  for (const benchmark_row& row : benchmark.rows) {
    if (row.size > 0 && row.rate > 0) {
      series[row.series].push_back(row);
    }
  }
  for (auto& [name, rows] : series) {
    std::sort(rows.begin(), rows.end(),
              [](const benchmark_row& a, const benchmark_row& b) { return a.size < b.size; });
  }
  return series;
}

/// A line plot of rate over size, sizes on a logarithmic axis.
class plot {
 public:
  plot(const series_map& series, const std::string& unit) : series_(series), unit_(unit) {
    for (const auto& [name, rows] : series) {
      for (const benchmark_row& row : rows) {
        smallest_ = smallest_ > 0 ? std::min(smallest_, row.size) : row.size;
        largest_ = std::max(largest_, row.size);
        highest_ = std::max(highest_, row.rate);
      }
    }
    step_ = tick_step(highest_);
    highest_ = step_ * std::ceil(highest_ / step_);
  }

  html draw() {
    svg_ += html::trusted(fmt::format(
        R"(    <div class="scroll"><svg class="plot" viewBox="0 0 {:g} {:g}" role="img" aria-label=")",
        kWidth, kHeight));
    svg_ += escape(unit_ + " over the number of elements");
    svg_ += html::trusted("\">\n");
    axes();
    std::size_t index = 0;
    double legend = kLeft;
    for (const auto& [name, rows] : series_) {
      line(rows, index);
      const std::string colour = colour_of(index);
      svg_ += html::trusted(fmt::format(
          R"(<rect x="{:g}" y="8" width="14" height="3" fill="{}"/><text x="{:g}" y="14">)", legend,
          colour, legend + 20));
      svg_ += escape(name) + html::trusted("</text>\n");
      legend += 44 + 7.2 * static_cast<double>(name.size());
      ++index;
    }
    return svg_ + html::trusted("    </svg></div>\n");
  }

 private:
  static std::string colour_of(std::size_t index) {
    return fmt::format("var(--series-{})", index % kSeriesColours + 1);
  }

  double x(double size) const {
    const double span = std::log2(largest_ / smallest_);
    const double share = span > 0 ? std::log2(size / smallest_) / span : 0.5;
    return kLeft + 24 + share * (kWidth - kLeft - kRight - 48);
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
    svg_ +=
        html::trusted(fmt::format(R"(<text x="{:g}" y="14" text-anchor="end">)", kWidth - kRight)) +
        escape(unit_) + html::trusted("</text>\n");
    double last = -1e9;
    std::map<double, bool> sizes;
    for (const auto& [name, rows] : series_) {
      for (const benchmark_row& row : rows) {
        sizes[row.size] = true;
      }
    }
    for (const auto& [size, unused] : sizes) {
      if (x(size) - last < 60) {
        continue;  // labels must not run into one another
      }
      last = x(size);
      svg_ += html::trusted(fmt::format(R"(<text x="{:.1f}" y="{:g}" text-anchor="middle">)", last,
                                        kHeight - 10)) +
              escape(size_word(size)) + html::trusted("</text>\n");
    }
  }

  void line(const std::vector<benchmark_row>& rows, std::size_t index) {
    std::string points;
    std::string dots;
    for (const benchmark_row& row : rows) {
      points += fmt::format("{:.1f},{:.1f} ", x(row.size), y(row.rate));
      dots += fmt::format(R"(<circle cx="{:.1f}" cy="{:.1f}" r="3.5" fill="{}"/>)", x(row.size),
                          y(row.rate), colour_of(index));
    }
    svg_ += html::trusted(
        fmt::format(R"(<polyline points="{}" fill="none" stroke="{}" stroke-width="2"/>{})"
                    "\n",
                    points, colour_of(index), dots));
  }

  const series_map& series_;
  const std::string& unit_;
  double smallest_ = 0;
  double largest_ = 0;
  double highest_ = 0;
  double step_ = 1;
  html svg_;
};

std::string percent_word(double percent) {
  return percent > 0 ? fmt::format("{:.0f} %", percent) : "";
}

html table(const benchmark_result& benchmark) {
  html rows = html::trusted(
                  "    <div class=\"scroll\"><table>\n<tr><th>Benchmark</th><th>Size</th>"
                  "<th>Time</th><th>") +
              escape(benchmark.unit) +
              html::trusted("</th><th>of a copy</th><th>of a plain loop</th></tr>\n");
  for (const benchmark_row& row : benchmark.rows) {
    rows += html::trusted("<tr>");
    for (const std::string& cell :
         {row.series, row.label, time_word(row.seconds),
          row.rate > 0 ? fmt::format("{:.1f}", row.rate) : std::string(),
          percent_word(row.percent_of_copy), percent_word(row.percent_of_plain)}) {
      rows += html::trusted("<td>") + escape(cell) + html::trusted("</td>");
    }
    rows += html::trusted("</tr>\n");
  }
  return rows + html::trusted("</table></div>\n");
}

}  // namespace

html benchmark_to_html(const benchmark_result& benchmark) {
  html body;
  if (!benchmark.note.empty()) {
    body += html::trusted("    <p>") + escape(benchmark.note) + html::trusted("</p>\n");
  }
  if (!benchmark.rows.empty()) {
    const series_map series = drawable(benchmark);
    body += series.empty() ? html() : plot(series, benchmark.unit).draw();
    body += table(benchmark);
    body += html::trusted("    <p class=\"reproduce\"><span>Measure again</span> <code>") +
            escape(benchmark.reproduce) + html::trusted("</code></p>\n");
  }
  return fill(templates::benchmark_html,
              {{"device", escape(benchmark.device == "cuda" ? "GPU" : "CPU")}, {"body", body}});
}

}  // namespace kw::grader
