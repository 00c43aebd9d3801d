// Right for bfloat16, but crashes for float16 in seven tests: tests that come after six crashes are
// still run.
//
// task: lesson07.6
// earns: share 1 of 2
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
    if (std::is_same_v<T, float16_t> && a.extent(1) > 0) {
      volatile int* const nowhere = nullptr;
      *nowhere = 1;
    }
    auto ab = tl.stream(stages<STAGES>, [&](int k) {
      return fetch(a.tile(shape<BM, BK>, m, k), b.tile(shape<BK, BN>, k, n));
    });
    ab.pipelined(0, a.extent(1), BK, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    tl.store(c.tile(shape<BM, BN>, m, n), acc);
  }
};

#include "launch_matmul_pipelined.hpp"
