// Which cause a failed comparison names.
#include "kernelwright/testing/suspects.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

#include "common/test/testing/failures.hpp"
#include "common/testing/told.hpp"

namespace kw::testing {
namespace {

using doubles = std::vector<double>;

TEST(CheckClosePattern, FactorWithAMeaning) {
  EXPECT_EQ(pattern([](const doubles& want, std::size_t i) { return want[i] / std::log(2.0); }),
            "  This looks like a logic error: the wrong elements are 1.4427 times what they should "
            "be, which is the factor between natural logarithms and those to base 2.");
}

TEST(CheckClosePattern, Term) {
  EXPECT_EQ(pattern([](const doubles& want, std::size_t i) { return want[i] - 1; }),
            "  This looks like a logic error: the wrong elements are 1 too small.");
}

TEST(CheckClosePattern, FunctionOfTheRightValue) {
  EXPECT_EQ(pattern([](const doubles& want, std::size_t i) { return want[i] * want[i]; }),
            "  This looks like a logic error: the wrong elements are the squares of what they "
            "should be.");
  mismatch_told() = mismatch_state::none;
  EXPECT_EQ(
      pattern([](const doubles& want, std::size_t i) { return std::trunc(want[i]); }),
      "  This looks like a logic error: the wrong elements are the next whole numbers towards 0 "
      "from what they should be. Is a value kept in an int, or are two ints divided?");
}

TEST(CheckClosePattern, CutOff) {
  EXPECT_EQ(pattern([](const doubles& want, std::size_t i) { return std::max(want[i], 20.0); }),
            "  This looks like a logic error: the wrong elements are all 20, and should be "
            "smaller. Is 20 a limit that is too high?");
}

TEST(CheckClosePattern, OtherOrder) {
  EXPECT_EQ(pattern([](const doubles& want, std::size_t i) { return want[i * 7 % 1000]; }),
            "  This looks like a logic error: all values are right, but they are in other places "
            "than they should be.");
}

TEST(CheckClosePattern, Lines) {
  const auto want = wanted(9 * 8);
  const auto text = [&](auto value) {
    std::vector<float> values(want.size());
    for (std::size_t i = 0; i < want.size(); ++i) {
      values[i] = static_cast<float>(value(want[i], i));
    }
    mismatch_told() = mismatch_state::none;
    return last_line(failures_of(buffer<float, 2>(cpu_device, {9, 8}, values), want));
  };
  EXPECT_EQ(text([](double x, std::size_t i) { return x * (2 + i / 8); }),
            "  This looks like a logic error: every row is the right one times its own factor (2 "
            "in row 0, 3 in row 1). Look at what each row is divided or multiplied by.");
  EXPECT_EQ(
      text([](double x, std::size_t i) { return x + (1 + i % 8); }),
      "  This looks like a logic error: every column is the right one plus its own number (1 in "
      "column 0, 2 in column 1). Look at what is subtracted from or added to a whole column.");
}

// The text of a failure when `likely` holds the values of typical mistakes.
std::string with_suspects(const doubles& got, const doubles& want, const suspects& likely) {
  mismatch_told() = mismatch_state::none;
  return last_line(failures_of(filled(got), want, kLimit, "a case", likely));
}

// What did not explain one case does not explain the next, if few of its values are wrong.
TEST(CheckCloseSuspects, OneThatIsRefutedIsNotNamed) {
  const auto want = wanted(100);
  auto got = want, some = want;
  for (std::size_t i = 0; i < want.size(); ++i) {
    some[i] = i < 10 ? 2 * want[i] + static_cast<double>(i * i) : want[i];
    got[i] = 3 * want[i] + static_cast<double>(i * i);
  }
  const suspects likely = {{"by a wrong sum", [&] { return some; }}};
  EXPECT_THAT(with_suspects(got, want, likely), ::testing::Not(::testing::HasSubstr("wrong sum")));
  EXPECT_THAT(with_suspects(some, want, likely), ::testing::Not(::testing::HasSubstr("wrong sum")));
  refuted_suspects().clear();
  EXPECT_THAT(with_suspects(some, want, likely), ::testing::HasSubstr("by a wrong sum"));
}

TEST(CheckCloseSuspects, SaysWhichOneAgrees) {
  const auto want = wanted(2000);
  auto got = want, other = want;
  for (std::size_t i = 0; i < want.size(); ++i) {
    got[i] = 3 / (1 + want[i]);
    other[i] = 4 / (1 + want[i]);
  }
  const suspects both = {{"by adding 4", [&] { return other; }},
                         {"by adding 3", [&] { return got; }}};
  EXPECT_EQ(with_suspects(got, want, both),
            "  Your values are what you get by adding 3 (all 2,000 agree).");
}

TEST(CheckCloseSuspects, NeverGuesses) {
  const auto want = wanted(100);
  auto got = want, nearly = want;
  for (std::size_t i = 0; i < want.size(); ++i) {
    got[i] = 3 / (1 + want[i]) + static_cast<double>(i % 7);
    nearly[i] = got[i] * (i < 90 ? 1 : 2);  // a tenth of them does not agree
  }
  const std::string none =
      "  This looks like a logic error: the values are too far off for rounding.";
  EXPECT_EQ(with_suspects(got, want, {{"x", [&] { return nearly; }}}), none);
  EXPECT_EQ(with_suspects(got, want, {{"x", [&] { return want; }}}), none);
  EXPECT_EQ(with_suspects(got, want, {{"x", [] { return doubles(3); }}}), none);
  // A suspect that would spoil elements that are right is rejected.
  auto half = want;
  std::copy(got.begin(), got.begin() + 50, half.begin());
  EXPECT_EQ(with_suspects(half, want, {{"x", [&] { return got; }}}), none);
}

TEST(CheckCloseSuspects, TwoThatThisCaseCannotTellApart) {
  EXPECT_EQ(with_suspects({4}, {2},
                          {{"by adding 2", [] { return doubles{4}; }},
                           {"by multiplying by 2", [] { return doubles{4}; }}}),
            "  Your values are what you get by adding 2, or by multiplying by 2 (the one wrong "
            "value agrees).");
}

}  // namespace
}  // namespace kw::testing
