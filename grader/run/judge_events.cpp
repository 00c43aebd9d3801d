#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "common/base/process.hpp"
#include "grader/run/workshop.hpp"

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

std::string in_words(const judge_event& event, const judging_options& options) {
  const std::string where = " in " + event.function;
  if (event.kind == "crashed") {
    return fmt::format("The program crashed{} with {}.", where,
                       base::describe_signal(event.signal));
  }
  if (event.kind == "ended") {
    return fmt::format("The program ended{}, with exit code {}, in place of returning.", where,
                       event.exit_code);
  }
  if (event.kind == "hung") {
    return fmt::format(
        "{} had not returned after {:g} seconds of computing, and was stopped. Is "
        "there a loop that never ends?",
        event.function, options.call_seconds);
  }
  if (event.kind == "memory") {
    return fmt::format("The program took more than {} MB of memory{}, and was stopped.",
                       options.memory_bytes >> 20, where);
  }
  if (event.kind == "output") {
    return fmt::format("The program printed more than 64 MB{}, and was stopped.", where);
  }
  if (event.kind == "processes") {
    return fmt::format(
        "The program started processes without end{}: {} at once are allowed. It was "
        "stopped.",
        where, options.limits.processes);
  }
  if (event.kind == "gpu") {
    return fmt::format("The GPU stopped the program{}: {}", where, event.output);
  }
  if (event.kind == "not-started") {
    return fmt::format(
        "The program ended before its first call, {}: does a global object's "
        "constructor, or a main function of its own, end it?",
        event.signal != 0 ? "by " + base::describe_signal(event.signal)
                          : fmt::format("with exit code {}", event.exit_code));
  }
  return fmt::format(
      "The program gave an answer that makes no sense{}: did it write over memory "
      "that is not its own?",
      where);
}

}  // namespace kw::grader
