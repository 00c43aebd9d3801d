#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "common/base/base64.hpp"
#include "common/base/plain_text.hpp"
#include "grader/pages/prose.hpp"
#include "grader/pages/student_page.hpp"
#include "grader/pages/templates.hpp"
#include "grader/score/points.hpp"
#include "grader/score/scoring.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kTestsInFull = 8;

html wrap(const char* before, std::string_view text, const char* after) {
  return html::trusted(before) + escape(text) + html::trusted(after);
}

html findings_to_html(const test_result& test) {
  html result;
  for (const finding& found : test.findings) {
    const std::string place = found.line > 0 ? fmt::format("{}:{}", found.file, found.line) : "";
    result += fill(templates::finding_html, {{"kind", escape(found.kind)},
                                             {"subject", escape(finding_subject(found))},
                                             {"where", escape(place)},
                                             {"message", finding_prose(found)}});
  }
  return result;
}

/// A test's own text. The lines of a map keep their shape on a narrow screen, where other lines
/// wrap.
html message_to_html(const std::string& message) {
  html result = html::trusted("          <pre>");
  std::istringstream lines(message);
  bool in_map = false;
  for (std::string line; std::getline(lines, line);) {
    if (is_map_line(line) != in_map) {
      in_map = !in_map;
      result += html::trusted(in_map ? "<span class=\"map\" tabindex=\"0\" role=\"group\" "
                                       "aria-label=\"Which elements are wrong\">"
                                     : "</span>");
    }
    result += escape(line) + html::trusted("\n");
  }
  return result + html::trusted(in_map ? "</span></pre>\n" : "</pre>\n");
}

const char* status_word(test_status status) {
  switch (status) {
    case test_status::crashed:
      return "crashed";
    case test_status::hung:
      return "did not end";
    case test_status::missing:
      return "not run";
    case test_status::skipped:
      return "skipped, not counted";
    default:
      return "";
  }
}

html test_to_html(const test_result& test, bool show_device) {
  const std::string message = message_without_findings(test);
  const std::string device =
      show_device ? " on the " + std::string(test.device == "cuda" ? "GPU" : "CPU") : "";
  return fill(templates::test_html,
              {{"status", escape(to_text(test.status))},
               {"name", escape(test.name)},
               {"word", escape(status_word(test.status) + device)},
               {"findings", findings_to_html(test)},
               {"message", message.empty() ? html() : message_to_html(message)}});
}

bool on_several_devices(const std::vector<test_result>& tests) {
  return std::any_of(tests.begin(), tests.end(),
                     [&](const test_result& test) { return test.device != tests[0].device; });
}

html list_of(const std::vector<const test_result*>& tests, const std::string& title) {
  if (tests.empty()) {
    return {};
  }
  html list = wrap("        <details><summary>", title, "</summary><ul>\n");
  for (const test_result* test : tests) {
    list += wrap("          <li><code>", test->name, "</code></li>\n");
  }
  return list + html::trusted("        </ul></details>\n");
}

