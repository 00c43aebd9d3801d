#include "grader/run/run_failure.hpp"

#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace kw::grader {

using remote::failure_kind;

run_failure failure_of(const base::process_outcome& outcome) {
  run_failure failure;
  failure.kind = outcome.end == base::process_end::signalled   ? failure_kind::crashed
                 : outcome.end == base::process_end::timed_out ? failure_kind::hung
                                                               : failure_kind::ended;
  failure.signal = outcome.signal;
  failure.exit_code = outcome.exit_code;
  return failure;
}

std::vector<run_failure> parse_failures(std::string_view text) {
  using nlohmann::json;
  std::vector<run_failure> failures;
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
    failures.push_back({text_of("test"), remote::failure_from_string(text_of("kind")),
                        number_of("signal"), number_of("exit_code"), text_of("function"),
                        text_of("output")});
  }
  return failures;
}

void blame(test_result& test, const run_failure& failure, std::string message) {
  test.status = failure.kind == failure_kind::hung ? test_status::hung : test_status::crashed;
  test.message = std::move(message);
}

std::string describe_end(const run_failure& failure, double timeout_seconds,
                         std::string_view where) {
  switch (failure.kind) {
    case failure_kind::crashed:
      return fmt::format("crashed{} with {}.", where, base::describe_signal(failure.signal));
    case failure_kind::hung:
      return fmt::format(
          "had not ended{} after {:g} seconds and was stopped. Is there a loop that never ends?",
          where, timeout_seconds);
    default:
      return fmt::format("ended early{}, with exit code {}.", where, failure.exit_code);
  }
}

std::string describe_call(const run_failure& failure, const untrusted_options& options) {
  const std::string where = " in " + failure.function;
  switch (failure.kind) {
    case failure_kind::crashed:
      return fmt::format("The program crashed{} with {}.", where,
                         base::describe_signal(failure.signal));
    case failure_kind::ended:
      return fmt::format("The program ended{}, with exit code {}, in place of returning.", where,
                         failure.exit_code);
    case failure_kind::hung:
      return fmt::format(
          "{} had not returned after {:g} seconds of computing, and was stopped. Is "
          "there a loop that never ends?",
          failure.function, options.call_seconds);
    case failure_kind::memory:
      return fmt::format("The program took more than {} MB of memory{}, and was stopped.",
                         options.memory_bytes >> 20, where);
    case failure_kind::output:
      return fmt::format("The program printed more than 64 MB{}, and was stopped.", where);
    case failure_kind::processes:
      return fmt::format(
          "The program started processes without end{}: {} at once are allowed. It was "
          "stopped.",
          where, options.limits.processes);
    case failure_kind::gpu:
      return fmt::format("The GPU stopped the program{}: {}", where, failure.output);
    case failure_kind::not_started:
      return fmt::format(
          "The program ended before its first call, {}: does a global object's "
          "constructor, or a main function of its own, end it?",
          failure.signal != 0 ? "by " + base::describe_signal(failure.signal)
                              : fmt::format("with exit code {}", failure.exit_code));
    case failure_kind::not_called:
      return "It was not run: the program had crashed or hung too often before it.";
    case failure_kind::machine_memory:
    case failure_kind::nonsense:
      break;
  }
  return fmt::format(
      "The program gave an answer that makes no sense{}: did it write over memory "
      "that is not its own?",
      where);
}

}  // namespace kw::grader
