// A product split along k: the kernels and their launches, for the recipe and for tools/peers.
#pragma once

#include <kernelwright/kernelwright.hpp>

namespace examples {
using namespace kw;

//! [product]
// Program (tile, part) adds up one stretch of k for one tile of a b, and stores the sums as plane
// `part` of `sums`, which is [parts, m, n]. A stretch is a whole number of steps.
template <int BM, int BN, int BK, int STAGES>
struct SplitProduct {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t, 2> a,
                            tensor_descriptor<const float16_t, 2> b,
                            tensor_descriptor<float, 3> sums, int stretch) const {
    int across = tl.cdiv(b.extent(1), BN);
    int row = tl.program_id(0) / across * BM, col = tl.program_id(0) % across * BN;
    int part = tl.program_id(1);
    auto ab = tl.stream(stages<STAGES>, [&](int k) {
      return fetch(a.tile(shape<BM, BK>, row, k), b.tile(shape<BK, BN>, k, col));
    });
    auto acc = tl.accumulator(shape<BM, BN>);
    int begin = part * stretch, end = tl.minimum(begin + stretch, a.extent(1));
    ab.pipelined(begin, end, BK, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    tl.store(sums.tile(shape<BM, BN>, part, row, col), acc);
  }
};
//! [product]

//! [sum]
// c is the sum of all planes, which are the rows of `sums`. PLANES of them are on their way at
// once.
template <int PLANES, int BLOCK>
struct AddPlanes {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> sums, float16_t* c) const {
    auto i = tl.program_id(0) * BLOCK + tl.arange(size<BLOCK>);
    auto total = tl.zeros(size<BLOCK>);
    for (int first = 0; first < sums.rows(); first += PLANES) {
      auto plane = first + tl.arange(size<PLANES>);
      auto mask = (plane(_, None) < sums.rows()) & (i(None, _) < sums.columns());
      total += tl.sum(tl.load(sums.row(plane(_, None)) + i(None, _), mask, 0.0f), axis<0>);
    }
    tl.store(c + i, total, i < sums.columns());
  }
};
//! [sum]

//! [launch]
// c = a b, where k and n are multiples of 8 and c has at most 2^31 - 1 elements. Each of the planes
// of `sums` gets an equal share of k.
inline void split_product(view<const float16_t, 2> a, view<const float16_t, 2> b,
                          view<float, 3> sums, view<float16_t, 2> c) {
  constexpr int BM = 128, BN = 128, BK = 64, kStages = 4, kBlock = 256;
  const int parts = narrow<int>(sums.extent(0)), k = narrow<int>(a.extent(1));
  const grid programs(cdiv(c.extent(0), BM) * cdiv(c.extent(1), BN), parts);
  const auto multiply = [&](auto where) {
    launch<8>(where, programs, SplitProduct<BM, BN, BK, kStages>{}, tensor_descriptor(a),
              tensor_descriptor(b), tensor_descriptor(sums), cdiv(cdiv(k, BK), parts) * BK);
  };
  if (const hopper_gpu gpu{c.device()}) {
    multiply(gpu);
  } else {
    multiply(gpu.other());
  }
  const view<const float, 2> planes(sums.data(), {parts, c.size()}, c.device());
  launch(c.device(), grid(cdiv(c.size(), kBlock)), AddPlanes<8, kBlock>{}, planes, c.data());
}
//! [launch]

}  // namespace examples
