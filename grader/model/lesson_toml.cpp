#include <algorithm>
#include <set>

#include "common/base/files.hpp"
#include "grader/model/table_reader.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

/// What a speed check has instead of tests.
speed_rule read_speed_rule(table_reader& reader, const toml::table& table) {
  constexpr double kMostRatio = 1000;
  speed_rule rule;
  rule.benchmarks = reader.text("benchmarks");
  rule.benchmarks_cuda = reader.optional_text("benchmarks_cuda");
  rule.full = reader.number_between("full", 1, kMostRatio, rule.full);
  rule.none = reader.number_between("none", 1, kMostRatio, rule.none);
  if (rule.none <= rule.full) {
    reader.complain(table, fmt::format("full ({:g}) must be less than none ({:g}): they are times "
                                       "the solution's time",
                                       rule.full, rule.none));
  }
  return rule;
}

std::vector<std::string> read_hints(table_reader& reader) {
  return {reader.text("concept"), reader.text("place"), reader.text("shape")};
}

/// The hints for findings: a table for each kind of them.
hints_by_finding read_hints_on(table_reader& reader) {
  hints_by_finding result;
  for (const std::string& kind : reader.keys()) {
    if (auto hints = reader.part(kind, read_hints)) {
      result[kind] = std::move(*hints);
    }
  }
  return result;
}

check read_check(const toml::table& table, std::size_t index, const fs::path& file,
                 std::vector<problem>& problems) {
  const auto id = table["id"].value<std::string>();
  table_reader reader(table, id ? "check " + *id : fmt::format("check {}", index + 1), file,
                      problems);
  check result;
  result.id = reader.text("id");
  result.kind = reader.word("kind", check_kind::core);
  const bool is_of_speed = result.kind == check_kind::speed;
  result.title = reader.text("title", !is_of_speed);
  result.points = reader.points("points");
  if (is_of_speed) {
    result.title = result.title.empty() ? "As fast as the solution" : result.title;
    result.of = reader.text("of");
    result.speed = read_speed_rule(reader, table);
  } else {
    result.given = reader.optional_text("given");
    result.given_on_gpu = reader.optional_text("given_cuda");
  }
  result.hints = read_hints(reader);
  result.hints_on = reader.part("hints_on", read_hints_on).value_or(hints_by_finding());
  result.shown = reader.word("visibility", visibility::visible);
  result.bonus = reader.flag("bonus", false);
  result.credit = reader.word("credit", credit_rule::share);
  result.needs = reader.texts("needs");
  reader.no_other_keys();
  if (result.id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_") != std::string::npos) {
    reader.complain(table,
                    fmt::format("check id \"{}\" must be made of lower-case letters, digits, "
                                "- and _",
                                result.id));
  }
  return result;
}

void read_checks(const toml::node* node, lesson& lesson, const fs::path& file,
                 std::vector<problem>& problems) {
  const toml::array* array = node != nullptr ? node->as_array() : nullptr;
  if (array == nullptr || array->empty() || !array->is_homogeneous(toml::node_type::table)) {
    if (node != nullptr) {
      problems.push_back({file, static_cast<int>(node->source().begin.line),
                          "checks must be written as [[check]] tables, at least one"});
    }
    return;
  }
  std::set<std::string> ids;
  for (std::size_t i = 0; i < array->size(); ++i) {
    const toml::table& table = *array->get(i)->as_table();
    lesson.checks.push_back(read_check(table, i, file, problems));
    check& latest = lesson.checks.back();
    const auto complain = [&](const std::string& text) {
      problems.push_back({file, static_cast<int>(table.source().begin.line), text});
    };
    for (const std::string& need : latest.needs) {
      if (ids.count(need) == 0) {
        complain(
            fmt::format("check {}: it needs {}, which is not a check above it", latest.id, need));
      }
    }
    if (!latest.id.empty() && !ids.insert(latest.id).second) {
      complain(fmt::format("check id {} is taken twice", latest.id));
    }
    if (latest.kind != check_kind::speed) {
      latest.task = static_cast<int>(lesson.tasks().size()) + 1;
    } else if (const check* measured = lesson.find_check(latest.of);
               !latest.of.empty() && (measured == nullptr || measured->task == 0)) {
      complain(fmt::format("check {}: it measures {}, which is not a task above it", latest.id,
                           latest.of));
    }
  }
  if (lesson.tasks().size() > kMostTasks || lesson.tasks().empty()) {
    problems.push_back({file, static_cast<int>(node->source().begin.line),
                        fmt::format("a lesson has 1 to {} tasks, which are its checks without the "
                                    "speed checks; here are {}",
                                    kMostTasks, lesson.tasks().size())});
  }
}

}  // namespace

hints_by_finding read_course_hints(const fs::path& file, const fs::path& shown_as,
                                   std::vector<problem>& problems) {
  if (!fs::exists(file)) {
    return {};
  }
  try {
    const toml::table table = toml::parse_file(file.string());
    table_reader reader(table, "hints", shown_as, problems);
    return read_hints_on(reader);
  } catch (const toml::parse_error& error) {
    problems.push_back({shown_as, static_cast<int>(error.source().begin.line),
                        "not valid TOML: " + std::string(error.description())});
    return {};
  }
}

lesson read_lesson(const fs::path& file, const fs::path& shown_as, std::vector<problem>& problems) {
  lesson result;
  toml::table table;
  try {
    table = toml::parse_file(file.string());
  } catch (const toml::parse_error& error) {
    problems.push_back({shown_as, static_cast<int>(error.source().begin.line),
                        "not valid TOML: " + std::string(error.description())});
    return result;
  }
  table_reader reader(table, "lesson", shown_as, problems);
  result.number = reader.number("number");
  result.name = reader.text("name");
  result.title = reader.text("title");
  result.summary = reader.text("summary");
  result.elective = reader.flag("elective", false);
  result.prerequisites = reader.numbers("prerequisites");
  result.hints_on = reader.part("hints_on", read_hints_on).value_or(hints_by_finding());
  read_checks(reader.find("check"), result, shown_as, problems);
  result.benchmark_unit = reader.optional_text("benchmark_unit");
  reader.no_other_keys();
  const std::string rows = base::read_text_file(file.parent_path() / "benchmarks.cpp");
  for (check& task : result.checks) {  // a row begins with the task's number
    task.has_benchmark = rows.find(fmt::format("{{{},", task.task)) != std::string::npos;
  }
  return result;
}

}  // namespace kw::grader
