#include "grader/test/class/stored_class.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/plain_text.hpp"
#include "grader/model/stored_result.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

int problems = 0;

void forget_times(lesson_result& lesson) {
  // Its tests measure, so what they print depends on the clock. Whether they pass must not.
  const bool measures = lesson.definition.name == "autotune";
  lesson.build_seconds = lesson.run_seconds = 0;
  for (check_result& check : lesson.checks) {
    for (test_result& test : check.tests) {
      test.seconds = 0;
      if (measures) {
        test.message.clear();
        test.findings.clear();
      }
    }
  }
}

}  // namespace

void complain_of(const std::string& text) {
  ++problems;
  fmt::print(stderr, "WRONG: {}\n", text);
}

int complaints() {
  return problems;
}

std::map<std::string, json> stored(const fs::path& output) {
  std::map<std::string, json> results;
  for (const auto& entry : fs::directory_iterator(output / "results")) {
    if (entry.path().filename() == "forms") {
      continue;
    }
    if (entry.path().extension() != ".json") {
      complain("a stray file: {}", entry.path().string());
      continue;
    }
    try {
      report result = read_report(entry.path());
      result.where.created.clear();
      std::for_each(result.lessons.begin(), result.lessons.end(), forget_times);
      if (!results.emplace(result.who.source, json::parse(to_json(result))).second) {
        complain("two results for {}", result.who.source);
      }
    } catch (const std::exception& error) {
      complain("{} cannot be read: {}", entry.path().string(), error.what());
    }
  }
  return results;
}

/// The points of each task. The n-th check of a lesson that is not about speed is its task n.
void compare_points(const std::string& source, const json& result, const expectation& want) {
  for (const json& lesson : result["lessons"]) {
    int number = 0;
    for (const json& check : lesson["checks"]) {
      if (check["kind"] == "speed") {
        continue;
      }
      const std::string id = fmt::format("{}.{}", lesson["id"].get<std::string>(), ++number);
      const double points = check["points"];
      const double expected = want.points.count(id) != 0 ? want.points.at(id) : 0;
      const bool broken = want.broken.count(id) != 0 && points < check["max_points"].get<double>();
      if (!broken && std::abs(points - expected) > 1e-9) {
        complain("{}, {}: {} points, expected {}; {}", source, id, points, expected,
                 check["message"].get<std::string>());
      }
    }
  }
}

void compare_with_expected(const std::map<std::string, json>& results,
                           const synthetic_class& expected) {
  for (const auto& [source, want] : expected.students) {
    const auto found = results.find(base::plain_line(source));
    if (found == results.end()) {
      complain("{}: no result", source);
      continue;
    }
    const json& result = found->second;
    if (!result.value("gradable", false)) {
      complain("{}: not gradable: {}", source, result.value("reason", ""));
      continue;
    }
    compare_points(source, result, want);
    const std::string text = result.dump();
    for (const std::string& said : want.said) {
      if (text.find(said) == std::string::npos) {
        complain("{}: nothing says \"{}\": {}", source, said,
                 result["lessons"][0]["message"].get<std::string>());
      }
    }
  }
  for (const auto& [source, result] : results) {
    const bool known = std::any_of(expected.students.begin(), expected.students.end(),
                                   [&, wanted = source](const auto& student) {
                                     return base::plain_line(student.first) == wanted;
                                   });
    if (!known) {
      complain("a result that nobody expects: {}", source);
    }
  }
}

void compare(const std::map<std::string, json>& first, const std::map<std::string, json>& second,
             const char* when) {
  for (const auto& [source, result] : first) {
    const auto other = second.find(source);
    if (other == second.end()) {
      complain("{}: {} has no result", when, source);
    } else if (other->second != result) {
      complain("{}: the result of {} differs: {}", when, source,
               json::diff(result, other->second).dump().substr(0, 600));
    }
  }
  if (second.size() != first.size()) {
    complain("{}: {} results, not {}", when, second.size(), first.size());
  }
}

}  // namespace kw::grader
