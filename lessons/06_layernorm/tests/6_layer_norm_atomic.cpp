// Tests of lesson 06, task 6: programs that add to the same dw and db.
#include "layernorm.hpp"

#include <cstdint>
#include <vector>

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

constexpr float kStart = 0.25f;  // what dw and db hold before

class LayerNormAtomic : public kw::testing::lesson_test {
 protected:
  template <class T>
  bool check(const matrix_case& c) {
    const backward_inputs<T> in(c);
    const backward_buffers<T> b(device(), in);
    const kw::buffer<T, 2> dx(device(), {c.rows, c.columns}, c.out());
    kw::buffer<float> dw(device(), {c.columns}), db(device(), {c.columns});
    dw.fill(kStart);
    db.fill(kStart);
    lesson06::layer_norm_backward_atomic(b.dy.cview(), b.x.cview(), b.weight.cview(),
                                         b.mean.cview(), b.rstd.cview(), dx.view(), dw.view(),
                                         db.view());
    reference::gradients want = expected(in);
    for (std::size_t i = 0; i < want.dw.size(); ++i) {
      want.dw[i] += kStart;
      want.db[i] += kStart;
    }
    return check_close(dx, want.dx, dx_limit(in), "dx, " + shape(c)) &&
           check_close(dw, want.dw, sum_limit(c.rows), "dw, " + shape(c)) &&
           check_close(db, want.db, sum_limit(c.rows), "db, " + shape(c));
  }
};

TEST_F(LayerNormAtomic, FourRowsOfFive) {
  check<float>({4, 5});
}

TEST_F(LayerNormAtomic, Shapes) {
  check_until_failure(
      std::vector<matrix_case>{
          {1, 2}, {0, 7}, {37, 781}, {4, 1024}, {1100, 64}, {4, 1025}, {3, 4095}, {2, 4096}},
      [&](const matrix_case& c) { return check<float>(c); });
}

TEST_F(LayerNormAtomic, SixteenBits) {
  check<float16_t>({40, 1000});
  check<bfloat16_t>({40, 1000});
}

}  // namespace
