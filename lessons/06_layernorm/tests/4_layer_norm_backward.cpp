// Tests of lesson 06, task 4: dx, and each program's share of dw and db; finite differences.
#include "layernorm.hpp"

#include <cstdint>
#include <vector>

#include <kernelwright/grid.hpp>
#include <kernelwright/testing/testing.hpp>

#include "tests/backward_cases.hpp"

namespace {

using kw::bfloat16_t;
using kw::float16_t;
using kw::testing::check_close;
using kw::testing::check_until_failure;
using kw::testing::shape;
using namespace lesson06::tests;
namespace reference = lesson06::reference;

class LayerNormBackward : public kw::testing::lesson_test {
 protected:
  template <class T>
  struct results {
    kw::buffer<T, 2> dx;
    kw::buffer<float, 2> dw_partial, db_partial;
  };

  template <class T>
  results<T> run(const backward_inputs<T>& in, std::int64_t programs) {
    const matrix_case& c = in.c;
    const backward_buffers<T> b(device(), in);
    results<T> out{{device(), {c.rows, c.columns}, c.out()},
                   {device(), {programs, c.columns}},
                   {device(), {programs, c.columns}}};
    lesson06::layer_norm_backward(b.dy.cview(), b.x.cview(), b.weight.cview(), b.mean.cview(),
                                  b.rstd.cview(), out.dx.view(), out.dw_partial.view(),
                                  out.db_partial.view());
    return out;
  }

  template <class T>
  static bool compare(const results<T>& got, const reference::gradients& want,
                      const backward_inputs<T>& in) {
    const matrix_case& c = in.c;
    const tolerance sums = sum_limit(kw::cdiv(c.rows, got.dw_partial.extent(0)));
    return check_close(got.dx, want.dx, dx_limit(in), "dx, " + shape(c)) &&
           check_close(got.dw_partial, want.dw, sums, "dw_partial, " + shape(c)) &&
           check_close(got.db_partial, want.db, sums, "db_partial, " + shape(c));
  }

  template <class T>
  bool check(const matrix_case& c, std::int64_t programs) {
    const backward_inputs<T> in(c);
    return compare(run(in, programs), expected(in, programs), in);
  }

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
  const backward_inputs<float> in({5, 23});
  const std::vector<double> bias(23, 0.5);
  compare(run(in, 3),
          reference::numerical_gradients(to_doubles(in.dy), to_doubles(in.x), to_doubles(in.weight),
                                         bias, kEps, 3),
          in);
}

TEST_F(LayerNormBackward, Shapes) {
  check_all<float>({{1, 2},
                    {0, 7},
                    {37, 781},
                    {4, 1023},
                    {4, 1024},
                    {1100, 64},  // more rows than programs
                    {4, 1025},
                    {3, 3001},
                    {2, 4095},
                    {2, 4096}});
}

TEST_F(LayerNormBackward, AnyNumberOfPrograms) {
  for (const std::int64_t programs : {1, 2, 255, 256, 257, 600}) {
    if (!check<float>({530, 70}, programs)) {
      break;  // one failure says enough
    }
  }
}

TEST_F(LayerNormBackward, PaddedAndUnalignedRows) {
  check_all<float>({{7, 781, 1024, 800}, {5, 1000, 1001, 1003}, {5, 1024, 0, 0, 1}});
}

TEST_F(LayerNormBackward, SixteenBits) {
  check_all<float16_t>({{3, 5}, {37, 781}, {4, 1024}, {2, 4096}});
  check_all<bfloat16_t>({{3, 5}, {37, 781}, {4, 1024}, {2, 4096}});
}

TEST_F(LayerNormBackward, EqualBitsInTwentyRuns) {
  const backward_inputs<float> in({200, 300});
  const auto first = run(in, 7);
  ASSERT_TRUE(compare(first, expected(in, 7), in));
  const auto dx = first.dx.download();
  const auto dw = first.dw_partial.download(), db = first.db_partial.download();
  for (int i = 1; i < 20; ++i) {
    const auto again = run(in, 7);
    ASSERT_TRUE(again.dx.download() == dx && again.dw_partial.download() == dw &&
                again.db_partial.download() == db)
        << "run " << i << " differs from the first";
  }
}

}  // namespace
