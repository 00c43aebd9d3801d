#include "grader/class/run_folder.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <random>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/plain_text.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/score/points.hpp"

namespace kw::grader {
namespace fs = std::filesystem;

using nlohmann::json;

namespace {

constexpr int kRunSchemaVersion = 2;

/// A run may add lessons to those of an earlier one, and must not leave any out.
void require_same_tasks(const json& earlier, const json& now, const class_options& options) {
  for (const json& task : earlier.at("tasks")) {
    if (std::find(now["tasks"].begin(), now["tasks"].end(), task) == now["tasks"].end()) {
      throw usage_error(fmt::format(
          "{} holds results of another run, with {}: name its lessons with --lessons as well, or "
          "choose another folder with --output",
          options.output.string(), task.get<std::string>()));
    }
  }
}

/// The lessons that both runs have, and whose tests are not the same any more.
std::vector<std::string> changed_lessons(const json& earlier, const json& now) {
  std::vector<std::string> changed;
  for (const auto& [lesson, tests] : earlier.at("tests").items()) {
    if (!now["tests"].contains(lesson) || now["tests"][lesson] != tests) {
      changed.push_back(lesson);
    }
  }
  return changed;
}

void require_regrade(const std::vector<std::string>& changed, const class_options& options) {
  std::vector<std::string> left;
  for (const std::string& lesson : changed) {
    const auto& named = options.regrade;
    if (std::find(named.begin(), named.end(), lesson) == named.end()) {
      left.push_back(lesson);
    }
  }
  if (!left.empty()) {
    throw usage_error(fmt::format(
        "{0} holds results of another run: the tests of {1} have changed since, or the library. "
        "Add `--regrade {2}` to grade these lessons again and keep the others, with a table of "
        "what changes. Or grade everything again with --restart, or choose another folder with "
        "--output",
        options.output.string(), fmt::join(left, ", "), fmt::join(left, ",")));
  }
}

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
    const check_result* const old = before.find_check(now.definition.id);
    const double points = old != nullptr ? old->points : 0;
    if (points != now.points) {
      text += fmt::format("{}{} {} -> {}", text.empty() ? "" : ", ", now.definition.id,
                          format_points(points), format_points(now.points));
    }
  }
  return text;
}

void compare(const report& before, const report& after, std::vector<score_change>& changes) {
  for (const lesson_result& now : after.lessons) {
    const lesson_result* const old = before.find_lesson(now.definition.id());
    const std::string what = old != nullptr ? changed_checks(*old, now) : std::string();
    if (!what.empty()) {
      changes.push_back({after.who.id,
                         base::plain_line(after.who.name.empty() ? after.who.id : after.who.name),
                         now.definition.id(), old->points, now.points, what});
    }
  }
}

/// Copies the results to the next free "before-1". \returns its name
std::string copy_results(const fs::path& output) {
  for (int number = 1;; ++number) {
    const std::string name = fmt::format("before-{}", number);
    if (!fs::exists(output / name)) {
      const fs::path half = output / (name + ".tmp");
      fs::remove_all(half);
      fs::copy(output / "results", half, fs::copy_options::recursive);
      fs::rename(half, output / name);
      return name;
    }
  }
}

}  // namespace

folder_lock::folder_lock(const fs::path& folder, bool shared) {
  const fs::path file = folder / ".lock";
  descriptor_ = open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0644);
  if (descriptor_ < 0 || flock(descriptor_, (shared ? LOCK_SH : LOCK_EX) | LOCK_NB) != 0) {
    throw usage_error(
        fmt::format("another run is writing to {}: wait for it, or choose another "
                    "folder with --output",
                    folder.string()));
  }
}

folder_lock::~folder_lock() {
  close(descriptor_);
}

json describe_run(const std::vector<lesson>& lessons,
                  const std::map<std::string, std::string>& kits, const class_options& options,
                  bool isolated) {
  std::vector<std::string> tasks;
  for (const lesson& lesson : lessons) {
    for (const check* task : lesson.tasks()) {
      tasks.push_back(lesson.task_id(*task));
    }
  }
  return {{"schema_version", kRunSchemaVersion},
          {"tasks", tasks},
          {"tests", kits},
          {"device", options.device},
          {"sandbox", isolated}};
}

json describe_solutions(const std::map<std::string, std::vector<std::string>>& given,
                        const class_options& options, const environment& where) {
  return {{"given", given},
          {"compiler", where.compiler},
          {"system", where.system},
          {"cpu", where.cpu},
          {"call_seconds", options.call_seconds},
          {"task_seconds", options.task_seconds},
          {"memory_megabytes", options.memory_megabytes}};
}

std::uint64_t draw_seed() {
  std::random_device chance;
  return (std::uint64_t{chance()} << 20 ^ chance()) | 1;
}

earlier_run agree_with_earlier_run(const fs::path& file, const json& now,
                                   const class_options& options, const environment& where) {
  const json earlier = json::parse(base::read_text_file(file), nullptr, false);
  if (!earlier.is_object() || options.restart) {
    return {};
  }
  for (const char* key : {"schema_version", "device", "sandbox"}) {
    if (!earlier.contains(key) || earlier[key] != now[key]) {
      throw usage_error(fmt::format(
          "{} holds results of another run (its {} differ). Grade everything again with "
          "--restart, or choose another folder with --output",
          options.output.string(), key));
    }
  }
  earlier_run result;
  try {
    require_same_tasks(earlier, now, options);
    const std::vector<std::string> changed = changed_lessons(earlier, now);
    require_regrade(changed, options);
    result.before = earlier.value("before", "");
    if (!changed.empty()) {
      result.before = copy_results(options.output);
    }
    if (earlier.contains("seed")) {
      result.seed = earlier.at("seed").get<std::uint64_t>();
    }
    if (result.seed && earlier.contains("solutions") && earlier.at("tests") == now.at("tests")) {
      const std::map<std::string, std::vector<std::string>> given =
          earlier.at("solutions").at("given");
      json solutions = earlier.at("solutions");
      json expected = describe_solutions(given, options, where);
      for (const char* of_machine : {"cpu", "system"}) {
        if (options.shard) {  // another machine may have judged them
          solutions.erase(of_machine);
          expected.erase(of_machine);
        }
      }
      if (solutions == expected) {
        result.given = given;
      }
    }
  } catch (const json::exception&) {
    throw usage_error(
        fmt::format("{} was changed: grade everything again with --restart", file.string()));
  }
  if (options.seed && result.seed && *result.seed != *options.seed) {
    throw usage_error(
        fmt::format("{} holds results with the seed {}: leave --seed out, or grade "
                    "everything again with --restart",
                    options.output.string(), *result.seed));
  }
  return result;
}

earlier_run agree_with_preparation(const fs::path& file, const json& now,
                                   const class_options& options, const environment& where) {
  try {
    earlier_run prepared = agree_with_earlier_run(file, now, options, where);
    if (prepared.given) {
      return prepared;
    }
  } catch (const usage_error&) {  // what a shard has to do about it is the same each time
  }
  throw usage_error(
      fmt::format("{} was not prepared for this shard, with these tests, this compiler and these "
                  "limits: run the same command with --prepare in place of --shard first",
                  options.output.string()));
}

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
