#include "grader/pages/student_page.hpp"

#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/plain_text.hpp"
#include "grader/pages/prose.hpp"
#include "grader/pages/templates.hpp"
#include "grader/score/points.hpp"
#include "grader/score/scoring.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

constexpr int kNextLines = 7;

html score_bar(const lesson_result& lesson) {
  html bar;
  for (const check_result& check : lesson.checks) {
    if (!check.scored()) {
      continue;
    }
    const double share = check.points / check.definition.points;
    bar += html::trusted(fmt::format(R"(<i style="flex:{:g}"><b style="width:{:.4g}%"></b></i>)",
                                     check.definition.points, share * 100));
  }
  return bar;
}

const char* state_word(const lesson_result& lesson) {
  switch (lesson.state) {
    case lesson_state::complete:
      return "complete";
    case lesson_state::compile_failed:
      return "does not compile";
    case lesson_state::file_missing:
      return "file missing";
    case lesson_state::incomplete:
      break;
  }
  return passed_core(lesson) ? "stretch left" : lesson.points > 0 ? "in progress" : "to do";
}

const char* state_class(const lesson_result& lesson) {
  return lesson.state == lesson_state::complete     ? "complete"
         : lesson.state == lesson_state::incomplete ? "open"
                                                    : "broken";
}

html overview(const report& report) {
  html rows;
  for (const lesson_result& lesson : report.lessons) {
    rows += fill(templates::overview_row_html,
                 {{"class", escape(state_class(lesson))},
                  {"id", escape(lesson.definition.id())},
                  {"number", escape(fmt::format("{:02}", lesson.definition.number))},
                  {"title", escape(lesson.definition.title)},
                  {"bar", score_bar(lesson)},
                  {"state", escape(state_word(lesson))},
                  {"points", escape(fmt::format("{} / {}", format_points(lesson.points),
                                                format_points(lesson.max_points)))}});
  }
  return rows;
}

html next_message(const next_step& step) {
  const lesson_result& lesson = *step.lesson;
  if (lesson.error) {
    return html::trusted("  <pre>") + escape(lesson.error->message) + html::trusted("</pre>\n");
  }
  if (step.test != nullptr && !step.test->findings.empty()) {
    const finding& found = step.test->findings.front();
    return html::trusted("  <p class=\"slug\">") + escape(found.kind) + html::trusted(" <span>") +
           escape(finding_subject(found)) + html::trusted("</span></p>\n") + finding_prose(found);
  }
  if (step.test != nullptr) {
    const std::string text = shortest_message(*step.test, kNextLines);
    return html::trusted("  <pre>") + escape(text) + html::trusted("</pre>\n");
  }
  if (!lesson.message.empty()) {
    return html::trusted("  <p class=\"only\">") + escape(lesson.message) + html::trusted("</p>\n");
  }
  return {};
}

html next_section(const report& report) {
  const auto step = find_next_step(report);
  if (!step) {
    return html::trusted(
        "<section class=\"next\"><h2>Everything here is complete.</h2>\n"
        "<p class=\"only\">Compare your kernels with <code>./course solution</code>, and look at "
        "their speed with "
        "<code>./course bench</code>.</p></section>");
  }
  const lesson_result& lesson = *step->lesson;
  const auto& definition = lesson.definition;
  const std::string check = step->check != nullptr ? ": " + step->check->definition.title : "";
  const open_place open = place_to_open(*step);
  const std::string place =
      lesson.kernel_file.string() + (open.line > 0 ? fmt::format(":{}", open.line) : std::string());
  const html todo = open.todo.empty() ? html()
                                      : html::trusted("<br><span>") + escape(open.todo) +
                                            html::trusted("</span>");
  return fill(templates::next_html, {{"title", escape(definition.title + check)},
                                     {"message", next_message(*step)},
                                     {"file", escape(place)},
                                     {"todo", todo},
                                     {"run", escape("./course grade " + definition.id())},
                                     {"hint", escape("./course hint " + definition.id())}});
}

