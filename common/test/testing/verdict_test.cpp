// The one text that is made of all clues.
#include "common/testing/told.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <vector>

namespace {

using kw::clue;
using kw::testing::verdict;

clue made(const std::string& source, const std::string& facts, const std::string& advice = "") {
  clue c;
  c.source = source;
  c.facts = facts;
  c.advice = advice;
  return c;
}

clue the_change() {
  clue c = made("change", "f.cpp:7: All tests pass with one change:", "Work out why.");
  c.kind = "one-change";
  c.code = "  - a\n  + b";
  c.tried = true;
  return c;
}

TEST(Verdict, SaysWhatHappenedThenWhyThenWhatToTry) {
  EXPECT_EQ(verdict({the_change(), made("wrong kernels", "  You add 2."),
                     made("values", "Wrong values: 3 differ"), made("writer", "  It was stored.")}),
            "Wrong values: 3 differ\n  It was stored.\n  You add 2.\n[one-change] f.cpp:7: All "
            "tests pass with one change:\n  - a\n  + b\n  Work out why.");
  EXPECT_EQ(verdict({}), "");
}

TEST(Verdict, AdviceThatWasTriedIsTheOnlyOne) {
  const clue guess = made("finding", "x[9] is outside", "Give it a mask.");
  EXPECT_EQ(verdict({guess}), "x[9] is outside\n  Give it a mask.");
  EXPECT_EQ(verdict({guess, the_change()}).find("mask"), std::string::npos);
}

TEST(Verdict, ALineThatIsTheCauseStandsForTheOneThatStored) {
  clue origin = made("origin", "  The first one was made in f.cpp:5");
  origin.line = 5;
  EXPECT_EQ(verdict({made("values", "v"), made("writer", "  It was stored."), origin}),
            "v\n  The first one was made in f.cpp:5");
}

TEST(Verdict, HasAtMostSoManyLines) {
  std::vector<clue> many(40, made("finding", "fact", "advice"));
  many.push_back(the_change());
  const std::string text = verdict(many);
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), kw::testing::kMostLines);
  EXPECT_NE(text.find("  + b"), std::string::npos);
  clue values = made("values", "Wrong values");
  values.code = std::string(40, '\n');
  EXPECT_EQ(verdict({values}), "Wrong values");
}

TEST(Verdict, LacksAMechanismThatIsOff) {
  const std::vector<clue> clues = {made("finding", "x[9] is outside", "Give it a mask."),
                                   the_change()};
  ::setenv("KW_WITHOUT", "change", 1);
  EXPECT_EQ(verdict(clues), "x[9] is outside\n  Give it a mask.");
  ::setenv("KW_WITHOUT", "change,advice", 1);
  EXPECT_EQ(verdict(clues), "x[9] is outside");
  ::unsetenv("KW_WITHOUT");
}

}  // namespace
