#pragma once

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include "common/base/suggest.hpp"
#include "grader/model/course.hpp"

namespace kw::grader {

/// A lesson's number, written as 1, "1", "01" or "lesson01"; 0 for anything else.
inline int lesson_number(const toml::node& node) {
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

/// The hints for findings in a table: three texts a key.
hints_by_finding read_hints_on(const toml::table& table, const std::string& what,
                               const std::filesystem::path& file, std::vector<problem>& problems);
/// Reads the values of one table and collects what is wrong with them, each at its line.
class table_reader {
 public:
  static constexpr double kMostPoints = 1000;
  static constexpr std::size_t kHintLevels = 3;

  table_reader(const toml::table& table, std::string what, const std::filesystem::path& file,
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
    if (!(value > 0) || value > kMostPoints) {
      complain(*node,
               fmt::format("{}: {} must be a number above 0, at most {}", what_, key, kMostPoints));
      return 0;
    }
    return value;
  }

  /// A number in a range; `otherwise` where the key is absent.
  double number_between(std::string_view key, double least, double most, double otherwise) {
    const toml::node* node = find(key, false);
    if (node == nullptr) {
      return otherwise;
    }
    const auto value = node->is_number() ? node->value<double>() : std::nullopt;
    if (!value || !(*value >= least && *value <= most)) {
      complain(*node,
               fmt::format("{}: {} must be a number from {:g} to {:g}", what_, key, least, most));
      return otherwise;
    }
    return *value;
  }

  bool flag(std::string_view key, bool otherwise) {
    const toml::node* node = find(key, false);
    if (node != nullptr && !node->is_boolean()) {
      complain(*node, fmt::format("{}: {} must be true or false", what_, key));
    }
    return node != nullptr ? node->value<bool>().value_or(otherwise) : otherwise;
  }

  /// A text that may be absent.
  std::string optional_text(std::string_view key) {
    return find(key, false) != nullptr ? text(key) : std::string();
  }

  /// One of a few words, each known by its `to_text`; `otherwise` if the key is absent.
  template <class Word>
  Word word(std::string_view key, std::initializer_list<Word> words, Word otherwise) {
    const std::string name = optional_text(key);
    std::vector<std::string_view> known;
    for (const Word candidate : words) {
      if (name == to_text(candidate)) {
        return candidate;
      }
      known.push_back(to_text(candidate));
    }
    if (!name.empty()) {
      complain(*table_.get(key), fmt::format("{}: {} \"{}\" must be one of {}", what_, key, name,
                                             fmt::join(known, ", ")));
    }
    return otherwise;
  }

  /// A list of texts; empty where the key is absent.
  std::vector<std::string> texts(std::string_view key) {
    std::vector<std::string> result;
    const toml::node* node = find(key, false);
    const toml::array* array = node != nullptr ? node->as_array() : nullptr;
    if (node != nullptr && array == nullptr) {
      complain(*node, fmt::format("{}: {} must be a list of texts", what_, key));
    }
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
      const auto value = array->get(i)->value_exact<std::string>();
      if (value && !value->empty()) {
        result.push_back(*value);
      } else {
        complain(*array->get(i), fmt::format("{}: {} must be a list of texts", what_, key));
      }
    }
    return result;
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

  /// A lesson's number; 0 where the table names none.
  int lesson(bool required) {
    const toml::node* node = find("lesson", required);
    const int number = node != nullptr ? lesson_number(*node) : 0;
    if (node != nullptr && number == 0) {
      complain(*node, fmt::format("{}: lesson must be a lesson's number such as \"03\"", what_));
    }
    return number;
  }

  /// A part in a table of its own, such as [late].
  template <class Part>
  std::optional<Part> part(std::string_view key, Part (*read)(table_reader&)) {
    const toml::node* node = find(key, false);
    if (node == nullptr || !node->is_table()) {
      if (node != nullptr) {
        complain(*node, fmt::format("{0} must be written as a [{0}] table", key));
      }
      return std::nullopt;
    }
    return read_all(*node->as_table(), std::string(key), read);
  }

  /// The parts of a list such as [[check]]. \param what each is called in messages \param written
  /// how the list is named in a file, if not by its key
  template <class Part>
  std::vector<Part> list(std::string_view key, const std::string& what, Part (*read)(table_reader&),
                         std::string_view written = {}, bool required = false) {
    std::vector<Part> parts;
    const toml::node* node = find(key, required);
    const toml::array* array = node != nullptr ? node->as_array() : nullptr;
    if (node != nullptr &&
        (array == nullptr || !array->is_homogeneous(toml::node_type::table) || array->empty())) {
      complain(*node, fmt::format("{0} must be written as [[{0}]] tables",
                                  written.empty() ? key : written));
      return parts;
    }
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
      parts.push_back(read_all(*array->get(i)->as_table(), what, read));
    }
    return parts;
  }

  bool has(std::string_view key) { return find(key, false) != nullptr; }

  const toml::node* find(std::string_view key, bool required = true) {
    known_.emplace_back(key);
    const toml::node* node = table_.get(key);
    if (node == nullptr && required) {
      complain(table_, fmt::format("{}: {} is missing", what_, key));
    }
    return node;
  }

  /// Call this last: a key that was not read by then is most likely misspelt.
  void no_other_keys() {
    for (const auto& [key, node] : table_) {
      const std::string_view name = key.str();
      if (std::find(known_.begin(), known_.end(), name) == known_.end()) {
        complain(node, fmt::format("{}: unknown key {}{}", what_, name,
                                   base::did_you_mean(name, known_)));
      }
    }
  }

  void complain(int line, std::string text) { problems_.push_back({file_, line, std::move(text)}); }
  void complain(const toml::node& node, std::string text) {
    complain(static_cast<int>(node.source().begin.line), std::move(text));
  }

  /// Of the table as a whole.
  void complain(std::string text) { complain(table_, std::move(text)); }
  int line() const { return static_cast<int>(table_.source().begin.line); }

 private:
  template <class Part>
  Part read_all(const toml::table& table, std::string what, Part (*read)(table_reader&)) {
    table_reader inner(table, std::move(what), file_, problems_);
    Part part = read(inner);
    inner.no_other_keys();
    return part;
  }

  const toml::table& table_;
  std::string what_;
  const std::filesystem::path& file_;
  std::vector<problem>& problems_;
  std::vector<std::string> known_;
};

}  // namespace kw::grader
