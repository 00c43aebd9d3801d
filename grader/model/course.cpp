#include "grader/model/course.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/suggest.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;

bool opens_next_lesson(check_kind kind) {
  return kind == check_kind::warm_up || kind == check_kind::core;
}

std::string to_text(const problem& problem) {
  return problem.line > 0
             ? fmt::format("{}:{}: {}", problem.file.string(), problem.line, problem.text)
             : fmt::format("{}: {}", problem.file.string(), problem.text);
}

std::string check::task_name() const {
  std::string name = task > 0 ? fmt::format("{}_{}", task, id) : std::string();
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::string lesson::id() const {
  return fmt::format("lesson{:02}", number);
}

std::string lesson::folder() const {
  return fmt::format("{:02}_{}", number, name);
}

double lesson::points() const {
  return std::accumulate(checks.begin(), checks.end(), 0.0, [](double sum, const check& part) {
    return sum + (part.bonus ? 0 : part.points);
  });
}

const check& lesson::task_of(const check& check) const {
  const kw::grader::check* task = check.task > 0 ? &check : find_check(check.of);
  return task != nullptr ? *task : check;
}

const check* lesson::find_check(std::string_view id) const {
  const auto found = std::find_if(checks.begin(), checks.end(),
                                  [&](const check& candidate) { return candidate.id == id; });
  return found == checks.end() ? nullptr : &*found;
}

std::vector<const check*> lesson::tasks() const {
  std::vector<const check*> result;
  for (const check& candidate : checks) {
    if (candidate.task > 0) {
      result.push_back(&candidate);
    }
  }
  return result;
}

std::string lesson::task_id(const check& check) const {
  return fmt::format("{}.{}", id(), task_of(check).task);
}

fs::path lesson::kernel_file(kernel_tree tree, const check& check) const {
  return fs::path(fmt::format("{}s", to_text(tree))) / folder() /
         (task_of(check).task_name() + ".cpp");
}

std::string lesson::test_target(kernel_tree tree, std::string_view device,
                                const check& check) const {
  return tree == kernel_tree::exercise
             ? fmt::format("{}.{}.{}", task_id(check), to_text(tree), device)
             : test_target(tree, device);
}

std::vector<std::string> lesson::test_arguments(kernel_tree tree, const check& check) const {
  if (tree == kernel_tree::exercise) {
    return {};
  }
  return {fmt::format("--kernel={}", to_text(tree)), fmt::format("--task={}", task_of(check).task)};
}

std::string lesson::bench_target(kernel_tree tree, std::string_view device,
                                 const check& check) const {
  return tree == kernel_tree::exercise ? test_target(tree, device, check) + ".bench"
                                       : fmt::format("{}.{}.{}.bench", id(), to_text(tree), device);
}

std::vector<std::string> lesson::bench_arguments(kernel_tree tree, const check& check) const {
  if (tree == kernel_tree::exercise) {
    return {};
  }
  return {fmt::format("--task={}", task_of(check).task)};
}

std::string lesson::test_target(kernel_tree tree, std::string_view device) const {
  return fmt::format("{}.{}.{}", id(), tree == kernel_tree::exercise ? to_text(tree) : "kernels",
                     device);
}

namespace {

const lesson* lesson_with_number(const std::vector<lesson>& lessons, int number) {
  const auto found = std::find_if(lessons.begin(), lessons.end(), [&](const lesson& candidate) {
    return candidate.number == number;
  });
  return found == lessons.end() ? nullptr : &*found;
}

fs::path toml_of(const lesson& lesson) {
  return fs::path("lessons") / lesson.folder() / "lesson.toml";
}

/// The way along prerequisites from one lesson to another, "lesson01 needs lesson02 needs "; empty
/// if there is none. \param seen lessons from which there is none
std::string way_to(int goal, const lesson& at, const std::vector<lesson>& lessons,
                   std::set<int>& seen) {
  for (const int number : at.prerequisites) {
    const lesson* next = lesson_with_number(lessons, number);
    const std::string way = number != goal && next != nullptr && seen.insert(number).second
                                ? way_to(goal, *next, lessons, seen)
                                : std::string();
    if (number == goal || !way.empty()) {
      return at.id() + " needs " + way;
    }
  }
  return {};
}

/// A class hands files in by their names alone.
void check_file_names(const std::vector<lesson>& lessons, std::vector<problem>& problems) {
  std::map<std::string, std::string> owners;
  for (const lesson& lesson : lessons) {
    for (const check* task : lesson.tasks()) {
      const auto [owner, added] = owners.emplace(task->task_name(), lesson.folder());
      if (!added) {
        problems.push_back(
            {toml_of(lesson), 0,
             fmt::format(
                 "check {}: its file would be {}.cpp, as in lessons/{}. Files are handed in "
                 "by their names, so each name may be there once in the course",
                 task->id, task->task_name(), owner->second)});
      }
    }
  }
}

void check_between_lessons(const std::vector<lesson>& lessons, std::vector<problem>& problems) {
  for (std::size_t i = 1; i < lessons.size(); ++i) {
    if (lessons[i].number == lessons[i - 1].number) {
      problems.push_back({toml_of(lessons[i]), 0,
                          fmt::format("number {} is taken by lessons/{} as well", lessons[i].number,
                                      lessons[i - 1].folder())});
    }
  }
  for (const lesson& lesson : lessons) {
    for (const int number : lesson.prerequisites) {
      if (lesson_with_number(lessons, number) == nullptr) {
        problems.push_back(
            {toml_of(lesson), 0, fmt::format("prerequisite {} is not a lesson", number)});
      }
    }
    std::set<int> seen;
    if (const std::string way = way_to(lesson.number, lesson, lessons, seen); !way.empty()) {
      problems.push_back({toml_of(lesson), 0, "prerequisites form a cycle: " + way + lesson.id()});
    }
  }
  check_file_names(lessons, problems);
}

}  // namespace

course read_course(const fs::path& root, std::vector<problem>& problems) {
  course result;
  result.root = root;
  result.hints_on =
      read_course_hints(root / "lessons" / "hints.toml", "lessons/hints.toml", problems);
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(root / "lessons", error)) {
    const fs::path file = entry.path() / "lesson.toml";
    if (!fs::exists(file)) {
      continue;
    }
    const fs::path shown_as = fs::path("lessons") / entry.path().filename() / "lesson.toml";
    lesson lesson = read_lesson(file, shown_as, problems);
    if (lesson.number > 0 && lesson.folder() != entry.path().filename()) {
      problems.push_back({shown_as, 0,
                          fmt::format("number and name make the folder {}, but it is in {}",
                                      lesson.folder(), entry.path().filename().string())});
    }
    result.lessons.push_back(std::move(lesson));
  }
  std::sort(result.lessons.begin(), result.lessons.end(), [](const lesson& a, const lesson& b) {
    return std::tie(a.number, a.name) < std::tie(b.number, b.name);
  });
  check_between_lessons(result.lessons, problems);
  return result;
}

