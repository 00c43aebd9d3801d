// Lesson 08's attention as a stream of tiles of arrays.
#include "../kernels.hpp"

#include <kernelwright/kernelwright.hpp>

#include "../../../lessons/08_flash_attention/attention_tiles.hpp"
#include "../../../lessons/08_flash_attention/heads.hpp"
#include "../../../lessons/08_flash_attention/online_softmax.hpp"

using namespace kw;

template <int BM, int BN, int D, int STAGES, bool CAUSAL>
struct AttentionPointerStream {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 4, D> q,
                            array<const float16_t, 4, D> k, array<const float16_t, 4, D> v,
                            array<float16_t, 4, D> o) const {
    int batch = tl.program_id(2), head = tl.program_id(1), n = q.rows();
    int first = (tl.num_programs(0) - 1 - tl.program_id(0)) * BM;  // the longest walk first
    int end = CAUSAL && first + BM < n ? first + BM : n;
    auto qh = q(batch, head), kh = k(batch, head), vh = v(batch, head);
    auto rows = first + tl.arange(size<BM>);
    auto kv = tl.stream(stages<STAGES>, [&](int j) {
      return fetch(kh.tile(shape<BN, D>, j, 0), vh.tile(shape<BN, D>, j, 0));
    });
    auto qt = tl.load(fetch(qh.tile(shape<BM, D>, first, 0)));
    auto softmax = lesson08::start_softmax(tl, shape<BM, D>);
    kv.pipelined(0, end, BN, [&](int j, auto kt, auto vt) {
      auto s = tl.dot(qt, tl.trans(kt));
      auto keys = j + tl.arange(size<BN>);
      if (CAUSAL && j + BN > first) {
        s = tl.where(keys(None, _) <= rows(_, None), s, -inf);
      } else if (j + BN > n) {
        s = tl.where(keys(None, _) < n, s, -inf);
      }
      softmax.add(tl, s, vt);
    });
    tl.store(o(batch, head).tile(shape<BM, D>, first, 0), softmax.mean());
  }
};

namespace {

template <class Tiles, int D, class Device>
void run(Device where, view<const float16_t, 4> q, view<const float16_t, 4> k,
         view<const float16_t, 4> v, view<float16_t, 4> o, bool causal) {
  constexpr int BM = Tiles::kRows, BN = Tiles::kColumns;
  const grid programs(cdiv(q.extent(2), BM), q.extent(1), q.extent(0));
  const auto start = [&](const grid& over, auto kernel) {
    launch<Tiles::kWarps>(where, over, kernel, q, k, v, o);
  };
  if (causal) {
    start(programs.uneven(), AttentionPointerStream<BM, BN, D, Tiles::kStages, true>{});
  } else {
    start(programs, AttentionPointerStream<BM, BN, D, Tiles::kStages, false>{});
  }
}

}  // namespace

/// The tiles of lesson 08's descriptors; causal walks, which differ in length, are slower in tiles
/// of 192 rows.
void kw::peers::attention_pointer_stream(view<const float16_t, 4> q, view<const float16_t, 4> k,
                                         view<const float16_t, 4> v, view<float16_t, 4> o,
                                         bool causal) {
  lesson08::for_head_size(q.extent(3), [&](auto head_size) {
    constexpr int D = decltype(head_size)::size;
    if (const hopper_gpu gpu{o.device()}) {
      if (causal || q.extent(2) <= lesson08::kFewRows) {
        run<lesson08::hopper_tiles_of_few_rows<D>, D>(gpu, q, k, v, o, causal);
      } else {
        run<lesson08::hopper_tiles<D>, D>(gpu, q, k, v, o, causal);
      }
    } else {
      run<lesson08::other_tiles<D>, D>(gpu.other(), q, k, v, o, causal);
    }
  });
}
