#include "grader/cli/hint.hpp"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "grader/cli/exercise_results.hpp"
#include "grader/cli/screen.hpp"
#include "grader/forms/terminal.hpp"
#include "grader/model/next_step.hpp"

namespace kw::grader {
namespace {

using nlohmann::json;

constexpr const char* kLevelNames[] = {"the concept", "the place", "the shape of the line"};
constexpr std::size_t kWidth = 92, kIndent = 2;  // lines that are longer are hard to read

/// Which of a check's hints to show, from 1 on: one more than the last time, or the last again,
/// unless `level` names one. Each task has a file for that, which `./course reset` removes, so a
/// new start begins with the concept. \param key what the hints are for, among the task's
int level_to_show(const std::filesystem::path& file, const std::string& key, int level,
                  int levels) {
  json memory = json::parse(base::read_text_file(file), nullptr, false);
  memory = memory.is_object() ? memory : json::object();
  const auto known = memory.find(key);
  const int last = known != memory.end() && known->is_number_integer() ? known->get<int>() : 0;
  const int shown = level > 0 ? std::min(level, levels) : std::clamp(last + 1, 1, levels);
  memory[key] = shown;
  write_if_possible(file, memory.dump(2) + "\n");
  return shown;
}

}  // namespace

std::string give_hint(const grader& grader, const lesson& lesson, const check& check,
                      const std::string& about, int level, const text_style& style) {
  // Another mistake begins with the concept again.
  const std::string task = lesson.task_id(check);
  const std::string key = check.id + (about.empty() ? "" : "/" + about);
  const int levels = static_cast<int>(check.hints.size());
  const int shown = level_to_show(
      grader.options().build_folder / "grader" / "hints" / (task + ".json"), key, level, levels);
  const auto index = static_cast<std::size_t>(shown - 1);
  std::string text = fmt::format(
      "{}, {}: {}\n", check.speed ? lesson.id() : lesson.task_id(check), style.bold(check.title),
      style.dim(fmt::format("hint {} of {}, {}{}", shown, levels,
                            kLevelNames[std::min<std::size_t>(index, 2)],
                            about.empty() ? "" : ", for [" + about + "]")));
  const std::size_t width = std::min(kWidth, screen_size(fileno(stdout)).columns - kIndent);
  text += indent(wrap_words(check.hints.at(index), width), std::string(kIndent, ' '));
  if (shown < levels) {
    text +=
        style.dim(fmt::format("Ask again for hint {}, {}.", shown + 1, kLevelNames[shown])) + "\n";
  } else {
    text += style.dim(fmt::format("That was the last hint. `./course solution {}` shows an answer.",
                                  lesson.task_id(check))) +
            "\n";
  }
  return text;
}

std::string hint_for_lesson(const grader& grader, const lesson& lesson, std::string_view check_id,
                            int level, const text_style& style,
                            const std::function<void(const progress&)>& on_progress) {
  if (!check_id.empty()) {
    return give_hint(grader, lesson, find_check(lesson, check_id), "", level, style);
  }
  const lesson_result result = exercise_results(grader).grade(lesson, on_progress);
  const check_result* open = first_open_check(result);
  if (open == nullptr) {
    const bool one_task = lesson.tasks().size() == 1;
    return fmt::format("{} is complete: there is nothing left to hint at.\n",
                       one_task ? lesson.task_id(lesson.checks.front()) : lesson.id());
  }
  if (open->state != task_state::built) {
    const char* once =
        open->state == task_state::file_missing ? "the file is there" : "it compiles";
    return describe_verdict(result, *open, style) +
           style.dim(fmt::format("As soon as {}, a hint can answer what its tests find. For "
                                 "a hint about the task itself, use `./course hint {} {}`.",
                                 once, lesson.id(), open->definition.id)) +
           "\n";
  }
  return give_hint(grader, lesson, open->definition, open->hints_for, level, style);
}

}  // namespace kw::grader
