// Tests of lesson 06, task 4: dx, and each program's share of dw and db; finite differences.
#include <kernelwright/grid.hpp>

#include "tests/backward_cases.hpp"

namespace lesson06 {
namespace {

template <class T>
bool check_gradients(const backward_inputs<T>& from, const reference::gradients& want,
                     std::int64_t programs, int runs = 1) {
  const matrix_case& c = from.c;
  const auto mean = to_floats(from.statistics.mean), rstd = to_floats(from.statistics.rstd);
  const tolerance sums = sum_limit(kw::cdiv(c.rows, programs));
  return check_entry({shape(c), runs}, layer_norm_backward<T>, in(c, from.dy), in(c, from.x),
                     in({c.columns}, from.weight), in({c.rows}, mean), in({c.rows}, rstd),
                     out(c, want.dx, dx_limit(from), "dx, "),
                     out({programs, c.columns}, want.dw, sums, {}, "dw_partial, "),
                     out({programs, c.columns}, want.db, sums, {}, "db_partial, "));
}

template <class T>
bool check_programs(const matrix_case& c, std::int64_t programs) {
  const backward_inputs<T> from(c);
  return check_gradients(from, expected(from, programs), programs);
}
template <int PROGRAMS>
bool check_these_programs(const matrix_case& c) {
  return check_programs<float>(c, PROGRAMS);
}
template <class T>
bool check_backward(const matrix_case& c) {
  return check_programs<T>(c, partial_rows(c.rows, c.columns));
}

const std::vector<matrix_case> kShapes = {{1, 2},    {0, 7},     {37, 781}, {4, 1023},
                                          {4, 1024}, {1100, 64},  // more rows than programs
                                          {4, 1025}, {3, 3001},  {2, 4095}, {2, 4096}};
const std::vector<matrix_case> kShapesOf16Bits = {{3, 5}, {37, 781}, {4, 1024}, {2, 4096}};

const tests<matrix_case> layer_norm_backward_tests = {
    "LayerNormBackward",
    {
        {"FourRowsOfFive", check_these_programs<2>, {{4, 5}}},
        {"Shapes", check_backward<float>, kShapes},
        {"AnyNumberOfPrograms", check_these_programs<1>, {{530, 70}}},
        {"AnyNumberOfPrograms", check_these_programs<2>, {{530, 70}}},
        {"AnyNumberOfPrograms", check_these_programs<255>, {{530, 70}}},
        {"AnyNumberOfPrograms", check_these_programs<256>, {{530, 70}}},
        {"AnyNumberOfPrograms", check_these_programs<257>, {{530, 70}}},
        {"AnyNumberOfPrograms", check_these_programs<600>, {{530, 70}}},
        {"PaddedAndUnalignedRows",
         check_backward<float>,
         {{7, 781, 1024, 800}, {5, 1000, 1001, 1003}, {5, 1024, 0, 0, 1}}},
        {"SixteenBits", check_backward<float16_t>, kShapesOf16Bits},
        {"SixteenBits", check_backward<bfloat16_t>, kShapesOf16Bits},
        {"AnyShape", check_backward<float>, rows_up_to(100, kLongestBackwardTile)},
        {"AnyShape", check_backward<float16_t>, rows_up_to(100, kLongestBackwardTile)},
        {"AnyShape", check_backward<bfloat16_t>, rows_up_to(100, kLongestBackwardTile)},
    },
};

using LayerNormBackward = lesson_test;

TEST_F(LayerNormBackward, AgreesWithFiniteDifferences) {
  const backward_inputs<float> from({5, 23});
  const std::vector<double> bias(23, 0.5);
  check_gradients(from,
                  reference::numerical_gradients(to_doubles(from.dy), to_doubles(from.x),
                                                 to_doubles(from.weight), bias, kEps, 3),
                  3);
}

TEST_F(LayerNormBackward, EqualBitsInTwentyRuns) {
  const backward_inputs<float> from({200, 300});
  check_gradients(from, expected(from, 7), 7, 20);
}

}  // namespace
}  // namespace lesson06
