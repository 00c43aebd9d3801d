#pragma once

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

namespace kw::grader {

// Reading JSON that a program wrote while it was graded: it may hold anything, or be cut off.

/// A text of an object; empty when there is none.
inline std::string text_of(const nlohmann::json& object, const std::string& key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// A number of an object.
template <class Number>
Number number_of(const nlohmann::json& object, const std::string& key, Number otherwise = {}) {
  const auto found = object.find(key);
  return found != object.end() && found->is_number() ? found->get<Number>() : otherwise;
}

/// The lines of a text that are JSON objects. Others are skipped.
inline std::vector<nlohmann::json> json_lines(std::string_view text) {
  std::vector<nlohmann::json> objects;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    nlohmann::json object = nlohmann::json::parse(line, nullptr, false);
    if (object.is_object()) {
      objects.push_back(std::move(object));
    }
  }
  return objects;
}

}  // namespace kw::grader
