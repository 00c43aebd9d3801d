// Tests of lesson 06, task 1: rows of every width that a tile holds, and values far from 0.
#include "layernorm.hpp"

#include <cstdint>

#include <kernelwright/testing/testing.hpp>

#include "layernorm_reference.hpp"
#include "tests/tolerances.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::input_range;
using kw::testing::make_input;
using kw::testing::matrix_case;
using kw::testing::shape;
using kw::testing::to_doubles;
using kw::testing::tolerance;
using namespace lesson06::tests;
namespace reference = lesson06::reference;

class Statistics : public kw::testing::lesson_test {
 protected:
  bool check(const matrix_case& c, input_range range, tolerance limit, float eps = kEps) {
    const auto values = make_input<float>(c.rows * c.columns, 1, range);
    const kw::buffer<float, 2> x(device(), {c.rows, c.columns}, values, c.in());
    const kw::buffer<float> mean(device(), {c.rows}), rstd(device(), {c.rows});
    lesson06::statistics(x.cview(), mean.view(), rstd.view(), eps);
    const std::vector<double> doubles = to_doubles(values);
    const auto want = reference::statistics(doubles, c.columns, eps);
    const bool right = check_close(mean, want.mean, limit, "mean, " + shape(c));
    return check_close(rstd, want.rstd, limit, "rstd, " + shape(c)) && right;
  }
};

TEST_F(Statistics, TwoRowsOfFive) {
  check({2, 5}, {-1, 4}, kStatistics);
}

TEST_F(Statistics, Widths) {
  for (const std::int64_t columns : {2, 31, 128, 781, 1023, 1024}) {
    if (!check({3, columns}, {-1, 4}, kStatistics)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Statistics, PaddedAndUnalignedRows) {
  for (const matrix_case& c : kw::testing::strided_and_unaligned_rows()) {
    if (!check(c, {-1, 4}, kStatistics)) {
      break;
    }
  }
}

TEST_F(Statistics, FarFromZero) {
  check({3, 1000}, kTenThousand, kFarAway);
}

TEST_F(Statistics, EqualValues) {
  check({2, 1000}, {3, 3}, {1e-6, 1e-5, "the variance is 0: rstd is 1 / sqrt(eps)"}, 0.01f);
}

TEST_F(Statistics, OneColumn) {
  check({4, 1}, {-1, 2}, kStatistics);
}

}  // namespace
