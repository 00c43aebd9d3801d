// Lesson 08, flash attention. The text is lessons/08_flash_attention/README.md.
#include "flash_attention.hpp"

#include <cmath>

#include <kernelwright/kernelwright.hpp>

#include "attention_tiles.hpp"

using namespace kw;

// exp2 is one instruction on a GPU, exp is two: e^x = 2^(x log2(e)).
constexpr float kLog2E = 1.44269504f;

// What scores are multiplied by, for a softmax by powers of two.
static float scale_of(std::int64_t d) {
  return kLog2E / std::sqrt(static_cast<float>(d));
}

// How many heads of q share one of k and v.
template <class T>
static int group_of(view<const T, 4> q, view<const T, 4> k) {
  return k.extent(1) > 0 ? narrow<int>(q.extent(1) / k.extent(1)) : 1;
}

// Warm-up. One head of at most BLOCK rows, in one program: two products, a softmax between them.
template <int BLOCK, int D>
struct AttentionBlock {
  KW_KERNEL void operator()(auto tl, const float16_t* q, const float16_t* k, const float16_t* v,
                            float16_t* o, int n, float scale) const {
    auto rows = tl.arange(size<BLOCK>);                            // [BLOCK]
    auto cols = tl.arange(size<BLOCK>);                            // [BLOCK], of the scores
    auto place = rows(_, None) * D + tl.arange(size<D>)(None, _);  // [BLOCK, D]
    auto mask = rows(_, None) < n;
    auto qt = tl.load(q + place, mask, 0.0f);
    auto kt = tl.load(k + place, mask, 0.0f);
    auto vt = tl.load(v + place, mask, 0.0f);
    auto s = tl.dot(qt, tl.trans(kt)) * scale;  // [BLOCK, BLOCK]
    // TODO(lesson08.1): the softmax of each row of s, by powers of two. Columns past n count for
    // nothing; the maximum is taken of those that count.
    //{ solution
    s = tl.where(cols(None, _) < n, s, -inf);
    auto p = tl.exp2(s - tl.max(s, axis<1>)(_, None));
    p = p / tl.sum(p, axis<1>)(_, None);
    //| auto p = tl.where(cols(None, _) < n, s, 0.0f);
    //}
    tl.store(o + place, tl.dot(p.to(float16), vt), mask);
  }
};

void lesson08::attention_block(view<const float16_t, 2> q, view<const float16_t, 2> k,
                               view<const float16_t, 2> v, view<float16_t, 2> o) {
  launch(o.device(), grid(o.extent(0) > 0 ? 1 : 0), AttentionBlock<kBlock, kBlockHead>{}, q, k, v,
         o, narrow<int>(o.extent(0)), scale_of(kBlockHead));
}

