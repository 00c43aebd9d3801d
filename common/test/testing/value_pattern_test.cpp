// What all wrong values have in common, in words, and that nothing is said by chance.
#include "common/testing/value_pattern.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "kernelwright/testing/inputs.hpp"

namespace kw::testing {
namespace {

using values = std::vector<double>;

std::string told(const values& got, const values& want, std::int64_t columns = 0,
                 const std::vector<named_number>& numbers = {}) {
  comparison c;
  c.size = static_cast<std::int64_t>(want.size());
  c.columns = columns;
  c.rows = columns > 0 ? c.size / columns : 0;
  c.limit = {1e-6, 1e-6};
  c.got = [&](std::int64_t i) { return got[static_cast<std::size_t>(i)]; };
  c.want = [&](std::int64_t i) { return want[static_cast<std::size_t>(i)]; };
  c.poison = [](std::int64_t) { return false; };
  return value_pattern(c, find_mismatches(c), numbers);
}

values drawn_values(std::int64_t n) {
  const auto drawn = make_input<float>(n, 1);
  return {drawn.begin(), drawn.end()};
}

values each(const values& of, const std::function<double(double)>& f) {
  values all;
  for (const double v : of) {
    all.push_back(f(v));
  }
  return all;
}

TEST(ValuePattern, AFactor) {
  const values want = drawn_values(40);
  const auto scaled = [&](double f) { return each(want, [=](double v) { return f * v; }); };
  EXPECT_EQ(told(scaled(2), want), "  Every element is 2 times what it should be.");
  EXPECT_EQ(told(scaled(-1), want), "  Every element has the opposite sign.");
  EXPECT_EQ(told(scaled(0), want), "  Every element is 0.");
  EXPECT_EQ(told(scaled(1.005), want), "");
  const std::vector<named_number> numbers = {
      {2, "the number of columns of `x`"}, {12, "the number of rows of `x`"}, {0.3, "`p`"}};
  EXPECT_EQ(
      told(scaled(1.0 / 12), want, 0, numbers),
      "  Every element is 1/12 of what it should be, which is 1 / the number of rows of `x`.");
  EXPECT_EQ(told(scaled(std::sqrt(12)), want, 0, numbers),
            "  Every element is 3.4641 times what it should be, which is the square root of the "
            "number of rows of `x`.");
  EXPECT_EQ(told(scaled(0.7), want, 0, numbers),
            "  Every element is 0.7 times what it should be, which is 1 - `p`.");
  EXPECT_EQ(told(scaled(2), want, 0, numbers), "  Every element is 2 times what it should be.");
}

TEST(ValuePattern, ADifferenceOrAFunction) {
  const values want = each(drawn_values(40), [](double v) { return std::abs(v) + 0.5; });
  const auto of = [&](double (*f)(double)) { return told(each(want, f), want); };
  EXPECT_EQ(of([](double v) { return v + 1; }), "  Every element is too large by 1.");
  EXPECT_EQ(of([](double v) { return v - 0.25; }), "  Every element is too small by 0.25.");
  EXPECT_EQ(of([](double v) { return v * v; }),
            "  Every element is the square of what it should be.");
  EXPECT_EQ(of([](double v) { return 1 / v; }),
            "  Every element is 1 divided by what it should be.");
  EXPECT_EQ(of([](double v) { return std::log(v); }),
            "  Every element is the logarithm of what it should be.");
}

TEST(ValuePattern, RightValuesInWrongPlaces) {
  const values want = drawn_values(36);
  const auto from = [&](const std::function<std::size_t(std::size_t)>& place) {
    values got(want.size());
    for (std::size_t i = 0; i < got.size(); ++i) {
      got[i] = want[place(i) % want.size()];
    }
    return got;
  };
  EXPECT_EQ(
      told(from([](std::size_t i) { return i < 30 ? i + 6 : i; }), want, 6),
      "  The values are right, but in wrong places: [0, 0] has what belongs in [1, 0], as each "
      "wrong element has what belongs 1 row after it.");
  EXPECT_EQ(
      told(from([](std::size_t i) { return i > 0 ? i - 1 : i; }), want),
      "  The values are right, but in wrong places: [1] has what belongs in [0], as each wrong "
      "element has what belongs 1 element before it.");
  EXPECT_EQ(
      told(from([](std::size_t i) { return 35 - i; }), want),
      "  The values are right, but in wrong places: [0] has what belongs in [35]: the order is "
      "reversed.");
  EXPECT_EQ(
      told(from([](std::size_t i) { return i % 6 * 6 + i / 6; }), want, 6),
      "  The values are right, but in wrong places: [0, 1] has what belongs in [1, 0]: rows and "
      "columns are exchanged.");
  EXPECT_EQ(told(from([](std::size_t i) { return i * 7; }), want),
            "  The values are right, but in wrong places: [1] has what belongs in [7].");
}

TEST(ValuePattern, ASingleElement) {
  EXPECT_EQ(told({59855.2736}, {14963.8184}), "  It is 4 times what it should be.");
  EXPECT_EQ(told({59800}, {14963.8184}), "");
  EXPECT_EQ(told({0.0}, {14963.8184}), "");
}

TEST(ValuePattern, NothingByChance) {
  const values want = drawn_values(40);
  values got = each(want, [](double v) { return 2 * v; });
  got[7] += 0.01;
  EXPECT_EQ(told(got, want), "");
  EXPECT_EQ(
      told(drawn_values(40), each(drawn_values(40), [](double v) { return std::sin(9 * v); })), "");
  const values ones(40, 1.0);
  EXPECT_EQ(told(each(drawn_values(40), [](double v) { return v; }), ones), "");
  EXPECT_EQ(told(each(want, [](double) { return std::nan(""); }), want), "");
  EXPECT_EQ(told(values(40, 2.0), ones), "  Every element is 2.");
}

}  // namespace
}  // namespace kw::testing