course load_course(const fs::path& root) {
  std::vector<problem> problems;
  course result = read_course(root, problems);
  if (!problems.empty()) {
    std::string text = "the course's own files have mistakes, so nothing was graded:";
    for (const problem& problem : problems) {
      text += "\n  " + to_text(problem);
    }
    throw machine_error(text);
  }
  if (result.lessons.empty()) {
    throw machine_error(fmt::format(
        "there is no lessons/*/lesson.toml under {}: run this from the course's root folder, or "
        "name it with --source-dir",
        fs::absolute(root).lexically_normal().string()));
  }
  return result;
}

const lesson& find_lesson(const course& course, std::string_view name) {
  std::vector<std::string> known;
  for (const lesson& lesson : course.lessons) {
    const std::string number = fmt::format("{}", lesson.number);
    if (name == lesson.id() || name == lesson.name || name == lesson.folder() || name == number ||
        name == fmt::format("{:02}", lesson.number) || name == "lesson" + number) {
      return lesson;
    }
    known.push_back(lesson.id());
  }
  std::vector<std::string> candidates = known;
  for (const lesson& lesson : course.lessons) {
    candidates.push_back(lesson.name);
  }
  throw usage_error(fmt::format("there is no lesson \"{}\"{}. The lessons are: {}", name,
                                base::did_you_mean(name, candidates), fmt::join(known, ", ")));
}

const check& find_check(const lesson& lesson, std::string_view id) {
  if (const check* found = lesson.find_check(id)) {
    return *found;
  }
  std::vector<std::string> ids;
  for (const check& candidate : lesson.checks) {
    ids.push_back(candidate.id);
  }
  throw usage_error(fmt::format("{} has no check \"{}\"{}. Its checks are: {}", lesson.id(), id,
                                base::did_you_mean(id, ids), fmt::join(ids, ", ")));
}

lesson part_of(const lesson& whole, const std::vector<int>& tasks) {
  lesson part = whole;
  part.checks.clear();
  for (const check& candidate : whole.checks) {
    if (std::find(tasks.begin(), tasks.end(), whole.task_of(candidate).task) != tasks.end()) {
      part.checks.push_back(candidate);
    }
  }
  return part;
}

course_part find_part(const course& course, std::string_view name) {
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) {
    return {&find_lesson(course, name), nullptr};
  }
  const lesson& lesson = find_lesson(course, name.substr(0, dot));
  const std::vector<const check*> tasks = lesson.tasks();
  for (const check* task : tasks) {
    if (name.substr(dot + 1) == std::to_string(task->task)) {
      return {&lesson, task};
    }
  }
  throw usage_error(fmt::format("{} has no task \"{}\". Its tasks are {} to {}", lesson.id(),
                                name.substr(dot + 1), lesson.task_id(*tasks.front()),
                                lesson.task_id(*tasks.back())));
}

std::vector<lesson> find_parts(const course& course, const std::vector<std::string>& names) {
  std::map<const lesson*, std::vector<int>> tasks;
  for (const std::string& name : names) {
    const course_part part = find_part(course, name);
    for (const check* task : part.of->tasks()) {
      if (part.task == nullptr || part.task == task) {
        tasks[part.of].push_back(task->task);
      }
    }
  }
  std::vector<lesson> parts;
  for (const lesson& lesson : course.lessons) {
    if (names.empty() && !lesson.elective) {
      parts.push_back(lesson);
    } else if (const auto found = tasks.find(&lesson); found != tasks.end()) {
      parts.push_back(part_of(lesson, found->second));
    }
  }
  return parts;
}

}  // namespace kw::grader
