#include "common/testing/results.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "common/base/exception_text.hpp"
#include "common/base/format.hpp"
#include "common/base/json.hpp"
#include "common/testing/told.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::testing {
namespace {

std::FILE* file_of_results = nullptr;

/// What a check says. The place in the test's source belongs to those of GoogleTest's own checks; a
/// kernel's tests name the place in the learner's file themselves.
std::string text_of(const ::testing::TestPartResult& part) {
  const std::string_view text = part.message();
  const std::string_view own = without_heading(text);
  const std::string_view exception = base::text_of_exception(text);
  if (own.size() < text.size() || exception.size() < text.size()) {
    return std::string(own.size() < text.size() ? own : exception);
  }
  const std::string file = part.file_name() == nullptr ? "unknown file" : part.file_name();
  return file + (part.line_number() < 0 ? "" : ":" + std::to_string(part.line_number())) + "\n" +
         std::string(text);
}

class results_writer : public ::testing::EmptyTestEventListener {
  void OnTestProgramStart(const ::testing::UnitTest& all) override {
    base::json_writer json;
    json.object().key("tests").array();
    for (int i = 0; i < all.total_test_suite_count(); ++i) {
      const ::testing::TestSuite& suite = *all.GetTestSuite(i);
      for (int k = 0; k < suite.total_test_count(); ++k) {
        if (suite.GetTestInfo(k)->should_run()) {
          json.value(full_name(*suite.GetTestInfo(k)));
        }
      }
    }
    write_result(json.end().end().text());
  }

  void OnTestEnd(const ::testing::TestInfo& test) override {
    const ::testing::TestResult& result = *test.result();
    std::string message;
    for (int i = 0; i < result.total_part_count(); ++i) {
      const ::testing::TestPartResult& part = result.GetTestPartResult(i);
      if (result.Failed() ? part.failed() : part.skipped()) {
        message += (message.empty() ? "" : "\n\n") + text_of(part);
      }
    }
    base::json_writer json;
    json.object().field("test", full_name(test)).key("seconds");
    json.written(base::formatted("%.3f", static_cast<double>(result.elapsed_time()) / 1000));
    json.field("status", result.Failed() ? "failed" : result.Skipped() ? "skipped" : "passed");
    write_result(json.field("message", message).end().text());
  }
};

}  // namespace

void open_results() {
  const char* const path = std::getenv("KW_RESULTS_FILE");
  if (path == nullptr || *path == '\0') {
    return;
  }
  file_of_results = std::fopen(path, "we");
  if (file_of_results == nullptr) {
    throw error(std::string("cannot write results to ") + path + " (KW_RESULTS_FILE)");
  }
  unsetenv("KW_RESULTS_FILE");
  ::testing::UnitTest::GetInstance()->listeners().Append(new results_writer);
}

void write_result(const std::string& line) {
  if (file_of_results != nullptr && (std::fputs((line + "\n").c_str(), file_of_results) < 0 ||
                                     std::fflush(file_of_results) != 0)) {
    std::fputs("cannot write results (KW_RESULTS_FILE)\n", stderr);
    std::_Exit(4);
  }
}

}  // namespace kw::testing
