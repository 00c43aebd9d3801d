// What a test program prints.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>
#include <string>
#include <string_view>

#include "common/base/exception_text.hpp"
#include "common/checker/source/source.hpp"
#include "common/testing/code_place.hpp"
#include "common/testing/told.hpp"
#include "kernelwright/testing/lesson_info.hpp"
#include "kernelwright/testing/lesson_test.hpp"

namespace kw::testing {
namespace {

// What an exception says that no test expects, and the learner's line from which it came, if any.
std::string words_about(std::string_view exception, const code_place& place) {
  std::string what(exception);
  if (place.file.empty()) {
    return what;
  }
  const std::string here = place.file + ":" + std::to_string(place.line) + ": ";
  if (const auto at = what.find(here); at != std::string::npos) {
    what.erase(0, at + here.size());
  }
  return "This line ends in an exception, and nothing catches it: " + what + "\n    " + place.text;
}

// Does this message only say that an earlier one applies again?
bool is_repeated(const std::string& message) {
  const std::string first = message.substr(0, message.find('\n'));
  return first.rfind("Wrong values again: ", 0) == 0 ||
         (first.rfind("[", 0) == 0 && first.find("] again, ") != std::string::npos);
}

class printer : public ::testing::EmptyTestEventListener {
 public:
  explicit printer(bool brief) : brief_(brief) {}

 private:
  void OnTestStart(const ::testing::TestInfo& test) override {
    new_messages_ = 0;
    if (!brief_) {
      std::printf("[ RUN      ] %s\n", full_name(test).c_str());
      std::fflush(stdout);
    }
  }

  void OnTestPartResult(const ::testing::TestPartResult& part) override {
    std::string text = part.message(), place = "a test";
    for (const char* heading : {"Failed\n", "Skipped\n"}) {
      if (text.rfind(heading, 0) == 0) {
        text.erase(0, std::string(heading).size());
      }
    }
    if (part.type() == ::testing::TestPartResult::kSuccess || is_repeated(text)) {
      return;
    }
    if (part.file_name() != nullptr) {
      place = runtime::short_path(part.file_name()) + ":" + std::to_string(part.line_number());
    } else {
      const code_place thrown = place_of(calls_of_latest_throw());
      place = thrown.file.empty() ? place : thrown.file + ":" + std::to_string(thrown.line);
      if (const auto exception = base::text_of_exception(text); exception != text) {
        text = words_about(exception, thrown);
      }
    }
    if (!shown_.insert(place + (part.file_name() == nullptr ? "" : text)).second) {
      return;
    }
    ++new_messages_;
    std::printf("%s: %s\n%s\n", place.c_str(), part.failed() ? "Failure" : "Skipped", text.c_str());
    std::fflush(stdout);
  }

  void OnTestEnd(const ::testing::TestInfo& test) override {
    const ::testing::TestResult& result = *test.result();
    if (brief_ && result.Passed()) {
      return;
    }
    const char* const end = result.Skipped()  ? "[  SKIPPED ]"
                            : result.Passed() ? "[       OK ]"
                                              : "[  FAILED  ]";
    std::printf("%s %s (%lld ms)%s\n", end, full_name(test).c_str(),
                static_cast<long long>(result.elapsed_time()),
                result.Failed() && new_messages_ == 0 ? ", as above" : "");
    std::fflush(stdout);
  }

  void OnTestProgramEnd(const ::testing::UnitTest& all) override {
    std::printf("%d of %d tests passed.\n%s", all.successful_test_count(), all.test_to_run_count(),
                all.failed_test_count() > 0 ? next_step(current_lesson).c_str() : "");
    std::fflush(stdout);
  }

  bool brief_;
  int new_messages_ = 0;
  std::set<std::string> shown_;  // places and texts; of exceptions the places
};

}  // namespace

void print_each_message_once() {
  auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
  delete listeners.Release(listeners.default_result_printer());
  listeners.Append(new printer(::testing::GTEST_FLAG(brief)));
}

}  // namespace kw::testing
