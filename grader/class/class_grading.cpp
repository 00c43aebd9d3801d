#include "grader/class/class_grading.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <iterator>
#include <thread>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "common/base/interrupts.hpp"
#include "common/base/process.hpp"
#include "grader/class/hidden_tests.hpp"
#include "grader/class/likeness.hpp"
#include "grader/class/unusual_code.hpp"
#include "grader/model/error.hpp"
#include "grader/model/next_step.hpp"
#include "grader/run/lesson_grading.hpp"
#include "grader/run/machine.hpp"
#include "grader/run/sandbox/submitted_kernel.hpp"
#include "grader/run/skeleton.hpp"
#include "grader/score/scoring.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

void wait(double seconds) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) {
    if (base::interrupt_requested()) {
      throw interrupted();
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

std::string sentence(const std::string& text) {
  return text + (text.empty() || text.back() == '?' ? "" : ".");
}

/// The part of a result for a task whose file cannot be graded.
lesson_result without_file(const task_kit& kit, const std::string& why) {
  lesson_result part = start_lesson(kit.definition());
  part.checks.front().state = task_state::file_missing;
  part.checks.front().message = why;
  return part;
}

/// "1_one_block.cpp, 2_online_softmax.cpp and 3_causal.cpp"
std::string file_names(const lesson& lesson) {
  std::vector<std::string> names;
  for (const check* task : lesson.tasks()) {
    names.push_back(task->task_name() + ".cpp");
  }
  const std::string last = names.back();
  names.pop_back();
  return names.empty() ? last : fmt::format("{} and {}", fmt::join(names, ", "), last);
}

}  // namespace

void for_each_at_once(std::size_t count, int threads,
                      const std::function<void(std::size_t number, int thread)>& act) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&](int thread) {
    try {
      for (std::size_t number = next++; number < count; number = next++) {
        act(number, thread);
      }
    } catch (...) {
      next = count;
      throw;
    }
  };
  std::vector<std::future<void>> others;
  for (int thread = 1; thread < std::min(threads, static_cast<int>(count)); ++thread) {
    others.push_back(std::async(std::launch::async, work, thread));
  }
  work(0);
  for (std::future<void>& other : others) {
    other.get();
  }
}

class_grading::class_grading(std::vector<lesson> lessons, std::vector<task_kit> kits,
                             untrusted_options options, environment where)
    : lessons_(std::move(lessons)),
      kits_(std::move(kits)),
      options_(std::move(options)),
      where_(std::move(where)) {
  options_.machine = &machine_;
  auto begin = kits_.begin();
  for (const lesson& lesson : lessons_) {
    const auto end = begin + static_cast<std::ptrdiff_t>(lesson.tasks().size());
    kit_prints_[lesson.id()] = fingerprint_of({begin, end});
    begin = end;
  }
}

const lesson_result* class_grading::kept_lesson(const report* earlier, const lesson& of) const {
  const lesson_result* const found = earlier != nullptr ? earlier->find_lesson(of.id()) : nullptr;
  return found != nullptr && found->kit == kit_prints_.at(of.id()) ? found : nullptr;
}

bool class_grading::is_current(const report& stored) const {
  return std::all_of(lessons_.begin(), lessons_.end(),
                     [&](const lesson& lesson) { return kept_lesson(&stored, lesson) != nullptr; });
}

void class_grading::for_each_kit(
    const std::function<void(std::size_t number, const fs::path& scratch)>& act,
    const fs::path& scratch, int at_once) const {
  for_each_at_once(kits_.size(), at_once, [&](std::size_t number, int thread) {
    act(number, thread == 0 ? scratch : fs::path(fmt::format("{}-{}", scratch.string(), thread)));
  });
}

