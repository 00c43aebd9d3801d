// Tests of lesson 03: sizes and shapes that do not divide.
#include "masking.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "masking_reference.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::make_input;
using kw::testing::tolerance;
namespace reference = lesson03::reference;

constexpr int kBlockSize = 1024;
constexpr tolerance kExact{0.0, 0.0, "nothing is rounded"};
constexpr tolerance kSum{0.0, 6e-8, "one float32 addition rounds once, by at most 2^-24"};

std::string length(std::int64_t n) {
  return "n = " + std::to_string(n);
}

struct matrix_case {
  std::int64_t rows, columns;
  std::int64_t x_stride = 0, y_stride = 0, out_stride = 0;  // 0: dense
};

std::string shape(const matrix_case& c) {
  return std::to_string(c.rows) + " x " + std::to_string(c.columns);
}

// One element; one short of, exactly and one past tiles of 16 x 128; flat, tall, empty, primes.
const std::vector<matrix_case> kShapes = {{1, 1},    {15, 127}, {16, 128}, {17, 129}, {1, 1000},
                                          {1000, 1}, {0, 5},    {5, 0},    {37, 211}, {64, 512}};

// ---- mask_values -----------------------------------------------------------------------------

class MaskValues : public kw::testing::lesson_test {
 protected:
  bool check(int n, std::int64_t blocks) {
    const std::int64_t size = blocks * lesson03::kSmallBlock;
    const kw::buffer<int> out(device(), {size});
    lesson03::mask_values(n, out.view());
    return check_close(out, reference::mask_values(n, size), kExact, length(n));
  }
};

TEST_F(MaskValues, OneThousandInFourBlocks) {
  check(1000, 4);
}

TEST_F(MaskValues, Sizes) {
  for (const int n : {0, 1, 255, 256, 257, 511, 512}) {
    if (!check(n, 2)) {
      break;  // one failure says enough
    }
  }
}

// ---- masked_add ------------------------------------------------------------------------------

class MaskedAdd : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n, int x_offset = 0, int y_offset = 0, int out_offset = 0) {
    const auto x = make_input<float>(n, 1);
    const auto y = make_input<float>(n, 2);
    const kw::buffer<float> x_buffer(device(), {n}, x, {.element_offset = x_offset});
    const kw::buffer<float> y_buffer(device(), {n}, y, {.element_offset = y_offset});
    const kw::buffer<float> out(device(), {n}, {.element_offset = out_offset});
    lesson03::masked_add(x_buffer.cview(), y_buffer.cview(), out.view());
    return check_close(out, reference::add(x, y), kSum, length(n));
  }
};

TEST_F(MaskedAdd, OneThousand) {
  check(1000);
}

TEST_F(MaskedAdd, Sizes) {
  for (const std::int64_t n : kw::testing::awkward_sizes(kBlockSize)) {
    if (!check(n)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(MaskedAdd, UnalignedBase) {
  for (const std::int64_t n : {1, 1023, 1025, 5000}) {
    if (!check(n, 1, 1, 1) || !check(n, 1, 2, 3)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(MaskedAdd, Large) {
  // 100,000,000 is the contract's limit. A CPU shows the same with a fiftieth, and in a fiftieth of
  // the time.
  check(device().kind == kw::device_kind::cuda ? 100'000'000 : 2'000'000);
}

// ---- difference ------------------------------------------------------------------------------

class Difference : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t n, int x_offset = 0) {
    const auto x = make_input<float>(n, 1);
    const kw::buffer<float> x_buffer(device(), {n}, x, {.element_offset = x_offset});
    const kw::buffer<float> out(device(), {n});
    lesson03::difference(x_buffer.cview(), out.view());
    return check_close(out, reference::difference(x), kSum, length(n));
  }
};

TEST_F(Difference, Ten) {
  check(10);
}

TEST_F(Difference, Sizes) {
  for (const std::int64_t n : kw::testing::awkward_sizes(kBlockSize)) {
    if (!check(n)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Difference, UnalignedBase) {
  check(5000, 3);
}

// ---- masked_add_2d ---------------------------------------------------------------------------

class MaskedAdd2d : public kw::testing::lesson_test {
 protected:
  bool check(const matrix_case& c) {
    const auto x = make_input<float>(c.rows * c.columns, 1);
    const auto y = make_input<float>(c.rows * c.columns, 2);
    const kw::buffer<float, 2> x_buffer(device(), {c.rows, c.columns}, x,
                                        {.row_stride = c.x_stride});
    const kw::buffer<float, 2> y_buffer(device(), {c.rows, c.columns}, y,
                                        {.row_stride = c.y_stride});
    const kw::buffer<float, 2> out(device(), {c.rows, c.columns}, {.row_stride = c.out_stride});
    lesson03::masked_add_2d(x_buffer.cview(), y_buffer.cview(), out.view());
    return check_close(out, reference::add(x, y), kSum, shape(c));
  }
};

TEST_F(MaskedAdd2d, TwentyByOneHundred) {
  check({20, 100});
}

TEST_F(MaskedAdd2d, Shapes) {
  for (const matrix_case& c : kShapes) {
    if (!check(c)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(MaskedAdd2d, PaddedRows) {
  check({37, 211, 256, 256, 256});
  check({20, 100, 100, 101, 107});
}

// ---- pad_rows --------------------------------------------------------------------------------

class PadRows : public kw::testing::lesson_test {
 protected:
  // Behind its data a row of x holds NaN, which spoils every result that it touches.
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
    return check_close(out, reference::pad_rows(x, lengths, c.columns, kPadding), kExact, shape(c));
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
  for (const matrix_case& c : kShapes) {
    if (!check(c, ragged_lengths(c))) {
      break;  // one failure says enough
    }
  }
}

TEST_F(PadRows, PaddedRows) {
  const matrix_case c{37, 211, 256, 0, 219};
  check(c, ragged_lengths(c));
}

}  // namespace
