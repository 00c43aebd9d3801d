// Tests of lesson 06, task 7: rows that one tile holds, in three types; values far from and near 0.
#include "layernorm.hpp"

#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "layernorm_reference.hpp"
#include "tests/layer_norm_cases.hpp"

namespace {

using kw::bfloat16_t;
using kw::float16_t;
using kw::testing::check_close;
using kw::testing::check_until_failure;
using kw::testing::make_input;
using kw::testing::rows_of_16_bits;
using kw::testing::rows_of_every_width;
using kw::testing::strided_and_unaligned_rows;
using kw::testing::to_doubles;
using namespace lesson06::tests;
namespace reference = lesson06::reference;

class RmsNorm : public kw::testing::lesson_test {
 protected:
  template <class T>
  bool check(const matrix_case& c, input_range range = {-2, 4}, float eps = kEps,
             tolerance y_limit = limit<T>()) {
    const auto values = make_input<T>(c.rows * c.columns, 1, range);
    const auto w = make_input<T>(c.columns, 2, {0.5, 2});
    const kw::buffer<T, 2> x(device(), {c.rows, c.columns}, values, c.in());
    const kw::buffer<T> weight(device(), {c.columns}, w);
    const kw::buffer<T, 2> y(device(), {c.rows, c.columns}, c.out());
    lesson06::rms_norm(x.cview(), weight.cview(), y.view(), eps);
    const std::vector<double> doubles = to_doubles(values), weights = to_doubles(w);
    return check_close(y, reference::rms_norm(doubles, weights, eps), y_limit, "y, " + shape(c));
  }

  template <class T>
  void check_all(const std::vector<matrix_case>& cases) {
    check_until_failure(cases, [&](const matrix_case& c) { return check<T>(c); });
  }
};

TEST_F(RmsNorm, TwoRowsOfFive) {
  check<float>({2, 5});
}

TEST_F(RmsNorm, Shapes) {
  check_all<float>(rows_of_at_most(lesson06::kLongestTile, rows_of_every_width()));
}

TEST_F(RmsNorm, PaddedAndUnalignedRows) {
  check_all<float>(strided_and_unaligned_rows());
}

TEST_F(RmsNorm, FarFromZero) {
  // The squares are near 100,000,000, and nothing is subtracted from them.
  check<float>({3, 1000}, kTenThousand);
}

TEST_F(RmsNorm, SmallValues) {
  check<float>({3, 1000}, {-0.1, 0.2}, 0.01f);  // eps is as large as the mean of the squares
}

TEST_F(RmsNorm, RowsOfZeros) {
  check<float>({3, 1000}, {0, 0});
}

TEST_F(RmsNorm, Float16) {
  check_all<float16_t>(rows_of_at_most(lesson06::kLongestTile, rows_of_16_bits()));
  check<float16_t>({3, 1000}, {-500, 900});  // squares past 65,504, the largest float16
}

TEST_F(RmsNorm, BFloat16) {
  check_all<bfloat16_t>(rows_of_at_most(lesson06::kLongestTile, rows_of_16_bits()));
}

}  // namespace
