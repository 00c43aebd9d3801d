#include "sample_report.hpp"

#include "grader/score/scoring.hpp"

namespace kw::grader {
namespace {

test_result make_test(const std::string& name, test_status status, const std::string& text) {
  test_result test;
  test.name = name;
  test.status = status;
  test.seconds = 0.25;
  if (status != test_status::passed) {
    test.message = text;
    finding found;
    found.kind = "out-of-bounds";
    found.message = found.advice = found.kernel = found.buffer = text;
    found.file = found.source_text = text;
    found.line = 21;
    found.count = 3;
    test.findings = {found};
  }
  return test;
}

speed_result make_speed(const std::string& text) {
  speed_result speed;
  speed.state = speed_state::scored;
  speed.note = text;
  speed.device = "cpu";
  speed.credit = speed.credit_low = 0.5;
  speed.credit_high = 0.75;
  speed.rounds = 3;
  speed.samples = {{text, {3, 3, 3.5}, {1, 1, 1}, 3, 3, 3.5, 0.5}};
  return speed;
}

benchmark_result make_benchmark(const std::string& text) {
  benchmark_result benchmark;
  benchmark.device = "cpu";
  benchmark.unit = "GB/s";
  benchmark.reproduce = text;
  for (const double size : {1024.0, 65536.0}) {
    benchmark_row row;
    row.series = row.label = text;
    row.size = size;
    row.seconds = 1e-6;
    row.rate = 3.5;
    row.percent_of_copy = 70;
    row.percent_of_plain = 90;
    row.percent_of_cublas = 95;
    row.reference_rate = 4;
    row.spread_percent = 2;
    benchmark.rows.push_back(row);
  }
  return benchmark;
}

lesson make_lesson(const std::string& text) {
  lesson result;
  result.number = 1;
  result.name = "first";
  result.title = result.summary = text;
  result.checks = {
      {"warm", text, check_kind::warm_up, 2, 1, "", {text, text, text}},
      {"main", text, check_kind::core, 6, 2, "", {text, text, text}},
      {"secret", text, check_kind::core, 4, 3, "", {text, text, text}, visibility::hidden},
      {"more", text, check_kind::stretch, 3, 4, "", {text, text, text}},
      {"speed", text, check_kind::speed, 4, 0, "main", {text, text, text}}};
  result.checks[3].bonus = true;
  result.checks[3].needs = {"warm"};
  result.checks[4].speed = speed_rule{"Add", 1.2, 10};
  return result;
}

/// A lesson with everything but a compile error.
lesson_result make_first(const std::string& text) {
  lesson_result first = start_lesson(make_lesson(text));
  first.message = first.reproduce = text;
  first.checks[0].tests = {make_test("Warm.A", test_status::passed, text)};
  first.checks[1].tests = {make_test("Main.A", test_status::passed, text),
                           make_test("Main.B", test_status::failed, text),
                           make_test("Main.C", test_status::skipped, text)};
  first.checks[1].picture = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";
  first.checks[2].tests = {make_test("Secret.A", test_status::crashed, text)};
  first.checks[3].tests = {make_test("More.A", test_status::passed, text),
                           make_test("More.B", test_status::missing, text)};
  first.checks[4].speed = make_speed(text);
  for (check_result& check : first.checks) {
    check.kernel_file = check.reproduce = text;
    if (!check.speed) {
      check.message = check.program_output = text;
      check.todos = {{3, text}};
    }
  }
  first.benchmarks = {make_benchmark(text)};
  score_lesson(first);
  return first;
}

/// A lesson with a task that does not compile, and one without its file.
lesson_result make_second(const std::string& text) {
  lesson lesson;
  lesson.number = 2;
  lesson.name = "second";
  lesson.title = text;
  lesson.prerequisites = {1};
  lesson.checks = {{"only", text, check_kind::core, 5, 1, "", {text, text, text}},
                   {"gone", text, check_kind::stretch, 1, 2, "", {text, text, text}}};
  lesson_result second = start_lesson(lesson);
  second.checks[0].state = task_state::compile_failed;
  second.checks[0].error =
      compile_error{text, 3, 9, 4, text, text, text, text, text, "", 1, {text}, text, text};
  second.checks[1].state = task_state::file_missing;
  second.checks[1].message = text;
  score_lesson(second);
  return second;
}

}  // namespace

report make_sample_report(const std::string& text) {
  report result;
  result.where = {
      "2026-01-31T12:00:00Z", "0.1.0", {"cpu"}, text, "", text, "", text, text, text, "exercise"};
  result.who = {"lee-ann", text, text,  {{"Section", text}}, "2026-01-30T23:00:00Z", text,
                false,     text, "f00d"};
  result.who.time_source = text;
  result.notes = result.ignored = {text};
  result.lessons = {make_first(text), make_second(text)};
  result.adjustments = {{"lesson01", "main", 1.5, text, text}};
  result.late = lateness{2, 1, 10, 0, text};
  result.lessons[1].handed_in = "2026-01-29T23:00:00Z";
  result.lessons[1].kit = text;
  result.lessons[0].checks[1].file_hash = result.lessons[0].checks[1].marks = text;
  settle(result);
  return result;
}

std::vector<report> make_sample_class() {
  report good = make_sample_report();
  good.who.name = "Ann \"A\" Lee";
  good.who.email = "ann@example.org";
  good.who.roster = {{"Student", "Lee, Ann"}, {"ID", "4711"},   {"SIS User ID", "s1"},
                     {"SIS Login ID", "ann"}, {"Section", "A"}, {"Identifier", "Participant 7"},
                     {"ID number", "0815"}};
  report hostile = make_sample_report(hostile_text());
  hostile.who.id = "evil";
  report fault;
  fault.who.id = "unlucky";
  fault.who.name = "Un Lucky";
  fault.gradable = false;
  fault.reason = "The GPU was lost.";
  report noisy = make_sample_report();
  noisy.who.id = "noisy";
  noisy.adjustments.clear();
  noisy.late.reset();
  noisy.lessons[0].checks[4].speed->state = speed_state::noisy;
  settle_lesson(noisy.lessons[0]);
  settle(noisy);
  return {noisy, fault, hostile, good};
}

std::string hostile_text() {
  return "=cmd|' /C calc'!A0 </pre></style><script>alert(1)</script>\" onload='x' {{title}} ]]> "
         "\xFF\x1B[31mred\x1B[0m\x01\r\n::error::no";
}

}  // namespace kw::grader