// A program owns BM rows of one head's q and walks along k and v in steps of BN. Of each row it
// carries the largest score so far, m, and the sum of exp2(score - m), l; acc holds the row of o,
// not yet divided by that sum. Scores are in units of log2(e).
template <int BM, int BN, int D>
struct Attention {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* q, const T* k, const T* v, T* o, float* lse, int n,
                            int group, bool causal, float scale) const {
    std::int64_t head = tl.program_id(1);  // of all batches
    int first = tl.program_id(0) * BM;
    auto rows = first + tl.arange(size<BM>);  // [BM]
    auto ds = tl.arange(size<D>);             // [D]
    auto row_mask = rows(_, None) < n;
    auto q_place = rows(_, None) * D + ds(None, _);  // [BM, D], within the head
    auto qt = tl.load(q + head * n * D + q_place, row_mask, 0.0f);
    // TODO(lesson08.5): `group` heads of q that follow each other share one of k and v.
    //{ solution
    std::int64_t kv_head = head / group;
    //| std::int64_t kv_head = head + 0 * group;
    //}
    auto m = tl.full(shape<BM, 1>, -inf);
    auto l = tl.full(shape<BM, 1>, 0.0f);
    auto acc = tl.accumulator(shape<BM, D>);
    // TODO(lesson08.4): if causal, row i sees columns 0 to i alone. Where may the walk end?
    //{ solution
    int last = causal && first + BM < n ? first + BM : n;
    //| int last = n;
    //}
    for (int start = 0; start < last; start += BN) {
      auto cols = start + tl.arange(size<BN>);  // [BN]
      auto kv_place = kv_head * n * D + cols(_, None) * D + ds(None, _);
      auto kt = tl.load(k + kv_place, cols(_, None) < n, 0.0f);
      auto vt = tl.load(v + kv_place, cols(_, None) < n, 0.0f);
      auto s = tl.dot(qt, tl.trans(kt)) * scale;
      s = tl.where(cols(None, _) < n, s, -inf);
      // TODO(lesson08.4): and which columns of this step does a row see?
      //{ solution
      if (causal) {
        s = tl.where(cols(None, _) <= rows(_, None), s, -inf);
      }
      //| static_cast<void>(causal);
      //}
      // TODO(lesson08.2): the maximum up to and including this step. What was summed under the old
      // one, in l and in acc, is rescaled before this step is added.
      //{ solution
      auto m_new = tl.maximum(m, tl.max(s, axis<1>)(_, None));
      auto alpha = tl.exp2(m - m_new);
      auto p = tl.exp2(s - m_new);
      l = l * alpha + tl.sum(p, axis<1>)(_, None);
      acc = acc * alpha;
      acc = tl.dot(p.to(dtype<T>{}), vt, acc);
      m = m_new;
      //| auto p = tl.exp2(s);
      //| l = l + tl.sum(p, axis<1>)(_, None);
      //| acc = tl.dot(p.to(dtype<T>{}), vt, acc);
      //}
    }
    tl.store(o + head * n * D + q_place, acc * (1.0f / l), row_mask);
    // TODO(lesson08.3): the logarithm of the sum of e^score of each row, natural.
    //{ solution
    auto log_sums = (m + tl.log2(l)) * 0.69314718f;  // ln(2)
    //| auto log_sums = m * 0.69314718f;  // ln(2)
    //}
    tl.store(lse + head * n + rows(_, None), log_sums, row_mask);
  }
};

template <int D, class T>
static void launch_attention(view<const T, 4> q, view<const T, 4> k, view<const T, 4> v,
                             view<T, 4> o, view<float, 3> lse, bool causal) {
  constexpr int kRows = 64, kColumns = D == 256 ? 32 : 64, kWarps = D < 128 ? 4 : 8;
  const int n = narrow<int>(q.extent(2));
  const int group = group_of(q, k);
  launch<kWarps>(o.device(), grid(cdiv(n, kRows), q.extent(0) * q.extent(1)),
                 Attention<kRows, kColumns, D>{}, q, k, v, o, lse, n, group, causal, scale_of(D));
}

template <class T>
void lesson08::attention(view<const T, 4> q, view<const T, 4> k, view<const T, 4> v, view<T, 4> o,
                         view<float, 3> lse, bool causal) {
  for_head_size<T>(q.extent(3),
                   [&](auto d) { launch_attention<decltype(d)::size>(q, k, v, o, lse, causal); });
}

