// Lesson 07's product as a stream of tiles of arrays, whose rows have any alignment.
#include "../kernels.hpp"

#include <kernelwright/kernelwright.hpp>

#include "../../../lessons/07_tiled_matmul/grouped_order.hpp"
#include "../../../lessons/07_tiled_matmul/matmul_tiles.hpp"

using namespace kw;

template <int BM, int BN, int BK, int STAGES>
struct MatmulPointerStream {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> a,
                            array<const float16_t, 2> b, array<float16_t, 2> c) const {
    auto tile = lesson07::grouped_tile(tl.program_id(0), cdiv(c.rows(), BM), cdiv(c.columns(), BN),
                                       lesson07::kGroup);
    int row = tile.row * BM, col = tile.col * BN;
    auto acc = tl.accumulator(shape<BM, BN>);
    auto ab = tl.stream(stages<STAGES>, [&](int k) {
      return fetch(a.tile(shape<BM, BK>, row, k), b.tile(shape<BK, BN>, k, col));
    });
    ab.pipelined(0, a.columns(), BK, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    tl.store(c.tile(shape<BM, BN>, row, col), acc);
  }
};

namespace {

/// Do all rows of x begin at multiples of 16 bytes?
bool has_aligned_rows(view<const float16_t, 2> x) {
  return reinterpret_cast<std::uintptr_t>(x.data()) % 16 == 0 && x.stride(0) % 8 == 0;
}

template <int WARPS, int BM, int BN, int BK, int STAGES, class Device>
void run(lesson07::product_tiles<WARPS, BM, BN, BK, STAGES>, Device where,
         view<const float16_t, 2> a, view<const float16_t, 2> b, view<float16_t, 2> c) {
  launch<WARPS>(where, grid(lesson07::tiles_of(c, BM, BN)),
                MatmulPointerStream<BM, BN, BK, STAGES>{}, a, b, c);
}

}  // namespace

/// Rows that are not aligned pass through the first-level cache, for which more stages would leave
/// too little. If only those of b are not, b gets the smaller tile.
void kw::peers::matmul_pointer_stream(view<const float16_t, 2> a, view<const float16_t, 2> b,
                                      view<float16_t, 2> c) {
  using lesson07::product_tiles;
  if (const hopper_gpu gpu{c.device()}) {
    if (!has_aligned_rows(a)) {
      run(product_tiles<8, 128, 256, 64, 3>{}, gpu, a, b, c);
    } else if (!has_aligned_rows(b)) {
      run(product_tiles<8, 256, 128, 64, 3>{}, gpu, a, b, c);
    } else {
      lesson07::with_hopper_tiles(c, [&](auto tiles) { run(tiles, gpu, a, b, c); });
    }
  } else {
    run(product_tiles<8, 128, 256, 64, 3>{}, gpu.other(), a, b, c);
  }
}
