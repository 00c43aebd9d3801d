#include "grader/report_json.hpp"

#include <nlohmann/json.hpp>

#include "grader/scoring.hpp"

namespace kw::grader {
namespace {

using json = nlohmann::ordered_json;

json to_value(const finding& found) {
  return {{"kind", found.kind},     {"message", found.message},    {"advice", found.advice},
          {"kernel", found.kernel}, {"buffer", found.buffer},      {"file", found.file},
          {"line", found.line},     {"source", found.source_text}, {"count", found.count}};
}

json to_value(const test_result& test) {
  json findings = json::array();
  for (const finding& found : test.findings) {
    findings.push_back(to_value(found));
  }
  return {{"name", test.name},       {"device", test.device},   {"status", to_text(test.status)},
          {"seconds", test.seconds}, {"message", test.message}, {"findings", findings}};
}

json to_value(const std::vector<test_result>& tests) {
  json list = json::array();
  for (const test_result& test : tests) {
    list.push_back(to_value(test));
  }
  return list;
}

json to_value(const check_result& check) {
  return {{"id", check.definition.id},
          {"title", check.definition.title},
          {"kind", to_text(check.definition.kind)},
          {"points", check.points},
          {"max_points", check.definition.points},
          {"passed", check.passed},
          {"counted", check.counted},
          {"filter", check.definition.tests},
          {"hints", check.definition.hints},
          {"reproduce", check.reproduce},
          {"tests", to_value(check.tests)}};
}

json to_value(const compile_error& error) {
  return {{"file", error.file},
          {"line", error.line},
          {"column", error.column},
          {"message", error.message},
          {"source", error.source_line},
          {"raised_in", error.raised_in},
          {"further_errors", error.further_errors},
          {"others", error.others},
          {"output", error.output}};
}

json to_value(const benchmark_result& benchmark) {
  json rows = json::array();
  for (const benchmark_row& row : benchmark.rows) {
    rows.push_back({{"series", row.series},
                    {"size", row.size},
                    {"label", row.label},
                    {"seconds", row.seconds},
                    {"rate", row.rate},
                    {"percent_of_copy", row.percent_of_copy},
                    {"percent_of_plain", row.percent_of_plain},
                    {"spread_percent", row.spread_percent}});
  }
  return {{"device", benchmark.device},
          {"unit", benchmark.unit},
          {"note", benchmark.note},
          {"reproduce", benchmark.reproduce},
          {"rows", rows}};
}

json to_value(const lesson_result& lesson) {
  json checks = json::array();
  for (const check_result& check : lesson.checks) {
    checks.push_back(to_value(check));
  }
  json benchmarks = json::array();
  for (const benchmark_result& benchmark : lesson.benchmarks) {
    benchmarks.push_back(to_value(benchmark));
  }
  json todos = json::array();
  for (const todo& left : lesson.todos) {
    todos.push_back({{"line", left.line}, {"text", left.text}});
  }
  json value = {{"id", lesson.definition->id()},
                {"number", lesson.definition->number},
                {"name", lesson.definition->name},
                {"title", lesson.definition->title},
                {"summary", lesson.definition->summary},
                {"prerequisites", lesson.definition->prerequisites},
                {"state", to_text(lesson.state)},
                {"message", lesson.message},
                {"points", lesson.points},
                {"max_points", lesson.max_points},
                {"file", lesson.kernel_file.string()},
                {"todos", todos},
                {"build_seconds", lesson.build_seconds},
                {"run_seconds", lesson.run_seconds},
                {"reproduce", lesson.reproduce},
                {"compile_error", nullptr},
                {"checks", checks},
                {"tests_without_check", to_value(lesson.unclaimed)},
                {"benchmarks", benchmarks},
                {"program_output", lesson.program_output}};
  if (lesson.error) {
    value["compile_error"] = to_value(*lesson.error);
  }
  return value;
}

json next_to_value(const report& report) {
  const auto step = find_next_step(report);
  if (!step) {
    return nullptr;
  }
  return {{"lesson", step->lesson->definition->id()},
          {"file", step->lesson->kernel_file.string()},
          {"line", place_to_open(*step).line},
          {"check", step->check != nullptr ? json(step->check->definition.id) : json(nullptr)},
          {"test", step->test != nullptr ? json(step->test->name) : json(nullptr)}};
}

}  // namespace

std::string to_json(const report& report) {
  const environment& where = report.where;
  json lessons = json::array();
  for (const lesson_result& lesson : report.lessons) {
    lessons.push_back(to_value(lesson));
  }
  const json root = {{"schema_version", kReportSchemaVersion},
                     {"generator", "kernelwright grader " + where.course_version},
                     {"created", where.created},
                     {"points", report.points},
                     {"max_points", report.max_points},
                     {"tree", where.tree},
                     {"environment",
                      {{"devices", where.devices},
                       {"cpu", where.cpu},
                       {"gpu", where.gpu},
                       {"compiler", where.compiler},
                       {"cuda_compiler", where.cuda_compiler},
                       {"cmake", where.cmake},
                       {"system", where.system},
                       {"build_folder", where.build_folder}}},
                     {"next", next_to_value(report)},
                     {"lessons", lessons}};
  return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace kw::grader