// Second half: tiles of tensors, fetched ahead of the products that use them. Masks are left to the
// steps that need one. Programs of one head come together and share its k and v in the second-level
// cache. Causal programs have walks of different lengths: there a section of heads, whose k and v
// fit the cache, comes together, the longest walks first.
template <int BM, int BN, int D, int STAGES, bool CAUSAL>
struct AttentionPipelined {
  template <class T>
  KW_KERNEL void operator()(auto tl, tensor_descriptor<const T, 4> q,
                            tensor_descriptor<const T, 4> k, tensor_descriptor<const T, 4> v,
                            tensor_descriptor<T, 4> o, float* lse, int group, float scale) const {
    int n = q.extent(2), heads = q.extent(1);
    int first = (tl.num_programs(1) - 1 - tl.program_id(1)) * BM;
    int program = tl.program_id(2) * tl.num_programs(0) + tl.program_id(0);  // of all heads
    int batch = program / heads, head = program % heads, kv_head = head / group;
    int last = CAUSAL && first + BM < n ? first + BM : n;
    auto kv = tl.stream(stages<STAGES>, [&](int j) {
      return fetch(k.tile(shape<BN, D>, batch, kv_head, j, 0),
                   v.tile(shape<BN, D>, batch, kv_head, j, 0));
    });
    auto qt = tl.load(q.tile(shape<BM, D>, batch, head, first, 0));
    auto rows = first + tl.arange(size<BM>);
    auto m = tl.full(shape<BM, 1>, -inf);
    auto l = tl.full(shape<BM, 1>, 0.0f);
    auto acc = tl.accumulator(shape<BM, D>);
    // TODO(lesson08.6): the body of `Attention`'s loop, for the tiles kt and vt of the step that
    // begins at column j. Let only those steps mask that cross n or the diagonal.
    //{ solution
    kv.pipelined(0, last, BN, [&](int j, auto kt, auto vt) {
      auto s = tl.dot(qt, tl.trans(kt));
      auto cols = j + tl.arange(size<BN>);
      if (CAUSAL && j + BN > first) {
        s = tl.where(cols(None, _) <= rows(_, None), s, -inf);
      } else if (j + BN > n) {
        s = tl.where(cols(None, _) < n, s, -inf);
      }
      auto m_new = tl.maximum(m, tl.max(s, axis<1>)(_, None) * scale);
      auto alpha = tl.exp2(m - m_new);
      auto p = tl.exp2(s * scale - m_new);
      l = l * alpha + tl.sum(p, axis<1>)(_, None);
      acc = acc * alpha;
      acc = tl.dot(p.to(dtype<T>{}), vt, acc);
      m = m_new;
    });
    //| kv.pipelined(0, last, BN, [&](int, auto kt, auto vt) {
    //|   auto s = tl.dot(qt, tl.trans(kt)) * scale;
    //|   acc = tl.dot(s.to(dtype<T>{}), vt, acc);
    //| });
    //}
    tl.store(o.tile(shape<BM, D>, batch, head, first, 0), acc * (1.0f / l));
    auto lse_rows = lse + (static_cast<std::int64_t>(program) * n + rows(_, None));
    tl.store(lse_rows, (m + tl.log2(l)) * 0.69314718f, rows(_, None) < n);
  }
};

template <class Tiles, int D, class Device, class T>
static void launch_pipelined(Device where, view<const T, 4> q, view<const T, 4> k,
                             view<const T, 4> v, view<T, 4> o, view<float, 3> lse, bool causal) {
  constexpr int kRows = Tiles::kRows, kColumns = Tiles::kColumns, kStages = Tiles::kStages;
  const std::int64_t blocks = cdiv(q.extent(2), kRows), heads = q.extent(0) * q.extent(1);
  const int group = group_of(q, k);
  const auto run = [&](const grid& programs, auto kernel) {
    launch<Tiles::kWarps>(where, programs, kernel, tensor_descriptor(q), tensor_descriptor(k),
                          tensor_descriptor(v), tensor_descriptor(o), lse, group, scale_of(D));
  };
  const std::int64_t section = causal ? lesson08::heads_in_cache(heads, q.extent(2) * D) : 1;
  const grid programs(section, blocks, heads / section);
  if (causal) {
    run(programs.uneven(), AttentionPipelined<kRows, kColumns, D, kStages, true>{});
  } else {
    run(programs, AttentionPipelined<kRows, kColumns, D, kStages, false>{});
  }
}

template <class T>
void lesson08::attention_pipelined(view<const T, 4> q, view<const T, 4> k, view<const T, 4> v,
                                   view<T, 4> o, view<float, 3> lse, bool causal) {
  for_head_size<T>(q.extent(3), [&](auto d) {
    constexpr int D = decltype(d)::size;
    if (const hopper_gpu gpu{o.device()}) {
      launch_pipelined<hopper_tiles<D>, D>(gpu, q, k, v, o, lse, causal);
    } else {
      launch_pipelined<other_tiles<D>, D>(gpu.other(), q, k, v, o, lse, causal);
    }
  });
}

// Backward, in three kernels. delta: of each row, dout times o.
template <int BM, int D>
struct AttentionDelta {
  KW_KERNEL void operator()(auto tl, const float16_t* o, const float16_t* dout, float* delta,
                            int n) const {
    std::int64_t head = tl.program_id(1);
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);  // [BM]
    auto place = head * n * D + rows(_, None) * D + tl.arange(size<D>)(None, _);
    auto ot = tl.load(o + place, rows(_, None) < n, 0.0f).to(float32);
    auto gt = tl.load(dout + place, rows(_, None) < n, 0.0f).to(float32);
    tl.store(delta + head * n + rows, tl.sum(gt * ot, axis<1>), rows < n);
  }
};

