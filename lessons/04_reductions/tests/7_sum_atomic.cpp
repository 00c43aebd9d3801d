// Tests of lesson 04, task 7.
#include "vector_test.hpp"

namespace lesson04 {
namespace {

class SumAtomic : public vector_test {};

TEST_F(SumAtomic, OneBlock) {
  check(sum_atomic, 8192);
}

TEST_F(SumAtomic, SeveralBlocks) {
  check(sum_atomic, 30000);
}

TEST_F(SumAtomic, Sizes) {
  check_sizes(sum_atomic);
}

TEST_F(SumAtomic, UnalignedBase) {
  check_unaligned(sum_atomic);
}

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
    kw::testing::check_close(out, std::vector<double>{sum}, {0.0, 0.0, "nothing is rounded"},
                             "20000 small integers");
  }
}

TEST_F(SumAtomic, Large) {
  check_large(sum_atomic);
}

}  // namespace
}  // namespace lesson04
