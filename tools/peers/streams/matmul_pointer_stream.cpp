// Lesson 07's product as a stream of tiles at pointers, with masks at the edges.
#include "../streams.hpp"

#include <kernelwright/kernelwright.hpp>

#include "../../../lessons/07_tiled_matmul/grouped_order.hpp"

using namespace kw;

template <int BM, int BN, int BK, int STAGES>
struct MatmulPointerStream {
  KW_KERNEL void operator()(program auto tl, matrix<const float16_t> a, matrix<const float16_t> b,
                            matrix<float16_t> c) const {
    auto tile = lesson07::grouped_tile(tl.program_id(0), cdiv(c.rows(), BM), cdiv(c.columns(), BN),
                                       lesson07::kGroup);
    auto rows = tile.row * BM + tl.arange(size<BM>);
    auto cols = tile.col * BN + tl.arange(size<BN>);
    auto acc = tl.accumulator(shape<BM, BN>);
    auto ab = tl.stream(stages<STAGES>, [&](int k) {
      auto ks = k + tl.arange(size<BK>);
      auto a_mask = (rows(_, None) < a.rows()) & (ks(None, _) < a.columns());
      auto b_mask = (ks(_, None) < b.rows()) & (cols(None, _) < b.columns());
      return fetch(tile_at(a.row(rows(_, None)) + ks(None, _), a_mask, 0.0f),
                   tile_at(b.row(ks(_, None)) + cols(None, _), b_mask, 0.0f));
    });
    ab.pipelined(0, a.columns(), BK, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    auto mask = (rows(_, None) < c.rows()) & (cols(None, _) < c.columns());
    tl.store(c.row(rows(_, None)) + cols(None, _), acc, mask);
  }
};

void kw::peers::matmul_pointer_stream(view<const float16_t, 2> a, view<const float16_t, 2> b,
                                      view<float16_t, 2> c) {
  constexpr int BM = 128, BN = 256, BK = 64, kStages = 3;
  const grid programs(cdiv(c.extent(0), BM) * cdiv(c.extent(1), BN));
  const auto run = [&](auto gpu) {
    launch<8>(gpu, programs, MatmulPointerStream<BM, BN, BK, kStages>{}, kw::matrix(a),
              kw::matrix(b), kw::matrix(c));
  };
  if (const hopper_gpu gpu{c.device()}) {
    run(gpu);
  } else {
    run(gpu.other());
  }
}
