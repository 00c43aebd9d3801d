// Tests of lesson 06: rows of every width, in three types; values far from 0; gradients.
#include "layernorm.hpp"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <kernelwright/testing/testing.hpp>

#include "layernorm_reference.hpp"

namespace {

using kw::bfloat16_t;
using kw::float16_t;
using kw::testing::check_close;
using kw::testing::check_until_failure;
using kw::testing::input_range;
using kw::testing::make_input;
using kw::testing::matrix_case;
using kw::testing::rows_of_16_bits;
using kw::testing::rows_of_every_width;
using kw::testing::shape;
using kw::testing::strided_and_unaligned_rows;
using kw::testing::to_doubles;
using kw::testing::tolerance;
namespace reference = lesson06::reference;

constexpr float kEps = 1e-5f;
constexpr tolerance kStatistics{2e-6, 1e-5, "sums of float32: a few roundings of 2^-24"};
constexpr tolerance kFarAway{4e-3, 1e-3, "near 10,000 the mean itself rounds by up to 2^-11"};

/// Results are of size 1, so that zeros fail.
template <class T>
constexpr tolerance limit() {
  if constexpr (sizeof(T) == 4) {
    return {1e-5, 1e-5, "float32 statistics: a few roundings of 2^-24 of values up to 10"};
  } else if constexpr (std::is_same_v<T, float16_t>) {
    return {2e-5, 6e-4, "computed in float32, rounded once to float16, by up to 2^-11"};
  } else {
    return {2e-5, 5e-3, "computed in float32, rounded once to bfloat16, by up to 2^-8"};
  }
}

// ---- statistics ------------------------------------------------------------------------------

class Statistics : public kw::testing::lesson_test {
 protected:
  bool check(std::int64_t rows, std::int64_t columns, input_range range, tolerance limit,
             float eps = kEps) {
    const auto values = make_input<float>(rows * columns, 1, range);
    const kw::buffer<float, 2> x(device(), {rows, columns}, values);
    const kw::buffer<float> mean(device(), {rows}), rstd(device(), {rows});
    lesson06::statistics(x.cview(), mean.view(), rstd.view(), eps);
    const auto want = reference::statistics(to_doubles(values), columns, eps);
    const bool right = check_close(mean, want.mean, limit, "mean, " + shape({rows, columns}));
    return check_close(rstd, want.rstd, limit, "rstd, " + shape({rows, columns})) && right;
  }
};

TEST_F(Statistics, TwoRowsOfFive) {
  check(2, 5, {-1, 4}, kStatistics);
}

TEST_F(Statistics, Widths) {
  for (const std::int64_t columns : {2, 31, 128, 781, 1023, 1024}) {
    if (!check(3, columns, {-1, 4}, kStatistics)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(Statistics, FarFromZero) {
  check(3, 1000, {10000 - 1.7, 10000 + 1.7}, kFarAway);  // mean 10,000, deviation 1
}

TEST_F(Statistics, EqualValues) {
  check(2, 1000, {3, 3}, {1e-6, 1e-5, "the variance is 0: rstd is 1 / sqrt(eps)"}, 0.01f);
}

TEST_F(Statistics, OneColumn) {
  check(4, 1, {-1, 2}, kStatistics);
}

// ---- layer_norm ------------------------------------------------------------------------------

class layer_norm_test : public kw::testing::lesson_test {
 protected:
  template <class T>
  using function = void (*)(kw::view<const T, 2>, kw::view<const T>, kw::view<const T>,
                            kw::view<T, 2>, kw::view<float>, kw::view<float>, float);

  /// `call` on random values of this range, against the oracle: y, mean and rstd.
  template <class T>
  bool check(function<T> call, const matrix_case& c, input_range range = {-2, 4},
             tolerance y_limit = limit<T>(), tolerance statistics_limit = kStatistics,
             float eps = kEps) {
    const auto values = make_input<T>(c.rows * c.columns, 1, range);
    const auto w = make_input<T>(c.columns, 2, {0.5, 2});
    const auto b = make_input<T>(c.columns, 3, {-1, 2});
    const kw::buffer<T, 2> x(device(), {c.rows, c.columns}, values, c.in());
    const kw::buffer<T> weight(device(), {c.columns}, w), bias(device(), {c.columns}, b);
    const kw::buffer<T, 2> y(device(), {c.rows, c.columns}, c.out());
    const kw::buffer<float> mean(device(), {c.rows}), rstd(device(), {c.rows});
    call(x.cview(), weight.cview(), bias.cview(), y.view(), mean.view(), rstd.view(), eps);
    const auto doubles = to_doubles(values);
    const auto want = reference::statistics(doubles, c.columns, eps);
    const auto want_y = reference::layer_norm(doubles, to_doubles(w), to_doubles(b), eps);
    return check_close(y, want_y, y_limit, "y, " + shape(c)) &&
           check_close(mean, want.mean, statistics_limit, "mean, " + shape(c)) &&
           check_close(rstd, want.rstd, statistics_limit, "rstd, " + shape(c));
  }

  template <class T>
  void check_all(function<T> call, const std::vector<matrix_case>& cases) {
    check_until_failure(cases, [&](const matrix_case& c) { return check(call, c); });
  }
};

constexpr input_range kTenThousand{10000 - 1.7, 10000 + 1.7};

class LayerNorm : public layer_norm_test {};

TEST_F(LayerNorm, TwoRowsOfFive) {
  check(lesson06::layer_norm<float>, {2, 5});
}

TEST_F(LayerNorm, Shapes) {
  check_all(lesson06::layer_norm<float>, rows_of_every_width());
}

TEST_F(LayerNorm, PaddedAndUnalignedRows) {
  check_all(lesson06::layer_norm<float>, strided_and_unaligned_rows());
}

TEST_F(LayerNorm, FarFromZero) {
  check(lesson06::layer_norm<float>, {3, 1000}, kTenThousand, kFarAway, kFarAway);
  check(lesson06::layer_norm<float>, {2, 12288}, kTenThousand, kFarAway, kFarAway);
}

TEST_F(LayerNorm, EqualValues) {
  check(lesson06::layer_norm<float>, {3, 1000}, {3, 3}, limit<float>(), kStatistics, 0.01f);
}

TEST_F(LayerNorm, Float16) {
  check_all(lesson06::layer_norm<float16_t>, rows_of_16_bits());
  // Squares past 65,504, the largest float16: the statistics are float32.
  check(lesson06::layer_norm<float16_t>, {3, 1000}, {-500, 900}, limit<float16_t>(), {1e-3, 1e-5});
}

TEST_F(LayerNorm, BFloat16) {
  check_all(lesson06::layer_norm<bfloat16_t>, rows_of_16_bits());
}

// ---- layer_norm_long -------------------------------------------------------------------------

class LayerNormLong : public layer_norm_test {};

TEST_F(LayerNormLong, OneBlock) {
  check_all(lesson06::layer_norm_long<float>, {{3, 1000}, {2, 4096}, {1, 1}, {0, 5}});
}

TEST_F(LayerNormLong, Widths) {
  check_all(lesson06::layer_norm_long<float>,
            {{3, 4097}, {2, 8192}, {5, 12289}, {2, 16385}, {2, 50000}, {1, 65536}});
}

TEST_F(LayerNormLong, RowsThatDrift) {
  // Blocks whose means differ far more than the values within a block.
  const std::int64_t columns = 10000;
  auto values = make_input<float>(columns, 1);
  for (std::int64_t c = 0; c < columns; ++c) {
    values[c] += static_cast<float>(c / 1000) * 20.0f;
  }
  const kw::buffer<float, 2> x(device(), {1, columns}, values);
  const kw::buffer<float> weight(device(), {columns}, std::vector<float>(columns, 1.0f));
  const kw::buffer<float> bias(device(), {columns}, std::vector<float>(columns, 0.0f));
  const kw::buffer<float, 2> y(device(), {1, columns});
  const kw::buffer<float> mean(device(), {1}), rstd(device(), {1});
  lesson06::layer_norm_long(x.cview(), weight.cview(), bias.cview(), y.view(), mean.view(),
                            rstd.view(), kEps);
  const auto want = reference::statistics(to_doubles(values), columns, kEps);
  check_close(mean, want.mean, {1e-4, 1e-5, "float32 sums of values up to 200"}, "mean");
  check_close(rstd, want.rstd, {1e-7, 1e-5, "float32 sums"}, "rstd");
}

TEST_F(LayerNormLong, FarFromZero) {
  check(lesson06::layer_norm_long<float>, {2, 20000}, kTenThousand, kFarAway, kFarAway);
}

TEST_F(LayerNormLong, PaddedAndUnalignedRows) {
  check_all(lesson06::layer_norm_long<float>, {{3, 9000, 9024, 9003}, {3, 8192, 0, 0, 1}});
}

TEST_F(LayerNormLong, SixteenBits) {
  check_all(lesson06::layer_norm_long<float16_t>, {{2, 5}, {2, 12288}, {1, 20001}});
  check_all(lesson06::layer_norm_long<bfloat16_t>, {{2, 5}, {2, 12288}, {1, 20001}});
}

TEST_F(LayerNormLong, CalledForRowsLongerThanATile) {
  check_all(lesson06::layer_norm<float>, {{3, 16385}, {2, 40000}});
}

// ---- layer_norm_backward ---------------------------------------------------------------------

template <class T>
struct gradient_buffers {
  kw::buffer<T, 2> dx;
  kw::buffer<float> dw, db;
};

class backward_test : public kw::testing::lesson_test {
 protected:
  /// Inputs of a backward pass; made once, used by the kernel and by the oracle.
  template <class T>
  struct inputs {
    explicit inputs(const matrix_case& where)
        : c(where),
          x(make_input<T>(c.rows * c.columns, 1)),
          dy(make_input<T>(c.rows * c.columns, 2)),
          weight(make_input<T>(c.columns, 3, {0.5, 2})) {}
    matrix_case c;
    std::vector<T> x, dy, weight;
  };

  /// \param programs of the deterministic version; 0 calls the one with atomics
  template <class T>
  gradient_buffers<T> run(const inputs<T>& in, std::int64_t programs) {
    const matrix_case& c = in.c;
    const kw::buffer_layout layout = c.in();
    const kw::buffer<T, 2> x(device(), {c.rows, c.columns}, in.x, layout);
    const kw::buffer<T, 2> dy(device(), {c.rows, c.columns}, in.dy, layout);
    const kw::buffer<T> weight(device(), {c.columns}, in.weight);
    const auto statistics = reference::statistics(to_doubles(in.x), c.columns, kEps);
    const std::vector<float> means(statistics.mean.begin(), statistics.mean.end());
    const std::vector<float> rstds(statistics.rstd.begin(), statistics.rstd.end());
    const kw::buffer<float> mean(device(), {c.rows}, means), rstd(device(), {c.rows}, rstds);
    gradient_buffers<T> out{
        {device(), {c.rows, c.columns}, c.out()}, {device(), {c.columns}}, {device(), {c.columns}}};
    if (programs == 0) {
      out.dw.fill(kStart);
      out.db.fill(kStart);
      lesson06::layer_norm_backward_atomic(dy.cview(), x.cview(), weight.cview(), mean.cview(),
                                           rstd.cview(), out.dx.view(), out.dw.view(),
                                           out.db.view());
    } else {
      const kw::buffer<float, 2> dw_partial(device(), {programs, c.columns});
      const kw::buffer<float, 2> db_partial(device(), {programs, c.columns});
      lesson06::layer_norm_backward(dy.cview(), x.cview(), weight.cview(), mean.cview(),
                                    rstd.cview(), out.dx.view(), out.dw.view(), out.db.view(),
                                    dw_partial.view(), db_partial.view());
    }
    return out;
  }

  static bool compare(const gradient_buffers<float>& got, const reference::gradients& want,
                      const matrix_case& c, float start = 0) {
    return compare_as<float>(got, want, c, start);
  }

  template <class T>
  static bool compare_as(const gradient_buffers<T>& got, reference::gradients want,
                         const matrix_case& c, float start, double largest_rstd = 1) {
    for (std::vector<double>* sums : {&want.dw, &want.db}) {
      std::transform(sums->begin(), sums->end(), sums->begin(),
                     [start](double value) { return value + start; });
    }
    const tolerance sums{1e-5 + 1e-6 * static_cast<double>(c.rows), 1e-5,
                         "float32 sums over the rows: each adds some 2^-24 of a value up to 4"};
    tolerance dx = limit<T>();
    dx.rel = std::max(dx.rel, 3e-5);
    // dx is a difference of values up to rstd, which a row of close values makes large.
    dx.abs *= std::max(1.0, largest_rstd);
    return check_close(got.dx, want.dx, dx, "dx, " + shape(c)) &&
           check_close(got.dw, want.dw, sums, "dw, " + shape(c)) &&
           check_close(got.db, want.db, sums, "db, " + shape(c));
  }

  template <class T>
  bool check(const matrix_case& c, std::int64_t programs) {
    const inputs<T> in(c);
    const auto want = reference::layer_norm_backward(to_doubles(in.dy), to_doubles(in.x),
                                                     to_doubles(in.weight), kEps);
    const auto rstds = reference::statistics(to_doubles(in.x), c.columns, kEps).rstd;
    const double largest = rstds.empty() ? 1 : *std::max_element(rstds.begin(), rstds.end());
    return compare_as<T>(run(in, programs), want, c, programs == 0 ? kStart : 0, largest);
  }

  static constexpr float kStart = 0.25f;  // what dw and db hold before the atomic version adds
};

class LayerNormBackward : public backward_test {
 protected:
  template <class T>
  void check_all(const std::vector<matrix_case>& cases) {
    check_until_failure(cases, [&](const matrix_case& c) {
      return check<T>(c, lesson06::partial_rows(c.rows, c.columns));
    });
  }
};

TEST_F(LayerNormBackward, FourRowsOfFive) {
  check<float>({4, 5}, 2);
}

TEST_F(LayerNormBackward, AgreesWithFiniteDifferences) {
  const matrix_case c{5, 23};
  const inputs<float> in(c);
  const std::vector<double> bias(static_cast<std::size_t>(c.columns), 0.5);
  compare(run(in, 3),
          reference::numerical_gradients(to_doubles(in.dy), to_doubles(in.x), to_doubles(in.weight),
                                         bias, kEps),
          c);
}

TEST_F(LayerNormBackward, Shapes) {
  check_all<float>({{1, 2},
                    {0, 7},
                    {37, 781},
                    {4, 1023},
                    {4, 1024},
                    {1100, 64},  // more rows than programs
                    {4, 1025},
                    {2, 4096},
                    {3, 4097},
                    {2, 8192}});
}

TEST_F(LayerNormBackward, AnyNumberOfPrograms) {
  for (const std::int64_t programs : {1, 2, 255, 256, 257, 600}) {
    if (!check<float>({530, 70}, programs)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(LayerNormBackward, LongRows) {
  check_all<float>({{7, 5000}, {3, 8193}, {2, 16384}, {2, 20001}, {1, 65536}});
  check<float>({7, 6000}, 3);
}

TEST_F(LayerNormBackward, PaddedAndUnalignedRows) {
  check_all<float>({{7, 781, 1024, 800}, {5, 1000, 1001, 1003}, {5, 1024, 0, 0, 1}});
}

TEST_F(LayerNormBackward, SixteenBits) {
  check_all<float16_t>({{3, 5}, {37, 781}, {4, 1024}, {2, 4096}, {2, 8192}, {1, 12288}});
  check_all<bfloat16_t>({{3, 5}, {37, 781}, {4, 1024}, {2, 4096}, {2, 8192}, {1, 12288}});
}

TEST_F(LayerNormBackward, EqualBitsInTwentyRuns) {
  const inputs<float> in({200, 300});
  const auto first = run(in, 7);
  ASSERT_TRUE(compare(first,
                      reference::layer_norm_backward(to_doubles(in.dy), to_doubles(in.x),
                                                     to_doubles(in.weight), kEps),
                      in.c));
  const auto dx = first.dx.download(), dw = first.dw.download(), db = first.db.download();
  for (int i = 1; i < 20; ++i) {
    const auto again = run(in, 7);
    ASSERT_TRUE(again.dx.download() == dx && again.dw.download() == dw && again.db.download() == db)
        << "run " << i << " differs from the first";
  }
}

// ---- layer_norm_backward_atomic --------------------------------------------------------------

class LayerNormAtomic : public backward_test {};

TEST_F(LayerNormAtomic, FourRowsOfFive) {
  check<float>({4, 5}, 0);
}

TEST_F(LayerNormAtomic, Shapes) {
  check_until_failure(
      std::vector<matrix_case>{
          {1, 2}, {0, 7}, {37, 781}, {4, 1024}, {1100, 64}, {4, 1025}, {3, 4095}, {2, 4096}},
      [&](const matrix_case& c) { return check<float>(c, 0); });
}

TEST_F(LayerNormAtomic, SixteenBits) {
  check<float16_t>({40, 1000}, 0);
  check<bfloat16_t>({40, 1000}, 0);
}

}  // namespace
