// Tests of lesson 04, task 7.
#include "vector_test.hpp"

namespace lesson04 {
namespace {

const tests<vector_case> sum_atomic_tests = {
    "SumAtomic",
    {
        {"OneBlock", check_total<sum_atomic>, {{8192}}},
        {"SeveralBlocks", check_total<sum_atomic>, {{30000}}},
        {"Sizes", check_total<sum_atomic>, lengths_around(kBlockSize)},
        {"UnalignedBase", check_total<sum_atomic>, kUnaligned},
        {"Large", check_total<sum_atomic>, kLarge},
        {"AnyShape", check_total<sum_atomic>, lengths_up_to(200000)},
    },
};

using SumAtomic = lesson_test;

TEST_F(SumAtomic, Again) {
  // The second call finds the result of the first in out.
  std::vector<float> values(20000);
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(i % 7);
    sum += values[i];
  }
  const kw::buffer<float> x(device(), {20000}, values);
  const kw::buffer<float> out(device(), {1});
  for (int call = 0; call < 2; ++call) {
    sum_atomic(x.cview(), out.view());
    check_close(out, std::vector<double>{sum}, kExact, "20000 small integers");
  }
}

}  // namespace
}  // namespace lesson04
