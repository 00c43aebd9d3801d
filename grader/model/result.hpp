#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explain/explain.hpp"
#include "grader/model/course.hpp"

namespace kw::grader {

/// What the checker found in a kernel, as a test program writes it (`kw::to_json`). The message has
/// all of its parts, and names the programs and elements involved; they are not stored separately.
struct finding {
  std::string kind, kernel, file, source_text, buffer, message, advice;
  int line = 0;
  std::int64_t count = 0;
};

/// The first error of a build, as it is explained to a learner.
using compile_error = explain::explanation;

/// The version of a stored result (see `result_schema`); it grows when a reader of the
/// old form would misread the new one. New keys may appear without that.
inline constexpr int kReportSchemaVersion = 2;

/// What says when a submission came, where that is Canvas: only whether it was late.
inline constexpr const char* kCanvasMarks = "Canvas's marks";

/// Who handed a submission in. All of it is empty when a learner grades their own exercises.
struct submission {
  std::string id;  ///< Unique in a class, and fit to be a file's name: "lee-ann-4711".
  std::string name;
  std::string email;
  std::vector<std::pair<std::string, std::string>> roster;  ///< The roster's columns, in order.
  std::string submitted;    ///< ISO 8601 in UTC; empty where it is not known.
  std::string time_source;  ///< What says so: "Gradescope", "the last commit"; empty for nothing.
  /// Whether the export calls it late. Canvas does so without saying when it was handed in.
  bool marked_late = false;
  std::string source;       ///< The folder or archive it came from, as the user named it.
  std::string fingerprint;  ///< Identifies the exact files that were graded.

