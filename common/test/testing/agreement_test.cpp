// Which known mistake is named where values are wrong.
#include "common/testing/asking.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/test/testing/failures.hpp"
#include "common/testing/told.hpp"

namespace kw::testing {
namespace {

using doubles = std::vector<double>;

// The sentence about a comparison whose values are `got`.
std::string explained(const doubles& got, const doubles& want,
                      const std::vector<known_mistake>& known) {
  comparison c;
  c.size = static_cast<std::int64_t>(want.size());
  c.limit = kLimit;
  c.got = [&](std::int64_t i) { return got[static_cast<std::size_t>(i)]; };
  c.want = [&](std::int64_t i) { return want[static_cast<std::size_t>(i)]; };
  mismatches m;
  for (std::int64_t i = 0; i < c.size; ++i) {
    m.wrong.push_back(close(c.got(i), c.want(i), c.limit) ? 0 : 1);
    if (m.wrong.back() != 0) {
      ++m.count;
      m.sample.push_back(i);
    }
  }
  return explain_by_mistakes(c, m, known);
}

// What did not explain one case does not explain the next, if few of its values are wrong.
TEST(KnownMistakes, OneThatIsRefutedIsNotNamed) {
  const auto want = wanted(100);
  auto got = want, some = want;
  for (std::size_t i = 0; i < want.size(); ++i) {
    some[i] = i < 10 ? 2 * want[i] + static_cast<double>(i * i) : want[i];
    got[i] = 3 * want[i] + static_cast<double>(i * i);
  }
  const std::vector<known_mistake> known = {{"by a wrong sum", some}};
  EXPECT_EQ(explained(got, want, known), "");
  EXPECT_EQ(explained(some, want, known), "");
  this_run().refuted.clear();
  EXPECT_EQ(explained(some, want, known),
            "Your values are what you get by a wrong sum (all 9 agree).");
}

TEST(KnownMistakes, TheOneThatAgreesIsNamed) {
  const auto want = wanted(2000);
  auto got = want, other = want;
  for (std::size_t i = 0; i < want.size(); ++i) {
    got[i] = 3 / (1 + want[i]);
    other[i] = 4 / (1 + want[i]);
  }
  EXPECT_EQ(explained(got, want, {{"by adding 4", other}, {"by adding 3", got}}),
            "Your values are what you get by adding 3 (all 2,000 agree).");
}

TEST(KnownMistakes, NoneIsGuessed) {
  const auto want = wanted(100);
  auto got = want, nearly = want;
  for (std::size_t i = 0; i < want.size(); ++i) {
    got[i] = 3 / (1 + want[i]) + static_cast<double>(i % 7);
    nearly[i] = got[i] * (i < 90 ? 1 : 2);  // a tenth of them does not agree
  }
  EXPECT_EQ(explained(got, want, {{"x", nearly}}), "");
  EXPECT_EQ(explained(got, want, {{"x", want}}), "");
  EXPECT_EQ(explained(got, want, {{"x", doubles(3)}}), "");
  // A mistake that would spoil elements that are right is rejected.
  auto half = want;
  std::copy(got.begin(), got.begin() + 50, half.begin());
  EXPECT_EQ(explained(half, want, {{"x", got}}), "");
}

TEST(KnownMistakes, UpToThreeThatACaseCannotTellApartAreNamed) {
  const known_mistake term{"by adding 2", {4}}, factor{"by multiplying by 2", {4}},
      square{"by squaring", {4}}, number{"with 4", {4}};
  EXPECT_EQ(explained({4}, {2}, {term, factor}),
            "Your values are what you get by adding 2, or by multiplying by 2 (the one wrong value "
            "agrees).");
  EXPECT_EQ(explained({4}, {2}, {term, factor, square, number}), "");
}

}  // namespace
}  // namespace kw::testing
