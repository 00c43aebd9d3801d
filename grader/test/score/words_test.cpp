#include "grader/score/words.hpp"

#include <gtest/gtest.h>

namespace kw::grader {
namespace {

TEST(ShortestMessage, LeavesTheMapOut) {
  test_result test;
  test.message =
      "Wrong values: 3 differ\n  where, one sign for 1 element (. right, # all wrong):\n    [0]   "
      "....##\n    [64, 0]   xx\n  Your values are what you get by 0.\n";
  EXPECT_EQ(shortest_message(test, 5),
            "Wrong values: 3 differ\n  Your values are what you get by 0.");
  EXPECT_FALSE(is_map_line("  [out-of-bounds] VectorAdd reads x[3]"));
  EXPECT_FALSE(is_map_line("[0]"));
}

TEST(ShortestMessage, IsTheFirstParagraph) {
  test_result test;
  test.message = "\none\ntwo\n\nthree";
  EXPECT_EQ(shortest_message(test, 5), "one\ntwo");
  EXPECT_EQ(shortest_message(test, 1), "one");
  test.findings.emplace_back().message = "the finding\nmore";
  EXPECT_EQ(shortest_message(test, 1), "the finding");
}

TEST(Words, NamesWithCommasAreApart) {
  EXPECT_EQ(list_of_names({"Ann Lee", "Bo Ek"}), "Ann Lee, Bo Ek");
  EXPECT_EQ(list_of_names({"Lee, Ann", "Ek, Bo", "Fox, Cy"}, 2), "Lee, Ann; Ek, Bo and 1 more");
}

TEST(FailureText, IsTheParagraphOfTheFirstFinding) {
  test_result test;
  test.message =
      "Value of: x\n  Actual: 3\n\n[never-written] f.cpp:3: nothing wrote to out.\n  Why?";
  EXPECT_EQ(failure_text(test), "Value of: x\n  Actual: 3");
  finding found;
  found.kind = "never-written";
  found.message = "f.cpp:3: nothing wrote to out.";
  test.findings = {found};
  EXPECT_EQ(failure_text(test), "[never-written] f.cpp:3: nothing wrote to out.\n  Why?");
  test.message.clear();
  EXPECT_EQ(failure_text(test), "[never-written] f.cpp:3: nothing wrote to out.");
}

TEST(FailureText, DoesNotRepeatItsFindings) {
  test_result test;
  test.message = "[write-race] two programs\n  advice\n\nElement 3: got 1, want 2";
  finding found;
  found.kind = "write-race";
  found.message = "two programs\n  advice";
  test.findings = {found};
  EXPECT_EQ(message_without_findings(test), "Element 3: got 1, want 2");
  test.message = "[write-race] two programs\n  advice\n";
  EXPECT_EQ(message_without_findings(test), "");
}

}  // namespace
}  // namespace kw::grader
