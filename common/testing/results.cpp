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

  void OnTestStart(const ::testing::TestInfo&) override { message_.clear(); }

  void OnTestPartResult(const ::testing::TestPartResult& part) override {
    if (part.type() != ::testing::TestPartResult::kSuccess) {
      const told_part told = what_is_told(part);
      message_ += (message_.empty() ? "" : "\n\n") + (told.names_place ? "" : told.place + "\n") +
                  told.text;
    }
  }

  void OnTestEnd(const ::testing::TestInfo& test) override {
    const ::testing::TestResult& result = *test.result();
    base::json_writer json;
    json.object().field("test", full_name(test)).key("seconds");
    json.written(base::formatted("%.3f", static_cast<double>(result.elapsed_time()) / 1000));
    json.field("status", result.Failed() ? "failed" : result.Skipped() ? "skipped" : "passed");
    write_result(json.field("message", message_).end().text());
  }

  std::string message_;  // of the running test
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

bool writes_results() {
  return file_of_results != nullptr;
}

void write_result(const std::string& line) {
  if (file_of_results != nullptr && (std::fputs((line + "\n").c_str(), file_of_results) < 0 ||
                                     std::fflush(file_of_results) != 0)) {
    std::fputs("cannot write results (KW_RESULTS_FILE)\n", stderr);
    std::_Exit(4);
  }
}

}  // namespace kw::testing
