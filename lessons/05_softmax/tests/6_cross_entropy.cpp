// Tests of lesson 05, task 6: a loss per row, even if exponentials overflow or vanish.
#include "softmax_cases.hpp"

namespace lesson05 {
namespace {

constexpr tolerance kLoss = {1e-5, 1e-6, "float32 exponentials and their logarithm"};
constexpr tolerance kCoarse = {2e-3, 0, "a float32 near 10,000 is rounded by up to 0.0005"};

/// Compares the losses of these scores and targets with the oracle.
bool check_losses(const matrix_case& c, const std::vector<float>& scores,
                  const std::vector<std::int32_t>& targets, const tolerance& limit = kLoss) {
  const kw::buffer_layout layout{.element_offset = c.offset};
  return check_entry(
      shape(c), cross_entropy, in(c, scores), in({c.rows}, targets, layout),
      out({c.rows}, reference::cross_entropy(to_doubles(scores), targets), limit, layout));
}

/// Random scores, and targets all over the columns: none equals the number of its row, and
/// neighbours have different ones.
template <int LOW, int HIGH, const tolerance& LIMIT = kLoss>
bool check_scores(const matrix_case& c) {
  std::vector<std::int32_t> targets;
  for (std::int64_t row = 0; row < c.rows; ++row) {
    targets.push_back(static_cast<std::int32_t>((7 * row + 3) % c.columns));
  }
  return check_losses(c, make_input<float>(c.rows * c.columns, 1, {LOW, HIGH}), targets, LIMIT);
}

/// Three rows of 50 scores, of which number 20 is this much higher.
bool check_one_above(float height, const std::vector<std::int32_t>& targets) {
  auto scores = make_input<float>(3 * 50, 1, {-1, 1});
  for (int row = 0; row < 3; ++row) {
    scores[row * 50 + 20] += height;
  }
  return check_losses({3, 50}, scores, targets);
}

const std::vector<matrix_case> kClasses = {{1, 1},    {3, 1},   {0, 7},    {300, 2},  {5, 31},
                                           {37, 128}, {4, 781}, {4, 1023}, {4, 1024}, {5000, 10}};

const tests<matrix_case> cross_entropy_tests = {
    "CrossEntropy",
    {
        {"TwoRowsOfFive", check_scores<-2, 3>, {{2, 5}}},
        {"Shapes", check_scores<-6, 6>, kClasses},
        {"PaddedAndUnalignedRows",
         check_scores<-6, 6>,
         {{7, 781, 1024}, {5, 1000, 1001}, {5, 1024, 0, 0, 1}}},
        // A lane past the row that holds 0 would win the maximum.
        {"AllBelowZero", check_scores<-9, -4>, {{3, 1000}}},
        {"LargeScores", check_scores<90, 120>, {{3, 100}}},  // exp overflows at 88.7
        {"LargeScores", check_scores<9990, 10000, kCoarse>, {{3, 100}}},
        {"LargeScores",
         check_scores<-10000, -9990, kCoarse>,
         {{3, 100}}},  // all exponentials are 0
        {"AnyShape", check_scores<-6, 6>, rows_up_to(100, kMostClasses)},
    },
};

using CrossEntropy = lesson_test;

TEST_F(CrossEntropy, EachTarget) {
  // Seven rows, and the target walks from the first column to the last.
  check_losses({7, 7}, make_input<float>(49, 1, {-3, 3}), {0, 1, 2, 3, 4, 5, 6});
}

TEST_F(CrossEntropy, TheTargetIsFarBelow) {
  // The softmax at the target is 0 in float32, so its logarithm would be -inf. The loss is 500.
  check_one_above(500.0f, {0, 19, 49});
}

TEST_F(CrossEntropy, TheTargetWins) {
  check_one_above(5.0f, {20, 20, 20});
}

TEST_F(CrossEntropy, ClassesThatAreRuledOut) {
  auto scores = make_input<float>(4 * 90, 1, {-3, 3});
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] = i % 3 == 0 ? scores[i] : kMinusInfinity;
  }
  check_losses({4, 90}, scores, {0, 3, 45, 87});
}

}  // namespace
}  // namespace lesson05
