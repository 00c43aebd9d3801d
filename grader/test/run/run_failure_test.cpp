#include "grader/run/run_failure.hpp"

#include <gtest/gtest.h>

namespace kw::grader {
namespace {

using remote::failure_kind;

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
