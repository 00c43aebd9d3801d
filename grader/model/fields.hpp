#pragma once

#include <algorithm>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "grader/model/next_step.hpp"
#include "grader/model/result.hpp"

namespace kw::grader {

/// The keys of each part of a stored result, each said once: results are written and read by them,
/// and their JSON Schema is made from them. An archive is called with a key, a member, and what the
/// schema says about it; `derived` with a key and a value that a reader works out for itself;
/// `later` with a key that the first results of this schema's version did not have: for those
/// results the member keeps its default value, which must be what they meant. `part` says what the
/// whole part is.

inline constexpr double kAny = std::numeric_limits<double>::infinity();

/// What a schema says about a member, besides its type. Numbers are at least 0 unless it says
/// otherwise.
struct about {
  std::string_view text;
  double least = 0, most = kAny;  ///< Of a number, or of each in a list.
  std::string_view pattern;
  std::vector<std::string_view> words;  ///< The texts that are allowed; empty for any.

  about(const char* description = "") : text(description) {}
  about at_least(double number) && {
    least = number;
    return std::move(*this);
  }
  about at_most(double number) && {
    most = number;
    return std::move(*this);
  }
  about matching(std::string_view expression) && {
    pattern = expression;
    return std::move(*this);
  }
  about one_of(std::initializer_list<std::string_view> texts) && {
    words = texts;
    return std::move(*this);
  }
};

/// A part that may only be read, or may be changed.
template <class T, class Part>
concept is_part = std::is_same_v<std::remove_const_t<T>, Part>;

template <class Archive, is_part<finding> Part>
void fields(Archive& at, Part& found) {
  at.part("What the CPU checker found out about a kernel.");
  at("kind", found.kind, "A stable first word: out-of-bounds, write-race, ...");
  at("message", found.message);
  at("advice", found.advice);
  at("kernel", found.kernel);
  at("buffer", found.buffer);
  at("file", found.file);
  at("line", found.line);
  at("source", found.source_text, "The learner's line.");
  at("count", found.count, "How often it happened at that line.");
}

template <class Archive, is_part<test_result> Part>
void fields(Archive& at, Part& test) {
  at.part("One test on one device.");
  at("name", test.name, "Suite.Name");
  at("device", test.device);
  at("status", test.status);
  at("seconds", test.seconds);
  at("message", test.message, "Why it failed or was skipped, in the test's own words.");
  at("findings", test.findings);
  at.later("hidden", test.hidden,
           "Whether it is one of an instructor's own tests, which students do not see.");
}

template <class Archive, is_part<speed_rule> Part>
void fields(Archive& at, Part& rule) {
  at.part("What a speed check measures, and how a ratio of times turns into credit.");
  at("benchmarks", rule.benchmarks, "A regular expression over the names of benchmarks.");
  at("full", rule.full, "All the credit up to this many times the solution's time.");
  at("none", rule.none,
     "No credit from this many times the solution's time on; in between evenly in the logarithm of "
     "the ratio.");
}

template <class Archive, is_part<speed_sample> Part>
void fields(Archive& at, Part& sample) {
  at.part("One benchmark of a speed check, submission and solution measured in turn.");
  at("benchmark", sample.benchmark);
  at("ratio", sample.ratio, "Median over the rounds of submission / solution.");
  at("low", sample.low, "The confidence interval of that median.");
  at("high", sample.high);
  at("credit", sample.credit, about().at_most(1));
  at("seconds", sample.seconds, "The submission's times, one a round.");
  at("reference_seconds", sample.reference_seconds, "The solution's, in the same rounds.");
}

template <class Archive, is_part<speed_result> Part>
void fields(Archive& at, Part& speed) {
  at.part("A speed check's measurement.");
  at("state", speed.state,
     "wrong: the results are not right, no credit. unmeasured, noisy: it counts neither way.");
  at("note", speed.note);
  at("device", speed.device);
  at("credit", speed.credit, about().at_most(1));
  at("credit_low", speed.credit_low, about("What the intervals allow at the least.").at_most(1));
  at("credit_high", speed.credit_high, about().at_most(1));
  at("confidence", speed.confidence, about().at_most(1));
  at("rounds", speed.rounds);
  at("samples", speed.samples);
}

template <class Archive, is_part<compile_error> Part>
void fields(Archive& at, Part& error) {
  at.part("The first error of a compiler or linker, at the learner's own line.");
  at("file", error.file);
  at("line", error.line);
  at("column", error.column);
  at("message", error.message);
  at("source", error.source_line);
  at("width", error.width, "How many characters of the source are meant, from the column on.");
  at("advice", error.advice, "Why, in a sentence or two.");
  at("fix", error.fix, "The shape of the line that works.");
  at("raised_in", error.raised_in, "The library's line that raised it, if another.");
  at("further_errors", error.further_errors);
  at("others", error.others);
  at("output", error.output, "The compiler's own words, cut down.");
  at.later("change", error.change,
           "One change of the file with which it compiles and the tests pass, in several lines; "
           "empty if none was found or looked for.");
}

template <class Archive, is_part<todo> Part>
void fields(Archive& at, Part& left) {
  at.part("A TODO of the skeleton that is left in the file.");
  at("line", left.line);
  at("text", left.text);
}

template <class Archive, is_part<check_result> Part>
void fields(Archive& at, Part& check) {
  at.part(
      "One graded part of a lesson: a task, with a kernel file and tests of its own, or the speed "
      "of one.");
  at("id", check.definition.id);
  at("task", check.definition.task,
     about("The task's number in its lesson; 0 for a speed check.").at_most(9));
  at("of", check.definition.of,
     "For a speed check, the id of the task that it measures; else empty.");
  at("title", check.definition.title);
  at("kind", check.definition.kind);
  at("visibility", check.definition.shown, "When a student may see it.");
  at("bonus", check.definition.bonus, "Its points come on top of what the lesson is worth.");
  at("credit", check.definition.credit,
     "share: points * (passed - given) / (counted - given). all: every test or nothing.");
  at("needs", check.definition.needs, "Checks of this lesson that must pass first.");
  at("state", check.state, "What became of the task's kernel file.");
  at("message", check.message, "What to know first: a crash, a hang, a missing file.");
  at("file", check.kernel_file, "The task's kernel file, relative to the course's root.");
  at("todos", check.todos);
  at("compile_error", check.error);
  at("points", check.points);
  at("max_points", check.definition.points);
  at.derived("status", check.status(), "unscored counts neither way.");
  at("withheld", check.withheld, "Why there are no points although tests passed.");
  at("passed", check.passed);
  at("counted", check.counted, "The tests that count: all but skipped ones.");
  at("given", check.given,
     "Those among them that the untouched exercise passes: they earn nothing.");
  at("hints", check.definition.hints);
  at("reproduce", check.reproduce, "A command line that runs exactly these tests.");
  at("hints_for", check.hints_for,
     "The first word of the finding that the hints answer; empty: those of the task.");
  at("picture", check.picture,
     "An SVG of what its kernel touched, or empty. It comes from outside: show it as an image, "
     "never as markup.");
  at("speed_rule", check.definition.speed);
  at("speed", check.speed);
  at("tests", check.tests);
  at("program_output", check.program_output,
     "What the test program printed, where it crashed or hung.");
  at.later("file_hash", check.file_hash,
           "Of a submitted kernel file; empty where it is the untouched exercise.");
  at.later("marks", check.marks,
           "Hashes of passages that the file adds to the exercise, 8 hexadecimal digits each.");
  at.later("unusual", check.unusual,
           "Code of the file that no task needs and that can lead past the language: \"memcpy in "
           "line 17\".");
  at.later(
      "marks_of_solution", check.marks_of_solution,
      "Of the marks, those that the course's solution has as well, if that is nearly all of both.");
}

template <class Archive, is_part<benchmark_row> Part>
void fields(Archive& at, Part& row) {
  at.part("One line of a benchmark; 0 stands for not measured.");
  at("series", row.series);
  at("size", row.size);
  at("label", row.label);
  at("seconds", row.seconds);
  at("rate", row.rate, "In the benchmark's unit.");
  at("percent_of_copy", row.percent_of_copy);
  at("percent_of_plain", row.percent_of_plain);
  at("percent_of_cublas", row.percent_of_cublas, "On a GPU.");
  at("reference_rate", row.reference_rate, "The solution's, in the same run.");
  at("spread_percent", row.spread_percent);
}

template <class Archive, is_part<benchmark_result> Part>
void fields(Archive& at, Part& benchmark) {
  at.part("What a lesson's benchmark program said on one device.");
  at("device", benchmark.device);
  at("unit", benchmark.unit);
  at("note", benchmark.note, "Why there are no rows.");
  at("reproduce", benchmark.reproduce);
  at("rows", benchmark.rows);
}

template <class Archive, is_part<lesson_result> Part>
void fields(Archive& at, Part& lesson) {
  at.part("One lesson's result.");
  at.derived("id", lesson.definition.id(), about().matching("^lesson[0-9]{2}$"));
  at("number", lesson.definition.number,
     about("As in lesson.toml, like the next four.").at_most(99));
  at("name", lesson.definition.name);
  at("title", lesson.definition.title);
  at("summary", lesson.definition.summary);
  at.later("elective", lesson.definition.elective,
           "Nobody has to take it. Beside other lessons its points count apart.");
  at("prerequisites", lesson.definition.prerequisites);
  at("state", lesson.state,
     "incomplete: something is still to do, even if nothing could be built.");
  at("message", lesson.message, "What to know of all its tasks, such as that none was handed in.");
  at("points", lesson.points, "What its checks earned, bonus included.");
  at("max_points", lesson.max_points, "Without bonus and without unscored checks.");
  at("build_seconds", lesson.build_seconds);
  at("run_seconds", lesson.run_seconds);
  at.later("handed_in", lesson.handed_in,
           "When this lesson's files were handed in, ISO 8601 in UTC; empty where that is not "
           "known apart.");
  at.later("kit", lesson.kit, "A hash of the tests that graded it.");
  at("reproduce", lesson.reproduce);
  at("checks", lesson.checks);
  at("benchmarks", lesson.benchmarks);
}

template <class Archive, is_part<submission> Part>
void fields(Archive& at, Part& who) {
  at.part("Who handed it in; empty when a learner grades their own exercises.");
  at("id", who.id);
  at("name", who.name);
  at("email", who.email);
  at("roster", who.roster, "The roster's columns.");
  at("submitted", who.submitted, "ISO 8601 in UTC.");
  at.later("time_source", who.time_source,
           "What says when it was handed in; empty where nothing does.");
  at.later("marked_late", who.marked_late,
           "Whether the export calls it late; Canvas does, without a time.");
  at("source", who.source, "The folder or archive it came from.");
  at("fingerprint", who.fingerprint, "Of the files that were graded.");
}

template <class Archive, is_part<adjustment> Part>
void fields(Archive& at, Part& change) {
  at.part("A change of points by hand.");
  at("lesson", change.lesson, "lesson03, or empty for the submission as a whole.");
  at("check", change.check, "A check's id, or empty for the lesson as a whole.");
  at("points", change.points, about("Added; below 0 takes away.").at_least(-kAny));
  at("reason", change.reason);
  at("by", change.by);
}

template <class Archive, is_part<late_lesson> Part>
void fields(Archive& at, Part& late) {
  at("lesson", late.lesson);
  at("days", late.days);
  at("free", late.free);
  at("percent", late.percent, about().at_most(100));
}

template <class Archive, is_part<lateness> Part>
void fields(Archive& at, Part& late) {
  at.part("What the instructor's rule on late work did.");
  at("days", late.days);
  at("free", late.free);
  at("percent", late.percent, about("Taken off what was earned.").at_most(100));
  at("points", late.points, about("Taken away.").at_least(-kAny).at_most(0));
  at("note", late.note);
  at.later("by_lesson", late.by_lesson,
           "Of each lesson that was late, where lessons have due dates or times of their own.");
}

template <class Archive, is_part<environment> Part>
void fields(Archive& at, Part& where) {
  at.part("Where and with what it was graded.");
  at("devices", where.devices);
  at("cpu", where.cpu);
  at("gpu", where.gpu);
  at("compiler", where.compiler);
  at("cuda_compiler", where.cuda_compiler);
  at("cmake", where.cmake);
  at("system", where.system);
  at("build_folder", where.build_folder);
}

/// The file, line and test of the next step.
struct next_place {
  std::string lesson, check, file;
  int line = 0;
  std::optional<std::string> test;
};
inline std::optional<next_place> next_place_of(const report& report) {
  const std::optional<next_step> step = find_next_step(report);
  if (!step) {
    return std::nullopt;
  }
  next_place place = {step->lesson->definition.id(),
                      step->check->definition.id,
                      step->check->kernel_file.string(),
                      place_to_open(*step).line,
                      {}};
  if (step->test != nullptr) {
    place.test = step->test->name;
  }
  return place;
}
template <class Archive, is_part<next_place> Part>
void fields(Archive& at, Part& next) {
  at.part("What a learner should do next.");
  at("lesson", next.lesson);
  at("check", next.check);
  at("file", next.file);
  at("line", next.line);
  at("test", next.test);
}

template <class Archive, is_part<report> Part>
void fields(Archive& at, Part& report) {
  at.derived("generator", "kernelwright grader " + report.where.course_version);
  at("course_version", report.where.course_version);
  at("created", report.where.created, "ISO 8601 in UTC.");
  at("tree", report.where.tree, about().one_of({"exercise", "solution", "submission"}));
  at("submission", report.who);
  at("gradable", report.gradable,
     "False when the machine was at fault: then there is no score at all.");
  at("reason", report.reason, "Why it could not be graded.");
  at("notes", report.notes, "What else to know about this run.");
  at.later("ignored", report.ignored, "Source files of the submission that no task was graded by.");
  at("points", report.points, "The score.");
  at("max_points", report.max_points);
  at("earned", report.earned, "Over all checks, before adjustments and lateness.");
  at("adjustments", report.adjustments);
  at("late", report.late);
  at("environment", report.where);
  at("lessons", report.lessons);
  at.derived("next", next_place_of(report));
}

}  // namespace kw::grader
