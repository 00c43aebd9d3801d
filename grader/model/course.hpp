#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// The words of an enumeration, one for each enumerator in their order, for stored results and the
/// course's files.
template <class Word>
inline constexpr auto kWordsOf = std::array<std::string_view, 0>{};

/// An enumerator's word.
template <class Word>
requires(kWordsOf<Word>.size() > 0) std::string_view to_text(Word word) {
  return kWordsOf<Word>[static_cast<std::size_t>(word)];
}

/// The enumerator that has this word; nothing if none has.
template <class Word>
std::optional<Word> word_named(std::string_view name) {
  const auto found = std::find(kWordsOf<Word>.begin(), kWordsOf<Word>.end(), name);
  return found == kWordsOf<Word>.end()
             ? std::nullopt
             : std::optional(static_cast<Word>(found - kWordsOf<Word>.begin()));
}

/// How a check counts: warm-up and core open the next lesson, stretch is for the curious, speed
/// compares with the solution once the results are right.
enum class check_kind { warm_up, core, stretch, speed };

template <>
inline constexpr auto kWordsOf<check_kind> = std::to_array<std::string_view>({"warm-up", "core",
                                                                              "stretch", "speed"});

/// Whether a check of this kind must pass before the next lesson opens.
bool opens_next_lesson(check_kind kind);

/// When a student may see a check's result: Gradescope's four words.
enum class visibility { visible, after_due_date, after_published, hidden };

template <>
inline constexpr auto kWordsOf<visibility> =
    std::to_array<std::string_view>({"visible", "after_due_date", "after_published", "hidden"});

/// How a check's tests become points.
enum class credit_rule {
  share,  ///< As many points as tests passed, beyond those that the untouched exercise passes.
  all,    ///< All the points when every test passes, otherwise none.
};

template <>
inline constexpr auto kWordsOf<credit_rule> = std::to_array<std::string_view>({"share", "all"});

/// What a speed check measures, and how a time turns into credit: all of it up to `full` times the
/// solution's time, none from `none` times on, and in between evenly in the logarithm of the ratio.
struct speed_rule {
  std::string benchmarks;  ///< A regular expression, as `--benchmark_filter` takes it.
  double full = 1.2;
  double none = 10;
  std::string benchmarks_cuda = {};  ///< On a GPU, where larger ones are needed; may be empty.

  /// The benchmarks to measure on a device.
  const std::string& on(std::string_view device) const {
    return device == "cuda" && !benchmarks_cuda.empty() ? benchmarks_cuda : benchmarks;
  }
};

/// Hints by the first word of a finding, such as "out-of-bounds": three for each.
using hints_by_finding = std::map<std::string, std::vector<std::string>, std::less<>>;

/// One graded part of a lesson: a task, which has a kernel file and a test program of its own, or
/// the speed of such a task.
struct check {
  std::string id;  ///< "online-softmax"
  std::string title;
  check_kind kind = check_kind::core;
  double points = 0;
  int task = 0;         ///< Its number among the lesson's tasks, from 1 on; 0 for a speed check.
  std::string of = {};  ///< For a speed check, the id of the task whose kernel it measures.
  std::vector<std::string> hints = {};  ///< Three: the concept, the place, the shape of the line.
  visibility shown = visibility::visible;
  bool bonus = false;  ///< Its points come on top of what a lesson is worth.
  credit_rule credit = credit_rule::share;
  std::vector<std::string> needs = {};   ///< Ids of checks of this lesson that must pass first.
  std::optional<speed_rule> speed = {};  ///< Of a speed check alone.
  hints_by_finding hints_on = {};        ///< In place of `hints` when that was found.
  std::string given = {};  ///< A filter of tests that the untouched exercise passes; may be empty.
  std::string given_on_gpu = {};  ///< And of those that it passes where nothing watches its memory.
  bool has_benchmark = false;     ///< Whether the lesson has a benchmark program for this task.

  /// What the task's files and targets are called: "2_online_softmax"; empty for a speed check.
  std::string task_name() const;
};

/// A lesson has no more tasks than this, so a task's number is one digit.
inline constexpr int kMostTasks = 9;

/// Which copy of a lesson's kernel is graded.
enum class kernel_tree { exercise, solution };

template <>
inline constexpr auto kWordsOf<kernel_tree> = std::to_array<std::string_view>({"exercise",
                                                                               "solution"});

