// Tests of lesson 05, task 6: a loss per row, even if exponentials overflow or vanish.
#include "softmax.hpp"

#include "softmax_cases.hpp"

using namespace lesson05;

namespace {

constexpr tolerance kLimit = {1e-5, 1e-6, "float32 exponentials and their logarithm"};

class CrossEntropy : public kw::testing::lesson_test {
 protected:
  /// Compares the losses of these scores and targets with the oracle.
  bool check(const matrix_case& c, const std::vector<float>& scores,
             const std::vector<std::int32_t>& targets, const tolerance& limit = kLimit) {
    const kw::buffer<float, 2> x(device(), {c.rows, c.columns}, scores, c.in());
    const kw::buffer<std::int32_t> target(device(), {c.rows}, targets,
                                          {.element_offset = c.offset});
    const kw::buffer<float> loss(device(), {c.rows}, {.element_offset = c.offset});
    lesson05::cross_entropy(x.cview(), target.cview(), loss.view());
    const std::vector<double> values = to_doubles(scores);
    const auto columns = static_cast<std::size_t>(c.columns);
    return check_close(loss, reference::cross_entropy(values, targets, columns), limit, shape(c));
  }

  /// Random scores, and targets all over the columns.
  bool check(const matrix_case& c, kw::testing::input_range range = {-6, 6},
             const tolerance& limit = kLimit) {
    return check(c, make_input<float>(c.rows * c.columns, 1, range), targets(c), limit);
  }

  /// No target equals the number of its row, and neighbours have different ones.
  static std::vector<std::int32_t> targets(const matrix_case& c) {
    std::vector<std::int32_t> result;
    for (std::int64_t row = 0; row < c.rows; ++row) {
      result.push_back(static_cast<std::int32_t>((7 * row + 3) % c.columns));
    }
    return result;
  }
};

TEST_F(CrossEntropy, TwoRowsOfFive) {
  check({2, 5}, {-2, 3});
}

TEST_F(CrossEntropy, EachTarget) {
  // Seven rows, and the target walks from the first column to the last.
  check({7, 7}, make_input<float>(49, 1, {-3, 3}), {0, 1, 2, 3, 4, 5, 6});
}

TEST_F(CrossEntropy, Shapes) {
  check_until_failure<matrix_case>({{1, 1},
                                    {3, 1},
                                    {0, 7},
                                    {300, 2},
                                    {5, 31},
                                    {37, 128},
                                    {4, 781},
                                    {4, 1023},
                                    {4, 1024},
                                    {5000, 10}},
                                   [&](const matrix_case& c) { return check(c); });
}

TEST_F(CrossEntropy, PaddedAndUnalignedRows) {
  check_until_failure<matrix_case>({{7, 781, 1024}, {5, 1000, 1001}, {5, 1024, 0, 0, 1}},
                                   [&](const matrix_case& c) { return check(c); });
}

TEST_F(CrossEntropy, AllBelowZero) {
  check({3, 1000}, {-9, -4});  // a lane past the row that holds 0 would win the maximum
}

TEST_F(CrossEntropy, LargeScores) {
  constexpr tolerance kCoarse = {2e-3, 0, "a float32 near 10,000 is rounded by up to 0.0005"};
  check({3, 100}, {90, 120});  // exp overflows at 88.7
  check({3, 100}, {9990, 10000}, kCoarse);
  check({3, 100}, {-10000, -9990}, kCoarse);  // all exponentials are 0, and so is their sum
}

TEST_F(CrossEntropy, TheTargetIsFarBelow) {
  // The softmax at the target is 0 in float32, so its logarithm would be -inf. The loss is 500.
  auto scores = make_input<float>(3 * 50, 1, {-1, 1});
  for (int row = 0; row < 3; ++row) {
    scores[row * 50 + 20] += 500.0f;
  }
  check({3, 50}, scores, {0, 19, 49});
}

TEST_F(CrossEntropy, TheTargetWins) {
  auto scores = make_input<float>(3 * 50, 1, {-1, 1});
  for (int row = 0; row < 3; ++row) {
    scores[row * 50 + 20] += 5.0f;
  }
  check({3, 50}, scores, {20, 20, 20});
}

TEST_F(CrossEntropy, ClassesThatAreRuledOut) {
  auto scores = make_input<float>(4 * 90, 1, {-3, 3});
  for (std::size_t i = 0; i < scores.size(); ++i) {
    scores[i] = i % 3 == 0 ? scores[i] : kMinusInfinity;
  }
  check({4, 90}, scores, {0, 3, 45, 87});
}

}  // namespace
