#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace kw::grader {

/// How a check counts: warm-up and core make a lesson complete, stretch is for the curious.
enum class check_kind { warm_up, core, stretch };

/// "warm-up", "core" or "stretch".
std::string_view to_text(check_kind kind);

/// One graded part of a lesson: a set of its tests that are worth points together.
struct check {
  std::string id;
  std::string title;
  check_kind kind = check_kind::core;
  double points = 0;
  std::string tests;               ///< A GoogleTest filter.
  std::vector<std::string> hints;  ///< Three: the concept, the place, the shape of the line.
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

  std::string id() const;      ///< "lesson01"
  std::string folder() const;  ///< "01_vector_add"
  double points() const;       ///< The sum over its checks.

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
};

/// Reads one lesson.toml; what is wrong with it goes to `problems`. `shown_as` is its name there.
lesson read_lesson(const std::filesystem::path& file, const std::filesystem::path& shown_as,
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