/// How the score came about, where it is more than the sum of the checks; and what else to know.
html account(const report& report) {
  html rows;
  const auto add = [&](const std::string& points, const std::string& what) {
    rows += html::trusted("    <li>");
    rows += points.empty()
                ? html()
                : html::trusted("<strong>") + escape(points) + html::trusted("</strong> ");
    rows += escape(what) + html::trusted("</li>\n");
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
        fmt::format("by hand{}{}: {}{}", place.empty() ? "" : " for ", place, change.reason,
                    change.by.empty() ? "" : " (" + change.by + ")"));
  }
  if (report.late) {
    add(signed_points(report.late->points), report.late->note);
  }
  for (const std::string& note : report.notes) {
    add("", note);
  }
  return rows.empty()
             ? rows
             : html::trusted("  <ul class=\"account\">\n") + rows + html::trusted("  </ul>\n");
}

/// The number that matters, or that there is none.
html score(const report& report) {
  if (!report.gradable) {
    return html::trusted("<strong>Not graded</strong>");
  }
  return html::trusted("<strong>") + escape(format_points(report.points)) +
         html::trusted("</strong> <span>of ") + escape(format_points(report.max_points)) +
         html::trusted(" points</span>");
}

html why_not_graded(const report& report) {
  return html::trusted(
             "<section class=\"next\"><h2>This machine could not grade.</h2>\n<p "
             "class=\"only\">The "
             "submission is not at fault, and this is no score: it has to be graded again.</p>\n"
             "<pre>") +
         escape(base::plain_text(report.reason, 8000)) + html::trusted("</pre></section>\n");
}

html environment_list(const environment& where, const submission& who) {
  html list;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty()) {
      list += html::trusted("    <dt>") + escape(name) + html::trusted("</dt><dd>") +
              escape(value) + html::trusted("</dd>\n");
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
  const bool cuda = !where.devices.empty() && where.devices.back() == "cuda";
  const std::string device = cuda && where.devices.size() > 1 ? "CPU and GPU"
                             : cuda                           ? "GPU"
                                                              : "CPU";
  const std::string day = where.created.substr(0, where.created.find('T'));
  return fmt::format("{}{}, on the {}", where.tree == "solution" ? "solutions, " : "", day, device);
}

}  // namespace

std::string to_html(const report& report) {
  const auto step = find_next_step(report);
  const bool with_plots = !templates::plots_script.empty() && has_plots(report);
  html lessons;
  for (const lesson_result& lesson : report.lessons) {
    lessons += lesson_to_html(lesson, step && step->lesson == &lesson);
  }
  const std::string who = report.who.name.empty() ? report.who.id : report.who.name;
  const std::string title =
      fmt::format("Kernelwright{}{}: {}", who.empty() ? "" : ", ", base::plain_line(who),
                  report.gradable ? fmt::format("{} of {} points", format_points(report.points),
                                                format_points(report.max_points))
                                  : "not graded");
  return fill(templates::report_html,
              {{"title", escape(title)},
               {"policy", with_plots ? html::trusted(fmt::format("; script-src 'sha256-{}'",
                                                                 templates::plots_hash))
                                     : html()},
               {"style", html::trusted(std::string(templates::report_css))},
               {"who", escape(who.empty() ? "report" : base::plain_line(who))},
               {"score", score(report)},
               {"made", escape(made_line(report.where))},
               {"account", account(report)},
               {"overview", overview(report)},
               {"next", report.gradable ? next_section(report) : why_not_graded(report)},
               {"lessons", lessons},
               {"environment", environment_list(report.where, report.who)},
               {"script", with_plots ? html::trusted(fmt::format("<script>{}</script>\n",
                                                                 templates::plots_script))
                                     : html()}})
      .text();
}

}  // namespace kw::grader
