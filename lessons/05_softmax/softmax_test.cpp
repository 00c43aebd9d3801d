// Tests of lesson 05: rows of every length, in three types, with the values that break a softmax.
#include "softmax.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "softmax_reference.hpp"

namespace {

using kw::bfloat16_t;
using kw::float16_t;
using kw::testing::check_close;
using kw::testing::check_until_failure;
using kw::testing::make_input;
using kw::testing::matrix_case;
using kw::testing::rows_of_16_bits;
using kw::testing::rows_of_every_width;
using kw::testing::shape;
using kw::testing::strided_and_unaligned_rows;
using kw::testing::to_doubles;
using kw::testing::tolerance;
namespace reference = lesson05::reference;

constexpr float kMinusInfinity = -std::numeric_limits<float>::infinity();

/// A GPU's exponential and the rounding of x - max give a few 2^-24 of the largest exponent, some
/// 20; the result is rounded to T once. Zeros fail: the largest of n results is at least 1 / n.
template <class T>
constexpr tolerance limit() {
  if constexpr (sizeof(T) == 4) {
    return {1e-7, 2e-5, "float32 exponentials, of exponents rounded by up to 2^-24 of their size"};
  } else if constexpr (std::is_same_v<T, float16_t>) {
    return {1e-7, 6e-4, "computed in float32, rounded once to float16, by up to 2^-11"};
  } else {
    return {1e-7, 5e-3, "computed in float32, rounded once to bfloat16, by up to 2^-8"};
  }
}

class softmax_test : public kw::testing::lesson_test {
 protected:
  template <class T>
  using function = void (*)(kw::view<const T, 2>, kw::view<T, 2>);

  /// `call` on these values, against the oracle.
  template <class T>
  bool check(function<T> call, const matrix_case& c, const std::vector<T>& values) {
    const kw::buffer<T, 2> x(device(), {c.rows, c.columns}, values, c.in());
    const kw::buffer<T, 2> out(device(), {c.rows, c.columns}, c.out());
    call(x.cview(), out.view());
    return check_close(out, reference::softmax(to_doubles(values), c.columns), limit<T>(),
                       shape(c));
  }

  /// Random values between -6 and 6.
  template <class T>
  bool check(function<T> call, const matrix_case& c) {
    return check(call, c, make_input<T>(c.rows * c.columns, 1, {-6, 6}));
  }

