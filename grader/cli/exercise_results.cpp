#include "grader/cli/exercise_results.hpp"

#include <algorithm>
#include <utility>

#include "common/base/files.hpp"
#include "grader/model/error.hpp"
#include "grader/model/stored_result.hpp"
#include "grader/score/scoring.hpp"

namespace kw::grader {
namespace fs = std::filesystem;

bool write_if_possible(const fs::path& file, const std::string& text) {
  try {
    base::write_file_atomically(file, text);
    return true;
  } catch (const machine_error&) {
    return false;
  }
}

namespace {

fs::file_time_type time_of(const fs::path& file) {
  std::error_code error;
  const auto time = fs::last_write_time(file, error);
  return error ? fs::file_time_type::min() : time;
}

/// When a file below a folder, or a list of files in it, was changed last.
fs::file_time_type newest_in(const fs::path& folder) {
  fs::file_time_type newest = time_of(folder);
  std::error_code error;
  for (auto at = fs::recursive_directory_iterator(folder, error);
       !error && at != fs::recursive_directory_iterator(); at.increment(error)) {
    if (at->path().filename() == "__pycache__") {
      at.disable_recursion_pending();
    } else {
      newest = std::max(newest, time_of(at->path()));
    }
  }
  return newest;
}

bool was_measured(const check_result& check) {
  return check.speed &&
         (check.speed->state == speed_state::scored || check.speed->state == speed_state::noisy);
}

}  // namespace

exercise_results::exercise_results(const grader& grader)
    : grader_(grader), folder_(grader.options().build_folder / "grader" / "results") {}

fs::path exercise_results::file_of(const std::string& id) const {
  std::string devices;
  for (const std::string& device : grader_.devices()) {
    devices += "." + device;
  }
  return folder_ / (id + devices + ".json");
}

std::optional<lesson_result> exercise_results::read(const std::string& id) const {
  const fs::path file = file_of(id);
  if (!fs::exists(file)) {
    return std::nullopt;
  }
  try {
    report stored = read_report(file);
    return stored.lessons.size() == 1 ? std::optional(std::move(stored.lessons.front()))
                                      : std::nullopt;
  } catch (const usage_error&) {
    return std::nullopt;
  }
}

void exercise_results::write(const std::string& id, const lesson_result& result, time began) const {
  report one;
  one.where = grader_.where();
  one.lessons = {result};
  settle(one);
  if (write_if_possible(file_of(id), to_json(one))) {  // otherwise it will be graded again
    std::error_code ignored;
    fs::last_write_time(file_of(id), began, ignored);
  }
}

/// When something that all tasks of a lesson depend on was written last.
exercise_results::time exercise_results::changed(const lesson& lesson) const {
  const fs::path& root = grader_.options().root;
  return std::max({newest_in(root / "common"), newest_in(root / "cmake"),
                   newest_in(root / "lessons" / lesson.folder()),
                   time_of(root / "lessons" / "hints.toml"), time_of(root / "CMakeLists.txt")});
}

bool exercise_results::is_current(const lesson& lesson, const check& task, time changed) const {
  const fs::path kernel = grader_.options().root / lesson.kernel_file(kernel_tree::exercise, task);
  const time graded = time_of(file_of(lesson.task_id(task)));
  return fs::exists(kernel) && std::max(time_of(kernel), changed) < graded;
}

/// A measurement of the same kernel stays when a later run did not measure.
void exercise_results::keep_speed(lesson_result& alone, const check& task) const {
  const lesson& lesson = alone.definition;
  if (!is_current(lesson, task, changed(lesson))) {
    return;
  }
  const std::optional<lesson_result> before = read(lesson.task_id(task));
  for (check_result& check : alone.checks) {
    const bool unmeasured = check.speed && check.speed->state == speed_state::unmeasured;
    const check_result* const old =
        unmeasured && before ? before->find_check(check.definition.id) : nullptr;
    if (old != nullptr && was_measured(*old)) {
      check = *old;
    }
  }
}

void exercise_results::note(const lesson_result& result, time began) const {
  if (grader_.options().tree != kernel_tree::exercise) {
    return;
  }
  for (const check* task : result.definition.tasks()) {
    lesson_result alone = start_lesson(part_of(result.definition, {task->task}));
    take_part(alone, result);
    keep_speed(alone, *task);
    settle_lesson(alone);
    write(result.definition.task_id(*task), alone, began);
  }
  const bool rows = std::any_of(result.benchmarks.begin(), result.benchmarks.end(),
                                [](const auto& table) { return !table.rows.empty(); });
  if (rows) {
    lesson_result tables = start_lesson(result.definition);
    tables.benchmarks = result.benchmarks;
    write(result.definition.id() + ".tables", tables, began);
  }
}

std::optional<lesson_result> exercise_results::current(const lesson& part) const {
  if (grader_.options().tree != kernel_tree::exercise) {
    return std::nullopt;
  }
  const time last_change = changed(part);
  for (const check* task : part.tasks()) {
    const std::string target =
        part.test_target(kernel_tree::exercise, grader_.devices().front(), *task);
    if (!is_current(part, *task, last_change) ||
        !fs::exists(grader_.options().build_folder / "lessons" / target)) {
      return std::nullopt;
    }
  }
  return latest(part);
}

std::optional<lesson_result> exercise_results::latest(const lesson& lesson) const {
  std::optional<lesson_result> whole;
  for (const check* task : lesson.tasks()) {
    if (std::optional<lesson_result> known = read(lesson.task_id(*task))) {
      whole = whole ? std::move(whole) : start_lesson(lesson);
      take_part(*whole, std::move(*known));
    }
  }
  const time measured = time_of(file_of(lesson.id() + ".tables"));
  if (whole && newest_in(grader_.options().root / "exercises" / lesson.folder()) < measured) {
    if (std::optional<lesson_result> tables = read(lesson.id() + ".tables")) {
      whole->benchmarks = std::move(tables->benchmarks);
    }
  }
  return whole;
}

report exercise_results::with_earlier(const report& graded) const {
  report whole = graded;
  whole.lessons.clear();
  for (const lesson& lesson : grader_.lessons().lessons) {
    std::optional<lesson_result> known = latest(lesson);
    if (const lesson_result* const now = graded.find_lesson(lesson.id())) {
      known = known ? std::move(known) : start_lesson(lesson);
      known->message = now->message;
      known->reproduce = now->reproduce;
      known->benchmarks = now->benchmarks.empty() ? known->benchmarks : now->benchmarks;
    }
    if (known) {
      whole.lessons.push_back(std::move(*known));
    }
  }
  settle(whole);
  return whole;
}

lesson_result exercise_results::grade(
    const lesson& part, const std::function<void(const progress&)>& on_progress) const {
  if (std::optional<lesson_result> known = current(part)) {
    return std::move(*known);
  }
  const time began = time::clock::now();
  lesson_result result = grader_.grade_lesson(part, on_progress);
  note(result, began);
  return result;
}

}  // namespace kw::grader