std::string plural(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

html hints_to_html(const check_result& check) {
  if (check.complete() || check.definition.hints.empty()) {
    return {};
  }
  static constexpr const char* kNames[] = {"Hint 1: the idea", "Hint 2: the place",
                                           "Hint 3: the shape of the line"};
  html result = html::trusted("        <div class=\"hints\">\n");
  const std::size_t levels = std::min(check.definition.hints.size(), std::size(kNames));
  for (std::size_t level = 0; level < levels; ++level) {
    result += wrap("          <details><summary>", kNames[level], "</summary>") +
              html::trusted("<p>") + inline_prose(check.definition.hints[level]) +
              html::trusted("</p></details>\n");
  }
  return result + html::trusted("        </div>\n");
}

/// The tests of a check in the order in which they are worth reading.
struct reading_order {
  std::vector<const test_result*> in_full;
  std::vector<const test_result*> repeated;  ///< They say nothing that one above does not say.
  std::vector<const test_result*> rest;
  std::vector<const test_result*> passed;
};

reading_order order_for_reading(const check_result& check) {
  reading_order order;
  std::set<std::string> told;
  for (const bool with_findings : {true, false}) {
    for (const test_result& test : check.tests) {
      if (test.findings.empty() == with_findings) {
        continue;
      }
      bool news = test.findings.empty();
      for (const finding& found : test.findings) {
        // Another size, and so other numbers, of the same mistake is no news.
        const std::string key =
            fmt::format("{} {}:{} {}", found.kind, found.file, found.line, found.buffer);
        news = told.insert(key).second || news;
      }
      if (test.status == test_status::passed) {
        order.passed.push_back(&test);
      } else if (!news) {
        order.repeated.push_back(&test);
      } else {
        (order.in_full.size() < kTestsInFull ? order.in_full : order.rest).push_back(&test);
      }
    }
  }
  return order;
}

html reproduce_to_html(const char* what, const std::string& command) {
  return command.empty()
             ? html()
             : html::trusted("  <p class=\"reproduce\"><span>") + escape(what) +
                   html::trusted("</span> ") + command_to_html(command) + html::trusted("</p>\n");
}

/// What a check has to say beside its tests: why it is worth nothing, its times, its picture.
html details_of(const check_result& check) {
  constexpr std::size_t kMostPictureBytes = std::size_t{1} << 19;
  html details;
  if (!check.withheld.empty()) {
    details += wrap("        <p class=\"withheld\">", check.withheld, "</p>\n");
  }
  if (check.speed) {
    details += speed_to_html(*check.speed);
  }
  if (!check.picture.empty() && check.picture.size() <= kMostPictureBytes) {
    // As an image: whatever the picture holds, nothing in it can act.
    details += html::trusted(
        "        <div class=\"picture\" tabindex=\"0\" role=\"region\" aria-label=\"What the "
        "kernel "
        "touched\"><img alt=\"What the kernel touched\" "
        "src=\"data:image/svg+xml;base64," +
        base::to_base64(check.picture) + "\"></div>\n");
  }
  return details;
}

std::string count_of(const check_result& check) {
  if (check.speed) {
    const auto& samples = check.speed->samples;
    const auto slowest =
        std::max_element(samples.begin(), samples.end(),
                         [](const auto& a, const auto& b) { return a.ratio < b.ratio; });
    return check.speed->state == speed_state::scored && slowest != samples.end()
               ? fmt::format("{:.2f}\u00D7 the time", slowest->ratio)
           : check.speed->state == speed_state::noisy ? "too noisy"
                                                      : "not measured";
  }
  return check.counted == 0 ? std::string("no tests ran")
                            : fmt::format("{} of {} tests", check.passed, check.counted);
}

html check_to_html(const check_result& check, bool open) {
  const reading_order order = order_for_reading(check);
  const bool show_device = on_several_devices(check.tests);
  html tests;
  for (const test_result* test : order.in_full) {
    tests += test_to_html(*test, show_device);
  }
  tests += list_of(order.repeated,
                   plural(order.repeated.size(), "more test") + " with the same finding");
  tests += list_of(order.rest, plural(order.rest.size(), "more test") + " to look at");
  const check_status status = check.status();
  const char* state = status == check_status::complete   ? "done"
                      : status == check_status::unscored ? "unscored"
                      : status == check_status::partial  ? "partial"
                      : status == check_status::untried  ? "untried"
                                                         : "failed";
  const std::string kind =
      std::string(to_text(check.definition.kind)) + (check.definition.bonus ? ", bonus" : "");
  return fill(templates::check_html,
              {{"class", escape(state)},
               {"open", html::trusted(open ? " open" : "")},
               {"title", escape(check.definition.title)},
               {"kind", escape(kind)},
               {"count", escape(count_of(check))},
               {"points", escape(fmt::format(
                              "{} / {}", check.scored() ? format_points(check.points) : "\u2013",
                              format_points(check.definition.points)))},
               {"details", details_of(check)},
               {"tests", tests},
               {"passed", list_of(order.passed, plural(order.passed.size(), "test") + " passed")},
               {"hints", hints_to_html(check)},
               {"reproduce", reproduce_to_html("Run again", check.reproduce)}});
}

std::string caret_line(const compile_error& error) {
  if (error.column <= 0 || static_cast<std::size_t>(error.column) > error.source_line.size() + 1) {
    return {};
  }
  std::string line = error.source_line.substr(0, static_cast<std::size_t>(error.column) - 1);
  std::replace_if(
      line.begin(), line.end(), [](char letter) { return letter != '\t'; }, ' ');
  return line + "^" + std::string(static_cast<std::size_t>(std::max(error.width, 1)) - 1, '~');
}

html error_to_html(const compile_error& error) {
  const std::string where =
      error.line > 0 ? fmt::format("{}:{}", error.file, error.line) : error.file;
  html others;
  if (error.further_errors > 0) {
    others = html::trusted("    <ul>\n");
    for (const std::string& other : error.others) {
      others += wrap("      <li><code>", other, "</code></li>\n");
    }
    const int left = error.further_errors - static_cast<int>(error.others.size());
    others += left > 0 ? wrap("      <li>", fmt::format("and {} more", left), "</li>\n") : html();
    others += html::trusted("    </ul>\n");
  }
  return fill(
      templates::compile_error_html,
      {{"where", escape(where)},
       {"message", escape(error.message)},
       {"source",
        error.source_line.empty()
            ? html()
            : wrap("    <pre>", error.source_line + "\n" + caret_line(error), "</pre>\n")},
       {"advice",
        error.advice.empty() ? html() : wrap("    <p class=\"said\">", error.advice, "</p>\n")},
       {"fix", error.fix.empty() ? html() : wrap("    <p>Try: <code>", error.fix, "</code></p>\n")},
       {"others", others},
       {"output", escape(error.output)}});
}

const char* lesson_class(const lesson_result& lesson) {
  return lesson.state == lesson_state::complete ? "complete" : "open";
}

}  // namespace

html lesson_to_html(const lesson_result& lesson, bool in_focus) {
  html checks;
  const check_result* focus = in_focus ? first_open_check(lesson) : nullptr;
  for (const check_result& check : lesson.checks) {
    checks += check_to_html(check, &check == focus && !lesson.error);
  }
  html benchmarks;
  for (const benchmark_result& benchmark : lesson.benchmarks) {
    benchmarks += benchmark_to_html(benchmark);
  }
  const bool has_message = !lesson.message.empty() && !lesson.error;
  return fill(templates::lesson_html,
              {{"class", escape(lesson_class(lesson))},
               {"id", escape(lesson.definition.id())},
               {"number", escape(fmt::format("{:02}", lesson.definition.number))},
               {"title", escape(lesson.definition.title)},
               {"points", escape(format_points(lesson.points))},
               {"max_points", escape(format_points(lesson.max_points))},
               {"summary", escape(lesson.definition.summary)},
               {"message",
                has_message ? wrap("  <p class=\"message\">", lesson.message, "</p>\n") : html()},
               {"error", lesson.error ? error_to_html(*lesson.error) : html()},
               {"checks", checks},
               {"benchmarks", benchmarks},
               {"output", lesson.program_output.empty()
                              ? html()
                              : wrap("  <details><summary>What the program printed</summary><pre>",
                                     lesson.program_output.substr(0, 20000), "</pre></details>\n")},
               {"reproduce", reproduce_to_html("Build and run", lesson.reproduce)}});
}

}  // namespace kw::grader
