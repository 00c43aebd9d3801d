#include "grader/class/class_plan.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

using nlohmann::json;

constexpr int kPlanVersion = 2;

/// The files by which another machine knows the course: what lessons are worth, and solutions.
std::vector<fs::path> files_of_course(const fs::path& root, const std::vector<lesson>& lessons) {
  std::vector<fs::path> files;
  if (fs::exists(root / "lessons" / "hints.toml")) {
    files.push_back(fs::path("lessons") / "hints.toml");
  }
  for (const auto& entry : fs::directory_iterator(root / "lessons")) {
    if (fs::exists(entry.path() / "lesson.toml")) {
      files.push_back(fs::path("lessons") / entry.path().filename() / "lesson.toml");
    }
  }
  for (const lesson& lesson : lessons) {
    for (const check* task : lesson.tasks()) {
      files.push_back(lesson.kernel_file(kernel_tree::solution, *task));
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

/// The environment as JSON, by way of a report that has nothing else.
json to_value(environment where) {
  where.created = where.cpu = where.gpu = where.system = "";  // they are each machine's own
  report carrier;
  carrier.where = std::move(where);
  return json::parse(to_json(carrier));
}

json describe(const class_options& options, const std::vector<lesson>& lessons,
              const class_grading& grading, const environment& where,
              const std::map<fs::path, std::string>& course) {
  const untrusted_options& how = grading.options();
  json kits = json::object();
  for (const task_kit& kit : grading.kits()) {
    kits[kit.id()] = kit.describe();
  }
  std::vector<std::string> parts;
  for (const lesson& lesson : lessons) {
    for (const check* task : lesson.tasks()) {
      parts.push_back(lesson.task_id(*task));
    }
  }
  std::string text;
  for (const auto& [file, content] : course) {
    text += fmt::format("{} {}\n{}", file.string(), content.size(), content);
  }
  return {{"version", kPlanVersion},
          {"lessons", options.lessons},
          {"parts", parts},
          {"course", base::fnv1a_digits(text)},
          {"kits", kits},
          {"prints", grading.kit_prints()},
          {"given", grading.given()},
          {"seed", how.seed},
          {"sandbox", options.use_sandbox},
          {"speed", options.speed},
          {"call_seconds", how.call_seconds},
          {"task_seconds", how.task_seconds},
          {"memory_bytes", how.memory_bytes},
          {"where", to_value(where)}};
}

/// The kits without what was built from them on this machine, for this machine's processor.
void copy_kits(const class_grading& grading, const fs::path& to) {
  for (const task_kit& kit : grading.kits()) {
    const fs::path folder = to / kit.definition().id();
    if (!fs::exists(folder)) {
      base::copy_tree(kit.folder(), folder);
    }
  }
  for (const task_kit& kit : grading.kits()) {
    std::error_code ignored;
    fs::remove_all(
        to / kit.definition().id() / kit.solution().parent_path().lexically_relative(kit.folder()),
        ignored);
  }
}

}  // namespace

fs::path plan_folder::chunk(int number) const {
  return path / "chunks" / fmt::format("{}.json", number);
}

fs::path plan_folder::array(int number, const char* ending) const {
  return path / "arrays" / fmt::format("{}{}", number, ending);
}

fs::path plan_folder::log(int array, int index) const {
  return path / "logs" / fmt::format("{}-{}.log", array, index);
}

plan_folder write_plan(const fs::path& parent, const class_options& options,
                       const std::vector<lesson>& lessons, const class_grading& grading,
                       const environment& where) {
  constexpr std::uintmax_t kMost = std::uintmax_t{16} << 20;
  std::map<fs::path, std::string> course;
  for (const fs::path& file : files_of_course(options.root, lessons)) {
    course[file] = base::read_file(options.root / file, kMost);
  }
  const std::string text = describe(options, lessons, grading, where, course).dump(2) + "\n";
  const plan_folder plan = {parent / ("plan-" + base::fnv1a_digits(text))};
  if (base::read_text_file(plan.description()) == text) {
    return plan;
  }
  std::error_code ignored;
  fs::remove_all(plan.path, ignored);
  for (const char* name : {"chunks", "arrays", "logs", "done", "begun", "faults"}) {
    base::require_writable(plan.path / name);
  }
  for (const auto& [file, content] : course) {
    base::write_file_atomically(plan.course() / file, content);
  }
  copy_kits(grading, plan.kits());
  base::copy_tree("/proc/self/exe", plan.program());
  base::write_file_atomically(plan.description(), text);  // last: then all else is there
  return plan;
}

class_plan read_plan(const plan_folder& folder) {
  class_plan plan;
  try {
    const json text = json::parse(base::read_text_file(folder.description()));
    if (text.at("version") != kPlanVersion) {
      throw machine_error(folder.path.string() + " was written by another version of the grader");
    }
    plan.lessons = find_parts(load_course(folder.course()),
                              text.at("lessons").get<std::vector<std::string>>());
    plan.kits = text.at("kits").get<std::map<std::string, std::string>>();
    plan.prints = text.at("prints").get<std::map<std::string, std::string>>();
    plan.given = text.at("given").get<std::map<std::string, std::vector<std::string>>>();
    plan.options.seed = text.at("seed");
    plan.options.call_seconds = text.at("call_seconds");
    plan.options.task_seconds = text.at("task_seconds");
    plan.options.memory_bytes = text.at("memory_bytes");
    plan.use_sandbox = text.at("sandbox");
    plan.speed = text.at("speed");
    plan.where = parse_report(text.at("where").dump()).where;
  } catch (const json::exception& error) {
    throw machine_error(
        fmt::format("{} cannot be read here: does this machine see the folder of the run? ({})",
                    folder.description().string(), error.what()));
  }
  return plan;
}

}  // namespace kw::grader
