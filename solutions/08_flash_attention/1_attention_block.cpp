// Lesson 08, task 1: attention in one tile (warm-up).
// Page: lessons/08_flash_attention/README.md   Check while you edit: ./course watch lesson08.1
//
//   s = q k^T / sqrt(D)      p = softmax of each row of s      o = p v
//
// One head: q, k, v and o are [n, D] with n <= BLOCK, so one program holds all scores in one tile.
// The softmax is computed by powers of 2: `scale` is 1 / sqrt(D) times log2(e).
#include "flash_attention.hpp"
#include "heads.hpp"

using namespace kw;

template <int BLOCK, int D>
struct AttentionBlock {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> q,
                            array<const float16_t, 2> k, array<const float16_t, 2> v,
                            array<float16_t, 2> o) const {
    constexpr float scale = lesson08::kScale<D>;
    int n = q.rows();
    auto qt = tl.load(q.tile(shape<BLOCK, D>, 0, 0));  // [BLOCK, D]; rows past n are zeros
    auto kt = tl.load(k.tile(shape<BLOCK, D>, 0, 0));
    auto vt = tl.load(v.tile(shape<BLOCK, D>, 0, 0));
    auto cols = tl.arange(size<BLOCK>);         // [BLOCK]: columns of the scores, rows of k and v
    auto s = tl.dot(qt, tl.trans(kt)) * scale;  // [BLOCK, BLOCK]
    // TODO(lesson08.1): the softmax of each row of s. What must columns past n hold, if they may
    // neither win the maximum nor add to the sum? As it stands, scores are used as weights.
    //{ solution
    s = tl.where(cols(None, _) < n, s, -inf);
    auto p = tl.exp2(s - tl.max(s, axis<1>)(_, None));
    p = p / tl.sum(p, axis<1>)(_, None);
    //| auto p = tl.where(cols(None, _) < n, s, 0.0f);
    //}
    tl.store(o.tile(shape<BLOCK, D>, 0, 0), tl.dot(p.to(float16), vt));
  }
};

#include "launch_attention_block.hpp"  // one program; no need to read it
