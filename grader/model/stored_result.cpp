#include "grader/model/stored_result.hpp"

#include <cmath>
#include <type_traits>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/files.hpp"
#include "grader/model/error.hpp"
#include "grader/model/fields.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using json = nlohmann::ordered_json;
using pairs = std::vector<std::pair<std::string, std::string>>;

/// Turns parts of a result into JSON.
class writer {
 public:
  template <class Member>
  void operator()(const char* key, const Member& member, const about& = {}) {
    value_[key] = to_value(member);
  }

  template <class Member>
  void later(const char* key, const Member& member, const about& = {}) {
    (*this)(key, member);
  }

  template <class Value>
  void derived(const char* key, const Value& value, const about& = {}) {
    (*this)(key, value);
  }

  void part(const char*) {}

  json take() { return std::move(value_); }

 private:
  static json to_value(bool flag) { return flag; }
  static json to_value(int number) { return number; }
  static json to_value(std::int64_t number) { return number; }
  // JSON knows neither infinity nor NaN; the tests and benchmarks of a submission may.
  static json to_value(double number) { return std::isfinite(number) ? number : 0.0; }
  static json to_value(const std::string& text) { return text; }
  static json to_value(const fs::path& path) { return path.string(); }

  static json to_value(const pairs& columns) {
    json object = json::object();
    for (const auto& [name, value] : columns) {
      object[name] = value;
    }
    return object;
  }

  template <class Element>
  static json to_value(const std::vector<Element>& elements) {
    json list = json::array();
    for (const Element& element : elements) {
      list.push_back(to_value(element));
    }
    return list;
  }

  template <class Value>
  static json to_value(const std::optional<Value>& value) {
    return value ? to_value(*value) : json(nullptr);
  }

  template <class Part>
  static json to_value(const Part& part) {
    if constexpr (std::is_enum_v<Part>) {
      return to_text(part);
    } else {
      writer inner;
      fields(inner, part);
      return inner.take();
    }
  }

  json value_ = json::object();
};

/// Fills parts of a result from JSON, and says which value is not what it must be.
class reader {
 public:
  reader(const json& value, std::string place) : value_(value), place_(std::move(place)) {
    if (!value_.is_object()) {
      complain("an object");
    }
  }

  template <class Member>
  void operator()(const char* key, Member& member, const about& = {}) {
    const auto found = value_.find(key);
    const std::string place = place_.empty() ? key : place_ + "." + key;
    if (found == value_.end()) {
      throw usage_error(place +
                        " is missing: the file was changed, or is not a result. Grade that "
                        "submission again, and its result is written anew");
    }
    reader(*found, place, nullptr).read(member);
  }

  template <class Member>
  void later(const char* key, Member& member, const about& = {}) {
    if (value_.contains(key)) {
      (*this)(key, member);
    }
  }

  template <class Value>
  void derived(const char*, const Value&, const about& = {}) {}

  void part(const char*) {}

 private:
  reader(const json& value, std::string place, std::nullptr_t)
      : value_(value), place_(std::move(place)) {}

  [[noreturn]] void complain(const char* wanted) const {
    throw usage_error(fmt::format("{} must be {}, but is {}", place_.empty() ? "it" : place_,
                                  wanted, value_.type_name()));
  }

  void require(bool condition, const char* wanted) const {
    if (!condition) {
      complain(wanted);
    }
  }

  template <class Value>
  void take(Value& value, bool fits, const char* wanted) const {
    require(fits, wanted);
    value = value_.get<Value>();
  }

  void read(bool& flag) const { take(flag, value_.is_boolean(), "true or false"); }
  void read(std::int64_t& number) const {
    take(number, value_.is_number_integer(), "a whole number");
  }
  void read(int& number) const {
    std::int64_t wide = 0;
    read(wide);
    number = static_cast<int>(wide);
    require(number == wide, "a whole number that fits 32 bits");
  }
  void read(double& number) const { take(number, value_.is_number(), "a number"); }
  void read(std::string& text) const { take(text, value_.is_string(), "a text"); }
  void read(fs::path& path) const {
    std::string text;
    read(text);
    path = text;
  }

  void read(pairs& columns) const {
    require(value_.is_object(), "an object");
    columns.clear();
    for (const auto& [name, value] : value_.items()) {
      columns.emplace_back(name, std::string());
      reader(value, place_ + "." + name, nullptr).read(columns.back().second);
    }
  }

  template <class Element>
  void read(std::vector<Element>& elements) const {
    require(value_.is_array(), "a list");
    elements.clear();
    for (std::size_t i = 0; i < value_.size(); ++i) {
      elements.emplace_back();
      reader(value_[i], fmt::format("{}[{}]", place_, i), nullptr).read(elements.back());
    }
  }

  template <class Value>
  void read(std::optional<Value>& value) const {
    value.reset();
    if (!value_.is_null()) {
      read(value.emplace());
    }
  }

  template <class Part>
  void read(Part& part) const {
    if constexpr (std::is_enum_v<Part>) {
      std::string name;
      read(name);
      const std::optional<Part> named = word_named<Part>(name);
      if (!named) {
        throw usage_error(fmt::format("{} cannot be \"{}\"", place_, name));
      }
      part = *named;
    } else {
      reader inner(value_, place_);
      fields(inner, part);
    }
  }

  const json& value_;
  std::string place_;
};

}  // namespace

std::string to_json(const report& report) {
  json root = {{"schema_version", kReportSchemaVersion}};
  writer parts;
  fields(parts, report);
  root.update(parts.take());
  return root.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

report parse_report(std::string_view text) {
  const json root = json::parse(text, nullptr, false);
  if (root.is_discarded()) {
    throw usage_error("it is not JSON, or it is cut short");
  }
  const auto version = root.is_object() ? root.find("schema_version") : root.end();
  if (!root.is_object() || version == root.end() || !version->is_number_integer()) {
    throw usage_error("it has no schema_version, so it is not a result of this grader");
  }
  const auto number = version->get<std::int64_t>();
  if (number != kReportSchemaVersion) {
    throw usage_error(fmt::format(
        "its schema_version is {}, and this grader reads version {}: {}", number,
        kReportSchemaVersion,
        number > kReportSchemaVersion
            ? "a newer grader wrote it, so use that one"
            : "an older grader wrote it. Grade again; `class` with the same --output does that"));
  }
  report result;
  reader parts(root, "");
  fields(parts, result);
  return result;
}

report read_report(const fs::path& file) {
  const std::string text = base::read_text_file(file);
  if (text.empty()) {
    throw usage_error(
        fmt::format("{} cannot be read as a result: it is missing, empty, or larger "
                    "than 64 MiB",
                    file.string()));
  }
  try {
    return parse_report(text);
  } catch (const usage_error& error) {
    throw usage_error(
        fmt::format("{} cannot be read as a result: {}", file.string(), error.what()));
  }
}

}  // namespace kw::grader