  template <class T>
  void check_all(function<T> call, const std::vector<matrix_case>& cases) {
    check_until_failure(cases, [&](const matrix_case& c) { return check(call, c); });
  }
};

/// Rows whose values break a softmax that is wrong: far from 0, equal, and with -inf.
std::vector<float> extreme_rows(std::int64_t columns) {
  std::vector<float> rows = make_input<float>(7 * columns, 3, {-1, 1});
  const auto at = [&](std::int64_t row, std::int64_t c) -> float& {
    return rows[static_cast<std::size_t>(row * columns + c)];
  };
  for (std::int64_t c = 0; c < columns; ++c) {
    at(0, c) += 1e4f;                                  // exp overflows
    at(1, c) -= 1e4f;                                  // exp is 0, and so is their sum
    at(2, c) *= 1e4f;                                  // both, in one row
    at(3, c) = -2.5f;                                  // equal: 1 / columns each
    at(4, c) = c == columns / 2 ? c : kMinusInfinity;  // one candidate
    at(5, c) = c % 3 == 0 ? at(5, c) : kMinusInfinity;
    at(6, c) = c + 1 < columns ? kMinusInfinity : -1e4f;  // nothing until the last
  }
  return rows;
}

// ---- numerators ------------------------------------------------------------------------------

class Numerators : public softmax_test {
 protected:
  bool check_numerators(std::int64_t rows, std::int64_t columns, kw::testing::input_range range) {
    const auto values = make_input<float>(rows * columns, 1, range);
    const kw::buffer<float, 2> x(device(), {rows, columns}, values);
    const kw::buffer<float, 2> out(device(), {rows, columns});
    lesson05::numerators(x.cview(), out.view());
    return check_close(out, reference::numerators(to_doubles(values), columns), limit<float>(),
                       shape({rows, columns}));
  }
};

TEST_F(Numerators, TwoRowsOfFive) {
  check_numerators(2, 5, {-2, 3});
}

TEST_F(Numerators, BelowZero) {
  check_numerators(3, 1000, {-9, -4});  // 0 would win the maximum
}

TEST_F(Numerators, LargeValues) {
  check_numerators(3, 100, {90, 120});  // exp overflows at 88.7
}

TEST_F(Numerators, Widths) {
  for (const std::int64_t columns : {1, 2, 31, 128, 1023, 1024}) {
    if (!check_numerators(3, columns, {-3, 3})) {
      break;  // one failure says enough
    }
  }
}

// ---- softmax ---------------------------------------------------------------------------------

class Softmax : public softmax_test {};

TEST_F(Softmax, TwoRowsOfFive) {
  check(lesson05::softmax<float>, {2, 5});
}

TEST_F(Softmax, Shapes) {
  check_all(lesson05::softmax<float>, rows_of_every_width());
}

TEST_F(Softmax, PaddedAndUnalignedRows) {
  check_all(lesson05::softmax<float>, strided_and_unaligned_rows());
}

TEST_F(Softmax, ExtremeValues) {
  for (const std::int64_t columns : {1, 50, 1024, 3000}) {
    if (!check(lesson05::softmax<float>, {7, columns}, extreme_rows(columns))) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Softmax, NothingButMinusInfinity) {
  const std::vector<float> values(100, kMinusInfinity);
  const kw::buffer<float, 2> x(device(), {1, 100}, values);
  const kw::buffer<float, 2> out(device(), {1, 100});
  lesson05::softmax(x.cview(), out.view());
  EXPECT_TRUE(std::isnan(out.download()[42])) << "a row of -inf alone has no softmax";
}

TEST_F(Softmax, Float16) {
  check_all(lesson05::softmax<float16_t>, rows_of_16_bits());
}

TEST_F(Softmax, BFloat16) {
  check_all(lesson05::softmax<bfloat16_t>, rows_of_16_bits());
}

// ---- softmax_short ---------------------------------------------------------------------------

class SoftmaxShort : public softmax_test {};

TEST_F(SoftmaxShort, TwoRowsOfFive) {
  check(lesson05::softmax_short<float>, {2, 5});
}

TEST_F(SoftmaxShort, Shapes) {
  check_all(
      lesson05::softmax_short<float>,
      {{16, 128}, {1, 1}, {15, 127}, {17, 128}, {100, 31}, {1000, 2}, {33, 64}, {0, 9}, {50, 1}});
}

TEST_F(SoftmaxShort, PaddedAndUnalignedRows) {
  check_all(lesson05::softmax_short<float>,
            {{37, 100, 128, 104}, {20, 63, 65, 67}, {20, 64, 0, 0, 1}});
}

TEST_F(SoftmaxShort, ExtremeValues) {
  check(lesson05::softmax_short<float>, {7, 77}, extreme_rows(77));
}

TEST_F(SoftmaxShort, SixteenBits) {
  check_all(lesson05::softmax_short<float16_t>, {{16, 128}, {37, 99}});
  check_all(lesson05::softmax_short<bfloat16_t>, {{16, 128}, {37, 99}});
}

// ---- softmax_long ----------------------------------------------------------------------------

class SoftmaxLong : public softmax_test {
 protected:
  /// Values that grow along the row, so that every block raises the maximum.
  bool check_rising(std::int64_t columns, float step) {
    auto values = make_input<float>(2 * columns, 2);
    for (std::int64_t i = 0; i < 2 * columns; ++i) {
      values[i] += step * static_cast<float>(i % columns) / static_cast<float>(columns);
    }
    return check(lesson05::softmax_long<float>, {2, columns}, values);
  }
};

TEST_F(SoftmaxLong, OneBlock) {
  check_all(lesson05::softmax_long<float>, {{2, 5}, {3, 1000}, {2, 4096}, {0, 5}});
}

TEST_F(SoftmaxLong, RisingRows) {
  check_rising(9000, 12.0f);
}

TEST_F(SoftmaxLong, FallingRows) {
  check_rising(9000, -12.0f);
}

TEST_F(SoftmaxLong, Widths) {
  check_all(lesson05::softmax_long<float>,
            {{3, 4097}, {2, 8192}, {5, 12289}, {2, 16385}, {2, 50000}, {1, 65536}, {1, 1000003}});
}

TEST_F(SoftmaxLong, PaddedAndUnalignedRows) {
  check_all(lesson05::softmax_long<float>, {{3, 9000, 9024, 9003}, {3, 8192, 0, 0, 1}});
}

TEST_F(SoftmaxLong, ExtremeValues) {
  // 13,000 columns are four blocks: in row 6 three of them hold nothing but -inf.
  check(lesson05::softmax_long<float>, {7, 13000}, extreme_rows(13000));
}

TEST_F(SoftmaxLong, SixteenBits) {
  check_all(lesson05::softmax_long<float16_t>, {{2, 5}, {2, 12288}, {1, 20001}});
  check_all(lesson05::softmax_long<bfloat16_t>, {{2, 5}, {2, 12288}, {1, 20001}});
}

TEST_F(SoftmaxLong, CalledForRowsLongerThanATile) {
  check_all(lesson05::softmax<float>, {{3, 16385}, {2, 40000}});
}

// ---- softmax_backward ------------------------------------------------------------------------

class SoftmaxBackward : public kw::testing::lesson_test {
 protected:
  /// The kernel's output for the softmax of random values.
  template <class T>
  bool check(const matrix_case& c) {
    const std::int64_t n = c.rows * c.columns;
    const auto probabilities = reference::softmax(to_doubles(make_input<float>(n, 1, {-4, 4})),
                                                  static_cast<std::size_t>(c.columns));
    std::vector<T> y(probabilities.size());
    for (std::size_t i = 0; i < y.size(); ++i) {
      y[i] = kw::core::convert<T>(probabilities[i]);
    }
    const auto dy = make_input<T>(n, 2);
    const auto want = reference::softmax_backward(to_doubles(y), to_doubles(dy), c.columns);
    // dy - sum cancels: what remains of a rounding of dy or of the sum is a part of y.
    tolerance wide = limit<T>();
    wide.abs = sizeof(T) == 4 ? 2e-7 : 1e-6;
    return check_close(run(c, y, dy), want, wide, shape(c));
  }

  template <class T>
  kw::buffer<T, 2> run(const matrix_case& c, const std::vector<T>& y, const std::vector<T>& dy) {
    const kw::buffer_layout input = c.in();
    const kw::buffer<T, 2> y_buffer(device(), {c.rows, c.columns}, y, input);
    const kw::buffer<T, 2> dy_buffer(device(), {c.rows, c.columns}, dy, input);
    kw::buffer<T, 2> dx(device(), {c.rows, c.columns}, c.out());
    lesson05::softmax_backward(y_buffer.cview(), dy_buffer.cview(), dx.view());
    return dx;
  }

  template <class T>
  void check_all(const std::vector<matrix_case>& cases) {
    check_until_failure(cases, [&](const matrix_case& c) { return check<T>(c); });
  }
};

TEST_F(SoftmaxBackward, TwoRowsOfFive) {
  check<float>({2, 5});
}

TEST_F(SoftmaxBackward, AgreesWithFiniteDifferences) {
  const matrix_case c{3, 19};
  const auto x = to_doubles(make_input<float>(c.rows * c.columns, 1, {-2, 2}));
  const auto dy = make_input<float>(c.rows * c.columns, 2);
  const auto probabilities = reference::softmax(x, c.columns);
  const std::vector<float> y(probabilities.begin(), probabilities.end());
  check_close(run(c, y, dy), reference::numerical_gradient(x, to_doubles(dy), c.columns),
              {1e-6, 1e-5, "float32 arithmetic, and differences over a step of 1e-5"}, shape(c));
}

TEST_F(SoftmaxBackward, Shapes) {
  check_all<float>({{1, 1},
                    {0, 7},
                    {37, 781},
                    {4, 1023},
                    {4, 1024},
                    {4, 1025},
                    {2, 4096},
                    {2, 4097},
                    {1, 12288},
                    {1, 16385},
                    {2, 40000}});
}

TEST_F(SoftmaxBackward, PaddedAndUnalignedRows) {
  check_all<float>({{7, 781, 1024, 800}, {5, 1000, 1001, 1003}, {5, 1024, 0, 0, 1}});
}

TEST_F(SoftmaxBackward, SixteenBits) {
  check_all<float16_t>({{2, 5}, {37, 781}, {4, 1024}, {2, 4096}, {1, 12288}});
  check_all<bfloat16_t>({{2, 5}, {37, 781}, {4, 1024}, {2, 4096}, {1, 12288}});
}

}  // namespace
