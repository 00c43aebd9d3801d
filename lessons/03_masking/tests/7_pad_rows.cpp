// Tests of lesson 03, task 7.
#include "masking_test.hpp"

namespace lesson03 {
namespace {

// After its data a row of x holds NaN, which spoils every result that it touches.
bool check_lengths(const cut_tiles& c, const std::vector<int>& lengths) {
  constexpr float kPadding = -7.5f;
  auto x = make_input<float>(c.rows * c.columns, 1);
  for (std::int64_t r = 0; r < c.rows; ++r) {
    for (std::int64_t column = lengths[r]; column < c.columns; ++column) {
      x[r * c.columns + column] = std::numeric_limits<float>::quiet_NaN();
    }
  }
  const auto want = [&](std::int64_t row, std::int64_t column) {
    return column < lengths[row] ? x[row * c.columns + column] : kPadding;
  };
  return check_entry(shape(c) + " (x holds NaN past the length of each row)", pad_rows,
                     in({c.rows, c.columns}, x, {.row_stride = c.x_stride}), in({c.rows}, lengths),
                     kPadding,
                     out({c.rows, c.columns}, want, kExact, {.row_stride = c.out_stride}));
}

using PadRows = lesson_test;

TEST_F(PadRows, FourRows) {
  check_lengths({4, 6}, {6, 2, 0, 5});
}

// Lengths between 0 and all columns, both included, in no order.
bool check_pad_rows(const cut_tiles& c) {
  std::vector<int> lengths(c.rows);
  for (std::int64_t r = 0; r < c.rows; ++r) {
    lengths[r] = static_cast<int>(r * 7919 % (c.columns + 1));
  }
  return check_lengths(c, lengths);
}

const tests<cut_tiles> pad_rows_tests = {
    "PadRows",
    {
        {"Shapes", check_pad_rows, kShapes},
        {"PaddedRows", check_pad_rows, {{37, 211, 256, 0, 219}}},
        {"AnyShape", check_pad_rows, any_cut_tiles},
    },
};

}  // namespace
}  // namespace lesson03
