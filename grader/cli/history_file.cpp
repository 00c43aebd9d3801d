#include "grader/cli/history_file.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {

using nlohmann::json;

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
  const std::size_t half = shares.size() / 2;
  return shares.size() % 2 == 1 ? shares[half] : (shares[half - 1] + shares[half]) / 2;
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

json to_value(const history_entry& entry) {
  json speeds = json::array();
  for (const history_speed& speed : entry.speeds) {
    speeds.push_back(
        {{"lesson", speed.lesson}, {"device", speed.device}, {"percent", speed.percent}});
  }
  return {{"when", entry.when},
          {"points", entry.points},
          {"max_points", entry.max_points},
          {"lessons", entry.lessons},
          {"speeds", std::move(speeds)}};
}

history_entry from_value(const json& value) {
  history_entry entry;
  entry.when = value.at("when").get<std::string>();
  entry.points = value.at("points").get<double>();
  entry.max_points = value.at("max_points").get<double>();
  entry.lessons = value.at("lessons").get<std::map<std::string, double>>();
  for (const json& speed : value.at("speeds")) {
    entry.speeds.push_back({speed.at("lesson").get<std::string>(),
                            speed.at("device").get<std::string>(),
                            speed.at("percent").get<double>()});
  }
  return entry;
}

}  // namespace

history_file::history_file(const std::filesystem::path& build_folder)
    : file_(build_folder / "grader" / "history.json") {
  read();
}

void history_file::read() {
  const json all = json::parse(base::read_text_file(file_), nullptr, false);
  try {
    for (const json& value : all.at("runs")) {
      runs_.push_back(from_value(value));
    }
  } catch (const json::exception&) {
    runs_.clear();
  }
}

const run_history& history_file::note(const report& known, const report& now) {
  history_entry entry = entry_of(known, now);
  const bool changed = runs_.empty() || runs_.back().lessons != entry.lessons;
  if (known.gradable && (changed || !entry.speeds.empty())) {
    runs_.push_back(std::move(entry));
    runs_.erase(runs_.begin(),
                runs_.end() - static_cast<std::ptrdiff_t>(std::min(kMostRuns, runs_.size())));
    write();
  }
  return runs_;
}

void history_file::write() const {
  json all = {{"runs", json::array()}};
  for (const history_entry& entry : runs_) {
    all["runs"].push_back(to_value(entry));
  }
  try {
    base::write_file_atomically(file_, all.dump(1) + "\n");
  } catch (const machine_error&) {
    // The next run will try again.
  }
}

}  // namespace kw::grader
