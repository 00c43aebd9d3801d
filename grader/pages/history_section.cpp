#include "grader/pages/sections.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/plain_text.hpp"
#include "grader/pages/plot.hpp"
#include "grader/score/points.hpp"

namespace kw::grader {
namespace {

/// "2026-03-01 14:05" of "2026-03-01T14:05:09Z".
std::string day_and_time(const std::string& when) {
  std::string text = base::plain_line(when.substr(0, 16));
  std::replace(text.begin(), text.end(), 'T', ' ');
  return text;
}

/// "lesson03: 4 to 10", for each lesson with other points than a run before.
std::string changes(const history_entry& before, const history_entry& after) {
  std::vector<std::string> parts;
  for (const auto& [lesson, points] : after.lessons) {
    const auto found = before.lessons.find(lesson);
    const double old = found == before.lessons.end() ? 0 : found->second;
    if (old != points) {
      parts.push_back(fmt::format("{}: {} to {}", base::plain_line(lesson), format_points(old),
                                  format_points(points)));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

std::string name_of(const history_speed& speed) {
  return base::plain_line(speed.lesson) + (speed.device == "cuda" ? " on the GPU" : "");
}

std::string speed_words(const history_speed& speed) {
  return fmt::format("{}: {:.0f} %", name_of(speed), speed.percent);
}

std::string points_words(const history_entry& run) {
  return format_points(run.points) + " of " + format_points(run.max_points);
}

/// \param measured whether only runs with speeds are drawn, and these
plot plot_of(const run_history& runs, bool measured) {
  plot made;
  made.title = measured ? "Speed" : "Points";
  made.unit = measured ? "% of the solution\u2019s" : "after each run";
  made.least_end = measured ? 100 : 1;
  std::set<std::string> names;
  for (const history_entry& run : runs) {
    for (const history_speed& speed : run.speeds) {
      names.insert(name_of(speed));
    }
  }
  for (const std::string& name : measured ? names : std::set<std::string>{"Points"}) {
    made.lines.push_back({plot_look_of(made.lines.size()), name, {}});
  }
  for (const history_entry& run : runs) {
    if (measured && run.speeds.empty()) {
      continue;
    }
    const std::string when = day_and_time(run.when);
    std::vector<std::string> words = {when};
    for (plot_line& line : made.lines) {
      line.values.emplace_back(measured ? std::nullopt : std::optional(run.points));
    }
    for (const history_speed& speed : run.speeds) {
      for (plot_line& line : made.lines) {
        if (measured && line.title == name_of(speed)) {
          line.values.back() = speed.percent;
          words.push_back(speed_words(speed));
        }
      }
    }
    words.push_back(measured ? "" : points_words(run));
    made.labels.push_back(when.substr(std::min<std::size_t>(when.size(), 5), 5));
    made.sentences.push_back(fmt::format("{}", fmt::join(words, "\n")));
  }
  return made;
}

}  // namespace

std::optional<values> history_values(const run_history& runs) {
  if (runs.size() < 2) {
    return std::nullopt;
  }
  std::vector<values> rows;
  const history_entry nothing;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    std::vector<std::string> speeds;
    for (const history_speed& speed : runs[i].speeds) {
      speeds.push_back(speed_words(speed));
    }
    rows.push_back({{"when", day_and_time(runs[i].when)},
                    {"points", points_words(runs[i])},
                    {"changes", changes(i == 0 ? nothing : runs[i - 1], runs[i])},
                    {"speeds", speeds}});
  }
  std::vector<plot> plots = {plot_of(runs, false)};
  plot speeds = plot_of(runs, true);
  const std::vector<plot_line> named = speeds.lines;
  if (!speeds.lines.empty()) {
    plots.push_back(std::move(speeds));
  }
  return values{{"count", std::to_string(runs.size())},
                {"drawn", plots_values(plots, named)},
                {"runs", std::move(rows)}};
}

}  // namespace kw::grader
