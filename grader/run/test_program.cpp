#include "grader/run/test_program.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/base/files.hpp"
#include "common/base/plain_text.hpp"
#include "common/base/process.hpp"
#include "grader/model/error.hpp"

namespace kw::grader {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kOutputLimit = std::size_t{8} << 20;
constexpr std::size_t kMessageLimit = 16384;
constexpr int kMostCrashes = 5;
constexpr double kProgramSeconds = 3600;  // what can hang is stopped by its test's limit

std::string shortened(std::string text) {
  return text.size() > kMessageLimit ? base::plain_text(text, kMessageLimit) : std::move(text);
}

base::process_request make_request(const test_program& program, const std::string& filter) {
  base::process_request request;
  request.command = {fs::absolute(program.program).string()};
  request.command.insert(request.command.end(), program.arguments.begin(), program.arguments.end());
  request.command.insert(request.command.end(), {"--gtest_color=no", filter});
  request.working_folder = program.working_folder;
  request.timeout_seconds = kProgramSeconds;
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
/// follows the verb, with a space in front, or empty. `seconds` is how long that took.
std::string describe_end(const run_failure& failure, double seconds, double limit,
                         std::string_view where) {
  switch (failure.kind) {
    case remote::failure_kind::crashed:
      return fmt::format("crashed{} with {}.", where, base::describe_signal(failure.signal));
    case remote::failure_kind::hung:
      return fmt::format(
          "had not ended{} after {:.1f} seconds and was stopped; the limit is {:g} seconds. Is "
          "there "
          "a loop that never ends?",
          where, seconds, limit);
    default:
      return fmt::format("ended early{}, with exit code {}.", where, failure.exit_code);
  }
}

/// Follows the output of a program that runs tests, and knows how long the running one has taken.
/// The program ends itself when a test takes too long; this is for a program that cannot.
class test_clock {
 public:
  explicit test_clock(const test_program& program) : program_(program) {}

  void read(std::string_view output) {
    constexpr std::string_view kBegins = "[ RUN      ] ";
    line_ += output;
    for (std::size_t end = 0; (end = line_.find('\n')) != std::string::npos;) {
      const std::string_view line = std::string_view(line_).substr(0, end);
      if (line.substr(0, kBegins.size()) == kBegins) {
        test_ = line.substr(kBegins.size());
        began_ = clock::now();
        told_ = 0;
      }
      line_.erase(0, end + 1);
    }
  }

  /// True when the program is to be killed.
  bool too_long() {
    const double elapsed = seconds();
    if (program_.on_running && !test_.empty() && elapsed >= told_ + 1) {
      told_ = elapsed;
      program_.on_running(test_, elapsed);
    }
    hung_ = hung_ || elapsed > (base::kPatience + 1) * program_.test_seconds;
    return hung_;
  }

  bool hung() const { return hung_; }

  /// How long the test that began last has run; before the first, how long the program has.
  double seconds() const { return std::chrono::duration<double>(clock::now() - began_).count(); }

 private:
  using clock = std::chrono::steady_clock;
  const test_program& program_;
  std::string line_;  // that has not ended yet
  std::string test_;
  clock::time_point began_ = clock::now();
  double told_ = 0;
  bool hung_ = false;
};

/// Runs a request of a test program under the limit for each test.
base::process_outcome run_limited(const test_program& program, base::process_request& request,
                                  test_clock& clock) {
  request.environment.emplace_back("KW_TEST_SECONDS", fmt::format("{:g}", program.test_seconds));
  if (!program.look_for_changes) {
    request.environment.emplace_back("KW_ONE_CHANGE", "0");
  }
  request.on_output = [&](std::string_view piece) { clock.read(piece); };
  request.should_stop = [&] {
    return clock.too_long() || (program.should_stop && program.should_stop());
  };
  base::process_outcome outcome = base::run_process(request);
  outcome.end = clock.hung() ? base::process_end::timed_out : outcome.end;
  require_started(outcome, program);
  return outcome;
}

/// One after another, runs of the same program until every test has a result.
class test_session {
 public:
  explicit test_session(const test_program& program) : program_(program) {}

  test_run run() {
    while (run_once() && hung_.empty() && crashes_ <= kMostCrashes) {
    }
    for (const std::string& name : record_.names) {
      auto found = results_.find(name);
      if (found == results_.end()) {
        test_result missing;
        missing.message =
            fmt::format("{}{}", base::kNotRun,
                        hung_.empty() ? "the program ended before it."
                                      : hung_ + ", a test of the same kernel, never ended.");
        found = results_.emplace(name, missing).first;
      }
      found->second.name = name;
      found->second.device = program_.device;
      found->second.message = shortened(std::move(found->second.message));
      result_.tests.push_back(std::move(found->second));
    }
    attach_findings(result_.tests, record_);
    return std::move(result_);
  }

 private:
  /// True when there are tests left that another run could reach. The first run is of all tests.
  bool run_once() {
    const std::vector<std::string> left = names_left();
    const fs::path file = fresh_results(program_.scratch);
    base::process_request request = make_request(
        program_, fmt::format("--gtest_filter={}",
                              left.empty() ? "*" : fmt::format("{}", fmt::join(left, ":"))));
    // What a user has set for a test run of their own must not change a result.
    request.environment = {{"KW_RESULTS_FILE", file.string()},
                           {"KW_CHECK", "on"},
                           {"KW_DEVICE", program_.device},
                           {"GTEST_SHARD_INDEX", "0"},
                           {"GTEST_TOTAL_SHARDS", "1"}};
    test_clock clock(program_);
    const base::process_outcome outcome = run_limited(program_, request, clock);
    result_.seconds += outcome.seconds;
    result_.stopped = outcome.end == base::process_end::stopped;
    test_record record = parse_record(base::read_text_file(file));
    if (left.empty()) {
      record_.names = record.names;
    }
    if (record_.names.empty() && !result_.stopped) {
      result_.message =
          shortened(fmt::format("The test program {}\n{}",
                                describe_end(failure_of(outcome), clock.seconds(),
                                             program_.test_seconds, " before its first test"),
                                outcome.output));
      return false;
    }
    std::move(record.findings.begin(), record.findings.end(), std::back_inserter(record_.findings));
    return !take_results(outcome, std::move(record), clock.seconds()) && !result_.stopped &&
           !names_left().empty() && (left.empty() || names_left().size() < left.size());
  }

  std::vector<std::string> names_left() const {
    std::vector<std::string> left;
    std::copy_if(record_.names.begin(), record_.names.end(), std::back_inserter(left),
                 [&](const std::string& name) { return results_.count(name) == 0; });
    return left;
  }

  /// True when every test of this run came to its end.
  bool take_results(const base::process_outcome& outcome, test_record record, double seconds) {
    const std::string unfinished = record.unfinished();
    for (test_result& test : record.ended) {
      if (test.status == test_status::skipped && test.message.rfind(base::kNotRun, 0) == 0) {
        test.status = test_status::missing;  // because of the kernel, not of this machine
      }
      results_.emplace(test.name, std::move(test));
    }
    if (outcome.end == base::process_end::exited && unfinished.empty()) {
      return true;
    }
    run_failure failure = failure_of(outcome);
    if (const auto output = output_since(outcome.output, unfinished)) {
      failure.test = unfinished;
      failure.output = *output;
    }
    const auto end = [&](const std::string& where) {
      return describe_end(failure, seconds, program_.test_seconds, where);
    };
    const std::string name = failure.test.empty() ? "A test" : failure.test;
    if (result_.message.empty()) {
      result_.output = outcome.output;
      result_.message =
          "The test program " + end(failure.test.empty() ? "" : " in the test " + failure.test);
    }
    crashes_ += 1;
    hung_ = failure.kind == remote::failure_kind::hung ? name : hung_;
    if (!failure.test.empty()) {
      test_result blamed;
      // A program that stopped itself has said so.
      blame(blamed, failure,
            outcome.exit_code == base::kHungExitCode
                ? failure.output
                : fmt::format("The program {}\n{}", end(" in this test"), failure.output));
      results_.emplace(failure.test, std::move(blamed));
    }
    return unfinished.empty();
  }

  const test_program& program_;
  test_record record_;  // the names and findings of all runs
  std::map<std::string, test_result> results_;
  int crashes_ = 0;
  std::string hung_;  // the test that never ended; empty for none
  test_run result_;
};

}  // namespace

test_run run_tests(const test_program& program) {
  return test_session(program).run();
}

}  // namespace kw::grader
