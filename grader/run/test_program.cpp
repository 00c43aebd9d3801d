#include "grader/run/test_program.hpp"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/files.hpp"
#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"
#include "grader/run/run_failure.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kOutputLimit = std::size_t{8} << 20;
constexpr std::size_t kMessageLimit = 16384;
constexpr int kMostCrashes = 5;
constexpr int kMostHangs = 2;

std::string shortened(std::string text) {
  return text.size() > kMessageLimit ? base::plain_text(text, kMessageLimit) : std::move(text);
}

base::process_request make_request(const test_program& program,
                                   std::vector<std::string> arguments) {
  base::process_request request;
  request.command = {fs::absolute(program.program).string(), "--gtest_color=no"};
  request.command.insert(request.command.end(), arguments.begin(), arguments.end());
  request.working_folder = program.working_folder;
  request.timeout_seconds = program.timeout_seconds;
  request.output_limit = kOutputLimit;
  request.should_stop = program.should_stop;
  return request;
}

void require_started(const base::process_outcome& outcome, const test_program& program) {
  if (outcome.end == base::process_end::not_started) {
    throw machine_error(
        fmt::format("cannot start {}: {}", program.program.string(), outcome.start_error));
  }
}

/// "crashed in the test Mask.Ragged with SIGSEGV (...).", to follow "The program". `where` is what
/// follows the verb, with a space in front, or empty.
std::string describe_end(const run_failure& failure, double timeout_seconds,
                         std::string_view where) {
  switch (failure.kind) {
    case remote::failure_kind::crashed:
      return fmt::format("crashed{} with {}.", where, base::describe_signal(failure.signal));
    case remote::failure_kind::hung:
      return fmt::format(
          "had not ended{} after {:g} seconds and was stopped. Is there a loop that never ends?",
          where, timeout_seconds);
    default:
      return fmt::format("ended early{}, with exit code {}.", where, failure.exit_code);
  }
}

/// One after another, runs of the same program until every test has a result.
class test_session {
 public:
  test_session(const test_program& program, const std::vector<std::string>& names)
      : program_(program), names_(names) {}

  test_run run() {
    int crashes = 0;
    int hangs = 0;
    while (run_once(crashes, hangs) && crashes <= kMostCrashes && hangs <= kMostHangs) {
    }
    for (const std::string& name : names_) {
      auto found = results_.find(name);
      if (found == results_.end()) {
        test_result missing;
        missing.message = "It was not run: the program ended before it.";
        found = results_.emplace(name, missing).first;
      }
      found->second.name = name;
      found->second.device = program_.device;
      found->second.message = shortened(std::move(found->second.message));
      result_.tests.push_back(std::move(found->second));
    }
    attach_findings(result_.tests, findings_);
    return std::move(result_);
  }

 private:
  /// True when there are tests left that another run could reach.
  bool run_once(int& crashes, int& hangs) {
    const std::vector<std::string> left = names_left();
    const test_files files(program_.scratch);
    std::vector<std::string> arguments = {"--gtest_output=json:" + files.results.string()};
    const bool all = left.size() == names_.size();
    arguments.push_back(
        fmt::format("--gtest_filter={}", all ? "*" : fmt::format("{}", fmt::join(left, ":"))));
    base::process_request request = make_request(program_, arguments);
    // What a user has set for a test run of their own must not change a result.
    request.environment = {{"KW_FINDINGS_FILE", files.findings.string()},
                           {"KW_CHECK", "on"},
                           {"KW_DEVICE", program_.device}};
    const base::process_outcome outcome = base::run_process(request);
    require_started(outcome, program_);
    result_.seconds += outcome.seconds;
    result_.stopped = outcome.end == base::process_end::stopped;
    const bool finished =
        take_results(outcome, base::read_text_file(files.results), crashes, hangs);
    findings_ += base::read_text_file(files.findings) + "\n";
    return !finished && !result_.stopped && !names_left().empty() &&
           names_left().size() < left.size();
  }

  std::vector<std::string> names_left() const {
    std::vector<std::string> left;
    std::copy_if(names_.begin(), names_.end(), std::back_inserter(left),
                 [&](const std::string& name) { return results_.count(name) == 0; });
    return left;
  }

  /// True when the program came to its end and wrote its results.
  bool take_results(const base::process_outcome& outcome, const std::string& json, int& crashes,
                    int& hangs) {
    console_results console = parse_console(outcome.output);
    std::vector<test_result> told = parse_results_json(json);
    const bool finished = !told.empty();
    for (test_result& test : finished ? told : console.tests) {
      if (test.status == test_status::skipped && test.message.empty()) {
        test.message = skip_reason(console, test.name);
      }
      results_.emplace(test.name, std::move(test));
    }
    if (outcome.end == base::process_end::exited && finished) {
      return true;
    }
    run_failure failure = failure_of(outcome);
    failure.test = console.running;
    failure.output = console.running_output;
    if (result_.message.empty()) {
      result_.output = outcome.output;
      const std::string where = failure.test.empty() ? "" : " in the test " + failure.test;
      result_.message =
          "The test program " + describe_end(failure, program_.timeout_seconds, where);
    }
    (outcome.end == base::process_end::timed_out ? hangs : crashes) += 1;
    if (!finished && !failure.test.empty()) {
      test_result blamed;
      blame(blamed, failure,
            fmt::format("The program {}\n{}",
                        describe_end(failure, program_.timeout_seconds, " in this test"),
                        failure.output));
      results_.emplace(failure.test, std::move(blamed));
    }
    return finished;
  }

  static std::string skip_reason(const console_results& console, const std::string& name) {
    for (const test_result& test : console.tests) {
      if (test.name == name && test.status == test_status::skipped) {
        // The first line is the place in the test's source, which says nothing to a learner.
        const std::size_t line_end = test.message.find('\n');
        return line_end == std::string::npos ? test.message : test.message.substr(line_end + 1);
      }
    }
    return {};
  }

  const test_program& program_;
  const std::vector<std::string>& names_;
  std::map<std::string, test_result> results_;
  std::string findings_;
  test_run result_;
};

}  // namespace

std::vector<std::string> list_tests(const test_program& program, std::string* why) {
  const base::process_outcome outcome =
      base::run_process(make_request(program, {"--gtest_list_tests"}));
  require_started(outcome, program);
  std::vector<std::string> names = parse_test_list(outcome.output);
  if (why != nullptr && (!outcome.succeeded() || names.empty())) {
    *why = outcome.succeeded()
               ? "The test program has no tests."
               : fmt::format("The test program {}\n{}",
                             describe_end(failure_of(outcome), program.timeout_seconds,
                                          " before its first test"),
                             outcome.output);
  }
  return names;
}

test_run run_tests(const test_program& program) {
  std::string why;
  const std::vector<std::string> names = list_tests(program, &why);
  if (names.empty()) {
    test_run nothing;
    nothing.message = shortened(why);
    nothing.stopped = program.should_stop && program.should_stop();
    return nothing;
  }
  return test_session(program, names).run();
}

}  // namespace kw::grader
