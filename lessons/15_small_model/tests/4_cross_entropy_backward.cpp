// Tests of elective 15, task 4: shares minus 1 at the target, for scores of any size.
#include "small_model_test.hpp"

#include <cmath>

namespace lesson15 {
namespace {

constexpr tolerance kShare{1e-6, 4e-6, "float32 exponentials, their sum and a quotient"};

class CrossEntropyBackward : public kw::testing::lesson_test {
 protected:
  bool check(const matrix_case& c, float scale = 1, kw::testing::input_range range = {-6, 6}) {
    return check(c, make_input<float>(c.rows * c.columns, 1, range), scale);
  }

  bool check(const matrix_case& c, const std::vector<float>& scores, float scale) {
    std::vector<int> targets;
    for (std::int64_t row = 0; row < c.rows; ++row) {
      targets.push_back(static_cast<int>((7 * row + 3) % c.columns));
    }
    const kw::buffer<float, 2> x(device(), {c.rows, c.columns}, scores, c.in());
    const kw::buffer<int> target(device(), {c.rows}, targets);
    const kw::buffer<float, 2> dx(device(), {c.rows, c.columns}, c.out());
    cross_entropy_backward(x.cview(), target.cview(), scale, dx.view());
    const tolerance limit{kShare.abs * scale, kShare.rel, kShare.reason};
    const auto values = to_doubles(scores);
    return check_close(dx, reference::cross_entropy_backward(values, targets, scale), limit,
                       shape(c));
  }
};

TEST_F(CrossEntropyBackward, TwoRowsOfFive) {
  check({2, 5});
}

TEST_F(CrossEntropyBackward, NoRows) {
  check({0, 5});
}

TEST_F(CrossEntropyBackward, MeanOfTheRows) {
  check({40, 30}, 1.0f / 40);
}

TEST_F(CrossEntropyBackward, Shapes) {
  const std::vector<matrix_case> cases = {{1, 1},   {300, 2}, {37, 63},  {37, 64},  {37, 65},
                                          {9, 211}, {4, 781}, {4, 1023}, {4, 1024}, {500, 30}};
  check_until_failure(cases, [&](const matrix_case& c) { return check(c); });
}

TEST_F(CrossEntropyBackward, PaddedRows) {
  const std::vector<matrix_case> cases = {{9, 30, 40}, {7, 211, 219, 0, 3}, {9, 64, 80, 96}};
  check_until_failure(cases, [&](const matrix_case& c) { return check(c); });
}

TEST_F(CrossEntropyBackward, LargeScores) {
  check({3, 30}, 1, {90, 120});  // exp overflows at 88.7
  check({3, 30}, 1, {-10000, -9990});
}

TEST_F(CrossEntropyBackward, AllBelowZero) {
  check({3, 50}, 1, {-9, -4});  // a lane past the row that holds 0 would win the maximum
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
  const std::vector<double> scores = {0.5, -1.0, 2.0, 0.25, 1.5};
  const auto loss = [](const std::vector<double>& x) {
    double sum = 0;
    for (const double score : x) {
      sum += std::exp(score);
    }
    return std::log(sum) - x[3];
  };
  std::vector<double> slopes;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    std::vector<double> up = scores, down = scores;
    up[i] += 1e-5;
    down[i] -= 1e-5;
    slopes.push_back((loss(up) - loss(down)) / 2e-5);
  }
  const kw::buffer<float, 2> x(device(), {1, 5}, std::vector<float>(scores.begin(), scores.end()));
  const kw::buffer<int> target(device(), {1}, std::vector<int>{3});
  const kw::buffer<float, 2> dx(device(), {1, 5});
  cross_entropy_backward(x.cview(), target.cview(), 1, dx.view());
  check_close(dx, slopes, kShare, "slopes of the loss, by finite differences");
}

}  // namespace
}  // namespace lesson15