report class_grading::grade(const class_submission& submission, const kernel_sources& sources,
                            const fs::path& scratch, int tasks_at_once, const report* earlier) {
  report result;
  result.where = where_;
  result.where.created = utc_now();
  result.who = submission.who;
  result.who.fingerprint = fingerprint_of(sources);
  result.notes = sources.notes;
  result.ignored = sources.ignored;
  if (!sources.refused.empty()) {
    result.notes.insert(result.notes.begin(), "Nothing was graded. " + sentence(sources.refused));
  } else if (!submission.handed_in) {
    result.notes.insert(result.notes.begin(), "Nothing was handed in.");
  }
  std::vector<lesson_result> parts(kits_.size());
  task_clock clock(options_.task_seconds);
  for_each_kit(
      [&](std::size_t number, const fs::path& folder) {
        if (kept_lesson(earlier, kits_[number].definition()) == nullptr) {
          parts[number] = grade_task(kits_[number], sources, folder, clock);
          clock.note(parts[number].run_seconds);
        }
      },
      scratch, tasks_at_once);
  auto next = parts.begin();
  for (const lesson& lesson : lessons_) {
    const auto begin = next;
    next += static_cast<std::ptrdiff_t>(lesson.tasks().size());
    if (const lesson_result* kept = kept_lesson(earlier, lesson)) {
      result.lessons.push_back(*kept);
      continue;
    }
    result.lessons.push_back(put_together(
        lesson, sources, {std::make_move_iterator(begin), std::make_move_iterator(next)}));
    result.lessons.back().kit = kit_prints_.at(lesson.id());
  }
  settle(result);
  return result;
}

lesson_result class_grading::put_together(const lesson& lesson, const kernel_sources& sources,
                                          std::vector<lesson_result> parts) const {
  const auto tasks = lesson.tasks();
  const auto handed_in = std::count_if(tasks.begin(), tasks.end(), [&](const check* task) {
    return sources.kernels.count(lesson.task_id(*task)) != 0;
  });
  const bool none = handed_in == 0 || !sources.refused.empty();
  const std::string why =
      !sources.refused.empty() ? sentence(sources.refused)
      : none
          ? fmt::format("The submission has none of this lesson's files: {}.", file_names(lesson))
          : "";
  lesson_result result = none ? without_kernels(lesson, why) : start_lesson(lesson);
  result.message = why;
  result.reproduce = own_run(lesson.id());
  for (lesson_result& part : parts) {
    if (!none) {
      take_part(result, std::move(part));
    }
  }
  mark_files(result, sources);
  for (check_result& check : result.checks) {
    for (test_result& test : check.tests) {
      test.hidden = is_hidden_test(test.name);
    }
  }
  return result;
}

/// Notes of each file what it takes to find those that are nearly identical, and what is unusual.
void class_grading::mark_files(lesson_result& result, const kernel_sources& sources) const {
  for (check_result& check : result.checks) {
    const std::string id = result.definition.task_id(check.definition);
    const auto kernel = sources.kernels.find(id);
    const auto known = known_files_.find(id);
    if (!check.speed && kernel != sources.kernels.end() && known != known_files_.end()) {
      const auto& [untouched, solution] = known->second;
      const std::string& content = kernel->second.content;
      check.file_hash = file_hash_of(content, untouched);
      check.marks = to_text(marks_of(content, untouched));
      check.marks_of_solution =
          to_text(nearly_all_shared(marks_of(answer_of(content), untouched), solution));
      check.unusual = unusual_code(content);
    }
  }
}

lesson_result class_grading::grade_task(const task_kit& kit, const kernel_sources& sources,
                                        const fs::path& scratch, const task_clock& clock) {
  if (!sources.refused.empty()) {
    return without_file(kit, sentence(sources.refused));
  }
  const auto found = sources.kernels.find(kit.id());
  if (found == sources.kernels.end()) {
    return without_file(
        kit, fmt::format("There is no {}.cpp in the submission.", kit.task().task_name()));
  }
  if (!found->second.problem.empty()) {
    return without_file(
        kit, fmt::format("{} was not graded: {}.", found->second.path, found->second.problem));
  }
  if (clock.is_short()) {  // so its result is not that of the same file in another submission
    return grade_with_patience(kit, found->second.content, scratch, clock.for_next_task());
  }
  return grade_once(kit, found->second.content, scratch);
}

lesson_result class_grading::grade_once(const task_kit& kit, const std::string& kernel,
                                        const fs::path& scratch) {
  constexpr std::size_t kMostKept = 1024;  // a large class must fit in memory
  const key name{kit.id(), kernel};
  std::promise<lesson_result> promise;
  std::shared_future<lesson_result> future;
  {
    const std::lock_guard lock(mutex_);
    const auto found = graded_.find(name);
    if (found != graded_.end()) {
      future = found->second;
    } else {
      if (graded_.size() >= kMostKept) {
        graded_.clear();  // a thread that still waits for a result shares ownership of it
      }
      graded_.emplace(name, promise.get_future().share());
    }
  }
  if (future.valid()) {
    return future.get();  // or what kept another thread from grading it
  }
  try {
    lesson_result result = grade_with_patience(kit, kernel, scratch, options_.task_seconds);
    promise.set_value(result);
    return result;
  } catch (...) {
    promise.set_exception(std::current_exception());
    const std::lock_guard lock(mutex_);
    graded_.erase(name);
    throw;
  }
}

