#include "grader/class/score_change.hpp"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "common/base/plain_text.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/score/points.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

std::optional<report> read_scored(const fs::path& file) {
  try {
    report result = read_report(file);
    return result.gradable ? std::optional(std::move(result)) : std::nullopt;
  } catch (const usage_error&) {
    return std::nullopt;
  }
}

/// The checks of a lesson whose points differ.
std::string changed_checks(const lesson_result& before, const lesson_result& after) {
  std::string text;
  for (const check_result& now : after.checks) {
    const auto old = std::find_if(
        before.checks.begin(), before.checks.end(),
        [&](const check_result& one) { return one.definition.id == now.definition.id; });
    const double points = old != before.checks.end() ? old->points : 0;
    if (points != now.points) {
      text += fmt::format("{}{} {} -> {}", text.empty() ? "" : ", ", now.definition.id,
                          format_points(points), format_points(now.points));
    }
  }
  return text;
}

void compare(const report& before, const report& after, std::vector<score_change>& changes) {
  for (const lesson_result& now : after.lessons) {
    for (const lesson_result& old : before.lessons) {
      const std::string what =
          old.definition.id() == now.definition.id() ? changed_checks(old, now) : std::string();
      if (!what.empty()) {
        changes.push_back({after.who.id,
                           base::plain_line(after.who.name.empty() ? after.who.id : after.who.name),
                           now.definition.id(), old.points, now.points, what});
      }
    }
  }
}

}  // namespace

std::vector<score_change> compare_results(const fs::path& before, const fs::path& after) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(after)) {
    if (entry.path().extension() == ".json") {
      files.push_back(entry.path());
    }
  }
  std::sort(files.begin(), files.end());
  std::vector<score_change> changes;
  for (const fs::path& file : files) {
    const auto old =
        fs::exists(before / file.filename()) ? read_scored(before / file.filename()) : std::nullopt;
    const auto now = old ? read_scored(file) : std::nullopt;
    if (now) {
      compare(*old, *now, changes);
    }
  }
  return changes;
}

}  // namespace kw::grader
