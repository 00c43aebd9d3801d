#include "grader/run/test_output.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace kw::grader {
namespace {

using remote::failure_kind;
using testing::ElementsAre;
using testing::IsEmpty;

constexpr const char* kRecord = R"({"tests": ["Add.Good", "Add.Bad", "Add.Gpu", "Add.Dies"]}
{"test": "Add.Good", "seconds": 0.25, "status": "passed", "message": ""}
{"test": "Add.Bad", "kind": "out-of-bounds", "message": "words", "line": 21, "count": 3}
{"test": "Add.Bad", "failure": "crashed", "signal": 11, "function": "f"}
{"test": "Add.Bad", "seconds": 1, "status": "failed", "message": "first\n\nsecond"}
{"test": "Add.Gpu", "seconds": 0, "status": "skipped", "message": "no GPU"}
)";

TEST(Record, HoldsTestsFindingsAndFailures) {
  const test_record record = parse_record(kRecord);
  EXPECT_THAT(record.names, ElementsAre("Add.Good", "Add.Bad", "Add.Gpu", "Add.Dies"));
  EXPECT_EQ(record.unfinished(), "Add.Dies");
  ASSERT_EQ(record.ended.size(), 3U);
  EXPECT_EQ(record.ended[0].name, "Add.Good");
  EXPECT_EQ(record.ended[0].status, test_status::passed);
  EXPECT_EQ(record.ended[0].seconds, 0.25);
  EXPECT_EQ(record.ended[1].status, test_status::failed);
  EXPECT_EQ(record.ended[1].message, "first\n\nsecond");
  EXPECT_EQ(record.ended[2].status, test_status::skipped);
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].second.kind, "out-of-bounds");
  EXPECT_EQ(record.findings[0].second.line, 21);
  EXPECT_EQ(record.findings[0].second.count, 3);
  ASSERT_EQ(record.failed.size(), 1U);
  EXPECT_EQ(record.failed[0].test, "Add.Bad");
  EXPECT_EQ(record.failed[0].kind, failure_kind::crashed);
  EXPECT_EQ(record.failed[0].signal, 11);
}

TEST(Record, IsReadAsFarAsItMakesSense) {
  for (const char* text :
       {"", "{", "[]", "7", "{}", "{\"tests\": 3}", "\xFF\xFE", "{\"test\": 1}"}) {
    const test_record record = parse_record(text);
    EXPECT_THAT(record.names, IsEmpty()) << text;
    EXPECT_THAT(record.ended, IsEmpty()) << text;
    EXPECT_EQ(record.unfinished(), "");
  }
  const test_record record = parse_record(
      "not json\n[1]\n{\"test\": 7, \"kind\": 7, \"line\": \"x\"}\n"
      "{\"failure\": \"unheard of\", \"signal\": \"x\"}\n{\"test\": \"half");
  ASSERT_EQ(record.findings.size(), 1U);
  EXPECT_EQ(record.findings[0].first, "");
  EXPECT_EQ(record.findings[0].second.line, 0);
  ASSERT_EQ(record.failed.size(), 1U);
  EXPECT_EQ(record.failed[0].kind, failure_kind::nonsense);
}

TEST(Record, GivesFindingsToTheTestsThatMadeThem) {
  std::vector<test_result> tests(2);
  tests[0].name = "Add.Good";
  tests[1].name = "Add.Bad";
  attach_findings(tests,
                  parse_record(std::string(kRecord) + R"({"test": "Add.Lost", "kind": ""})"));
  EXPECT_TRUE(tests[0].findings.empty());
  EXPECT_EQ(tests[1].findings.size(), 1U);
  EXPECT_EQ(find_test(tests, "Add.Lost"), nullptr);
}

TEST(Output, OfATestIsWhatFollowsItsBegin) {
  const std::string output =
      "[ RUN      ] Add.Good\nfine\n[       OK ] Add.Good (12 ms)\n"
      "[ RUN      ] Add.Dies\nlast words\n";
  EXPECT_EQ(output_since(output, "Add.Dies"), "last words\n");
  EXPECT_EQ(output_since(output, "Add"), std::nullopt);
}

TEST(RunFailures, KeepTheirKindInTheJudgesFile) {
  for (const auto& [kind, word, sentence] : remote::kFailureTexts) {
    EXPECT_EQ(remote::failure_from_string(to_string(kind)), kind) << word;
  }
}

TEST(RunFailures, OfALearnersOwnProgramAreHowItEnded) {
  base::process_outcome outcome;
  outcome.end = base::process_end::timed_out;
  test_result test;
  blame(test, failure_of(outcome), "words");
  EXPECT_EQ(test.status, test_status::hung);
  EXPECT_EQ(test.message, "words");
  outcome.end = base::process_end::signalled;
  outcome.signal = 11;
  EXPECT_EQ(failure_of(outcome).kind, failure_kind::crashed);
  blame(test, failure_of(outcome), "words");
  EXPECT_EQ(test.status, test_status::crashed);
}

}  // namespace
}  // namespace kw::grader
