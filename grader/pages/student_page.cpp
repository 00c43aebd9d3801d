#include "grader/pages/pages.hpp"

#include <algorithm>
#include <cmath>
#include <initializer_list>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/plain_text.hpp"
#include "grader/pages/page_template.hpp"
#include "grader/pages/prose.hpp"
#include "grader/pages/sections.hpp"
#include "grader/score/points.hpp"
#include "grader/score/scoring.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kMostReasonBytes = 8000;

/// A check's part of a lesson's bar.
values bar_values(const check_result& check) {
  const double share = check.points / check.definition.points;
  return {{"points", fmt::format("{:g}", check.definition.points)},
          {"percent", fmt::format("{:.4g}", share * 100)}};
}

/// Whether every task of a lesson is in one of these states.
bool every_task(const lesson_result& lesson, std::initializer_list<task_state> states) {
  return std::all_of(lesson.checks.begin(), lesson.checks.end(), [&](const check_result& check) {
    return check.speed || std::find(states.begin(), states.end(), check.state) != states.end();
  });
}

bool nothing_built(const lesson_result& lesson) {
  return every_task(lesson, {task_state::compile_failed, task_state::file_missing});
}

const char* state_word(const lesson_result& lesson) {
  return lesson.state == lesson_state::complete           ? "complete"
         : every_task(lesson, {task_state::file_missing}) ? "files missing"
         : nothing_built(lesson)                          ? "does not compile"
         : passed_core(lesson)                            ? "stretch left"
         : lesson.points > 0                              ? "in progress"
                                                          : "to do";
}

const char* state_class(const lesson_result& lesson) {
  return lesson.state == lesson_state::complete ? "complete"
         : nothing_built(lesson)                ? "broken"
                                                : "open";
}

values overview_values(const lesson_result& lesson) {
  std::vector<values> bar;
  for (const check_result& check : lesson.checks) {
    if (check.scored()) {
      bar.push_back(bar_values(check));
    }
  }
  return {{"class", state_class(lesson)},
          {"id", lesson.definition.id()},
          {"number", fmt::format("{:02}", lesson.definition.number)},
          {"title", lesson.definition.title + (lesson.definition.elective ? " (elective)" : "")},
          {"checks", std::move(bar)},
          {"state", state_word(lesson)},
          {"points",
           fmt::format("{} / {}", format_points(lesson.points), format_points(lesson.max_points))}};
}

/// What to do next, and why: a finding, words of a compiler or test, or a sentence alone.
values next_values(const next_step& step) {
  const lesson_result& lesson = *step.lesson;
  const check_result& check = *step.check;
  const auto& definition = lesson.definition;
  const std::string task = definition.task_id(check.definition);
  std::optional<values> found, quoted;
  if (check.error) {
    quoted = values{{"text", check.error->message}};
  } else if (step.test != nullptr && !step.test->findings.empty()) {
    const finding& first = step.test->findings.front();
    found = values{
        {"kind", first.kind}, {"subject", finding_subject(first)}, {"prose", finding_prose(first)}};
  } else if (step.test != nullptr) {
    quoted = values{{"text", failure_text(*step.test)}};
  }
  const bool only = !found && !quoted;
  const open_place open = place_to_open(step);
  return {{"title", definition.title + ": " + check.definition.title},
          {"finding", std::move(found)},
          {"quoted", std::move(quoted)},
          {"only", !only                   ? ""
                   : check.message.empty() ? lesson.message
                                           : check.message},
          {"file", check.kernel_file.string() +
                       (open.line > 0 ? fmt::format(":{}", open.line) : std::string())},
          {"todo", open.todo},
          {"run", "./course grade " + (check.speed ? definition.id() + " --bench" : task)},
          {"hint",
           "./course hint " + (check.speed ? definition.id() + " " + check.definition.id : task)}};
}