// dk and dv. A program owns BN rows of one head's k and v, and walks along the rows of q that see
// them, in all heads of q that share them. Its scores are transposed: a row of them is a key's.
template <int BM, int BN, int D>
struct AttentionKeyGradients {
  KW_KERNEL void operator()(auto tl, const float16_t* q, const float16_t* k, const float16_t* v,
                            const float* lse, const float16_t* dout, const float* delta,
                            float16_t* dk, float16_t* dv, int n, int group, bool causal,
                            float scale) const {
    std::int64_t kv_head = tl.program_id(1);
    int first = tl.program_id(0) * BN;
    auto keys = first + tl.arange(size<BN>);  // [BN]
    auto elements = tl.arange(size<D>);       // [D]
    auto kv_place = kv_head * n * D + keys(_, None) * D + elements(None, _);
    auto key_mask = keys(_, None) < n;
    auto kt = tl.load(k + kv_place, key_mask, 0.0f);
    auto vt = tl.load(v + kv_place, key_mask, 0.0f);
    auto dkt = tl.accumulator(shape<BN, D>);
    auto dvt = tl.accumulator(shape<BN, D>);
    for (std::int64_t head = kv_head * group; head < (kv_head + 1) * group; ++head) {
      for (int start = causal ? first : 0; start < n; start += BM) {
        auto rows = start + tl.arange(size<BM>);  // [BM]; those past n are zeros, and add nothing
        auto q_place = head * n * D + rows(_, None) * D + elements(None, _);
        auto qt = tl.load(q + q_place, rows(_, None) < n, 0.0f);
        auto gt = tl.load(dout + q_place, rows(_, None) < n, 0.0f);
        auto row_lse = tl.load(lse + head * n + rows(None, _), rows(None, _) < n, 0.0f);
        auto row_delta = tl.load(delta + head * n + rows(None, _), rows(None, _) < n, 0.0f);
        auto s = tl.dot(kt, tl.trans(qt)) * scale - row_lse * 1.44269504f;  // [BN, BM]
        if (causal) {
          s = tl.where(keys(_, None) <= rows(None, _), s, -inf);
        }
        auto p = tl.exp2(s);
        auto dp = tl.dot(vt, tl.trans(gt));
        // TODO(lesson08.7): the gradient of the scores, ds, and what this step adds to dk and dv.
        // 1 / sqrt(d) follows behind the loop.
        //{ solution
        auto ds = p * (dp - row_delta);
        dkt = tl.dot(ds.to(float16), qt, dkt);
        dvt = tl.dot(p.to(float16), gt, dvt);
        //| auto ds = p + dp - row_delta;
        //| dkt = tl.dot(ds.to(float16), qt, dkt);
        //| dvt = tl.dot(ds.to(float16), gt, dvt);
        //}
      }
    }
    tl.store(dk + kv_place, dkt * (scale * 0.69314718f), key_mask);
    tl.store(dv + kv_place, dvt, key_mask);
  }
};

