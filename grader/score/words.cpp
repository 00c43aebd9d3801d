#include "grader/score/words.hpp"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "common/base/cpp_text.hpp"
#include "common/base/plain_text.hpp"

namespace kw::grader {
namespace {

std::string describe_given(const check_result& check) {
  return fmt::format("; the {}that the untouched exercise passes earn{} nothing",
                     check.given == 1 ? "one " : fmt::format("{} ", check.given),
                     check.given == 1 ? "s" : "");
}

/// What became of a kernel file that was not built everywhere; empty for one that was.
std::string describe_state(const check_result& check) {
  return check.state == task_state::built          ? ""
         : check.state == task_state::file_missing ? "its file is missing"
         : check.counted == 0                      ? "does not compile"
                                                   : "it does not compile everywhere; ";
}

}  // namespace

std::string counted(std::int64_t number, std::string_view noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

bool is_map_line(std::string_view line) {
  const std::size_t first = line.find_first_not_of(' ');
  const std::size_t close = line.find(']');
  if (first == std::string_view::npos || line[first] != '[' || close == std::string_view::npos) {
    return false;
  }
  const std::string_view signs = line.substr(close + 1);
  return signs.find_first_of(".x#") != std::string_view::npos &&
         signs.find_first_not_of(" .x#") == std::string_view::npos;
}

std::string shortest_message(const test_result& test, int max_lines) {
  std::string text = test.message;
  if (!test.findings.empty()) {
    const finding& first = test.findings.front();
    text = (first.kind.empty() ? "" : "[" + first.kind + "] ") + first.message;
  }
  std::istringstream lines(text);
  std::string result;
  int taken = 0;
  for (std::string line; std::getline(lines, line);) {
    if (taken >= max_lines) {
      break;
    }
    if (line.find_first_not_of(" \t\r") == std::string::npos) {
      if (taken > 0) {
        break;  // a paragraph is enough
      }
      continue;
    }
    const bool heads_map = line.rfind("  where, ", 0) == 0;
    if (heads_map || is_map_line(line)) {
      continue;
    }
    result += (taken > 0 ? "\n" : "") + line;
    ++taken;
  }
  return result;
}

std::string failure_text(const test_result& test) {
  const std::string kind = test.findings.empty() ? "" : "[" + test.findings.front().kind + "] ";
  std::string text, first;
  for (std::size_t at = 0; at < test.message.size() && text.empty();) {
    const std::size_t end = std::min(test.message.find("\n\n", at), test.message.size());
    const std::string paragraph(base::trimmed(test.message.substr(at, end - at)));
    first = first.empty() ? paragraph : first;
    text = paragraph.find(kind) == std::string::npos ? "" : paragraph;
    at = end + 1;
  }
  return !text.empty() ? text : !kind.empty() ? kind + test.findings.front().message : first;
}

std::string message_without_findings(const test_result& test) {
  std::string message = test.message;
  for (const finding& found : test.findings) {
    for (const std::string& text : {"[" + found.kind + "] " + found.message, found.message}) {
      const std::size_t at = text.empty() ? std::string::npos : message.find(text);
      if (at != std::string::npos) {
        message.erase(at, text.size());
        break;
      }
    }
  }
  const std::size_t first = message.find_first_not_of(" \n\t");
  const std::size_t last = message.find_last_not_of(" \n\t");
  return first == std::string::npos ? std::string() : message.substr(first, last - first + 1);
}

std::string list_of_names(const std::vector<std::string>& names, std::size_t most) {
  const bool commas = std::any_of(names.begin(), names.end(), [](const std::string& name) {
    return name.find(',') != std::string::npos;
  });
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), most));
  return fmt::format("{}{}", fmt::join(names.begin(), end, commas ? "; " : ", "),
                     names.size() > most ? fmt::format(" and {} more", names.size() - most) : "");
}

std::string describe_outcome(const check_result& check) {
  if (check.speed) {
    const speed_result& speed = *check.speed;
    if (speed.state != speed_state::scored || speed.samples.empty()) {
      return speed.note;
    }
    const auto slowest =
        std::max_element(speed.samples.begin(), speed.samples.end(),
                         [](const auto& a, const auto& b) { return a.ratio < b.ratio; });
    return fmt::format("{}{:.2f} times the solution's time ({:.2f} to {:.2f}, {:g} % sure){}{}",
                       speed.samples.size() > 1 ? "up to " : "", slowest->ratio, slowest->low,
                       slowest->high, 100 * speed.confidence, speed.note.empty() ? "" : ". ",
                       speed.note);
  }
  const std::string state = describe_state(check);
  if (check.counted == 0) {
    return state.empty() ? "no test ran" : state;
  }
  const bool say_given = check.given > 0 && check.passed > 0 && check.passed < check.counted &&
                         check.definition.credit == credit_rule::share;
  return fmt::format("{}{} of {} passed{}{}{}", state, check.passed, counted(check.counted, "test"),
                     say_given ? describe_given(check) : "", check.withheld.empty() ? "" : ". ",
                     check.withheld);
}

std::string describe_failures(const check_result& check, std::size_t limit) {
  std::string text = describe_outcome(check) + "\n";
  if (check.error) {
    const compile_error& error = *check.error;
    text +=
        fmt::format("\n{}:{}: {}\n{}\n", error.file, error.line, error.message, error.source_line);
    return base::plain_text(text, limit);
  }
  text += check.message.empty() ? "" : "\n" + check.message + "\n";
  for (const test_result& test : check.tests) {
    if (test.status == test_status::passed || test.status == test_status::skipped) {
      continue;
    }
    text += fmt::format("\n{} {} ({})\n", test.name, to_text(test.status), test.device);
    for (const finding& found : test.findings) {
      text += fmt::format("[{}] {}\n", found.kind, found.message);
    }
    const std::string message = message_without_findings(test);
    text += message.empty() ? "" : message + "\n";
    if (text.size() > limit) {
      break;
    }
  }
  return base::plain_text(text, limit);
}

}  // namespace kw::grader
