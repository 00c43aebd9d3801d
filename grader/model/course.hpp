#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// How a check counts: warm-up and core open the next lesson, stretch is for the curious, speed
/// compares with the solution once the results are right.
enum class check_kind { warm_up, core, stretch, speed };

/// "warm-up", "core", "stretch" or "speed".
std::string_view to_text(check_kind kind);

/// Whether a check of this kind must pass before the next lesson opens.
bool opens_next_lesson(check_kind kind);

/// When a student may see a check's result: Gradescope's four words.
enum class visibility { visible, after_due_date, after_published, hidden };

/// "visible", "after_due_date", "after_published" or "hidden".
std::string_view to_text(visibility shown);

/// How a check's tests become points.
enum class credit_rule {
  share,  ///< As many points as tests passed, beyond those that the untouched exercise passes.
  all,    ///< All the points when every test passes, otherwise none.
};

/// "share" or "all".
std::string_view to_text(credit_rule rule);

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

/// One graded part of a lesson: a set of its tests that are worth points together.
struct check {
  std::string id;
  std::string title;
  check_kind kind = check_kind::core;
  double points = 0;
  std::string tests;                    ///< A GoogleTest filter; empty for a speed check.
  std::vector<std::string> hints = {};  ///< Three: the concept, the place, the shape of the line.
  visibility shown = visibility::visible;
  bool bonus = false;  ///< Its points come on top of what a lesson is worth.
  credit_rule credit = credit_rule::share;
  std::vector<std::string> needs = {};   ///< Ids of checks of this lesson that must pass first.
  std::optional<speed_rule> speed = {};  ///< Of a speed check alone.
  hints_by_finding hints_on = {};        ///< In place of `hints` when that was found.
  std::string given = {};  ///< A filter of tests that the untouched exercise passes; may be empty.
  std::string given_on_gpu = {};  ///< And of those that it passes where nothing watches its memory.
};

/// Which benchmarks a lesson shows, and in which unit.
struct benchmark_choice {
  std::string filter = ".";  ///< A regular expression, as `--benchmark_filter` takes it.
  std::string unit;          ///< The counter to show, such as "GB/s".
};

/// Which copy of a lesson's kernel is graded.
enum class kernel_tree { exercise, solution };

/// "exercise" or "solution": the word in the names of targets.
std::string_view to_text(kernel_tree tree);

/// One lesson, as its `lesson.toml` describes it.
struct lesson {
  int number = 0;
  std::string name;  ///< "vector_add"
  std::string title;
  std::string summary;
  std::vector<int> prerequisites;  ///< Numbers of lessons.
  std::vector<check> checks;
  std::optional<benchmark_choice> benchmark;
  hints_by_finding hints_on;  ///< For checks that have none of their own for a finding.

  std::string id() const;      ///< "lesson01"
  std::string folder() const;  ///< "01_vector_add"
  double points() const;       ///< The sum over its checks, without bonus.

  /// The kernel file, relative to the root: "exercises/01_vector_add/vector_add.cpp".
  std::filesystem::path kernel_file(kernel_tree tree) const;
  /// The test program's target: "lesson01.exercise.cpu".
  std::string test_target(kernel_tree tree, std::string_view device) const;
  /// The benchmark program's target: "lesson01.exercise.cpu.bench".
  std::string bench_target(kernel_tree tree, std::string_view device) const;
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

/// lessons/hints.toml; nothing where there is none.
hints_by_finding read_course_hints(const std::filesystem::path& file,
                                   const std::filesystem::path& shown_as,
                                   std::vector<problem>& problems);

/// Reads every lesson under `root`/lessons, and checks what lies between lessons: numbers that are
/// taken twice, prerequisites that are missing or form a cycle.
course read_course(const std::filesystem::path& root, std::vector<problem>& problems);

/// The course, or `machine_error` with every problem: a broken course never becomes a score.
course load_course(const std::filesystem::path& root);

/// The lesson a user names as `lesson03`, `03`, `3`, `masking` or `03_masking`.
/// Throws `usage_error` with the nearest name when there is none.
const lesson& find_lesson(const course& course, std::string_view name);

/// The lessons named, in course order and once each; all when none is named.
std::vector<const lesson*> find_lessons(const course& course,
                                        const std::vector<std::string>& names);

}  // namespace kw::grader
