// The rows of a tile are walked through by a stream, and the columns by another one in its body.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BM, int BK>
struct SumOfProducts {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> a,
                            tensor_descriptor<const float> b, tensor_descriptor<float> c) const {
    int m = tl.program_id(0) * BM;
    auto acc = tl.accumulator(shape<BM, BM>);
    auto rows = tl.stream(stages<2>, [&](int k) { return fetch(a.tile(shape<BM, BK>, m, k)); });
    rows.pipelined(0, a.extent(1), BK, [&](int k, auto at) {
      auto columns =
          tl.stream(stages<2>, [&](int n) { return fetch(b.tile(shape<BK, BM>, k, n)); });
      columns.pipelined(0, b.extent(1), BM,
                        [&](int, auto bt) { acc = tl.dot(tl.keep(at), bt, acc); });
    });
    tl.store(c.tile(shape<BM, BM>, m, 0), acc);
  }
};

const corpus::planted mistake([] {
  const auto a = corpus::matrix<float>(64, 32);
  const auto b = corpus::matrix<float>(32, 64);
  const buffer<float, 2> c(cpu_device, {64, 32});
  launch(cpu_device, grid(2), SumOfProducts<32, 16>{}, tensor_descriptor(a.cview()),
         tensor_descriptor(b.cview()), tensor_descriptor(c.view()));
});

}  // namespace
