// Formulas as data, and the slips that are made from them.
#include "kernelwright/testing/formula.hpp"

#include <cmath>

#include "common/test/testing/failures.hpp"
#include "common/testing/told.hpp"

namespace kw::testing {
namespace {

using doubles = std::vector<double>;

constexpr formula_shape kShape{20, 5};

formula values(const char* name, double from) {
  doubles x(kShape.rows * kShape.columns);
  for (std::size_t i = 0; i < x.size(); ++i) {
    x[i] = from + std::sin(static_cast<double>(i * i) + from);
  }
  return formula::of(name, x);
}

const formula kX = values("x", 1), kY = values("y", 2);

// What a learner reads whose kernel computes `got` where `right` is meant.
std::string reading(const formula& got, const formula& right, formula_shape shape = kShape) {
  mismatch_told() = mismatch_state::none;
  refuted_suspects().clear();
  return last_line(failures_of(filled(value_of(got, shape)), value_of(right, shape), kLimit,
                               "a case", {slips_in(shape, [&] { return right; })}));
}

std::string explained(const std::string& words) {
  return "  Your values are what you get " + words + " (all 100 agree).";
}

formula softmax(const formula& e) {
  return e / row_sum(e);
}

TEST(Formula, ComputesRowsAndColumns) {
  const formula_shape shape{2, 2};
  const formula x = formula::of("x", {1, 2, 3, 5}), w = formula::for_column("w", {10, 100});
  EXPECT_EQ(value_of(x * w, shape), (doubles{10, 200, 30, 500}));
  EXPECT_EQ(value_of(x - row_max(x), shape), (doubles{-1, 0, -2, 0}));
  EXPECT_EQ(value_of(row_mean(x) + formula::for_row("b", {1, 2}), {2, 2, true}), (doubles{2.5, 6}));
  EXPECT_EQ(value_of(where(at_least(x, 3), x, 0), shape), (doubles{0, 0, 3, 5}));
}

TEST(Formula, IsWrittenWithTheParenthesesThatItNeeds) {
  EXPECT_EQ(text_of((kX + kY) * kX - kY), "(x + y) * x - y");
  EXPECT_EQ(text_of(kX - (kY - kX)), "x - (y - x)");
  EXPECT_EQ(text_of(kX / (kY * 2)), "x / (y * 2)");
  EXPECT_EQ(text_of(maximum(exp(kX), 0)), "maximum(exp(x), 0)");
  EXPECT_EQ(text_of(softmax(exp(kX).named("e"))), "e / sum(e)");
}

TEST(Slips, LeftOutOrExchanged) {
  EXPECT_EQ(reading(kX, kX + kY), explained("without y: x + y is meant"));
  EXPECT_EQ(reading(kY - kX, kX - kY), explained("with the wrong sign, by y - x: x - y is meant"));
  EXPECT_EQ(reading(kX * kY, kX / kY), explained("by x * y where x / y is meant"));
  EXPECT_EQ(reading(kX, exp(kX)), explained("without exp: exp(x) is meant"));
}

TEST(Slips, ParenthesesMoved) {
  EXPECT_EQ(reading(kX * (kY + kX), kX * kY + kX),
            explained("by x * (y + x) where x * y + x is meant"));
  EXPECT_EQ(reading(exp(kX) - row_max(kX), exp(kX - row_max(kX))),
            explained("by exp(x) - max(x) where exp(x - max(x)) is meant"));
  EXPECT_EQ(reading(maximum(kX, 3) + kY, maximum(kX + kY, 3)),
            explained("by maximum(x, 3) + y where maximum(x + y, 3) is meant"));
}

TEST(Slips, OtherReduction) {
  const formula e = exp(kX).named("e");
  EXPECT_EQ(reading(e / row_max(e), softmax(e)), explained("by max(e) where sum(e) is meant"));
  EXPECT_EQ(reading(e / row_sum(kX), softmax(e)),
            explained("with x where e belongs: sum(e) is meant"));
}

// A slip in a line that is used twice counts in both places.
TEST(Slips, InALineOfItsOwn) {
  EXPECT_EQ(
      reading(softmax(exp(kX + row_max(kX) * kY)), softmax(exp(kX - row_max(kX) * kY).named("e"))),
      explained("by x + max(x) * y where x - max(x) * y is meant"));
}

TEST(Slips, NothingIsGuessed) {
  const std::string text = reading(kX * kX * kY + 7, kX + kY);
  EXPECT_EQ(text.find("Your values"), std::string::npos) << text;
  // One wrong element agrees by chance too easily.
  EXPECT_EQ(reading(formula(2), formula(3) - 1.5, {1, 1}).find("Your values"), std::string::npos);
}

}  // namespace
}  // namespace kw::testing
