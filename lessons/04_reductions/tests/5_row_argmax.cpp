// Tests of lesson 04, task 5.
#include "row_test.hpp"

namespace lesson04 {
namespace {

class RowArgmax : public row_test {
 protected:
  bool check_values(const matrix_case& c, const std::vector<float>& x) {
    return check(row_argmax, c, x, reference::row_argmax(to_doubles(x), c.rows, c.columns), kExact);
  }
};

TEST_F(RowArgmax, OneBlock) {
  check_values({4, 1000}, make_input<float>(4 * 1000, 1));
}

TEST_F(RowArgmax, LongRows) {
  check_values({20, 5000}, make_input<float>(20 * 5000, 1));
}

TEST_F(RowArgmax, Shapes) {
  check_until_failure(kShapes, [&](const matrix_case& c) {
    return check_values(c, make_input<float>(c.rows * c.columns, 1, {-3, -1}));
  });
}

TEST_F(RowArgmax, Ties) {
  // Whole numbers from -4 to 0: the largest is in many columns, of every block.
  const std::vector<int> few_values = make_input<int>(6 * 3000, 1, {-4, 1});
  check_values({6, 3000}, std::vector<float>(few_values.begin(), few_values.end()));
  check_values({2, 3000}, std::vector<float>(2 * 3000, -2.5f));
  // The largest is not in the first block, but several times in later ones.
  std::vector<float> late(2 * 3000, -2.5f);
  late[1100] = late[1101] = late[2500] = -1;
  late[3000 + 2100] = late[3000 + 2999] = -1;
  check_values({2, 3000}, late);
}

TEST_F(RowArgmax, Infinities) {
  std::vector<float> x = make_input<float>(3 * 1500, 1);
  for (std::size_t i = 0; i < 1500; ++i) {
    x[i] = -kInfinity;
  }
  x[1500 + 1400] = x[1500 + 1450] = kInfinity;
  check_values({3, 1500}, x);
}

TEST_F(RowArgmax, PaddedRows) {
  check_until_failure(kPaddedRows, [&](const matrix_case& c) {
    return check_values(c, make_input<float>(c.rows * c.columns, 1));
  });
}

}  // namespace
}  // namespace lesson04
