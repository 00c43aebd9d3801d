// The first program begins a stream that the others leave out.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BM, int BK>
struct LowerTriangle {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> a,
                            tensor_descriptor<const float> b, tensor_descriptor<float> c) const {
    int m = tl.program_id(0) * BM;
    auto acc = tl.accumulator(shape<BM, BM>);
    auto add = [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); };
    if (m > 0) {
      auto full = tl.stream(stages<2>, [&](int k) {
        return fetch(a.tile(shape<BM, BK>, m, k), b.tile(shape<BK, BM>, k, 0));
      });
      full.pipelined(0, m, BK, add);
    }
    auto diagonal = tl.stream(stages<3>, [&](int k) {
      return fetch(a.tile(shape<BM, BK>, m, k), b.tile(shape<BK, BM>, k, 0));
    });
    diagonal.pipelined(m, m + BM, BK, add);
    tl.store(c.tile(shape<BM, BM>, m, 0), acc);
  }
};

const corpus::planted mistake([] {
  const auto a = corpus::matrix<float>(64, 64);
  const auto b = corpus::matrix<float>(64, 32);
  const buffer<float, 2> c(cpu_device, {64, 32});
  launch(cpu_device, grid(2), LowerTriangle<32, 16>{}, tensor_descriptor(a.cview()),
         tensor_descriptor(b.cview()), tensor_descriptor(c.view()));
});

}  // namespace
