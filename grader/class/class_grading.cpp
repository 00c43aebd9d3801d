#include "grader/class/class_grading.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include <fmt/format.h>

#include "common/base/files.hpp"
#include "common/base/fnv.hpp"
#include "common/base/interrupts.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"
#include "grader/model/next_step.hpp"
#include "grader/run/lesson_grading.hpp"
#include "grader/run/machine.hpp"
#include "grader/run/sandbox/submitted_kernel.hpp"
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

}  // namespace

class_grading::class_grading(std::vector<lesson_kit> kits, untrusted_options options,
                             environment where)
    : kits_(std::move(kits)), options_(std::move(options)), where_(std::move(where)) {
  options_.machine = &machine_;
}

void class_grading::for_each_kit(
    const std::function<void(std::size_t number, const fs::path& scratch)>& act,
    const fs::path& scratch, int at_once) const {
  std::atomic<std::size_t> next = 0;
  const auto work = [&](int worker) {
    for (std::size_t number = next++; number < kits_.size(); number = next++) {
      act(number, worker == 0 ? scratch : fs::path(fmt::format("{}-{}", scratch.string(), worker)));
    }
  };
  std::vector<std::future<void>> others;
  for (int worker = 1; worker < std::min(at_once, static_cast<int>(kits_.size())); ++worker) {
    others.push_back(std::async(std::launch::async, work, worker));
  }
  work(0);
  for (std::future<void>& other : others) {
    other.get();
  }
}

report class_grading::grade(const class_submission& submission, const kernel_sources& sources,
                            const fs::path& scratch, int lessons_at_once) {
  report result;
  result.where = where_;
  result.where.created = utc_now();
  result.who = submission.who;
  result.who.fingerprint = fingerprint_of(sources);
  result.notes = sources.notes;
  if (!sources.refused.empty()) {
    result.notes.insert(result.notes.begin(), "Nothing was graded. " + sentence(sources.refused));
  } else if (!submission.handed_in) {
    result.notes.insert(result.notes.begin(), "Nothing was handed in.");
  }
  std::vector<lesson_result> lessons(kits_.size());
  for_each_kit(
      [&](std::size_t number, const fs::path& folder) {
        lessons[number] = grade_lesson(kits_[number], sources, folder);
      },
      scratch, lessons_at_once);
  result.lessons = std::move(lessons);
  settle(result);
  return result;
}

lesson_result class_grading::grade_lesson(const lesson_kit& kit, const kernel_sources& sources,
                                          const fs::path& scratch) {
  const lesson& lesson = kit.definition();
  const auto found = sources.kernels.find(lesson.id());
  const auto refuse = [&](const std::string& why) {
    return without_kernel(lesson, lesson.kernel_file(kernel_tree::exercise), why);
  };
  if (!sources.refused.empty()) {
    return refuse(sentence(sources.refused));
  }
  if (found == sources.kernels.end()) {
    return refuse(fmt::format("There is no {}.cpp in the submission.", lesson.name));
  }
  if (!found->second.problem.empty()) {
    return refuse(fmt::format("{} was not graded: {}.", found->second.path, found->second.problem));
  }
  return grade_once(kit, found->second.content, scratch);
}

lesson_result class_grading::grade_once(const lesson_kit& kit, const std::string& kernel,
                                        const fs::path& scratch) {
  const key name{kit.definition().id(), kernel};
  std::promise<lesson_result> promise;
  std::shared_future<lesson_result> future;
  {
    const std::lock_guard lock(mutex_);
    const auto found = graded_.find(name);
    if (found != graded_.end()) {
      found->second.last_use = ++uses_;
      future = found->second.result;
    } else {
      graded_.emplace(name, known_result{promise.get_future().share(), ++uses_});
      forget_oldest();
    }
  }
  if (future.valid()) {
    return future.get();  // or what kept another thread from grading it
  }
  try {
    lesson_result result = grade_with_patience(kit, kernel, scratch);
    promise.set_value(result);
    return result;
  } catch (...) {
    promise.set_exception(std::current_exception());
    const std::lock_guard lock(mutex_);
    graded_.erase(name);
    throw;
  }
}

/// With `mutex_` held. Whoever still waits for a result has a share in it.
void class_grading::forget_oldest() {
  constexpr std::size_t kMostKept = 256;
  if (graded_.size() > kMostKept) {
    graded_.erase(std::min_element(
        graded_.begin(), graded_.end(),
        [](const auto& a, const auto& b) { return a.second.last_use < b.second.last_use; }));
  }
}

lesson_result class_grading::grade_with_patience(const lesson_kit& kit, const std::string& kernel,
                                                 const fs::path& scratch) const {
  const auto grade = [&] {
    submitted_kernel submitted(kit, kernel, options_, scratch);
    return grade_kernel(kit.definition(), submitted, {{options_.device}, options_.machine});
  };
  constexpr double kWaits[] = {0.5, 2, 8};
  for (const double seconds : kWaits) {
    try {
      return grade();
    } catch (const machine_error&) {
      wait(seconds);  // a full disk or a crowded machine may pass
    }
  }
  return grade();
}

std::string class_grading::check_solutions(const fs::path& root, const fs::path& scratch,
                                           int lessons_at_once) {
  std::vector<std::string> problems(kits_.size());
  for_each_kit(
      [&](std::size_t number, const fs::path& folder) {
        problems[number] = check_solution(kits_[number], root, folder);
      },
      scratch, lessons_at_once);
  if (std::any_of(kits_.begin(), kits_.end(),
                  [](const lesson_kit& kit) { return !kit.bench_judge().empty(); })) {
    forget();  // they were graded, and not measured: there was nothing to measure them beside
  }
  const auto first = std::find_if(problems.begin(), problems.end(),
                                  [](const std::string& problem) { return !problem.empty(); });
  return first == problems.end() ? "" : *first;
}

std::string class_grading::check_solution(const lesson_kit& kit, const fs::path& root,
                                          const fs::path& scratch) {
  const lesson& lesson = kit.definition();
  const fs::path file = root / lesson.kernel_file(kernel_tree::solution);
  const lesson_result result = grade_once(kit, base::read_file(file, 1 << 20), scratch);
  for (const check_result& check : result.checks) {
    if (!check.speed && !check.complete()) {
      const test_result* test = telling_test(check);
      return fmt::format("{}: the solution does not pass the check {}: {}", lesson.id(),
                         check.definition.id,
                         test != nullptr ? shortest_message(*test, 12) : result.message);
    }
  }
  if (!kit.bench_judge().empty()) {
    build_solution(kit, base::read_file(file, 1 << 20), options_, scratch);
  }
  return {};
}

std::string fingerprint_of(const kernel_sources& sources) {
  std::string text = sources.refused;
  for (const auto& [lesson, kernel] : sources.kernels) {
    text +=
        fmt::format("\n{} {} {} {}\n", lesson, kernel.path, kernel.problem, kernel.content.size());
    text += kernel.content;
  }
  return base::fnv1a_digits(text);
}

}  // namespace kw::grader
