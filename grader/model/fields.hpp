#pragma once

#include "grader/model/result.hpp"

namespace kw::grader {

/// The keys of each part of a stored result, written once for both writing and reading, so the two
/// cannot drift apart. An archive is called with a key and a member; `derived` with a key and a
/// value that a reader works out for itself; `later` with a key that the first results of this
/// schema's version did not have: for those results the member keeps its default value, which must
/// be what they meant.

template <class Archive>
void fields(Archive& at, finding& found) {
  at("kind", found.kind);
  at("message", found.message);
  at("advice", found.advice);
  at("kernel", found.kernel);
  at("buffer", found.buffer);
  at("file", found.file);
  at("line", found.line);
  at("source", found.source_text);
  at("count", found.count);
}

template <class Archive>
void fields(Archive& at, test_result& test) {
  at("name", test.name);
  at("device", test.device);
  at("status", test.status);
  at("seconds", test.seconds);
  at("message", test.message);
  at("findings", test.findings);
  at.later("hidden", test.hidden);
}

template <class Archive>
void fields(Archive& at, speed_rule& rule) {
  at("benchmarks", rule.benchmarks);
  at("full", rule.full);
  at("none", rule.none);
}

template <class Archive>
void fields(Archive& at, speed_sample& sample) {
  at("benchmark", sample.benchmark);
  at("ratio", sample.ratio);
  at("low", sample.low);
  at("high", sample.high);
  at("credit", sample.credit);
  at("seconds", sample.seconds);
  at("reference_seconds", sample.reference_seconds);
}

template <class Archive>
void fields(Archive& at, speed_result& speed) {
  at("state", speed.state);
  at("note", speed.note);
  at("device", speed.device);
  at("credit", speed.credit);
  at("credit_low", speed.credit_low);
  at("credit_high", speed.credit_high);
  at("confidence", speed.confidence);
  at("rounds", speed.rounds);
  at("samples", speed.samples);
}

template <class Archive>
void fields(Archive& at, compile_error& error) {
  at("file", error.file);
  at("line", error.line);
  at("column", error.column);
  at("message", error.message);
  at("source", error.source_line);
  at("width", error.width);
  at("advice", error.advice);
  at("fix", error.fix);
  at("raised_in", error.raised_in);
  at("further_errors", error.further_errors);
  at("others", error.others);
  at("output", error.output);
  at.later("change", error.change);
}

template <class Archive>
void fields(Archive& at, todo& left) {
  at("line", left.line);
  at("text", left.text);
}

template <class Archive>
void fields(Archive& at, check_result& check) {
  at("id", check.definition.id);
  at("task", check.definition.task);
  at("of", check.definition.of);
  at("title", check.definition.title);
  at("kind", check.definition.kind);
  at("visibility", check.definition.shown);
  at("bonus", check.definition.bonus);
  at("credit", check.definition.credit);
  at("needs", check.definition.needs);
  at("state", check.state);
  at("message", check.message);
  at("file", check.kernel_file);
  at("todos", check.todos);
  at("compile_error", check.error);
  at("points", check.points);
  at("max_points", check.definition.points);
  at.derived("status", check.status());
  at("withheld", check.withheld);
  at("passed", check.passed);
  at("counted", check.counted);
  at("given", check.given);
  at("hints", check.definition.hints);
  at("reproduce", check.reproduce);
  at("hints_for", check.hints_for);
  at("picture", check.picture);
  at("speed_rule", check.definition.speed);
  at("speed", check.speed);
  at("tests", check.tests);
  at("program_output", check.program_output);
  at.later("file_hash", check.file_hash);
  at.later("marks", check.marks);
  at.later("unusual", check.unusual);
  at.later("marks_of_solution", check.marks_of_solution);
}

template <class Archive>
void fields(Archive& at, benchmark_row& row) {
  at("series", row.series);
  at("size", row.size);
  at("label", row.label);
  at("seconds", row.seconds);
  at("rate", row.rate);
  at("percent_of_copy", row.percent_of_copy);
  at("percent_of_plain", row.percent_of_plain);
  at("percent_of_cublas", row.percent_of_cublas);
  at("reference_rate", row.reference_rate);
  at("spread_percent", row.spread_percent);
}

template <class Archive>
void fields(Archive& at, benchmark_result& benchmark) {
  at("device", benchmark.device);
  at("unit", benchmark.unit);
  at("note", benchmark.note);
  at("reproduce", benchmark.reproduce);
  at("rows", benchmark.rows);
}

template <class Archive>
void fields(Archive& at, lesson_result& lesson) {
  at.derived("id", lesson.definition.id());
  at("number", lesson.definition.number);
  at("name", lesson.definition.name);
  at("title", lesson.definition.title);
  at("summary", lesson.definition.summary);
  at.later("elective", lesson.definition.elective);
  at("prerequisites", lesson.definition.prerequisites);
  at("state", lesson.state);
  at("message", lesson.message);
  at("points", lesson.points);
  at("max_points", lesson.max_points);
  at("build_seconds", lesson.build_seconds);
  at("run_seconds", lesson.run_seconds);
  at.later("handed_in", lesson.handed_in);
  at.later("kit", lesson.kit);
  at("reproduce", lesson.reproduce);
  at("checks", lesson.checks);
  at("benchmarks", lesson.benchmarks);
}

template <class Archive>
void fields(Archive& at, submission& who) {
  at("id", who.id);
  at("name", who.name);
  at("email", who.email);
  at("roster", who.roster);
  at("submitted", who.submitted);
  at.later("time_source", who.time_source);
  at.later("marked_late", who.marked_late);
  at("source", who.source);
  at("fingerprint", who.fingerprint);
}

template <class Archive>
void fields(Archive& at, adjustment& change) {
  at("lesson", change.lesson);
  at("check", change.check);
  at("points", change.points);
  at("reason", change.reason);
  at("by", change.by);
}

template <class Archive>
void fields(Archive& at, late_lesson& late) {
  at("lesson", late.lesson);
  at("days", late.days);
  at("free", late.free);
  at("percent", late.percent);
}

template <class Archive>
void fields(Archive& at, lateness& late) {
  at("days", late.days);
  at("free", late.free);
  at("percent", late.percent);
  at("points", late.points);
  at("note", late.note);
  at.later("by_lesson", late.by_lesson);
}

template <class Archive>
void fields(Archive& at, environment& where) {
  at("devices", where.devices);
  at("cpu", where.cpu);
  at("gpu", where.gpu);
  at("compiler", where.compiler);
  at("cuda_compiler", where.cuda_compiler);
  at("cmake", where.cmake);
  at("system", where.system);
  at("build_folder", where.build_folder);
}

template <class Archive>
void fields(Archive& at, report& report) {
  at.derived("generator", "kernelwright grader " + report.where.course_version);
  at("course_version", report.where.course_version);
  at("created", report.where.created);
  at("tree", report.where.tree);
  at("submission", report.who);
  at("gradable", report.gradable);
  at("reason", report.reason);
  at("notes", report.notes);
  at.later("ignored", report.ignored);
  at("points", report.points);
  at("max_points", report.max_points);
  at("earned", report.earned);
  at("adjustments", report.adjustments);
  at("late", report.late);
  at("environment", report.where);
  at("lessons", report.lessons);
}

}  // namespace kw::grader
