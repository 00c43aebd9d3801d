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
#include "grader/model/error.hpp"

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
      if (earlier.at("solutions") == describe_solutions(given, options, where)) {
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
  const json earlier = json::parse(base::read_text_file(file), nullptr, false);
  try {
    earlier_run result;
    result.seed = earlier.at("seed").get<std::uint64_t>();
    json solutions = earlier.at("solutions");
    result.given = solutions.at("given").get<std::map<std::string, std::vector<std::string>>>();
    json expected = describe_solutions(*result.given, options, where);
    for (const char* of_machine : {"cpu", "system"}) {
      expected.erase(of_machine);
      solutions.erase(of_machine);
    }
    const bool same_run =
        std::all_of(now.items().begin(), now.items().end(),
                    [&](const auto& item) { return earlier.at(item.key()) == item.value(); });
    if (same_run && solutions == expected && options.seed.value_or(*result.seed) == *result.seed) {
      return result;
    }
  } catch (const json::exception&) {  // no run yet, or none that came to its solutions
  }
  throw usage_error(
      fmt::format("{} was not prepared for this shard, with these tests, this compiler and these "
                  "limits: run the same command with --prepare in place of --shard first",
                  options.output.string()));
}

}  // namespace kw::grader
