// Tests of elective 15, task 4: shares minus 1 at the target, for scores of any size.
#include <kernelwright/testing/finite_differences.hpp>

#include "small_model_test.hpp"

namespace lesson15 {
namespace {

constexpr tolerance kShare{1e-6, 4e-6, "float32 exponentials, their sum and a quotient"};

bool check_scores(const matrix_case& c, input_range range, float scale = 1) {
  const auto scores = make_input<float>(c.rows * c.columns, 1, range);
  std::vector<int> targets;
  for (std::int64_t row = 0; row < c.rows; ++row) {
    targets.push_back(static_cast<int>((7 * row + 3) % c.columns));
  }
  return check_entry(shape(c), cross_entropy_backward, in(c, scores), in({c.rows}, targets), scale,
                     out(c, reference::cross_entropy_backward(to_doubles(scores), targets, scale),
                         {kShare.abs * scale, kShare.rel, kShare.reason}));
}
template <int LOW = -6, int HIGH = 6>
bool check_range(const matrix_case& c) {
  return check_scores(c, {LOW, HIGH});
}

const std::vector<matrix_case> kScores = {{1, 1},   {300, 2}, {37, 63},  {37, 64},  {37, 65},
                                          {9, 211}, {4, 781}, {4, 1023}, {4, 1024}, {500, 30}};

const tests<matrix_case> cross_entropy_backward_tests = {
    "CrossEntropyBackward",
    {
        {"TwoRowsOfFive", check_range<>, {{2, 5}}},
        {"NoRows", check_range<>, {{0, 5}}},
        {"Shapes", check_range<>, kScores},
        {"PaddedRows", check_range<>, {{9, 30, 40}, {7, 211, 219, 0, 3}, {9, 64, 80, 96}}},
        {"LargeScores", check_range<90, 120>, {{3, 30}}},  // exp overflows at 88.7
        {"LargeScores", check_range<-10000, -9990>, {{3, 30}}},
        // A lane past the row that holds 0 would win the maximum.
        {"AllBelowZero", check_range<-9, -4>, {{3, 50}}},
        {"AnyShape", check_range<>, rows_up_to(300, 60)},
    },
};

using CrossEntropyBackward = lesson_test;

TEST_F(CrossEntropyBackward, MeanOfTheRows) {
  check_scores({40, 30}, {-6, 6}, 1.0f / 40);
}

TEST_F(CrossEntropyBackward, ARowAddsUpToZero) {
  constexpr int kColumns = 30;
  const kw::buffer<float, 2> x(device(), {1, kColumns}, make_input<float>(kColumns, 1));
  const kw::buffer<int> target(device(), {1}, std::vector<int>{7});
  const kw::buffer<float, 2> dx(device(), {1, kColumns});
  cross_entropy_backward(x.cview(), target.cview(), 1, dx.view());
  double sum = 0, largest = 0;
  for (const float value : dx.download()) {
    sum += static_cast<double>(value);
    largest = std::fmax(largest, std::fabs(static_cast<double>(value)));
  }
  EXPECT_NEAR(sum, 0, 1e-5) << "what goes up at the target comes down elsewhere";
  EXPECT_GT(largest, 0.1) << "a gradient of zeros adds up to 0 as well";
}

TEST_F(CrossEntropyBackward, IsTheSlopeOfTheLoss) {
  // One row of five scores, from the definition: how much does the loss change with a score?
  std::vector<double> scores = {0.5, -1.0, 2.0, 0.25, 1.5};
  const std::vector<float> x(scores.begin(), scores.end());
  const std::vector<int> target = {3};
  const auto loss = [&] {
    double sum = 0;
    for (const double score : scores) {
      sum += std::exp(score);
    }
    return std::log(sum) - scores[3];
  };
  check_entry("slopes of the loss, by finite differences", cross_entropy_backward, in({1, 5}, x),
              in({1}, target), 1.0f, out({1, 5}, slopes(scores, loss), kShare));
}

}  // namespace
}  // namespace lesson15