lesson_result class_grading::grade_with_patience(const task_kit& kit, const std::string& kernel,
                                                 const fs::path& scratch, double seconds) const {
  untrusted_options options = options_;
  options.task_seconds = seconds;
  const auto grade = [&] {
    submitted_kernel submitted(kit, kernel, options, scratch);
    return grade_kernels(kit.definition(), submitted, {judged_on(kit.device()), options.machine});
  };
  constexpr double kWaits[] = {0.5, 2, 8};
  for (const double pause : kWaits) {
    try {
      return grade();
    } catch (const machine_error&) {
      wait(pause);  // a full disk or a crowded machine may pass
    }
  }
  return grade();
}

std::string class_grading::check_solutions(const fs::path& root, const fs::path& scratch,
                                           int tasks_at_once) {
  std::vector<std::string> problems(kits_.size());
  for_each_kit(
      [&](std::size_t number, const fs::path& folder) {
        problems[number] = check_solution(kits_[number], root, folder);
      },
      scratch, tasks_at_once);
  const auto first = std::find_if(problems.begin(), problems.end(),
                                  [](const std::string& problem) { return !problem.empty(); });
  return first == problems.end() ? "" : *first;
}

std::string class_grading::why_unsound(const fs::path& root, const fs::path& scratch) const {
  try {
    const task_kit& kit = kits_.front();
    const fs::path file = root / kit.definition().kernel_file(kernel_tree::solution, kit.task());
    const lesson_result result =
        grade_with_patience(kit, base::read_file(file, 1 << 20), scratch, options_.task_seconds);
    return result.checks.front().complete() ? ""
                                            : "the course's own solution does not pass any more";
  } catch (const machine_error& error) {
    return error.what();
  }
}

std::string class_grading::check_solution(task_kit& kit, const fs::path& root,
                                          const fs::path& scratch) {
  const fs::path file = root / kit.definition().kernel_file(kernel_tree::solution, kit.task());
  const std::string solution = base::read_file(file, 1 << 20);
  const lesson_result result = grade_with_patience(kit, solution, scratch, options_.task_seconds);
  for (const check_result& check : result.checks) {
    if (!check.speed && !check.complete()) {
      const test_result* test = telling_test(check);
      return fmt::format("{}: the solution does not pass the check {}: {}", kit.id(),
                         check.definition.id,
                         test != nullptr ? shortest_message(*test, 12) : check.message);
    }
  }
  complete_kit(kit, solution, passed_without_work(kit, skeleton_of(solution), options_, scratch),
               scratch);
  return {};
}

void class_grading::complete_kit(task_kit& kit, const std::string& solution,
                                 const std::vector<std::string>& given, const fs::path& scratch) {
  if (!kit.bench_judge().empty()) {
    build_solution(kit, solution, options_, scratch);
  }
  kit.add_given(given);
  const std::lock_guard lock(mutex_);
  const std::string untouched = skeleton_of(solution);
  known_files_[kit.id()] = {untouched, marks_of(answer_of(solution), untouched)};
  std::vector<std::string>& all = given_[kit.id()];  // also with a seed that was drawn before
  all.insert(all.end(), given.begin(), given.end());
}

void class_grading::take_over(const std::map<std::string, std::vector<std::string>>& given,
                              const fs::path& root, const fs::path& scratch, int tasks_at_once) {
  for_each_kit(
      [&](std::size_t number, const fs::path& folder) {
        task_kit& kit = kits_[number];
        const fs::path file =
            root / kit.definition().kernel_file(kernel_tree::solution, kit.task());
        complete_kit(kit, base::read_file(file, 1 << 20), given.at(kit.id()), folder);
      },
      scratch, tasks_at_once);
}

std::string fingerprint_of(const kernel_sources& sources) {
  std::string text = sources.refused;
  for (const auto& [task, kernel] : sources.kernels) {
    text +=
        fmt::format("\n{} {} {} {}\n", task, kernel.path, kernel.problem, kernel.content.size());
    text += kernel.content;
  }
  return base::fnv1a_digits(text);
}

}  // namespace kw::grader
