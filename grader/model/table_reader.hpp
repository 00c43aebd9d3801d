#pragma once

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <toml++/toml.h>

#include "common/base/options.hpp"
#include "common/base/suggest.hpp"
#include "grader/model/course.hpp"

namespace kw::grader {

/// A lesson's number, written as 1, "1", "01" or "lesson01"; nothing for anything else.
inline std::optional<int> lesson_number(const toml::node& node) {
  std::int64_t value = node.value_exact<std::int64_t>().value_or(0);
  if (const auto text = node.value_exact<std::string>()) {
    std::string_view digits = *text;
    digits.remove_prefix(digits.starts_with("lesson") ? 6 : 0);
    value = base::read_number(digits, value) ? value : 0;
  }
  return value > 0 && value < 100 ? std::optional(static_cast<int>(value)) : std::nullopt;
}

/// Reads the values of one table and collects what is wrong with them, each at its line.
class table_reader {
 public:
  static constexpr double kMostPoints = 1000;

  table_reader(const toml::table& table, std::string what, const std::filesystem::path& file,
               std::vector<problem>& problems)
      : table_(table), what_(std::move(what)), file_(file), problems_(problems) {}

  std::string text(std::string_view key, bool required = true) {
    return take<std::string>(key, required, "", words_in, "a text in quotes, and not empty");
  }
  /// A text that may be absent.
  std::string optional_text(std::string_view key) { return text(key, false); }

  double points(std::string_view key) {
    const auto in_range = [](const toml::node& node) {
      const auto value = number_in(node);
      return value && *value > 0 && *value <= kMostPoints ? value : std::nullopt;
    };
    return take<double>(key, true, 0, in_range,
                        fmt::format("a number above 0, at most {}", kMostPoints));
  }

  /// A number in a range; `otherwise` where the key is absent.
  double number_between(std::string_view key, double least, double most, double otherwise) {
    const auto in_range = [&](const toml::node& node) {
      const auto value = number_in(node);
      return value && *value >= least && *value <= most ? value : std::nullopt;
    };
    return take<double>(key, false, otherwise, in_range,
                        fmt::format("a number from {:g} to {:g}", least, most));
  }

  bool flag(std::string_view key, bool otherwise) {
    const auto read = [](const toml::node& node) { return node.value_exact<bool>(); };
    return take<bool>(key, false, otherwise, read, "true or false");
  }

  /// One of the words of an enumeration; `otherwise` if the key is absent.
  template <class Word>
  Word word(std::string_view key, Word otherwise) {
    const std::string name = optional_text(key);
    const std::optional<Word> named = word_named<Word>(name);
    if (!named && !name.empty()) {
      complain(*table_.get(key), fmt::format("{}: {} \"{}\" must be one of {}", what_, key, name,
                                             fmt::join(kWordsOf<Word>, ", ")));
    }
    return named.value_or(otherwise);
  }

  /// A list of texts; empty where the key is absent.
  std::vector<std::string> texts(std::string_view key) {
    return take_list<std::string>(key, false, words_in, "be a list of texts", "be a list of texts");
  }

  int number(std::string_view key) {
    const auto in_range = [](const toml::node& node) -> std::optional<int> {
      const auto value = node.value_exact<std::int64_t>().value_or(0);
      return value < 1 || value > 99 ? std::nullopt : std::optional(static_cast<int>(value));
    };
    return take<int>(key, true, 0, in_range, "a whole number from 1 to 99");
  }

  std::vector<int> numbers(std::string_view key) {
    return take_list<int>(key, true, lesson_number, "be a list of lesson numbers",
                          "hold lesson numbers such as \"01\"");
  }

  /// A lesson's number; 0 where the table names none.
  int lesson(bool required) {
    return take<int>("lesson", required, 0, lesson_number, "a lesson's number such as \"03\"");
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
  std::vector<std::string> keys() const {
    std::vector<std::string> all;
    for (const auto& [key, ignored] : table_) {
      all.emplace_back(key.str());
    }
    return all;
  }

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
  static std::optional<std::string> words_in(const toml::node& node) {
    const auto value = node.value_exact<std::string>();
    return value && value->find_first_not_of(" \n\t") != std::string::npos ? value : std::nullopt;
  }

  static std::optional<double> number_in(const toml::node& node) {
    return node.is_number() ? node.value<double>() : std::nullopt;
  }

  /// A value; `otherwise` where there is none, or one that is not as it must be. \param read
  /// returns nothing for such a value \param wanted what it must be
  template <class Value, class Read>
  Value take(std::string_view key, bool required, Value otherwise, const Read& read,
             std::string_view wanted) {
    const toml::node* node = find(key, required);
    const std::optional<Value> value = node != nullptr ? read(*node) : std::nullopt;
    if (node != nullptr && !value) {
      complain(*node, fmt::format("{}: {} must be {}", what_, key, wanted));
    }
    return value.value_or(otherwise);
  }

  /// The values of a list. \param wanted what it must do \param each what it must do for each value
  template <class Value, class Read>
  std::vector<Value> take_list(std::string_view key, bool required, const Read& read,
                               std::string_view wanted, std::string_view each) {
    std::vector<Value> result;
    const toml::node* node = find(key, required);
    const toml::array* array = node != nullptr ? node->as_array() : nullptr;
    if (node != nullptr && array == nullptr) {
      complain(*node, fmt::format("{}: {} must {}", what_, key, wanted));
    }
    for (std::size_t i = 0; array != nullptr && i < array->size(); ++i) {
      if (const std::optional<Value> value = read(*array->get(i))) {
        result.push_back(*value);
      } else {
        complain(*array->get(i), fmt::format("{}: {} must {}", what_, key, each));
      }
    }
    return result;
  }

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
