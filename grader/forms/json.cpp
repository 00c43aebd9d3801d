// The forms that are JSON: Gradescope, GitHub Classroom, Classroom 50, PrairieLearn.
#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/base64.hpp"
#include "common/base/plain_text.hpp"
#include "grader/forms/forms.hpp"
#include "grader/score/points.hpp"
#include "grader/score/scoring.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t kMostTextBytes = 8000;
constexpr std::size_t kMostPrairielearnBytes = 1000000;  // its limit is 1 MB

std::string dump(const json& value) {
  return value.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

double seconds_of(const report& report) {
  double seconds = 0;
  for (const lesson_result& lesson : report.lessons) {
    seconds += lesson.build_seconds + lesson.run_seconds;
  }
  return seconds;
}

std::string name_of(const lesson_result& lesson, const check_result& check) {
  return base::plain_line(fmt::format("{:02} {}: {}", lesson.definition.number,
                                      lesson.definition.title, check.definition.title),
                          300);
}

/// Points that no check has: an adjustment, or what lateness costs.
struct other_points {
  std::string name;
  double points = 0;
  std::string why;
  bool counts = true;  ///< In the score, and not apart.
};

std::vector<other_points> other_points_of(const report& report) {
  std::vector<other_points> all;
  for (const adjustment& change : report.adjustments) {
    const std::string name =
        fmt::format("Adjusted by hand{}{}{}{}", change.lesson.empty() ? "" : ", ", change.lesson,
                    change.check.empty() ? "" : " ", change.check);
    const std::string by = change.by.empty() ? "" : " (" + change.by + ")";
    all.push_back({base::plain_line(name), change.points,
                   base::plain_text(change.reason + by, kMostTextBytes), report.counts(change)});
  }
  if (report.late) {
    all.push_back(
        {"Late", report.late->points, base::plain_text(report.late->note, kMostTextBytes)});
  }
  return all;
}

/// What a check's test says: what was wrong, and nothing where that is nothing.
std::string output_of(const check_result& check, std::size_t limit = kMostTextBytes) {
  return check.complete() ? "" : describe_failures(check, limit);
}

/// The same, with a word on a check that is complete.
std::string outcome_of(const check_result& check) {
  return check.complete() ? base::plain_text(describe_outcome(check), kMostTextBytes)
                          : output_of(check);
}

/// What to say first about a whole result.
std::string headline(const report& report) {
  if (!report.gradable) {
    return base::plain_text(
        "This could not be graded, through no fault of the submission: " + report.reason,
        kMostTextBytes);
  }
  std::string text = fmt::format("{} of {} points", format_points(report.points),
                                 format_points(report.max_points));
  for (const std::string& note : report.notes) {
    text += "\n" + note;
  }
  for (const lesson_result& lesson : report.lessons) {
    text += lesson.message.empty() ? "" : "\n" + lesson.definition.id() + ": " + lesson.message;
    for (const check_result& check : lesson.checks) {
      text += check.message.empty()
                  ? ""
                  : "\n" + lesson.definition.task_id(check.definition) + ": " + check.message;
    }
  }
  return base::plain_text(text, kMostTextBytes);
}

json gradescope_test(const lesson_result& lesson, const check_result& check, std::size_t number) {
  json test = {{"name", name_of(lesson, check)},
               {"name_format", "text"},
               {"number", fmt::format("{}.{}", lesson.definition.number, number)},
               {"output", outcome_of(check)},
               {"output_format", "text"},
               {"tags", {lesson.definition.id(), std::string(to_text(check.definition.kind))}},
               {"visibility", std::string(to_text(check.definition.shown))},
               {"extra_data", {{"check", check.definition.id}, {"reproduce", check.reproduce}}}};
  if (check.scored()) {  // without a score it counts neither way
    test["score"] = check.points;
    // Bonus points that a submission did not earn are not missing from its total.
    test["max_score"] = check.definition.bonus ? 0.0 : check.definition.points;
    test["status"] = check.complete() ? "passed" : "failed";
  }
  return test;
}

json leaderboard_of(const report& report) {
  json board = json::array();
  for (const lesson_result& lesson : report.lessons) {
    for (const check_result& check : lesson.checks) {
      if (check.speed && check.speed->state == speed_state::scored &&
          check.definition.shown == visibility::visible) {
        double product = 1;
        for (const speed_sample& sample : check.speed->samples) {
          product *= sample.ratio;
        }
        const auto count =
            static_cast<double>(std::max<std::size_t>(check.speed->samples.size(), 1));
        board.push_back({{"name", lesson.definition.id() + ": times the solution's time"},
                         {"value", std::round(1000 * std::pow(product, 1 / count)) / 1000},
                         {"order", "asc"}});
      }
    }
  }
  return board;
}

const char* classroom_status(const check_result& check) {
  return check.complete() || !check.scored()         ? "pass"
         : check.state == task_state::compile_failed ? "error"
                                                     : "fail";
}

/// The line of the kernel file that a check's failures name first; 0 for none.
int line_of(const lesson_result& lesson, const check_result& check) {
  next_step step;
  step.lesson = &lesson;
  step.check = &check;
  step.test = telling_test(check);
  return check.error ? check.error->line : step.test != nullptr ? place_to_open(step).line : 0;
}

json classroom_test(const lesson_result& lesson, const check_result& check) {
  return {{"name", name_of(lesson, check)},
          {"status", classroom_status(check)},
          {"message", output_of(check)},
          {"test_code", base::plain_text(check.reproduce, kMostTextBytes)},
          {"filename", base::plain_line(check.kernel_file.string())},
          {"line_no", line_of(lesson, check)},
          {"execution_time", fmt::format("{:.3g}s", lesson.run_seconds)},
          {"score", check.points},
          {"max_score", check.scored() && !check.definition.bonus ? check.definition.points : 0}};
}

/// An entry that is not of a check: a change of the score, or why there is none.
json classroom_entry(const std::string& name, const char* status, const std::string& message,
                     const json& score) {
  return {{"name", name},           {"status", status}, {"message", message},
          {"test_code", ""},        {"filename", ""},   {"line_no", 0},
          {"execution_time", "0s"}, {"score", score},   {"max_score", 0}};
}

json classroom_value(const report& report) {
  if (!report.gradable) {
    const json why = classroom_entry("Grading", "error", headline(report), 0);
    return {{"version", 1}, {"status", "error"}, {"max_score", 0.0}, {"tests", json::array({why})}};
  }
  json tests = json::array();
  for (const lesson_result& lesson : report.lessons) {
    for (const check_result& check : lesson.checks) {
      tests.push_back(classroom_test(lesson, check));
    }
  }
  const auto any = [&](const char* status) {
    return std::any_of(tests.begin(), tests.end(),
                       [&](const json& test) { return test["status"] == status; });
  };
  const char* status = any("error") ? "error" : any("fail") ? "fail" : "pass";
  for (const other_points& other : other_points_of(report)) {
    tests.push_back(classroom_entry(other.name, "pass", other.why, other.points));
  }
  return {{"version", 1}, {"status", status}, {"max_score", report.max_points}, {"tests", tests}};
}

/// A test of Classroom 50. Its `message` is one of the fields that it keeps without reading them.
json classroom50_entry(const std::string& name, bool passed, int points, int most,
                       const std::string& message) {
  return {{"test-name", name},
          {"passed", passed},
          {"score", points},
          {"max-score", most},
          {"message", message}};
}

/// Points below a whole number by a rounding error only are that number.
int whole_points(double points) {
  constexpr double kRounding = 1e-6;
  return static_cast<int>(std::floor(points + kRounding));
}

/// A task that has all its points has all the whole points, also where a policy makes it worth 2.5.
json classroom50_test(const lesson_result& lesson, const check_result& check) {
  const bool counts = !check.definition.bonus;
  const int most = counts ? static_cast<int>(std::ceil(check.definition.points)) : 0;
  return classroom50_entry(
      name_of(lesson, check), check.complete(),
      counts && check.complete() ? most : std::min(most, whole_points(check.points)), most,
      outcome_of(check));
}

/// Adds tests to `result`, with the sums of their points.
void add_classroom50_tests(const report& report, json& result) {
  int points = 0;
  int most = 0;
  double apart = 0;  // what no test has
  for (const lesson_result& lesson : report.lessons) {
    for (const check_result& check : lesson.checks) {
      const bool bonus = check.definition.bonus;
      if (!report.counts(lesson) || !check.scored() || (bonus && check.points <= 0)) {
        continue;
      }
      json test = classroom50_test(lesson, check);
      points += test["score"].get<int>();
      most += test["max-score"].get<int>();
      apart += bonus ? check.points : 0;
      result["tests"].push_back(std::move(test));
    }
  }
  for (const other_points& other : other_points_of(report)) {
    if (other.counts) {
      apart += other.points;
      result["tests"].push_back(classroom50_entry(other.name, true, 0, 0, other.why));
    }
  }
  result["score"] = std::clamp(whole_points(points + apart), 0, most);
  result["max-score"] = most;
}

json prairielearn_value(const report& report, std::size_t text_limit) {
  json tests = json::array();
  for (const lesson_result& lesson : report.lessons) {
    for (const check_result& check : lesson.checks) {
      // If one test lacks points, PrairieLearn hides them for all: what is not scored is worth 0.
      tests.push_back({{"name", name_of(lesson, check)},
                       {"description", base::plain_line(check.kernel_file.string())},
                       {"points", check.scored() ? check.points : 0},
                       {"max_points", check.scored() ? check.definition.points : 0},
                       {"message", base::plain_text(describe_outcome(check), text_limit)},
                       {"output", output_of(check, text_limit)}});
    }
  }
  const double share = report.max_points > 0 ? report.points / report.max_points : 0;
  return {{"gradable", true},
          {"score", std::min(1.0, share)},
          {"message", base::plain_text(headline(report), text_limit)},
          {"output", ""},
          {"tests", tests}};
}

}  // namespace

