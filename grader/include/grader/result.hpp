#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "grader/course.hpp"

namespace kw::grader {

/// The version of report.json; it grows when a reader of the old form would misread the new one.
inline constexpr int kReportSchemaVersion = 1;

/// What the CPU checker found out about a kernel, as the test program wrote it.
struct finding {
  std::string test;     ///< "Suite.Name"
  std::string kind;     ///< "out-of-bounds", "write-race", ...
  std::string message;  ///< The whole paragraph.
  std::string advice;
  std::string kernel;
  std::string buffer;
  std::string file;
  int line = 0;
  std::string source_text;  ///< The learner's line.
  std::int64_t count = 1;   ///< How often it happened at that line.
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

/// "passed", "failed", ...
std::string_view to_text(test_status status);

/// One test on one device.
struct test_result {
  std::string name;            ///< "Suite.Name"
  std::string device = "cpu";  ///< "cpu" or "cuda"
  test_status status = test_status::missing;
  double seconds = 0;
  std::string message;  ///< Why it failed or was skipped, in the test's own words.
  std::vector<finding> findings;
};

/// One check with the tests that its filter selects, on every device graded.
struct check_result {
  check definition;
  double points = 0;
  int passed = 0;
  int counted = 0;  ///< The tests that count: all but skipped ones.
  std::vector<test_result> tests;
  std::string reproduce;  ///< A command line that runs exactly these tests.

  bool complete() const { return counted > 0 && passed == counted; }
};

/// One error of a compiler or linker, told at the learner's own line.
struct compile_error {
  std::string file;  ///< Relative to the root; empty when the linker knows no file.
  int line = 0;
  int column = 0;
  std::string message;
  std::string source_line;          ///< The text of that line.
  std::string raised_in;            ///< "file:line" of the library line that raised it, if another.
  int further_errors = 0;           ///< How many more there are.
  std::vector<std::string> others;  ///< The first few of them: "file:line: text".
  std::string output;               ///< The compiler's own words, cut down.
};

/// One line of a benchmark's result.
struct benchmark_row {
  std::string series;           ///< "VectorAdd"
  std::string label;            ///< "1048576"
  double size = 0;              ///< The label as a number; 0 when it is none.
  double seconds = 0;           ///< An iteration's time.
  double rate = 0;              ///< In the lesson's unit; 0 when the benchmark gave none.
  double percent_of_copy = 0;   ///< Of the rate that a plain copy reaches; 0 for not measured.
  double percent_of_plain = 0;  ///< Of the rate of a plain C++ loop; 0 for not measured.
  double spread_percent = 0;    ///< Half the distance between the quartiles, of the median.
};

/// What a lesson's benchmark program said on one device.
struct benchmark_result {
  std::string device;
  std::string unit;
  std::string note;  ///< Why there are no rows, when there are none.
  std::vector<benchmark_row> rows;
  std::string reproduce;
};

/// What became of a lesson as a whole.
enum class lesson_state {
  complete,        ///< Every check has all its points.
  incomplete,      ///< It was built and run; something is still to do.
  compile_failed,  ///< The kernel file does not compile or link.
  file_missing,    ///< There is no kernel file.
};

/// "complete", "incomplete", "compile-failed" or "file-missing".
std::string_view to_text(lesson_state state);

/// A "TODO(lesson03.2): ..." that still stands in a kernel file.
struct todo {
  int line = 0;
  std::string text;
};

/// One lesson's result.
struct lesson_result {
  const lesson* definition = nullptr;
  lesson_state state = lesson_state::incomplete;
  std::string message;                ///< What to know first, in words; empty when all is well.
  std::filesystem::path kernel_file;  ///< Relative to the root.
  std::vector<todo> todos;            ///< What the skeleton left to do, as far as it still says so.
  double points = 0;
  double max_points = 0;
  std::optional<compile_error> error;
  std::vector<check_result> checks;
  std::vector<test_result> unclaimed;  ///< Tests that no check counts.
  std::vector<benchmark_result> benchmarks;
  std::string program_output;  ///< Kept when the program crashed or hung; cut down.
  std::string reproduce;       ///< Command lines that build and run this lesson's tests.
  double build_seconds = 0;
  double run_seconds = 0;
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
  std::string tree;          ///< "exercise" or "solution"
};

/// The result model: every form of output is made from this alone.
struct report {
  environment where;
  std::vector<lesson_result> lessons;
  double points = 0;
  double max_points = 0;
};

}  // namespace kw::grader
