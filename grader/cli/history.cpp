#include "grader/cli/exercise_results.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/quantile.hpp"

namespace kw::grader {

using nlohmann::json;

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(history_speed, lesson, device, percent)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(history_entry, when, points, max_points, lessons, speeds)

namespace {

constexpr std::size_t kMostRuns = 400;  // the oldest go first

/// The median of the kernels' speeds, in per cent of the solution's; nothing where no row has both.
std::optional<double> percent_of_solution(const benchmark_result& benchmark) {
  std::vector<double> shares;
  for (const benchmark_row& row : benchmark.rows) {
    const double share = 100 * row.rate / row.reference_rate;
    if (row.rate > 0 && row.reference_rate > 0 && std::isfinite(share)) {
      shares.push_back(share);
    }
  }
  if (shares.empty()) {
    return std::nullopt;
  }
  std::sort(shares.begin(), shares.end());
  return base::quantile(shares, 0.5);
}

history_entry entry_of(const report& known, const report& now) {
  history_entry entry;
  entry.when = known.where.created;
  entry.points = known.points;
  entry.max_points = known.max_points;
  for (const lesson_result& lesson : known.lessons) {
    entry.lessons[lesson.definition.id()] = lesson.points;
  }
  for (const lesson_result& lesson : now.lessons) {
    for (const benchmark_result& benchmark : lesson.benchmarks) {
      if (const auto percent = percent_of_solution(benchmark)) {
        entry.speeds.push_back({lesson.definition.id(), benchmark.device, *percent});
      }
    }
  }
  return entry;
}

}  // namespace

run_history note_run(const std::filesystem::path& build_folder, const report& known,
                     const report& now) {
  const std::filesystem::path file = build_folder / "grader" / "history.json";
  run_history runs;
  try {
    runs = json::parse(base::read_text_file(file)).at("runs").get<run_history>();
  } catch (const json::exception&) {
    // There is none yet, or it is damaged.
  }
  history_entry entry = entry_of(known, now);
  const bool changed = runs.empty() || runs.back().lessons != entry.lessons;
  if (known.gradable && (changed || !entry.speeds.empty())) {
    runs.push_back(std::move(entry));
    runs.erase(runs.begin(),
               runs.end() - static_cast<std::ptrdiff_t>(std::min(kMostRuns, runs.size())));
    write_if_possible(file, json{{"runs", runs}}.dump(1) + "\n");
  }
  return runs;
}

}  // namespace kw::grader
