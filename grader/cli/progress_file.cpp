#include "grader/cli/progress_file.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "grader/cli/exercise_results.hpp"
#include "grader/score/points.hpp"

namespace kw::grader {

using nlohmann::json;

progress_file::progress_file(const grader& grader)
    : course_(grader.lessons()), file_(grader.options().build_folder / "grader" / "progress.json") {
  const json value = json::parse(base::read_text_file(file_), nullptr, false);
  try {
    latest_ = value.at("latest").get<std::string>();
    for (const auto& [id, checks] : value.at("checks").items()) {
      for (const auto& [check, numbers] : checks.items()) {
        lessons_[id][check] = {numbers.at(0), numbers.at(1), numbers.at(2)};
      }
    }
  } catch (const json::exception&) {
    latest_.clear();
    lessons_.clear();
  }
}

void progress_file::note(const lesson_result& result) {
  latest_ = result.definition.id();
  for (const check_result& check : result.checks) {
    const bool counts = check.scored() && !check.definition.bonus;
    lessons_[latest_][check.definition.id] = {check.complete() || !check.scored(), check.points,
                                              counts ? check.definition.points : 0};
  }
  write();
}

void progress_file::write() const {
  json value = {{"latest", latest_}, {"states", json::object()}, {"checks", json::object()}};
  const auto word = [](bool complete) {
    return to_text(complete ? lesson_state::complete : lesson_state::incomplete);
  };
  for (const lesson& lesson : course_.lessons) {
    const entries* known = find(lesson);
    if (known == nullptr) {
      continue;
    }
    value["states"][lesson.id()] = word(complete(lesson));
    for (const auto& [id, reached] : *known) {
      value["checks"][lesson.id()][id] = {reached.complete, reached.points, reached.max_points};
      if (const check* check = lesson.find_check(id); check != nullptr && check->task > 0) {
        value["states"][lesson.task_id(*check)] = word(reached.complete);
      }
    }
  }
  write_if_possible(file_, value.dump(2) + "\n");
}

const progress_file::entries* progress_file::find(const lesson& lesson) const {
  const auto found = lessons_.find(lesson.id());
  return found == lessons_.end() ? nullptr : &found->second;
}

bool progress_file::complete(const lesson& lesson) const {
  const entries* known = find(lesson);
  return known != nullptr &&
         std::all_of(lesson.checks.begin(), lesson.checks.end(), [&](const check& check) {
           const auto found = known->find(check.id);
           return found == known->end() ? check.task == 0 : found->second.complete;
         });
}

const lesson* progress_file::next_after(const lesson& current) const {
  const lesson* first = nullptr;
  for (const lesson& lesson : course_.lessons) {
    if (lesson.elective || complete(lesson)) {
      continue;
    }
    if (lesson.number > current.number) {
      return &lesson;
    }
    first = first == nullptr ? &lesson : first;
  }
  return first;
}

const check* progress_file::next_task(const lesson& part) const {
  const auto whole =
      std::find_if(course_.lessons.begin(), course_.lessons.end(),
                   [&](const lesson& lesson) { return lesson.number == part.number; });
  if (whole == course_.lessons.end()) {
    return nullptr;
  }
  const entries* known = find(*whole);
  const auto open = std::find_if(whole->checks.begin(), whole->checks.end(), [&](const check& c) {
    const bool there = known != nullptr && known->count(c.id) > 0;
    return c.task > 0 && !(there && known->at(c.id).complete);
  });
  return open == whole->checks.end() ? nullptr : &*open;
}

std::string progress_file::describe_next(const lesson& current) const {
  const lesson* next = next_after(current);
  return next == nullptr
             ? "  That was the last one: every lesson is complete.\n"
             : fmt::format("  Next: {}, {}{}\n", next->id(), next->title,
                           next == &current + 1 ? " (press n)" : ": ./course watch " + next->id());
}

progress_file::reached_points progress_file::points_of(const lesson& lesson) const {
  const entries* known = find(lesson);
  reached_points sum;
  for (const check& check : lesson.checks) {
    const bool there = known != nullptr && known->count(check.id) > 0;
    // As in a report, speed counts where it was measured.
    const bool counts = !check.bonus && check.kind != check_kind::speed;
    sum.own += there ? known->at(check.id).points : 0;
    sum.most += there ? known->at(check.id).max_points : counts ? check.points : 0;
  }
  return sum;
}

std::string progress_file::describe_lessons(const std::string& current,
                                            const text_style& style) const {
  const auto title_of = [](const lesson& lesson) {
    return lesson.title + (lesson.elective ? " (elective)" : "");
  };
  std::size_t width = 0;
  for (const lesson& lesson : course_.lessons) {
    width = std::max(width, title_of(lesson).size());
  }
  std::string text;
  for (const lesson& lesson : course_.lessons) {
    const auto [own, most] = points_of(lesson);
    const std::string title = fmt::format("{}  {:<{}}", lesson.id(), title_of(lesson), width);
    text += fmt::format("  {} {} {}\n",
                        find(lesson) == nullptr ? style.dim(style.ring())
                        : complete(lesson)      ? style.good(style.tick())
                                                : style.bad(style.cross()),
                        lesson.id() == current ? style.bold(title) : title,
                        find(lesson) == nullptr
                            ? style.dim("to do")
                            : fmt::format("{} / {}", format_points(own), format_points(most)));
  }
  return text;
}

std::string progress_file::describe(const std::string& current, const text_style& style,
                                    std::size_t columns) const {
  constexpr std::size_t kIndent = 2, kNumber = 3;
  std::string text;
  reached_points course, electives;
  std::size_t width = 0;  // of the row
  for (const lesson& lesson : course_.lessons) {
    const auto [own, most] = points_of(lesson);
    reached_points& sum = lesson.elective ? electives : course;
    sum.own += own;
    sum.most += most;
    const bool begun = find(lesson) != nullptr && !complete(lesson);
    const std::string reached =
        begun ? fmt::format("{}/{}", format_points(own), format_points(most)) : "";
    const std::size_t taken = kIndent + kNumber + std::max<std::size_t>(reached.size(), 1);
    const bool full = width + taken > columns;
    width = (full ? 0 : width) + taken;
    text += full ? "\n  " : "  ";
    const std::string number = lesson.id().substr(6);
    text += (lesson.id() == current ? style.bold(number) : style.dim(number)) + " ";
    text += begun                     ? reached
            : find(lesson) == nullptr ? style.dim(style.ring())
                                      : style.good(style.tick());
  }
  std::string points =
      fmt::format("{} of {} points", format_points(course.own), format_points(course.most));
  points += electives.own > 0 ? fmt::format(", {} in electives", format_points(electives.own)) : "";
  text += width + kNumber + points.size() > columns ? "\n  " : "   ";
  return text + style.dim(points);
}

}  // namespace kw::grader
