// Tests of lesson 04, task 3.
#include "row_test.hpp"

namespace lesson04 {
namespace {

class RowMax : public row_test {
 protected:
  bool check_values(const matrix_case& c, const std::vector<float>& x) {
    return check(row_max, c, x, reference::row_max(to_doubles(x), c.rows, c.columns), kExact);
  }
};

TEST_F(RowMax, Shapes) {
  check_until_failure(kShapes, [&](const matrix_case& c) {
    return check_values(c, make_input<float>(c.rows * c.columns, 1));
  });
}

TEST_F(RowMax, NegativeRows) {
  check_until_failure(std::vector<matrix_case>{{4, 1024}, {4, 1000}, {3, 2500}, {9, 1}},
                      [&](const matrix_case& c) {
                        return check_values(c, make_input<float>(c.rows * c.columns, 1, {-3, -1}));
                      });
}

TEST_F(RowMax, Infinities) {
  std::vector<float> x = make_input<float>(3 * 1500, 1);
  for (std::size_t i = 0; i < 1500; ++i) {
    x[i] = -kInfinity;
  }
  x[1500 + 1400] = kInfinity;
  check_values({3, 1500}, x);
  check_values({3, 0}, {});
}

TEST_F(RowMax, PaddedRows) {
  check_until_failure(kPaddedRows, [&](const matrix_case& c) {
    return check_values(c, make_input<float>(c.rows * c.columns, 1, {-3, -1}));
  });
}

}  // namespace
}  // namespace lesson04