std::string to_gradescope(const report& report) {
  json root = {{"output", headline(report)},
               {"output_format", "text"},
               {"test_output_format", "text"},
               {"test_name_format", "text"},
               {"visibility", "visible"},
               {"stdout_visibility", "hidden"},
               {"execution_time", seconds_of(report)},
               {"extra_data",
                {{"gradable", report.gradable},
                 {"generator", "kernelwright grader " + report.where.course_version}}}};
  if (!report.gradable) {
    return dump(root);  // no score and no tests: Gradescope says that the autograder failed
  }
  json tests = json::array();
  for (const lesson_result& lesson : report.lessons) {
    for (std::size_t i = 0; i < lesson.checks.size(); ++i) {
      tests.push_back(gradescope_test(lesson, lesson.checks[i], i + 1));
    }
  }
  for (const other_points& other : other_points_of(report)) {
    tests.push_back({{"name", other.name},
                     {"score", other.points},
                     {"max_score", 0.0},
                     {"status", other.points < 0 ? "failed" : "passed"},
                     {"output", other.why},
                     {"output_format", "text"},
                     {"visibility", "visible"}});
  }
  root["score"] = report.points;
  root["tests"] = tests;
  root["leaderboard"] = leaderboard_of(report);
  return dump(root);
}

std::string to_classroom(const report& report) {
  return dump(classroom_value(report));
}

