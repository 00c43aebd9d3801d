// One row of tiles too many. Tiles outside a tensor are zeros, and are not written.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BM, int BN, int BK>
struct Product {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> a,
                            tensor_descriptor<const float> b, tensor_descriptor<float> c) const {
    int m = tl.program_id(0) * BM, n = tl.program_id(1) * BN;
    auto acc = tl.accumulator(shape<BM, BN>);
    auto ab = tl.stream(stages<2>, [&](int k) {
      return fetch(a.tile(shape<BM, BK>, m, k), b.tile(shape<BK, BN>, k, n));
    });
    ab.pipelined(0, a.extent(1), BK, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    tl.store(c.tile(shape<BM, BN>, m, n), acc);
  }
};

const corpus::planted mistake([] {
  const auto a = corpus::matrix<float>(64, 32);
  const auto b = corpus::matrix<float>(32, 64);
  const buffer<float, 2> c(cpu_device, {64, 64});
  launch(cpu_device, grid(64 / 32 + 1, 2), Product<32, 32, 16>{}, tensor_descriptor(a.cview()),
         tensor_descriptor(b.cview()), tensor_descriptor(c.view()));
});

}  // namespace
