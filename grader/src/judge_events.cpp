#include <sstream>

#include <nlohmann/json.hpp>

#include "grader/judging.hpp"

namespace kw::grader {

std::vector<judge_event> parse_judge_events(std::string_view text) {
  using nlohmann::json;
  std::vector<judge_event> events;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    const json object = json::parse(line, nullptr, false);
    if (!object.is_object()) {
      continue;
    }
    const auto text_of = [&](const char* key) {
      const auto found = object.find(key);
      return found != object.end() && found->is_string() ? found->get<std::string>() : "";
    };
    const auto number_of = [&](const char* key) {
      const auto found = object.find(key);
      return found != object.end() && found->is_number_integer() ? found->get<int>() : 0;
    };
    events.push_back({text_of("test"), text_of("kind"), number_of("signal"), number_of("exit_code"),
                      text_of("function"), text_of("output")});
  }
  return events;
}

}  // namespace kw::grader
