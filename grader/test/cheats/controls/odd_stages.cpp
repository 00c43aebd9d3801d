// Three stages, tiles of other sizes and a different launch: unusual and valid.
//
// task: lesson07.6
// earns: everything
#include "tiled_matmul.hpp"

#include <kernelwright/kernelwright.hpp>

#include "grouped_order.hpp"

using namespace kw;
using namespace lesson07;

template <int BM, int BN, int BK, int STAGES>
struct MatmulPipelined {
  template <class T>
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const T> a,
                            tensor_descriptor<const T> b, tensor_descriptor<T> c, int group) const {
    auto tile = grouped_tile(tl.program_id(0), cdiv(c.extent(0), BM), cdiv(c.extent(1), BN), group);
    int m = tile.row * BM;
    int n = tile.col * BN;
    auto acc = tl.accumulator(shape<BM, BN>);
    auto ab = tl.stream(stages<STAGES>, [&](int k) {
      return fetch(a.tile(shape<BM, BK>, m, k), b.tile(shape<BK, BN>, k, n));
    });
    ab.pipelined(0, a.extent(1), BK, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    tl.store(c.tile(shape<BM, BN>, m, n), acc);
  }
};

template <class T>
void lesson07::matmul_pipelined(view<const T, 2> a, view<const T, 2> b, view<T, 2> c) {
  launch<4>(c.device(), grid(cdiv(c.extent(0), 64) * cdiv(c.extent(1), 128)),
            MatmulPipelined<64, 128, 32, 3>{}, tensor_descriptor(a), tensor_descriptor(b),
            tensor_descriptor(c), 4);
}
template void lesson07::matmul_pipelined(view<const float16_t, 2>, view<const float16_t, 2>,
                                         view<float16_t, 2>);
template void lesson07::matmul_pipelined(view<const bfloat16_t, 2>, view<const bfloat16_t, 2>,
                                         view<bfloat16_t, 2>);
