#include "grader/class/class_summary.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/plain_text.hpp"
#include "grader/class/likeness.hpp"
#include "grader/score/late_work.hpp"
#include "grader/score/points.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kMostFeedbackBytes = 1000;

/// Geometric mean of the ratios of a scored speed check; 0 for none.
double ratio_of(const check_result& check) {
  if (!check.speed || check.speed->state != speed_state::scored || check.speed->samples.empty()) {
    return 0;
  }
  double logarithms = 0;
  for (const speed_sample& sample : check.speed->samples) {
    logarithms += std::log(std::max(sample.ratio, 1e-9));
  }
  return std::exp(logarithms / static_cast<double>(check.speed->samples.size()));
}

std::string feedback_of(const report& report) {
  std::string text;
  for (const lesson_result& lesson : report.lessons) {
    text += fmt::format("{}{} {} / {}", text.empty() ? "" : "; ", lesson.definition.id(),
                        format_points(lesson.points), format_points(lesson.max_points));
  }
  for (const adjustment& change : report.adjustments) {
    text += fmt::format("; {:+g} by hand: {}", change.points, change.reason);
  }
  if (report.late) {
    std::string note = report.late->note;
    note.erase(note.find_last_not_of(". ") + 1);
    text += fmt::format("; {} for lateness: {}", format_points(report.late->points), note);
  }
  return base::plain_line(text, kMostFeedbackBytes);
}

bool has_test(const check_result& check, test_status status) {
  return std::any_of(check.tests.begin(), check.tests.end(),
                     [&](const test_result& test) { return test.status == status; });
}

/// What an instructor may want to look at in one task.
void note_task(submission_summary& one, const lesson_result& lesson, const check_result& check) {
  const std::string task = lesson.definition.task_id(check.definition);
  one.handed_in = one.handed_in || check.state != task_state::file_missing;
  if (check.state == task_state::compile_failed) {
    one.not_compiled.push_back(task);
  }
  if (has_test(check, test_status::crashed)) {
    one.crashed.push_back(task);
  }
  if (has_test(check, test_status::hung)) {
    one.hung.push_back(task);
  }
  for (const test_result& test : check.tests) {
    for (const finding& found : test.findings) {
      one.findings.insert({lesson.definition.id(), base::plain_line(found.kind)});
    }
  }
  if (check.error && check.state == task_state::compile_failed) {
    one.findings.insert({lesson.definition.id(), kDoesNotCompile});
  }
  if (!check.unusual.empty()) {
    one.unusual.push_back(
        base::plain_line(fmt::format("{}: {}", task, fmt::join(check.unusual, ", "))));
  }
  if (!check.file_hash.empty()) {
    one.files.push_back(
        {task, check.file_hash, parse_marks(check.marks), parse_marks(check.marks_of_solution)});
  }
}

}  // namespace

std::size_t class_summary::column_of(const lesson_result& lesson, const check_result& check) {
  const auto [found, is_new] =
      column_numbers_.try_emplace({lesson.definition.id(), check.definition.id}, columns_.size());
  if (is_new) {
    columns_.push_back({lesson.definition.id(), lesson.definition.title, check.definition.id,
                        check.definition.title, check.definition.kind, check.definition.points,
                        check.definition.bonus});
  }
  return found->second;
}

void class_summary::add(const report& report, std::string page) {
  if (submissions_.empty()) {
    where_ = report.where;
  }
  submission_summary one;
  one.id = base::plain_line(report.who.id);
  one.name = base::plain_line(report.who.name.empty() ? report.who.id : report.who.name);
  one.email = base::plain_line(report.who.email);
  one.roster = report.who.roster;
  one.submitted = report.who.submitted;
  one.time_source = base::plain_line(report.who.time_source);
  one.marked_late = report.who.marked_late;
  one.source = report.who.source;
  one.lacks_time = lacks_time(report);
  one.created = report.where.created;
  one.page = std::move(page);
  one.gradable = report.gradable;
  one.reason = base::plain_line(report.reason, kMostFeedbackBytes);
  one.points = report.points;
  one.max_points = report.max_points;
  for (const adjustment& change : report.adjustments) {
    one.adjusted += report.counts(change) ? change.points : 0;
  }
  if (report.late) {
    one.late_days = report.late->days;
    one.late_points = report.late->points;
  }
  one.feedback = feedback_of(report);
  for (const std::string& file : report.ignored) {
    one.ignored.push_back(base::plain_line(file));
  }
  for (const lesson_result& lesson : report.lessons) {
    for (const check_result& check : lesson.checks) {
      one.checks[column_of(lesson, check)] = {check.points, check.status(), ratio_of(check)};
      if (!check.speed) {
        note_task(one, lesson, check);
      }
    }
  }
  submissions_.push_back(std::move(one));
}

std::vector<const submission_summary*> class_summary::in_order() const {
  std::vector<const submission_summary*> order;
  for (const submission_summary& one : submissions_) {
    order.push_back(&one);
  }
  std::sort(order.begin(), order.end(), [](const auto* a, const auto* b) {
    return std::tie(a->id, a->page) < std::tie(b->id, b->page);
  });
  return order;
}

std::vector<std::string> class_summary::about_times() const {
  constexpr std::size_t kMostNames = 10;
  std::map<std::string, int> sources;
  int by_marks = 0;
  int marked = 0;
  std::vector<std::string> without;
  for (const submission_summary* one : in_order()) {
    marked += one->marked_late ? 1 : 0;
    if (!one->submitted.empty()) {
      ++sources[one->time_source.empty() ? "an earlier run" : one->time_source];
    } else if (one->time_source == kCanvasMarks) {
      ++by_marks;
    } else if (one->lacks_time) {
      without.push_back(one->name);
    }
  }
  std::vector<std::string> lines;
  for (const auto& [source, count] : sources) {
    lines.push_back(fmt::format("times of {}, from {}", counted(count, "submission"), source));
  }
  if (by_marks > 0) {
    lines.push_back(fmt::format(
        "Canvas marks {} of {} as late, and does not say by how much: a rule on lateness counts "
        "its `marked_days` for each",
        marked, counted(by_marks, "submission")));
  }
  if (!without.empty()) {
    lines.push_back(fmt::format(
        "NO TIME for {}, so a rule on lateness counts them as on time: {}. A column "
        "\"submitted\" "
        "in the roster gives times, and so does Moodle's grading worksheet as the roster",
        counted(std::ssize(without), "submission"), list_of_names(without, kMostNames)));
  }
  return lines;
}

std::vector<std::size_t> class_summary::column_order() const {
  std::vector<std::size_t> order(columns_.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  // Within a lesson as its checks come; a first submission may lack the lessons before it.
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return columns_[a].lesson < columns_[b].lesson;
  });
  return order;
}

double class_summary::max_points() const {
  double most = 0;
  for (const submission_summary& one : submissions_) {
    most = std::max(most, one.max_points);
  }
  return most;
}

}  // namespace kw::grader
