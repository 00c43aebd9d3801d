// The lanes past k of both factors hold nothing. Integers have no NaN to show it.
#include "planted.hpp"

namespace {

using namespace kw;

template <int BM, int BN, int BK>
struct Product {
  KW_KERNEL void operator()(program auto tl, const std::int8_t* a, const std::int8_t* b, int* c,
                            int n, int k) const {
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);
    auto cols = tl.program_id(1) * BN + tl.arange(size<BN>);
    auto acc = tl.accumulator(shape<BM, BN>, int32);
    for (int start = 0; start < k; start += BK) {
      auto ks = start + tl.arange(size<BK>);
      auto at = tl.load(a + rows(_, None) * k + ks(None, _), ks(None, _) < k);
      auto bt = tl.load(b + ks(_, None) * n + cols(None, _), ks(_, None) < k);
      acc = tl.dot(at, bt, acc);
    }
    tl.store(c + rows(_, None) * n + cols(None, _), acc);
  }
};

const corpus::planted mistake([] {
  const auto a = corpus::matrix<std::int8_t>(32, 50);
  const auto b = corpus::matrix<std::int8_t>(50, 32);
  const buffer<int, 2> c(cpu_device, {32, 32});
  launch(cpu_device, grid(2, 2), Product<16, 16, 32>{}, a.cview(), b.cview(), c.view(), 32, 50);
});

}  // namespace
