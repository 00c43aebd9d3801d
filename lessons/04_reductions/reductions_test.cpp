// Tests of lesson 04: rows and vectors of every length, with tolerances that follow from the
// length.
#include "reductions.hpp"

#include <bit>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "reductions_reference.hpp"

namespace {

using kw::testing::check_close;
using kw::testing::check_until_failure;
using kw::testing::make_input;
using kw::testing::matrix_case;
using kw::testing::shape;
using kw::testing::to_doubles;
using kw::testing::tolerance;
namespace reference = lesson04::reference;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr tolerance kExact{0.0, 0.0, "nothing is rounded"};

// What the sum of n values may be off by: each value passes through at most `additions` additions,
// and each of them rounds by at most 2^-24 of what has been added up, so by 2^-24 of the sum of
// |x|. The inputs have a mean of 0.5, so a kernel that writes zeros is off by about 0.6 of that
// sum, far more. \param divisions roundings behind the sum
class sum_limit {
 public:
  sum_limit(const char* dtype, std::int64_t n, std::int64_t additions, double sum_of_sizes)
      : reason_(std::string(dtype) + " input, float32 sum, n = " + std::to_string(n) + ": " +
                std::to_string(additions) + " roundings, each by at most 2^-24 of the sum of |x|"),
        abs_(static_cast<double>(additions) * 0x1p-24 * sum_of_sizes) {}

  tolerance get() const { return {abs_, 0.0, reason_.c_str()}; }

 private:
  std::string reason_;
  double abs_;
};

// A row is summed in lanes, and then the lanes by halves. 256 lanes or more, so that no order of
// this kind is refused: n / 256 additions in a lane, at most 13 to join the lanes of any tile.
std::int64_t additions_of_row(std::int64_t columns) {
  return kw::cdiv(columns, std::int64_t{256}) + 13;
}

class row_test : public kw::testing::lesson_test {
 protected:
  template <class T, class Out>
  using function = void (*)(kw::view<const T, 2>, kw::view<Out>);

  template <class T, class Out>
  bool check(function<T, Out> call, const matrix_case& c, const std::vector<T>& x,
             const std::vector<double>& want, tolerance limit) {
    const kw::buffer<T, 2> x_buffer(device(), {c.rows, c.columns}, x, c.in());
    const kw::buffer<Out> out(device(), {c.rows});
    call(x_buffer.cview(), out.view());
    return check_close(out, want, limit, shape(c));
  }