  bool operator==(const submission&) const = default;
};

/// How one test ended.
enum class test_status {
  passed,
  failed,
  skipped,  ///< The test itself said that it cannot run here; it counts neither way.
  crashed,  ///< The program died in it.
  hung,     ///< The program was killed in it for taking too long.
  missing,  ///< The program ended without saying anything about it.
};

template <>
inline constexpr auto kWordsOf<test_status> =
    std::to_array<std::string_view>({"passed", "failed", "skipped", "crashed", "hung", "missing"});

/// One test on one device.
struct test_result {
  std::string name;            ///< "Suite.Name"
  std::string device = "cpu";  ///< "cpu" or "cuda"
  test_status status = test_status::missing;
  double seconds = 0;
  std::string message;  ///< Why it failed or was skipped, in the test's own words.
  std::vector<finding> findings;
  bool hidden = false;  ///< One of an instructor's own tests, which students do not see.
};

/// One benchmark of a speed check: the submission and the solution, measured in turn.
struct speed_sample {
  std::string benchmark;                  ///< "MaskedAdd/1048576"
  std::vector<double> seconds;            ///< The submission's times, one a round.
  std::vector<double> reference_seconds;  ///< The solution's, in the same rounds.
  double ratio = 0;                       ///< Median over the rounds of submission / solution.
  double low = 0;                         ///< The confidence interval of that median.
  double high = 0;
  double credit = 0;  ///< From 0 to 1, by the check's `speed_rule`.
};

/// What became of a speed check.
enum class speed_state {
  scored,
  wrong,       ///< Not measured, since the results are not right yet: no credit.
  unmeasured,  ///< Nothing was measured in this run: it counts neither way.
  noisy,       ///< The machine was too noisy to tell: it counts neither way.
};

template <>
inline constexpr auto kWordsOf<speed_state> =
    std::to_array<std::string_view>({"scored", "wrong", "unmeasured", "noisy"});

/// A speed check's measurement.
struct speed_result {
  speed_state state = speed_state::unmeasured;
  std::string note;  ///< In words: why it was not measured or not scored.
  std::string device;
  double credit = 0;         ///< Mean over the benchmarks.
  double credit_low = 0;     ///< What the intervals allow at the least,
  double credit_high = 0;    ///< and at the most.
  double confidence = 0.95;  ///< Of each interval, at the least.
  int rounds = 0;
  std::vector<speed_sample> samples;
};

/// What became of a check.
enum class check_status {
  complete,
  partial,  ///< Some points.
  failed,   ///< No points.
  blocked,  ///< Tests passed, but a check that it needs did not: no points.
  untried,  ///< No test ran: no points.
  unscored  ///< Not measured, or on too noisy a machine: it counts neither way.
};

template <>
inline constexpr auto kWordsOf<check_status> = std::to_array<std::string_view>(
    {"complete", "partial", "failed", "blocked", "untried", "unscored"});

/// What became of a task's kernel file.
enum class task_state {
  built,
  compile_failed,  ///< It does not compile or link on one of the devices.
  file_missing,    ///< There is none.
};

template <>
inline constexpr auto kWordsOf<task_state> =
    std::to_array<std::string_view>({"built", "compile-failed", "file-missing"});

/// A "TODO(lesson03.2): ..." that is still in a kernel file.
struct todo {
  int line = 0;
  std::string text;
};

/// One check: a task with its kernel file and the tests of its program, on every device graded; or
/// the speed of such a task. A mistake in the file of one task costs points for that task only.
struct check_result {
  check definition;
  task_state state = task_state::built;  ///< A speed check is always `built`.
  std::string message;                   ///< What to know first, in words; empty when all is well.
  std::filesystem::path kernel_file;     ///< Relative to the root; of the task that it is about.
  std::vector<todo> todos;               ///< The skeleton's TODOs that are still in the file.
  std::optional<compile_error> error;
  double points = 0;
  int passed = 0;   ///< The tests that passed on each device they ran on.
  int counted = 0;  ///< The tests that count: all but skipped ones, once each.
  int given = 0;    ///< Those among them that the untouched exercise passes: they earn nothing.
  std::vector<test_result> tests;
  std::string program_output;  ///< Kept when the program crashed or hung; shortened.
  std::string reproduce;       ///< A command line that builds and runs exactly these tests.
  std::string withheld;        ///< Why there are no points although tests passed; empty otherwise.
  std::optional<speed_result> speed = {};  ///< Only for a speed check.
  std::string hints_for;  ///< The finding that the hints in `definition` answer; empty: the task's.
  std::string picture;    ///< An SVG of what its kernel touched; empty when there is none.
  std::string file_hash;  ///< Of a submitted kernel file; empty where it is the untouched exercise.
  std::vector<std::string> unusual;  ///< "memcpy in line 17": what can lead past the language.
  std::string marks;  ///< Of what it adds to the exercise, to find files that are nearly equal.
  std::string
      marks_of_solution;  ///< Those that the solution has too, if that is nearly all of both.

  check_status status() const;
  /// How many tests passed beyond the given ones, and so earn points.
  int earning() const { return passed > given ? passed - given : 0; }
  bool complete() const { return status() == check_status::complete; }
  /// Whether its points count, in the score and in what can be reached.
  bool scored() const { return status() != check_status::unscored; }
};

/// One line of a benchmark's result.
struct benchmark_row {
  std::string series;            ///< "VectorAdd"
  std::string label;             ///< "1048576"
  double size = 0;               ///< The label as a number; 0 when it is none.
  double seconds = 0;            ///< An iteration's time.
  double rate = 0;               ///< In the lesson's unit; 0 when the benchmark gave none.
  double percent_of_copy = 0;    ///< Of the rate that a plain copy reaches; 0 for not measured.
  double percent_of_plain = 0;   ///< Of the rate of a plain C++ loop; 0 for not measured.
  double percent_of_cublas = 0;  ///< Of cuBLAS's rate, on a GPU; 0 for not measured.
  double reference_rate = 0;     ///< The solution's, in the same run; 0 for not measured.
  double spread_percent = 0;     ///< Half the distance between the quartiles, of the median.
};

/// What the benchmark programs of a lesson's tasks said on one device.
struct benchmark_result {
  std::string device;
  std::string unit;
  std::string note;  ///< Why there are no rows, when there are none.
  std::vector<benchmark_row> rows;
  std::string reproduce;
};

/// What became of a lesson as a whole.
enum class lesson_state {
  complete,    ///< Every check has all its points.
  incomplete,  ///< Something is still to do, even if nothing of it could be built.
};

template <>
inline constexpr auto kWordsOf<lesson_state> = std::to_array<std::string_view>({"complete",
                                                                                "incomplete"});

/// One lesson's result.
struct lesson_result {
  lesson definition;
  lesson_state state = lesson_state::incomplete;
  std::string message;    ///< What to know of all its tasks, such as that none was handed in.
  double points = 0;      ///< What its checks earned, bonus included.
  double max_points = 0;  ///< What can be reached without bonus; unscored checks do not count.
  std::vector<check_result> checks;
  std::vector<benchmark_result> benchmarks;
  std::string reproduce;  ///< Command lines that build and run this lesson's tests.
  double build_seconds = 0;
  double run_seconds = 0;
  std::string kit;        ///< A hash of the tests that graded it; empty for a student's own run.
  std::string handed_in;  ///< When this lesson's files were handed in, where that is known apart.