/// One lesson, as its `lesson.toml` describes it.
struct lesson {
  int number = 0;
  std::string name;  ///< "vector_add"
  std::string title;
  std::string summary;
  bool elective = false;           ///< Optional; its points are counted separately.
  std::vector<int> prerequisites;  ///< Numbers of lessons.
  std::vector<check> checks;
  std::string benchmark_unit;  ///< The counter to show, such as "GB/s"; empty: shows no benchmarks.
  hints_by_finding hints_on;   ///< For checks that have none of their own for a finding.

  std::string id() const;      ///< "lesson01"
  std::string folder() const;  ///< "01_vector_add"
  double points() const;       ///< The sum over its checks, without bonus.

  /// The task that a check is about: the check itself, or the one whose speed it measures.
  const check& task_of(const check& check) const;
  /// The check of this id, or null.
  const check* find_check(std::string_view id) const;
  /// The tasks in their order.
  std::vector<const check*> tasks() const;

  /// "lesson08.2", for the task that a check is about.
  std::string task_id(const check& check) const;
  /// A task's kernel file, relative to the root: "exercises/08_flash_attention/2_attention.cpp".
  std::filesystem::path kernel_file(kernel_tree tree, const check& check) const;
  /// The target of the program with a task's tests: "lesson08.2.exercise.cpu". One program has the
  /// solutions of all tasks, "lesson08.kernels.cpu".
  std::string test_target(kernel_tree tree, std::string_view device, const check& check) const;
  /// What to start that program with.
  std::vector<std::string> test_arguments(kernel_tree tree, const check& check) const;
  /// The target of a task's benchmark program: "lesson08.2.exercise.cpu.bench", or the one with all
  /// solutions, "lesson08.solution.cpu.bench".
  std::string bench_target(kernel_tree tree, std::string_view device, const check& check) const;
  /// What to start that program with.
  std::vector<std::string> bench_arguments(kernel_tree tree, const check& check) const;
  /// The target that builds the test programs of all tasks: "lesson08.exercise.cpu".
  std::string test_target(kernel_tree tree, std::string_view device) const;
};

/// Something wrong with the course's own files, for its author.
struct problem {
  std::filesystem::path file;  ///< Relative to the root.
  int line = 0;                ///< 0 when there is no line to point at.
  std::string text;
};

/// "lessons/03_masking/lesson.toml:12: text".
std::string to_text(const problem& problem);

/// All lessons, in order.
struct course {
  std::filesystem::path root;
  std::vector<lesson> lessons;
  hints_by_finding hints_on;  ///< lessons/hints.toml: for lessons that have none of their own.
};

/// Reads one lesson.toml; what is wrong with it goes to `problems`. `shown_as` is its name there.
lesson read_lesson(const std::filesystem::path& file, const std::filesystem::path& shown_as,
                   std::vector<problem>& problems);

/// Reads lessons/hints.toml; returns nothing if there is no such file.
hints_by_finding read_course_hints(const std::filesystem::path& file,
                                   const std::filesystem::path& shown_as,
                                   std::vector<problem>& problems);

/// Reads every lesson under `root`/lessons, and checks what concerns several lessons: numbers and
/// names of kernel files that are taken twice, prerequisites that are missing or form a cycle.
course read_course(const std::filesystem::path& root, std::vector<problem>& problems);

/// The course, or `machine_error` with every problem: a broken course never becomes a score.
course load_course(const std::filesystem::path& root);

/// The lesson a user names as `lesson03`, `03`, `3`, `masking` or `03_masking`.
/// Throws `usage_error` with the nearest name when there is none.
const lesson& find_lesson(const course& course, std::string_view name);

/// The check of a lesson with this id. Throws `usage_error`, with a suggestion, when there is none.
const check& find_check(const lesson& lesson, std::string_view id);

/// A lesson reduced to some of its tasks, with the speed checks that measure them.
lesson part_of(const lesson& whole, const std::vector<int>& tasks);

/// What a user names: a lesson, as `find_lesson` takes it, or one task of it as `lesson08.2`,
/// `08.2` or `8.2`. Throws `usage_error` when there is no such lesson or task.
struct course_part {
  const lesson* of = nullptr;
  const check* task = nullptr;  ///< Null for the whole lesson.
};
course_part find_part(const course& course, std::string_view name);

/// The parts named, in course order: whole lessons, and lessons reduced to the tasks named of them.
/// All lessons but the electives when none is named.
std::vector<lesson> find_parts(const course& course, const std::vector<std::string>& names);

}  // namespace kw::grader
