
#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>

#include "common/base/base64.hpp"
#include "grader/pages/prose.hpp"
#include "grader/pages/sections.hpp"
#include "grader/score/points.hpp"
#include "grader/score/scoring.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kTestsInFull = 8;

values finding_values(const finding& found) {
  return {{"kind", found.kind},
          {"subject", finding_subject(found)},
          {"where", found.line > 0 ? fmt::format("{}:{}", found.file, found.line) : ""},
          {"prose", finding_prose(found)}};
}

/// A test's own text, in parts: the lines of a map keep their shape on a narrow screen, where other
/// lines wrap.
std::vector<values> parts_of(const std::string& message) {
  std::vector<values> parts;
  std::string part;
  bool in_map = false;
  const auto end_part = [&] {
    if (!part.empty()) {
      parts.push_back({{"map", in_map ? part : ""}, {"text", in_map ? "" : part}});
    }
    part.clear();
  };
  std::istringstream lines(message);
  for (std::string line; std::getline(lines, line);) {
    if (is_map_line(line) != in_map) {
      end_part();
      in_map = !in_map;
    }
    part += line + "\n";
  }
  end_part();
  return parts;
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

values test_values(const test_result& test, bool show_device) {
  const std::string message = message_without_findings(test);
  const std::string device = show_device ? " on the " + std::string(device_word(test.device)) : "";
  return {{"status", to_text(test.status)},
          {"name", test.name},
          {"word", status_word(test.status) + device},
          {"findings", each(test.findings, finding_values)},
          {"message", values_if(!message.empty(), [&] {
             return values{{"parts", parts_of(message)}};
           })}};
}

bool on_several_devices(const std::vector<test_result>& tests) {
  return std::any_of(tests.begin(), tests.end(),
                     [&](const test_result& test) { return test.device != tests[0].device; });
}

std::optional<values> hints_of(const check_result& check) {
  if (check.complete() || check.definition.hints.empty()) {
    return std::nullopt;
  }
  static constexpr const char* kNames[] = {"Hint 1: the concept", "Hint 2: the place",
                                           "Hint 3: the shape of the line"};
  std::vector<values> levels;
  for (std::size_t i = 0; i < std::min(check.definition.hints.size(), std::size(kNames)); ++i) {
    levels.push_back({{"name", kNames[i]}, {"hint", inline_prose(check.definition.hints[i])}});
  }
  return values{{"levels", std::move(levels)}};
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
        // The same mistake at another size, with other numbers, is not news.
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

/// Tests that are named alone, in lists that are shut at first.
std::vector<values> shut_lists(const reading_order& order) {
  std::vector<values> lists;
  const auto add = [&](const std::vector<const test_result*>& tests, const char* what,
                       const char* which) {
    if (!tests.empty()) {
      std::vector<std::string> names;
      for (const test_result* test : tests) {
        names.push_back(test->name);
      }
      lists.push_back({{"title", counted(std::ssize(tests), what) + which}, {"tests", names}});
    }
  };
  add(order.repeated, "more test", " with the same finding");
  add(order.rest, "more test", " to look at");
  add(order.passed, "test", " passed");
  return lists;
}

html reproduce_of(const std::string& command) {
  return command.empty() ? html() : command_to_html(command);
}

std::string count_of(const check_result& check) {
  if (check.state != task_state::built && check.counted == 0) {
    return check.state == task_state::file_missing ? "file missing" : "does not compile";
  }
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

const char* sign_of(const check_result& check) {
  const check_status status = check.status();
  return status == check_status::complete   ? "done"
         : status == check_status::unscored ? "unscored"
         : status == check_status::partial  ? "partial"
         : status == check_status::untried  ? "untried"
                                            : "failed";
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

values error_values(const compile_error& error) {
  const int left = error.further_errors - static_cast<int>(error.others.size());
  const auto further = [&] {
    return values{{"errors", error.others}, {"left", left > 0 ? std::to_string(left) : ""}};
  };
  return {{"where", error.line > 0 ? fmt::format("{}:{}", error.file, error.line) : error.file},
          {"message", error.message},
          {"source", error.source_line.empty() ? "" : error.source_line + "\n" + caret_line(error)},
          {"advice", error.advice},
          {"fix", error.fix},
          {"change", error.change},
          {"further", values_if(error.further_errors > 0, further)},
          {"output", error.output}};
}

values check_values(const check_result& check, bool open) {
  constexpr std::size_t kMostOutputBytes = 20000;
  constexpr std::size_t kMostPictureBytes = std::size_t{1} << 19;
  const reading_order order = order_for_reading(check);
  const bool show_device = on_several_devices(check.tests);
  return {{"class", sign_of(check)},
          {"open", open},
          {"title", check.definition.title},
          {"kind", (check.speed ? "" : fmt::format("task {}, ", check.definition.task)) +
                       std::string(to_text(check.definition.kind)) +
                       (check.definition.bonus ? ", bonus" : "")},
          {"count", count_of(check)},
          {"points", fmt::format("{} / {}", check.scored() ? format_points(check.points) : "\u2013",
                                 format_points(check.definition.points))},
          {"file", check.kernel_file.string()},
          {"message", check.error ? "" : check.message},
          {"error", if_there(check.error, error_values)},
          {"withheld", check.withheld},
          {"speed", if_there(check.speed, speed_values)},
          // As an image: whatever the picture holds, nothing in it can act.
          {"picture", check.picture.size() <= kMostPictureBytes ? base::to_base64(check.picture)
                                                                : std::string()},
          {"tests", each(order.in_full,
                         [&](const test_result* test) { return test_values(*test, show_device); })},
          {"shut", shut_lists(order)},
          {"output", check.program_output.substr(0, kMostOutputBytes)},
          {"hints", hints_of(check)},
          {"reproduce", reproduce_of(check.reproduce)}};
}

}  // namespace

values lesson_values(const lesson_result& lesson, bool in_focus) {
  const check_result* focus = in_focus ? first_open_check(lesson) : nullptr;
  return {{"class", lesson.state == lesson_state::complete ? "complete" : "open"},
          {"id", lesson.definition.id()},
          {"number", fmt::format("{:02}", lesson.definition.number)},
          {"title", lesson.definition.title},
          {"points", format_points(lesson.points)},
          {"max_points", format_points(lesson.max_points)},
          {"summary", lesson.definition.summary},
          {"message", lesson.message},
          {"checks",
           each(lesson.checks,
                [&](const check_result& check) { return check_values(check, &check == focus); })},
          {"benchmarks", each(lesson.benchmarks, benchmark_values)},
          {"reproduce", reproduce_of(lesson.reproduce)}};
}

}  // namespace kw::grader
