#include "grader/run/test_output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kw::grader {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TestList, ReadsSuitesParametersAndLeavesDisabledOut) {
  EXPECT_THAT(parse_test_list("Testing exercises/a.cpp on cpu\n"
                              "Running main() from gtest_main.cc\n"
                              "VectorAdd.\n  Small\n  DISABLED_Slow\n"
                              "Sizes/Add.  # TypeParam = float\n  Works/0  # GetParam() = 17\n"
                              "DISABLED_Old.\n  One\n"),
              ElementsAre("VectorAdd.Small", "Sizes/Add.Works/0"));
  EXPECT_THAT(parse_test_list(""), IsEmpty());
  EXPECT_THAT(parse_test_list("Segmentation fault\n"), IsEmpty());
}

TEST(ResultsJson, ReadsStatesMessagesAndTimes) {
  const auto tests = parse_results_json(R"({"testsuites": [{"name": "Add", "testsuite": [
    {"name": "Good", "classname": "Add", "status": "RUN", "result": "COMPLETED", "time": "0.25s"},
    {"name": "Bad", "classname": "Add", "status": "RUN", "result": "COMPLETED", "time": "1s",
     "failures": [{"failure": "a_test.cpp:3\nFailed\nfirst", "type": ""}, {"failure": "second", "type": ""}]},
    {"name": "Gpu", "classname": "Add", "status": "RUN", "result": "SKIPPED", "time": "0s"},
    {"name": "Off", "classname": "Add", "status": "NOTRUN", "result": "SUPPRESSED", "time": "0s"}
  ]}]})");
  ASSERT_EQ(tests.size(), 3U);
  EXPECT_EQ(tests[0].name, "Add.Good");
  EXPECT_EQ(tests[0].status, test_status::passed);
  EXPECT_EQ(tests[0].seconds, 0.25);
  EXPECT_EQ(tests[1].status, test_status::failed);
  EXPECT_EQ(tests[1].message, "first\n\nsecond");
  EXPECT_EQ(tests[2].status, test_status::skipped);
}

TEST(ResultsJson, ReadsWhatAnExceptionSays) {
  const auto tests = parse_results_json(R"({"testsuites": [{"name": "Add", "testsuite": [
    {"name": "Bad", "classname": "Add", "status": "RUN", "result": "COMPLETED", "time": "1s",
     "failures": [{"failure": "unknown file\nC++ exception with description \"a.cpp has no add\" thrown in the test body.\n",
                   "type": ""}]}]}]})");
  ASSERT_EQ(tests.size(), 1U);
  EXPECT_EQ(tests[0].message, "a.cpp has no add");
}

TEST(ResultsJson, TakesAnythingElseForNothing) {
  for (const char* text : {"", "{", "[]", "7", "{\"testsuites\": 3}", "{\"testsuites\": [3]}",
                           R"({"testsuites": [{"testsuite": [3, {}]}]})", "\xFF\xFE"}) {
    EXPECT_THAT(parse_results_json(text), IsEmpty()) << text;
  }
}

TEST(Console, TellsWhatEndedAndWhatWasRunning) {
  const console_results results = parse_console(
      "[ RUN      ] Add.Good\n[       OK ] Add.Good (12 ms)\n"
      "[ RUN      ] Add.Bad\nno, no\n[  FAILED  ] Add.Bad, where GetParam() = 3 (2 ms)\n"
      "[ RUN      ] Add.Gpu\na.cpp:3: Skipped\nno GPU\n[  SKIPPED ] Add.Gpu (0 ms)\n"
      "[ RUN      ] Add.Dies\nlast words\n");
  ASSERT_EQ(results.tests.size(), 3U);
  EXPECT_EQ(results.tests[0].status, test_status::passed);
  EXPECT_EQ(results.tests[0].seconds, 0.012);
  EXPECT_EQ(results.tests[1].name, "Add.Bad");
  EXPECT_EQ(results.tests[1].message, "no, no");
  EXPECT_EQ(results.tests[2].status, test_status::skipped);
  EXPECT_EQ(results.running, "Add.Dies");
  EXPECT_EQ(results.running_output, "last words\n");
}

TEST(Console, TheSummaryAddsNoTests) {
  const console_results results = parse_console(
      "[ RUN      ] Add.Bad\n[  FAILED  ] Add.Bad (2 ms)\n\n[  FAILED  ] 1 test, listed below:\n"
      "[  FAILED  ] Add.Bad\n");
  EXPECT_EQ(results.tests.size(), 1U);
}

TEST(Findings, AreReadLineByLine) {
  const auto findings = parse_findings(
      R"({"test": "Add.Bad", "kind": "out-of-bounds", "message": "words", "line": 21, "count": 3})"
      "\nnot json\n[1]\n"
      R"({"test": "Add.Other", "kind": 7, "line": "x"})"
      "\n{\"test\": \"half");
  ASSERT_EQ(findings.size(), 2U);
  EXPECT_EQ(findings[0].test, "Add.Bad");
  EXPECT_EQ(findings[0].found.kind, "out-of-bounds");
  EXPECT_EQ(findings[0].found.line, 21);
  EXPECT_EQ(findings[0].found.count, 3);
  EXPECT_EQ(findings[1].found.kind, "");
  EXPECT_EQ(findings[1].found.line, 0);
}

TEST(Findings, GoToTheTestsThatMadeThem) {
  std::vector<test_result> tests(2);
  tests[0].name = "Add.Good";
  tests[1].name = "Add.Bad";
  attach_findings(tests, "{\"test\": \"Add.Bad\"}\n{\"test\": \"Add.Lost\"}\n");
  EXPECT_TRUE(tests[0].findings.empty());
  EXPECT_EQ(tests[1].findings.size(), 1U);
  EXPECT_EQ(find_test(tests, "Add.Lost"), nullptr);
}

}  // namespace
}  // namespace kw::grader