  /// The check of this id, or null.
  const check_result* find_check(std::string_view id) const;
  check_result* find_check(std::string_view id);
};

/// Where and with what a report was made.
struct environment {
  std::string created;  ///< ISO 8601, UTC.
  std::string course_version;
  std::vector<std::string> devices;  ///< "cpu", "cuda"
  std::string cpu;
  std::string gpu;
  std::string compiler;
  std::string cuda_compiler;
  std::string cmake;
  std::string system;
  std::string build_folder;  ///< As the user would type it.
  std::string tree;          ///< "exercise", "solution" or "submission"
};

/// A change of points by hand, from the instructor's file of adjustments.
struct adjustment {
  std::string lesson;  ///< "lesson03"; empty for the submission as a whole.
  std::string check;   ///< A check's id; empty for the lesson as a whole.
  double points = 0;   ///< Added; below 0 takes away.
  std::string reason;
  std::string by;  ///< Who decided.
};

/// What lateness cost one lesson, where lessons have due dates or times of their own.
struct late_lesson {
  std::string lesson;  ///< "lesson03"
  double days = 0;     ///< As in `lateness`.
  double free = 0;
  double percent = 0;
};

/// What the instructor's rule on late work did.
struct lateness {
  double days = 0;     ///< Days begun after the due date; of the latest lesson.
  double free = 0;     ///< How many of them were free; of all lessons.
  double percent = 0;  ///< Taken off what was earned.
  double points = 0;   ///< Taken away, so never above 0.
  std::string note;    ///< The rule in words.
  std::vector<late_lesson> by_lesson = {};  ///< Empty where all lessons are due together.
};

/// The result model: one submission. Every form of output is made from this alone.
struct report {
  environment where;
  submission who;
  /// False when the machine, not the submission, was at fault: then there is no score at all.
  bool gradable = true;
  std::string reason;                ///< Why it could not be graded, and what to do.
  std::vector<std::string> notes;    ///< What else to know about this run; costs no points.
  std::vector<std::string> ignored;  ///< Source files of the submission that no task was graded by.
  std::vector<lesson_result> lessons;
  std::vector<adjustment> adjustments;
  std::optional<lateness> late;
  double earned = 0;  ///< Over all checks that count, before adjustments and lateness.
  double points = 0;  ///< The score: earned, adjusted, less what lateness cost; never below 0.
  double max_points = 0;

  /// The lesson of this id, or null.
  const lesson_result* find_lesson(std::string_view id) const;

  /// Whether a lesson's points are part of the score: those of an elective only where there is
  /// nothing but electives.
  bool counts(const lesson_result& lesson) const;
  /// Whether a change by hand is: one to an elective that counts apart changes its points there.
  bool counts(const adjustment& change) const;
};

/// What the electives of a report add up to, where they count apart.
struct elective_points {
  double points = 0;
  double max_points = 0;
};
std::optional<elective_points> points_apart(const report& report);

}  // namespace kw::grader