  /// A sum, or a mean with `divisor` = columns.
  template <class T>
  bool check_sum(function<T, float> call, const matrix_case& c, bool mean = false) {
    const auto x = make_input<T>(c.rows * c.columns, 1);
    const std::vector<double> values = to_doubles(x);
    double largest = 0;  // of the rows' sums of |x|
    for (std::int64_t r = 0; r < c.rows; ++r) {
      const double sizes = reference::sum_of_sizes(values, r * c.columns, c.columns);
      largest = sizes > largest ? sizes : largest;
    }
    const std::int64_t roundings = additions_of_row(c.columns) + (mean ? 1 : 0);
    const sum_limit limit(kw::testing::dtype_name<T>(), c.columns, roundings,
                          mean ? largest / static_cast<double>(c.columns) : largest);
    return check(call, c, x,
                 mean ? reference::row_mean(values, c.rows, c.columns)
                      : reference::row_sum(values, c.rows, c.columns),
                 limit.get());
  }
};

// Rows of one element; around a block of 1024 and around two; a prime; long; few and many.
const std::vector<matrix_case> kShapes = {{1, 1},    {3, 1023}, {4, 1024}, {5, 1025}, {7, 211},
                                          {2, 2048}, {3, 2049}, {2, 9973}, {300, 5},  {0, 17}};
const std::vector<matrix_case> kPaddedRows = {
    {5, 1025, 1100}, {7, 211, 219, 0, 3}, {3, 2048, 2048, 0, 1}};

// ---- short_row_sum ---------------------------------------------------------------------------

class ShortRowSum : public row_test {};

TEST_F(ShortRowSum, FourRows) {
  check_sum(lesson04::short_row_sum, {4, 6});
}

TEST_F(ShortRowSum, WholeTile) {
  check_sum(lesson04::short_row_sum, {64, 64});
}

TEST_F(ShortRowSum, Shapes) {
  check_until_failure(
      std::vector<matrix_case>{
          {1, 1}, {63, 63}, {65, 64}, {211, 37}, {1, 64}, {0, 5}, {3, 0}, {70, 33, 64, 1}},
      [&](const matrix_case& c) { return check_sum(lesson04::short_row_sum, c); });
}

// ---- row_sum ---------------------------------------------------------------------------------

class RowSum : public row_test {
 protected:
  template <class T>
  void check_all(const std::vector<matrix_case>& cases) {
    const function<T, float> call = lesson04::row_sum;
    check_until_failure(cases, [&](const matrix_case& c) { return check_sum(call, c); });
  }
};

TEST_F(RowSum, OneBlock) {
  check_all<float>({{4, 1000}, {3, 1}});
}

TEST_F(RowSum, LongRows) {
  check_all<float>({{3, 5000}});
}

TEST_F(RowSum, Shapes) {
  check_all<float>(kShapes);
  check_all<float>({{3, 0}});
}

TEST_F(RowSum, PaddedRows) {
  check_all<float>(kPaddedRows);
}

TEST_F(RowSum, Float16) {
  check_all<kw::float16_t>(kShapes);
  check_all<kw::float16_t>(kPaddedRows);
}

TEST_F(RowSum, Bfloat16) {
  check_all<kw::bfloat16_t>(kShapes);
  check_all<kw::bfloat16_t>(kPaddedRows);
}

// ---- row_max ---------------------------------------------------------------------------------

class RowMax : public row_test {
 protected:
  bool check_values(const matrix_case& c, const std::vector<float>& x) {
    return check(lesson04::row_max, c, x, reference::row_max(to_doubles(x), c.rows, c.columns),
                 kExact);
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

// ---- row_mean --------------------------------------------------------------------------------

class RowMean : public row_test {};

TEST_F(RowMean, OneBlock) {
  check_sum(lesson04::row_mean, {4, 1024}, true);
}

TEST_F(RowMean, Shapes) {
  check_until_failure(kShapes,
                      [&](const matrix_case& c) { return check_sum(lesson04::row_mean, c, true); });
}

TEST_F(RowMean, PaddedRows) {
  check_until_failure(kPaddedRows,
                      [&](const matrix_case& c) { return check_sum(lesson04::row_mean, c, true); });
}

// ---- row_argmax ------------------------------------------------------------------------------

class RowArgmax : public row_test {
 protected:
  bool check_values(const matrix_case& c, const std::vector<float>& x) {
    return check(lesson04::row_argmax, c, x,
                 reference::row_argmax(to_doubles(x), c.rows, c.columns), kExact);
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
  // Whole numbers from -4 to 0: the largest stands in many columns, of every block.
  const std::vector<int> few_values = make_input<int>(6 * 3000, 1, {-4, 1});
  check_values({6, 3000}, std::vector<float>(few_values.begin(), few_values.end()));
  check_values({2, 3000}, std::vector<float>(2 * 3000, -2.5f));
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

// ---- sum_atomic, sum_two_pass ----------------------------------------------------------------

class vector_test : public kw::testing::lesson_test {
 protected:
  using function = void (*)(kw::view<const float>, kw::view<float>);

  static void two_pass(kw::view<const float> x, kw::view<float> out) {
    const kw::buffer<float> partials(out.device(), {lesson04::programs_for(x.extent(0))});
    lesson04::sum_two_pass(x, partials.view(), out);
  }

  bool check(function call, std::int64_t n, int offset = 0) {
    const auto x = make_input<float>(n, 1);
    const std::vector<double> values = to_doubles(x);
    const kw::buffer<float> x_buffer(device(), {n}, x, {.element_offset = offset});
    const kw::buffer<float> out(device(), {1});
    call(x_buffer.cview(), out.view());
    // In a lane, among the lanes, and among the programs: one after the other when they are atomic.
    const std::int64_t share = std::int64_t{lesson04::kBlockSize} * lesson04::kMaxPrograms;
    const std::int64_t additions = kw::cdiv(n, share) + 13 + lesson04::programs_for(n);
    const sum_limit limit("float32", n, additions,
                          reference::sum_of_sizes(values, 0, values.size()));
    return check_close(out, std::vector<double>{reference::sum(values, 0, values.size())},
                       limit.get(), "n = " + std::to_string(n));
  }

  void check_sizes(function call) {
    for (const std::int64_t n : kw::testing::awkward_sizes(lesson04::kBlockSize)) {
      if (!check(call, n)) {
        break;  // one failure says enough
      }
    }
  }

  void check_unaligned(function call) {
    for (const std::int64_t n : {1, 8191, 8193, 50000}) {
      if (!check(call, n, 1)) {
        break;  // one failure says enough
      }
    }
  }

  /// More blocks than programs. 100,000,000 on a GPU; a CPU shows the same with a tenth.
  void check_large(function call) {
    check(call, device().kind == kw::device_kind::cuda ? 100'000'000 : 10'000'000);
  }
};

class SumAtomic : public vector_test {};

TEST_F(SumAtomic, OneBlock) {
  check(lesson04::sum_atomic, 8192);
}

TEST_F(SumAtomic, SeveralBlocks) {
  check(lesson04::sum_atomic, 30000);
}

TEST_F(SumAtomic, Sizes) {
  check_sizes(lesson04::sum_atomic);
}

TEST_F(SumAtomic, UnalignedBase) {
  check_unaligned(lesson04::sum_atomic);
}

TEST_F(SumAtomic, Again) {
  // The second call finds the result of the first in out.
  const kw::buffer<float> x(device(), {20000}, std::vector<float>(20000, 1.0f));
  const kw::buffer<float> out(device(), {1});
  for (int call = 0; call < 2; ++call) {
    lesson04::sum_atomic(x.cview(), out.view());
    check_close(out, std::vector<double>{20000}, kExact, "20000 ones");
  }
}

TEST_F(SumAtomic, Large) {
  check_large(lesson04::sum_atomic);
}

class SumTwoPass : public vector_test {};

TEST_F(SumTwoPass, SeveralBlocks) {
  check(two_pass, 30000);
}

TEST_F(SumTwoPass, Sizes) {
  check_sizes(two_pass);
}

TEST_F(SumTwoPass, UnalignedBase) {
  check_unaligned(two_pass);
}

TEST_F(SumTwoPass, SameBitsTwentyTimes) {
  constexpr std::int64_t n = 3'000'017;
  const kw::buffer<float> x(device(), {n}, make_input<float>(n, 1));
  std::uint32_t first = 0;
  for (int run = 0; run < 20; ++run) {
    const kw::buffer<float> out(device(), {1});
    two_pass(x.cview(), out.view());
    const auto bits = std::bit_cast<std::uint32_t>(out.download()[0]);
    first = run == 0 ? bits : first;
    ASSERT_EQ(bits, first) << "run " << run << " of a sum that must be the same in every run";
  }
}

TEST_F(SumTwoPass, Large) {
  check_large(two_pass);
}

}  // namespace
