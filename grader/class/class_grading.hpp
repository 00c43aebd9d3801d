#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "grader/class/submissions.hpp"
#include "grader/model/result.hpp"
#include "grader/run/sandbox/task_kit.hpp"
#include "grader/run/sandbox/untrusted.hpp"

namespace kw::grader {

/// How long each task of one submission may take. A file that sleeps in every call takes all of its
/// task's time, so a submission of such files would hold a job for hours: once one of its tasks has
/// used up its time, each that begins later has a tenth of it.
class task_clock {
 public:
  explicit task_clock(double seconds) : seconds_(seconds) {}

  double for_next_task() const { return used_up_ ? seconds_ / 10 : seconds_; }
  bool is_short() const { return used_up_; }
  /// \param seconds that a task took
  void note(double seconds) { used_up_ = used_up_ || seconds >= seconds_; }

 private:
  double seconds_;
  std::atomic<bool> used_up_ = false;  ///< By a task; several are graded at once.
};

/// Calls `act` for each number below `count`, in several threads at once, which are numbered as
/// well. What a call throws comes out once the calls of the other threads have ended, and none
/// follows.
void for_each_at_once(std::size_t count, int threads,
                      const std::function<void(std::size_t number, int thread)>& act);

/// Grades submissions, from several threads at once: task after task, so a kernel file that two
/// students hand in is graded once, and one that is broken costs the points of its task alone.
class class_grading {
 public:
  /// \param lessons the lessons, or parts of them, that are graded
  /// \param kits of all their tasks, in order
  class_grading(std::vector<lesson> lessons, std::vector<task_kit> kits, untrusted_options options,
                environment where);

  /// The result of one submission. Throws `machine_error` when the machine is at fault even after
  /// some more tries. \param scratch a folder of the calling thread \param earlier a result of the
  /// same files, of which the lessons are kept that these tests have graded
  report grade(const class_submission& submission, const kernel_sources& sources,
               const std::filesystem::path& scratch, int tasks_at_once,
               const report* earlier = nullptr);

  /// Whether all lessons of a stored result were graded by these tests.
  bool is_current(const report& stored) const;

  /// A fingerprint of each lesson's tests, by its id.
  const std::map<std::string, std::string>& kit_prints() const { return kit_prints_; }

  /// Grades the course's own solutions, builds what submissions are measured beside, and finds out
  /// which tests pass without work, and so earn nothing with the seed of this run: with
  /// anything but full points, the course or the machine is broken, and no submission must be
  /// graded by it. \returns what is wrong, or nothing
  std::string check_solutions(const std::filesystem::path& root,
                              const std::filesystem::path& scratch, int tasks_at_once);

  /// Tests that pass without work with the seed of this run, by the task's id.
  const std::map<std::string, std::vector<std::string>>& given() const { return given_; }

  /// Takes the place of `check_solutions` where another machine or an earlier run has judged the
  /// solutions. \param given what was found then
  void take_over(const std::map<std::string, std::vector<std::string>>& given,
                 const std::filesystem::path& root, const std::filesystem::path& scratch,
                 int tasks_at_once);

  /// Why the course's own solution of the first task is not judged as it was before; empty while
  /// the machine is sound. \param root of the course
  std::string why_unsound(const std::filesystem::path& root,
                          const std::filesystem::path& scratch) const;

  untrusted_options& options() { return options_; }
  const untrusted_options& options() const { return options_; }
  const std::vector<task_kit>& kits() const { return kits_; }

 private:
  /// Each with a folder that no other has at the same time.
  void for_each_kit(
      const std::function<void(std::size_t number, const std::filesystem::path& scratch)>& act,
      const std::filesystem::path& scratch, int at_once) const;
  std::string check_solution(task_kit& kit, const std::filesystem::path& root,
                             const std::filesystem::path& scratch);
  /// Builds what submissions are measured beside. \param given tests that earn nothing
  void complete_kit(task_kit& kit, const std::string& solution,
                    const std::vector<std::string>& given, const std::filesystem::path& scratch);
  lesson_result grade_task(const task_kit& kit, const kernel_sources& sources,
                           const std::filesystem::path& scratch, const task_clock& clock);
  lesson_result grade_once(const task_kit& kit, const std::string& kernel,
                           const std::filesystem::path& scratch);
  lesson_result grade_with_patience(const task_kit& kit, const std::string& kernel,
                                    const std::filesystem::path& scratch, double seconds) const;
  lesson_result put_together(const lesson& lesson, const kernel_sources& sources,
                             std::vector<lesson_result> parts) const;

  /// The result of a lesson in a report, if these tests have made it.
  const lesson_result* kept_lesson(const report* earlier, const lesson& of) const;
  void mark_files(lesson_result& result, const kernel_sources& sources) const;

  using key = std::pair<std::string, std::string>;  // a task's id, its kernel file's text

  std::vector<lesson> lessons_;
  std::vector<task_kit> kits_;
  untrusted_options options_;
  environment where_;
  quiet_machine machine_;
  std::mutex mutex_;

  std::map<key, std::shared_future<lesson_result>> graded_;
  std::map<std::string, std::string> kit_prints_;
  struct course_files {
    std::string untouched;                ///< The exercise.
    std::vector<std::uint32_t> solution;  ///< The marks of the solution.
  };
  std::map<std::string, course_files> known_files_;  ///< By the task's id.
  std::map<std::string, std::vector<std::string>> given_;
};

/// What tells whether a stored result still belongs to a submission's files.
std::string fingerprint_of(const kernel_sources& sources);

}  // namespace kw::grader