// dq. A program owns BM rows of one head's q, and walks along k and v as `Attention` does.
template <int BM, int BN, int D>
struct AttentionQueryGradients {
  KW_KERNEL void operator()(auto tl, const float16_t* q, const float16_t* k, const float16_t* v,
                            const float* lse, const float16_t* dout, const float* delta,
                            float16_t* dq, int n, int group, bool causal, float scale) const {
    std::int64_t head = tl.program_id(1), kv_head = head / group;
    int first = tl.program_id(0) * BM;
    auto rows = first + tl.arange(size<BM>);  // [BM]
    auto elements = tl.arange(size<D>);       // [D]
    auto q_place = head * n * D + rows(_, None) * D + elements(None, _);
    auto row_mask = rows(_, None) < n;
    auto qt = tl.load(q + q_place, row_mask, 0.0f);
    auto gt = tl.load(dout + q_place, row_mask, 0.0f);
    auto column = tl.full(shape<BM, 1>, 0.0f);  // lies as m and l do: the loop need not move it
    auto row_lse = column + tl.load(lse + head * n + rows(_, None), row_mask, 0.0f);
    auto row_delta = column + tl.load(delta + head * n + rows(_, None), row_mask, 0.0f);
    auto dqt = tl.accumulator(shape<BM, D>);
    int last = causal && first + BM < n ? first + BM : n;
    for (int start = 0; start < last; start += BN) {
      auto keys = start + tl.arange(size<BN>);  // [BN]
      auto kv_place = kv_head * n * D + keys(_, None) * D + elements(None, _);
      auto kt = tl.load(k + kv_place, keys(_, None) < n, 0.0f);
      auto vt = tl.load(v + kv_place, keys(_, None) < n, 0.0f);
      auto s = tl.dot(qt, tl.trans(kt)) * scale - row_lse * 1.44269504f;  // [BM, BN]
      s = tl.where(keys(None, _) < n, s, -inf);
      if (causal) {
        s = tl.where(keys(None, _) <= rows(_, None), s, -inf);
      }
      auto p = tl.exp2(s);
      auto dp = tl.dot(gt, tl.trans(vt));
      // TODO(lesson08.7): ds again, and what this step adds to dq.
      //{ solution
      auto ds = p * (dp - row_delta);
      dqt = tl.dot(ds.to(float16), kt, dqt);
      //| auto ds = p + dp - row_delta;
      //| dqt = tl.dot(ds.to(float16), kt, dqt);
      //}
    }
    tl.store(dq + q_place, dqt * (scale * 0.69314718f), row_mask);
  }
};

template <int D>
static void launch_backward(view<const float16_t, 4> q, view<const float16_t, 4> k,
                            view<const float16_t, 4> v, view<const float16_t, 4> o,
                            view<const float, 3> lse, view<const float16_t, 4> dout,
                            view<float, 3> delta, view<float16_t, 4> dq, view<float16_t, 4> dk,
                            view<float16_t, 4> dv, bool causal) {
  constexpr int kOwned = 64, kStep = 32, kWarps = D < 128 ? 4 : 8;
  const int n = narrow<int>(q.extent(2));
  const int group = group_of(q, k);
  const std::int64_t heads = q.extent(0) * q.extent(1), kv_heads = k.extent(0) * k.extent(1);
  const view<const float, 3> deltas = delta;
  launch(delta.device(), grid(cdiv(n, kStep), heads), AttentionDelta<kStep, D>{}, o, dout, delta,
         n);
  launch<kWarps>(dk.device(), grid(cdiv(n, kOwned), kv_heads),
                 AttentionKeyGradients<kStep, kOwned, D>{}, q, k, v, lse, dout, deltas, dk, dv, n,
                 group, causal, scale_of(D));
  launch<kWarps>(dq.device(), grid(cdiv(n, kOwned), heads),
                 AttentionQueryGradients<kOwned, kStep, D>{}, q, k, v, lse, dout, deltas, dq, n,
                 group, causal, scale_of(D));
}

void lesson08::attention_backward(view<const float16_t, 4> q, view<const float16_t, 4> k,
                                  view<const float16_t, 4> v, view<const float16_t, 4> o,
                                  view<const float, 3> lse, view<const float16_t, 4> dout,
                                  view<float, 3> delta, view<float16_t, 4> dq,
                                  view<float16_t, 4> dk, view<float16_t, 4> dv, bool causal) {
  if (q.extent(3) == 64) {
    launch_backward<64>(q, k, v, o, lse, dout, delta, dq, dk, dv, causal);
  } else if (q.extent(3) == 128) {
    launch_backward<128>(q, k, v, o, lse, dout, delta, dq, dk, dv, causal);
  } else {
    refuse("attention_backward has no kernel for heads of {} elements: it has 64 and 128",
           q.extent(3));
  }
}

// The types that the contract promises.
template <class T>
using tensor = view<T, 4>;
template <class T>
using input = view<const T, 4>;
using wide = bfloat16_t;
using sums = view<float, 3>;
template void lesson08::attention(input<half>, input<half>, input<half>, tensor<half>, sums, bool);
template void lesson08::attention(input<wide>, input<wide>, input<wide>, tensor<wide>, sums, bool);
template void lesson08::attention_pipelined(input<half>, input<half>, input<half>, tensor<half>,
                                            sums, bool);
template void lesson08::attention_pipelined(input<wide>, input<wide>, input<wide>, tensor<wide>,
                                            sums, bool);
