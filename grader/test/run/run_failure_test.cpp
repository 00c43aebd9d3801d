#include "grader/run/run_failure.hpp"

#include <gtest/gtest.h>

namespace kw::grader {
namespace {

using remote::failure_kind;

TEST(RunFailures, AreReadLineByLine) {
  const auto failures = parse_failures(
      "{\"test\":\"A.B\",\"kind\":\"crashed\",\"signal\":11,\"function\":\"f\"}\nnonsense\n[1]\n"
      "{\"test\":7,\"signal\":\"x\"}\n");
  ASSERT_EQ(failures.size(), 2U);
  EXPECT_EQ(failures[0].test, "A.B");
  EXPECT_EQ(failures[0].kind, failure_kind::crashed);
  EXPECT_EQ(failures[0].signal, 11);
  EXPECT_EQ(failures[1].test, "");
  EXPECT_EQ(failures[1].kind, failure_kind::nonsense);
  EXPECT_EQ(failures[1].signal, 0);
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
