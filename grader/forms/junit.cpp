#include <algorithm>
#include <set>
#include <sstream>

#include <fmt/format.h>
#include <pugixml.hpp>

#include "common/base/plain_text.hpp"
#include "grader/forms/forms.hpp"
#include "grader/score/scoring.hpp"
#include "grader/score/words.hpp"

namespace kw::grader {
namespace {

constexpr std::size_t kMostCaseBytes = 8000;
constexpr std::size_t kMostFileBytes = 20000000;  // GitLab reads less than 30 MB

/// Text for XML 1.0, which knows no U+FFFE and U+FFFF even when they are escaped. GitLab takes
/// "[[ATTACHMENT|" for a link to a file of the job.
std::string xml_text(std::string_view text, std::size_t limit = kMostCaseBytes) {
  std::string result = base::plain_text(text, limit);
  const auto replace_all = [&](std::string_view from, std::string_view to) {
    for (std::size_t at = result.find(from); at != std::string::npos;
         at = result.find(from, at + to.size())) {
      result.replace(at, from.size(), to);
    }
  };
  replace_all("\xEF\xBF\xBE", "\xEF\xBF\xBD");
  replace_all("\xEF\xBF\xBF", "\xEF\xBF\xBD");
  replace_all("[[ATTACHMENT", "[ [ATTACHMENT");
  return result;
}

std::string xml_line(std::string_view text) {
  std::string line = xml_text(text, 500);
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

pugi::xml_node add_text(pugi::xml_node node, const char* kind, const std::string& text) {
  pugi::xml_node child = node.append_child(kind);
  child.append_child(pugi::node_pcdata).set_value(text.c_str());
  return child;
}

/// Says in a suite, or in the root of all of them, how many cases in it ended in which way.
void count(pugi::xml_node node, double seconds, bool with_skipped) {
  const auto note = [&](const char* attribute, const char* cases) {
    node.append_attribute(attribute) = static_cast<int>(node.select_nodes(cases).size());
  };
  note("tests", ".//testcase");
  note("failures", ".//failure");
  note("errors", ".//error");
  if (with_skipped) {
    note("skipped", ".//skipped");
  }
  node.append_attribute("time") = fmt::format("{:.3f}", seconds).c_str();
}

class junit_writer {
 public:
  junit_writer(const report& report, junit_flavour flavour, std::size_t text_limit)
      : report_(report), flavour_(flavour), text_limit_(text_limit) {}

  std::string write() {
    pugi::xml_node declaration = document_.append_child(pugi::node_declaration);
    declaration.append_attribute("version") = "1.0";
    declaration.append_attribute("encoding") = "UTF-8";
    root_ = document_.append_child("testsuites");
    root_.append_attribute("name") = "kernelwright";
    if (!report_.gradable) {
      write_machine_fault();
    }
    double seconds = 0;
    for (const lesson_result& lesson : report_.lessons) {
      seconds += write_lesson(lesson);
    }
    count(root_, seconds, false);
    std::ostringstream text;
    document_.save(text, "  ", pugi::format_indent, pugi::encoding_utf8);
    return text.str();
  }

 private:
  pugi::xml_node add_suite(const std::string& name) {
    pugi::xml_node suite = root_.append_child("testsuite");
    suite.append_attribute("name") = xml_line(name).c_str();
    // Without the Z: xs:dateTime in the JUnit schemas has no zone.
    suite.append_attribute("timestamp") = xml_line(report_.where.created.substr(0, 19)).c_str();
    return suite;
  }

  pugi::xml_node add_case(pugi::xml_node suite, const lesson_result& lesson,
                          const check_result& check, const std::string& name, double seconds) {
    pugi::xml_node node = suite.append_child("testcase");
    const std::string group = lesson.definition.id() + "." + check.definition.id;
    const bool jenkins = flavour_ == junit_flavour::jenkins;
    node.append_attribute("classname") =
        xml_line(jenkins ? "kernelwright." + group : group).c_str();
    // GitLab drops a second case of the same name.
    std::string unique = xml_line(name);
    for (int copy = 2; !names_.insert(group + "\n" + unique).second; ++copy) {
      unique = fmt::format("{} ({})", xml_line(name), copy);
    }
    node.append_attribute("name") = unique.c_str();
    node.append_attribute("time") = fmt::format("{:.3f}", seconds).c_str();
    if (!jenkins) {
      node.append_attribute("file") = xml_line(check.kernel_file.string()).c_str();
    }
    return node;
  }

  static void add_outcome(pugi::xml_node node, const char* kind, std::string_view type,
                          std::string_view message, const std::string& text) {
    pugi::xml_node outcome = add_text(node, kind, text);
    outcome.append_attribute("message") = xml_line(message).c_str();
    if (!type.empty()) {
      outcome.append_attribute("type") = xml_line(type).c_str();
    }
  }

  void write_machine_fault() {
    pugi::xml_node suite = add_suite("grading");
    pugi::xml_node node = suite.append_child("testcase");
    node.append_attribute("classname") = "kernelwright.grading";
    node.append_attribute("name") = "This machine can grade";
    node.append_attribute("time") = "0.000";
    add_outcome(node, "error", "machine", "This could not be graded", xml_text(report_.reason));
    count(suite, 0, true);
  }

  /// \returns the seconds that its tests took
  double write_lesson(const lesson_result& lesson) {
    pugi::xml_node suite =
        add_suite(fmt::format("{} {}", lesson.definition.id(), lesson.definition.title));
    double seconds = 0;
    for (const check_result& check : lesson.checks) {
      if (check.tests.empty()) {
        write_check_without_tests(suite, lesson, check);
      }
      for (const test_result& test : check.tests) {
        write_test(suite, lesson, check, test);
        seconds += test.seconds;
      }
    }
    std::string messages = lesson.message;
    for (const check_result& check : lesson.checks) {
      messages += (messages.empty() || check.message.empty() ? "" : "\n") + check.message;
    }
    if (!messages.empty()) {
      add_text(suite, "system-out", xml_text(messages));
    }
    count(suite, seconds, true);
    return seconds;
  }

  /// A check that was measured, or a task that did not get as far as its tests.
  void write_check_without_tests(pugi::xml_node suite, const lesson_result& lesson,
                                 const check_result& check) {
    pugi::xml_node node = add_case(suite, lesson, check, check.definition.title, 0);
    const std::string text = describe_failures(check, text_limit_);
    if (!check.scored()) {
      add_outcome(node, "skipped", "", describe_outcome(check), "");
    } else if (!check.speed) {
      const bool built = check.state == task_state::built;
      add_outcome(node, "error", built ? to_text(check.status()) : to_text(check.state),
                  check.error ? check.error->message : describe_outcome(check), xml_text(text));
    } else if (!check.complete()) {
      add_outcome(node, "failure", "speed", describe_outcome(check), xml_text(text));
    }
  }

  void write_test(pugi::xml_node suite, const lesson_result& lesson, const check_result& check,
                  const test_result& test) {
    const bool several = report_.where.devices.size() > 1;
    pugi::xml_node node = add_case(
        suite, lesson, check, several ? test.name + " on " + test.device : test.name, test.seconds);
    if (test.status == test_status::skipped) {
      add_outcome(node, "skipped", "", test.message, "");
    } else if (test.status != test_status::passed) {
      const bool failed = test.status == test_status::failed;
      std::string text;
      for (const finding& found : test.findings) {
        text += fmt::format("[{}] {}\n", found.kind, found.message);
      }
      text += message_without_findings(test);
      const std::string type =
          test.findings.empty() ? std::string(to_text(test.status)) : test.findings[0].kind;
      add_outcome(node, failed ? "failure" : "error", type, shortest_message(test, 1),
                  xml_text(text, text_limit_));
      if (!check.reproduce.empty()) {
        add_text(node, "system-out", xml_text("Run again: " + check.reproduce));
      }
    }
  }

  const report& report_;
  junit_flavour flavour_;
  std::size_t text_limit_;
  pugi::xml_document document_;
  pugi::xml_node root_;
  std::set<std::string> names_;
};

}  // namespace

std::string to_junit(const report& report, junit_flavour flavour) {
  std::size_t text_limit = kMostCaseBytes;
  std::string text = junit_writer(report, flavour, text_limit).write();
  while (text.size() > kMostFileBytes && text_limit > 100) {
    text_limit /= 4;
    text = junit_writer(report, flavour, text_limit).write();
  }
  return text;
}

}  // namespace kw::grader
