// Tests of lesson 06, task 6: programs that add to the same dw and db.
#include "tests/backward_cases.hpp"

namespace lesson06 {
namespace {

constexpr double kStart = 0.25;  // what dw and db hold before

template <class T>
bool check_atomic(const matrix_case& c) {
  const backward_inputs<T> from(c);
  const auto mean = to_floats(from.statistics.mean), rstd = to_floats(from.statistics.rstd);
  reference::gradients want = expected(from);
  for (std::size_t i = 0; i < want.dw.size(); ++i) {
    want.dw[i] += kStart;
    want.db[i] += kStart;
  }
  const std::vector<double> before(want.dw.size(), kStart);
  return check_entry(shape(c), layer_norm_backward_atomic<T>, in(c, from.dy), in(c, from.x),
                     in({c.columns}, from.weight), in({c.rows}, mean), in({c.rows}, rstd),
                     out(c, want.dx, dx_limit(from), "dx, "),
                     changed({c.columns}, before, want.dw, sum_limit(c.rows), {}, "dw, "),
                     changed({c.columns}, before, want.db, sum_limit(c.rows), {}, "db, "));
}

const std::vector<matrix_case> kAtomicRows = {{1, 2},     {0, 7},    {37, 781}, {4, 1024},
                                              {1100, 64}, {4, 1025}, {3, 4095}, {2, 4096}};

const tests<matrix_case> layer_norm_atomic_tests = {
    "LayerNormAtomic",
    {
        {"FourRowsOfFive", check_atomic<float>, {{4, 5}}},
        {"Shapes", check_atomic<float>, kAtomicRows},
        {"SixteenBits", check_atomic<float16_t>, {{40, 1000}}},
        {"SixteenBits", check_atomic<bfloat16_t>, {{40, 1000}}},
        {"AnyShape", check_atomic<float>, rows_up_to(100, kLongestBackwardTile)},
        {"AnyShape", check_atomic<float16_t>, rows_up_to(100, kLongestBackwardTile)},
        {"AnyShape", check_atomic<bfloat16_t>, rows_up_to(100, kLongestBackwardTile)},
    },
};

}  // namespace
}  // namespace lesson06
