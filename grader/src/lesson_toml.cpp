#include <algorithm>
#include <charconv>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include "grader/course.hpp"
#include "grader/suggest.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kHintLevels = 3;

/// A lesson's number, written as 1, "1", "01" or "lesson01"; 0 when it is none of these.
int lesson_number(const toml::node& node) {
  std::int64_t value = node.value_exact<std::int64_t>().value_or(0);
  if (const auto text = node.value_exact<std::string>()) {
    std::string_view digits = *text;
    if (digits.substr(0, 6) == "lesson") {
      digits.remove_prefix(6);
    }
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error != std::errc() || end != digits.data() + digits.size()) {
      return 0;
    }
  }
  return value > 0 && value < 100 ? static_cast<int>(value) : 0;
}

/// Reads the values of one table and collects what is wrong with them, each at its line.
class table_reader {
 public:
  table_reader(const toml::table& table, std::string what, const fs::path& file,
               std::vector<problem>& problems)
      : table_(table), what_(std::move(what)), file_(file), problems_(problems) {}

  std::string text(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) {
      return {};
    }
    const auto value = node->value_exact<std::string>();
    if (!value || value->empty()) {
      complain(*node, fmt::format("{}: {} must be a text in quotes, and not empty", what_, key));
    }
    return value.value_or("");
  }

  double points(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) {
      return 0;
    }
    const double value = node->is_number() ? node->value<double>().value_or(-1) : -1;
    if (!(value > 0) || value > 1000) {
      complain(*node, fmt::format("{}: {} must be a number above 0, at most 1000", what_, key));
      return 0;
    }
    return value;
  }

  int number(std::string_view key) {
    const toml::node* node = find(key);
    if (node == nullptr) {
      return 0;
    }
    const auto value = node->value_exact<std::int64_t>().value_or(0);
    if (value < 1 || value > 99) {
      complain(*node, fmt::format("{}: {} must be a whole number from 1 to 99", what_, key));
      return 0;
    }
    return static_cast<int>(value);
  }

  std::vector<int> numbers(std::string_view key) {
    std::vector<int> result;
    const toml::node* node = find(key);
    if (node == nullptr) {
      return result;
    }
    const toml::array* array = node->as_array();
    if (array == nullptr) {
      complain(*node, fmt::format("{}: {} must be a list of lesson numbers", what_, key));
      return result;
    }
    for (const toml::node& element : *array) {
      const int value = lesson_number(element);
      if (value > 0) {
        result.push_back(value);
      } else {
        complain(element,
                 fmt::format("{}: {} must hold lesson numbers such as \"01\"", what_, key));
      }
    }
    return result;
  }

  std::vector<std::string> hints(std::string_view key) {
    std::vector<std::string> result;
    const toml::node* node = find(key);
    if (node == nullptr) {
      return result;
    }
    if (const toml::array* array = node->as_array()) {
      for (const toml::node& element : *array) {
        const auto value = element.value_exact<std::string>();
        if (value && value->find_first_not_of(" \n\t") != std::string::npos) {
          result.push_back(*value);
        }
      }
    }
    if (result.size() != kHintLevels) {
      complain(*node, fmt::format("{}: {} must be three texts (the concept, the place, the shape "
                                  "of the line); {} found",
                                  what_, key, result.size()));
    }
    return result;
  }

  const toml::node* find(std::string_view key, bool required = true) {
    known_.emplace_back(key);
    const toml::node* node = table_.get(key);
    if (node == nullptr && required) {
      complain(table_, fmt::format("{}: {} is missing", what_, key));
    }
    return node;
  }

  /// Call it last: a key nobody asked for is most likely a misspelt one.
  void no_other_keys() {
    for (const auto& [key, node] : table_) {
      const std::string_view name = key.str();
      if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
        complain(node,
                 fmt::format("{}: unknown key {}{}", what_, name, did_you_mean(name, known_)));
      }
    }
  }

  void complain(const toml::node& node, std::string text) {
    problems_.push_back({file_, static_cast<int>(node.source().begin.line), std::move(text)});
  }

 private:
  const toml::table& table_;
  std::string what_;
  const fs::path& file_;
  std::vector<problem>& problems_;
  std::vector<std::string> known_;
};

check_kind read_kind(table_reader& reader, const toml::table& table) {
  const std::string name = reader.text("kind");
  for (const check_kind kind : {check_kind::warm_up, check_kind::core, check_kind::stretch}) {
    if (name == to_text(kind)) {
      return kind;
    }
  }
  if (!name.empty()) {
    reader.complain(*table.get("kind"),
                    fmt::format("kind \"{}\" must be warm-up, core or stretch", name));
  }
  return check_kind::core;
}

check read_check(const toml::table& table, std::size_t index, const fs::path& file,
                 std::vector<problem>& problems) {
  const auto id = table["id"].value<std::string>();
  table_reader reader(table, id ? "check " + *id : fmt::format("check {}", index + 1), file,
                      problems);
  check result;
  result.id = reader.text("id");
  result.title = reader.text("title");
  result.kind = read_kind(reader, table);
  result.points = reader.points("points");
  result.tests = reader.text("tests");
  result.hints = reader.hints("hints");
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
    const std::string& id = lesson.checks.back().id;
    if (!id.empty() && !ids.insert(id).second) {
      problems.push_back({file, static_cast<int>(table.source().begin.line),
                          fmt::format("check id {} is taken twice", id)});
    }
  }
}

void read_benchmark(const toml::node* node, lesson& lesson, const fs::path& file,
                    std::vector<problem>& problems) {
  if (node == nullptr) {
    return;
  }
  const toml::table* table = node->as_table();
  if (table == nullptr) {
    problems.push_back({file, static_cast<int>(node->source().begin.line),
                        "benchmark must be written as a [benchmark] table"});
    return;
  }
  table_reader reader(*table, "benchmark", file, problems);
  lesson.benchmark.emplace();
  lesson.benchmark->filter = reader.text("filter");
  lesson.benchmark->unit = reader.text("unit");
  reader.no_other_keys();
}

}  // namespace

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
  result.prerequisites = reader.numbers("prerequisites");
  read_checks(reader.find("check"), result, shown_as, problems);
  read_benchmark(reader.find("benchmark", false), result, shown_as, problems);
  reader.no_other_keys();
  return result;
}

}  // namespace kw::grader
