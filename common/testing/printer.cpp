// What a test program of a lesson prints.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "common/base/format.hpp"
#include "common/base/wrap.hpp"
#include "common/testing/results.hpp"
#include "common/testing/told.hpp"
#include "kernelwright/testing/lesson_info.hpp"
#include "kernelwright/testing/lesson_test.hpp"

namespace kw::testing {
namespace {

// Does this message only say that an earlier one applies again?
bool is_repeated(const std::string& message) {
  const std::string first = message.substr(0, message.find('\n'));
  return first.rfind("Wrong values again: ", 0) == 0 ||
         (first.rfind("[", 0) == 0 && first.find("] again, ") != std::string::npos);
}

// `[  FAILED  ] and 3 more tests, as above: Add.Sizes, Large, Scale.Shapes`
std::string folded(const char* how, const std::vector<const ::testing::TestInfo*>& tests) {
  if (tests.empty()) {
    return "";
  }
  constexpr std::size_t kWidth = 100;
  std::string names, suite;
  for (const ::testing::TestInfo* test : tests) {
    names += names.empty() ? "" : ", ";
    names += test->test_suite_name() == suite ? test->name() : full_name(*test);
    suite = test->test_suite_name();
  }
  std::string text;
  for (const std::string& line :
       base::wrapped(base::sentence("[  FAILED  ] and {} more {}, {}: {}", tests.size(),
                                    tests.size() == 1 ? "test" : "tests", how, names),
                     kWidth)) {
    text += (text.empty() ? "" : "    ") + line + "\n";
  }
  return text;
}

// Each message once: a learner's mistake fails many tests, and has one cause.
class printer : public ::testing::EmptyTestEventListener {
 private:
  void OnTestStart(const ::testing::TestInfo& test) override {
    told_ = left_out_ = 0;
    if (writes_results()) {  // the grader measures the time of each test
      std::printf("[ RUN      ] %s\n", full_name(test).c_str());
      std::fflush(stdout);
    }
  }

  void OnTestPartResult(const ::testing::TestPartResult& part) override {
    if (part.type() == ::testing::TestPartResult::kSuccess) {
      return;
    }
    const told_part told = what_is_told(part);
    if (is_repeated(told.text) ||
        !shown_.insert(told.place + (part.file_name() == nullptr ? "" : told.text)).second) {
      return;
    }
    const std::string text =
        told.place + (part.failed() ? ": Failure\n" : ": Skipped\n") + told.text + "\n";
    const auto lines = static_cast<int>(std::count(text.begin(), text.end(), '\n'));
    // With a change that repairs all tests, what else fails follows from the same. GoogleTest's
    // lock is held here, so `this_run`, which asks for the running test, would wait for ever.
    const bool learner = std::string(current_lesson.tree) == "exercise";
    if (learner && lines_ > 0 && (repaired_ || lines_ + lines > kMostLines)) {
      left_out_ += repaired_ ? 0 : 1;
      return;
    }
    repaired_ = repaired_ || text.find("[one-change] ") != std::string::npos;
    ++told_;
    lines_ += lines + 1;
    std::printf("%s", text.c_str());
    std::fflush(stdout);
  }

  void OnTestEnd(const ::testing::TestInfo& test) override {
    const ::testing::TestResult& result = *test.result();
    if (result.Failed() && told_ == 0) {
      (left_out_ > 0 ? otherwise_ : as_above_).push_back(&test);
    } else if (!result.Passed()) {
      std::printf("%s %s (%lld ms)\n", result.Skipped() ? "[  SKIPPED ]" : "[  FAILED  ]",
                  full_name(test).c_str(), static_cast<long long>(result.elapsed_time()));
      std::fflush(stdout);
    }
  }

  void OnTestProgramEnd(const ::testing::UnitTest& all) override {
    std::printf("%s%s%d of %d tests passed.\n%s", folded("as above", as_above_).c_str(),
                folded("which may say more once this is repaired", otherwise_).c_str(),
                all.successful_test_count(), all.test_to_run_count(),
                all.failed_test_count() > 0 ? next_step(current_lesson).c_str() : "");
    std::fflush(stdout);
  }

  int told_ = 0, left_out_ = 0;  // messages of the running test
  int lines_ = 0;                // printed so far
  bool repaired_ = false;        // is a change told with which all tests pass?
  std::vector<const ::testing::TestInfo*> as_above_, otherwise_;
  std::set<std::string> shown_;  // places and texts; of exceptions the places
};

}  // namespace

void print_each_message_once() {
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new printer);
}

}  // namespace kw::testing
