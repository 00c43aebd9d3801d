// Tests of lesson 03, task 7.
#include "masking.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "cut_tiles.hpp"
#include "limits.hpp"
#include "masking_reference.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::make_input;
using lesson03::kExact;
using lesson03::matrix_case;
namespace reference = lesson03::reference;

class PadRows : public kw::testing::lesson_test {
 protected:
  // After its data a row of x holds NaN, which spoils every result that it touches.
  bool check(const matrix_case& c, const std::vector<int>& lengths) {
    constexpr float kPadding = -7.5f;
    auto x = make_input<float>(c.rows * c.columns, 1);
    for (std::int64_t r = 0; r < c.rows; ++r) {
      for (std::int64_t column = lengths[r]; column < c.columns; ++column) {
        x[r * c.columns + column] = std::numeric_limits<float>::quiet_NaN();
      }
    }
    const kw::buffer<float, 2> x_buffer(device(), {c.rows, c.columns}, x,
                                        {.row_stride = c.x_stride});
    const kw::buffer<int> lengths_buffer(device(), {c.rows}, lengths);
    const kw::buffer<float, 2> out(device(), {c.rows, c.columns}, {.row_stride = c.out_stride});
    lesson03::pad_rows(x_buffer.cview(), lengths_buffer.cview(), kPadding, out.view());
    return check_close(out, reference::pad_rows(x, lengths, c.columns, kPadding), kExact,
                       shape(c) + " (x holds NaN past the length of each row)");
  }

  // Lengths between 0 and all columns, both included, in no order.
  static std::vector<int> ragged_lengths(const matrix_case& c) {
    std::vector<int> lengths(c.rows);
    for (std::int64_t r = 0; r < c.rows; ++r) {
      lengths[r] = static_cast<int>(r * 7919 % (c.columns + 1));
    }
    return lengths;
  }
};

TEST_F(PadRows, FourRows) {
  check({4, 6}, {6, 2, 0, 5});
}

TEST_F(PadRows, Shapes) {
  kw::testing::check_until_failure(
      lesson03::kShapes, [&](const matrix_case& c) { return check(c, ragged_lengths(c)); });
}

TEST_F(PadRows, PaddedRows) {
  const matrix_case c{37, 211, 256, 0, 219};
  check(c, ragged_lengths(c));
}

}  // namespace