std::string to_classroom_base64(const report& report) {
  const std::string text =
      classroom_value(report).dump(-1, ' ', false, json::error_handler_t::replace);
  return base::to_base64(text);
}

std::string to_classroom50(const report& report, const classroom50_submission& submission) {
  json result = {{"schema", "classroom50/result/v1"}};
  for (const auto& [key, value] :
       {std::pair("classroom", submission.classroom),
        std::pair("assignment", submission.assignment),
        std::pair("submission", submission.submission), std::pair("commit", submission.commit),
        std::pair("release", submission.release), std::pair("review", submission.review)}) {
    if (!value.empty()) {
      result[key] = value;
    }
  }
  result.update({{"score", 0}, {"max-score", 0}, {"tests", json::array()}});
  if (report.gradable) {
    add_classroom50_tests(report, result);
  } else {
    result["tests"].push_back(classroom50_entry("Grading", false, 0, 0, headline(report)));
  }
  return dump(result);
}

std::string to_prairielearn(const report& report) {
  if (!report.gradable) {
    return dump({{"gradable", false},
                 {"format_errors", json::array({headline(report)})},
                 {"message", headline(report)}});
  }
  std::size_t text_limit = kMostTextBytes;
  std::string text = dump(prairielearn_value(report, text_limit));
  while (text.size() > kMostPrairielearnBytes && text_limit > 100) {
    text_limit /= 2;
    text = dump(prairielearn_value(report, text_limit));
  }
  return text;
}

}  // namespace kw::grader
