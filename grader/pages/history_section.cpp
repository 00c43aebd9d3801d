#include "grader/pages/history_section.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/plain_text.hpp"
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

values speed_cell(const history_speed& speed) {
  const std::string name =
      base::plain_line(speed.lesson) + (speed.device == "cuda" ? " on the GPU" : "");
  return {{"name", name},
          {"percent", fmt::format("{:.4g}", speed.percent)},
          {"words", fmt::format("{:.0f} %", speed.percent)}};
}

}  // namespace

std::optional<values> history_values(const run_history& runs) {
  if (runs.size() < 2) {
    return std::nullopt;
  }
  std::vector<values> rows;
  const history_entry nothing;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    rows.push_back(
        {{"when", day_and_time(runs[i].when)},
         {"points", fmt::format("{:.6g}", runs[i].points)},
         {"words", format_points(runs[i].points) + " of " + format_points(runs[i].max_points)},
         {"changes", changes(i == 0 ? nothing : runs[i - 1], runs[i])},
         {"speeds", each(runs[i].speeds, speed_cell)}});
  }
  return values{{"count", std::to_string(runs.size())}, {"runs", std::move(rows)}};
}

}  // namespace kw::grader
