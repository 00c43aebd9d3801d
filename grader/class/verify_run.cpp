#include "grader/class/verify_run.hpp"

#include <algorithm>
#include <random>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/sha256.hpp"
#include "grader/class/audit_log.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

constexpr std::uintmax_t kMostVerifiedBytes = std::uintmax_t{64} << 20;

/// Compares the files of results with the log. \returns the ids of those that can be graded again
std::vector<std::string> compare_results(const fs::path& results, const audit_record& record,
                                         verify_outcome& outcome) {
  std::vector<std::string> ids;
  for (const auto& [id, hash] : record.results) {
    const fs::path file = results / (id + ".json");
    if (!fs::exists(file)) {
      outcome.problems.push_back(
          fmt::format("The result of {} is in the log, and its file is gone.", id));
      continue;
    }
    ++outcome.results;
    if (base::sha256_digits(base::read_file(file, kMostVerifiedBytes)) != hash) {
      outcome.problems.push_back(fmt::format("The result of {} was changed.", id));
    } else if (read_report(file).gradable) {
      ids.push_back(id);
    }
  }
  for (const auto& entry : fs::directory_iterator(results)) {
    const std::string id = entry.path().stem().string();
    if (entry.path().extension() == ".json" && record.results.count(id) == 0) {
      outcome.problems.push_back(
          fmt::format("There is a result of {}, which is not in the log.", id));
    }
  }
  return ids;
}

/// A line for each test of a result that is not measured.
std::string tests_in_words(const report& result) {
  std::string text;
  for (const lesson_result& lesson : result.lessons) {
    for (const check_result& check : lesson.checks) {
      if (check.speed) {
        continue;
      }
      text += fmt::format("{} {}: {:.2f} points\n", lesson.definition.id(), check.definition.id,
                          check.points);
      for (const test_result& test : check.tests) {
        text += fmt::format("  {} {}\n", test.name, static_cast<int>(test.status));
      }
    }
  }
  return text;
}

class_options options_of(const verify_options& chosen, const json& run,
                         const std::vector<std::string>& ids, const fs::path& output) {
  class_options options;
  options.root = chosen.root;
  options.build_folder = chosen.build_folder;
  options.source =
      chosen.source.empty() ? fs::path(run.at("source").get<std::string>()) : chosen.source;
  options.roster = run.at("roster").get<std::string>();
  options.lessons = run.at("tasks").get<std::vector<std::string>>();
  options.device = run.at("device").get<std::string>();
  options.seed = run.at("seed").get<std::uint64_t>();
  options.call_seconds = run.at("call_seconds").get<double>();
  options.task_seconds = run.at("task_seconds").get<double>();
  options.memory_megabytes = run.at("memory_megabytes").get<std::int64_t>();
  options.use_sandbox = chosen.use_sandbox;
  options.output = output;
  options.only = ids;
  return options;
}

/// Grades these submissions once more, into a folder that goes away.
void grade_again(const verify_options& chosen, const json& run, const std::vector<std::string>& ids,
                 const std::function<void(const class_progress&)>& on_progress,
                 verify_outcome& outcome) {
  const base::scratch_folder scratch(chosen.output);
  const class_options options = options_of(chosen, run, ids, scratch.path() / "again");
  const class_outcome again = run_class(options, on_progress);
  const json now = json::parse(base::read_text_file(options.output / "run.json"), nullptr, false);
  if (!now.is_object() || now.value("tests", json()) != run.at("tests")) {
    outcome.problems.emplace_back(
        "The course's tests, its library or its compiler are not those of the run any more, so "
        "so the samples that were graded again prove nothing. Use the version of the course that "
        "was used then.");
    return;
  }
  for (const std::string& id : ids) {
    const fs::path file = again.results / (id + ".json");
    const report before = read_report(chosen.output / "results" / (id + ".json"));
    if (!fs::exists(file)) {
      outcome.problems.push_back(fmt::format("{} is not among the submissions any more.", id));
      continue;
    }
    outcome.again.push_back(id);
    const report after = read_report(file);
    if (!after.gradable) {
      outcome.problems.push_back(fmt::format("{} could not be graded again: {}", id, after.reason));
    } else if (after.who.fingerprint != before.who.fingerprint) {
      outcome.problems.push_back(fmt::format("The files of {} are not those of the run.", id));
    } else if (tests_in_words(after) != tests_in_words(before)) {
      outcome.problems.push_back(fmt::format(
          "{}: when it was graded again, its tests gave other results than in the run.", id));
    }
  }
}

}  // namespace

verify_outcome verify_run(const verify_options& options,
                          const std::function<void(const class_progress&)>& on_progress) {
  const audit_record record = read_audit_log(options.output / "audit.jsonl");
  verify_outcome outcome;
  outcome.entries = record.entries;
  outcome.last_hash = record.last_hash;
  outcome.problems = record.problems;
  if (!options.last_hash.empty() && options.last_hash != record.last_hash) {
    outcome.problems.push_back(
        fmt::format("The log ends with {}, and not with {}.", record.last_hash, options.last_hash));
  }
  std::vector<std::string> ids = compare_results(options.output / "results", record, outcome);
  std::mt19937_64 chance{std::random_device{}()};
  std::shuffle(ids.begin(), ids.end(), chance);
  ids.resize(std::min(ids.size(), static_cast<std::size_t>(std::max(options.sample, 0))));
  std::sort(ids.begin(), ids.end());
  const json run = json::parse(record.last_run, nullptr, false);
  if (!ids.empty()) {
    try {
      grade_again(options, run, ids, on_progress, outcome);
    } catch (const json::exception&) {
      outcome.problems.emplace_back("The log does not say how the run was made.");
    }
  }
  return outcome;
}

}  // namespace kw::grader