/// How the score came about, where it is more than the sum of the checks; and what else to know.
std::optional<values> account_of(const report& report) {
  std::vector<values> rows;
  const auto add = [&](const std::string& points, const std::string& what) {
    rows.push_back({{"points", points}, {"what", what}});
  };
  const auto signed_points = [](double points) {
    return (points < 0 ? "\u2212" : "+") + format_points(std::abs(points));
  };
  if (!report.adjustments.empty() || report.late) {
    add(format_points(report.earned), "earned by the checks below");
  }
  for (const adjustment& change : report.adjustments) {
    const std::string place = change.lesson + (change.check.empty() ? "" : " " + change.check);
    add(signed_points(change.points),
        fmt::format("by hand{}{}{}: {}{}", place.empty() ? "" : " for ", place,
                    report.counts(change) ? "" : ", which counts apart", change.reason,
                    change.by.empty() ? "" : " (" + change.by + ")"));
  }
  if (report.late) {
    add(signed_points(report.late->points), report.late->note);
  }
  for (const std::string& note : report.notes) {
    add("", note);
  }
  return values_if(!rows.empty(), [&] { return values{{"rows", std::move(rows)}}; });
}

std::vector<values> environment_list(const environment& where, const submission& who) {
  std::vector<values> list;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) {
      list.push_back({{"name", name}, {"value", value}});
    }
  };
  add("Handed in", who.submitted);
  add("Files graded", who.fingerprint);
  add("Made", where.created);
  add("Graded", where.tree == "solution"     ? "the solutions"
                : where.tree == "submission" ? "the files handed in"
                                             : "the exercises");
  add("Devices", fmt::format("{}", fmt::join(where.devices, ", ")));
  add("CPU", where.cpu);
  add("GPU", where.gpu);
  add("Compiler", where.compiler);
  add("CUDA compiler", where.cuda_compiler);
  add("CMake", where.cmake);
  add("System", where.system);
  add("Build folder", where.build_folder);
  add("Course", where.course_version.empty() ? "" : "Kernelwright " + where.course_version);
  return list;
}

std::string made_line(const environment& where) {
  const std::string last = device_word(where.devices.empty() ? "" : where.devices.back());
  const std::string device = last == "GPU" && where.devices.size() > 1 ? "CPU and GPU" : last;
  const std::string day = where.created.substr(0, where.created.find('T'));
  return fmt::format("{}{}, on the {}", where.tree == "solution" ? "solutions, " : "", day, device);
}

std::string apart_of(const report& report) {
  const auto apart = points_apart(report);
  return apart ? fmt::format("Electives, which count apart: {} of {} points",
                             format_points(apart->points), format_points(apart->max_points))
               : "";
}

}  // namespace

std::string to_html(const report& report, const run_history& history) {
  static const page_template page(embedded_templates("report.html"));
  const auto step = find_next_step(report);
  const std::string who = report.who.name.empty() ? report.who.id : report.who.name;
  const std::string points = format_points(report.points);
  const std::string max_points = format_points(report.max_points);
  const auto score = [&] { return values{{"points", points}, {"max_points", max_points}}; };
  const auto fault = [&] {
    return values{{"reason", base::plain_text(report.reason, kMostReasonBytes)}};
  };
  const std::string result =
      report.gradable ? fmt::format("{} of {} points", points, max_points) : "not graded";
  return page
      .render({{"title", fmt::format("Kernelwright{}{}: {}", who.empty() ? "" : ", ",
                                     base::plain_line(who), result)},
               {"who", who.empty() ? "report" : base::plain_line(who)},
               {"score", values_if(report.gradable, score)},
               {"apart", apart_of(report)},
               {"made", made_line(report.where)},
               {"account", account_of(report)},
               {"overview", each(report.lessons, overview_values)},
               {"fault", values_if(!report.gradable, fault)},
               {"next", report.gradable ? if_there(step, next_values) : std::nullopt},
               {"done", report.gradable && !step},
               {"lessons", each(report.lessons,
                                [&](const lesson_result& lesson) {
                                  return lesson_values(lesson, step && step->lesson == &lesson);
                                })},
               {"history", history_values(history)},
               {"environment", environment_list(report.where, report.who)}})
      .text();
}

}  // namespace kw::grader
