// Lesson 08, task 8: the gradients of k and v (stretch).
// Page: lessons/08_flash_attention/second_half.md   Check while you edit: ./course watch lesson08.8
//
//   s[i, j] = q[i] * k[j] / sqrt(D)            p[i, j] = e^(s[i, j] - lse[i])
//   dp[i, j] = dout[i] * v[j]                  ds[i, j] = p[i, j] * (dp[i, j] - delta[i])
//   dk[j] = sum over i of ds[i, j] * q[i] / sqrt(D)
//   dv[j] = sum over i of p[i, j] * dout[i]
//
// A program owns BN keys, which are rows of k and v, and walks along the rows of q that see them,
// in all heads of q that share them. The stream fetches the next rows of q and dout meanwhile.
// Tiles of s, p, dp and ds are transposed, [BN, BM]: a row of them belongs to a key. `sums` is
// [batch, heads, 2, n]: for each head its lse, to base 2, and its delta.
#include "flash_attention.hpp"
#include "heads.hpp"

using namespace kw;

template <int BM, int BN, int D, int STAGES>
struct KeyGradients {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t, 4> q,
                            tensor_descriptor<const float16_t, 4> k,
                            tensor_descriptor<const float16_t, 4> v,
                            tensor_descriptor<const float16_t, 4> dout, array<const float, 4> sums,
                            tensor_descriptor<float16_t, 4> dk, tensor_descriptor<float16_t, 4> dv,
                            bool causal) const {
    constexpr float inverse_root = lesson08::kInverseRoot<D>;  // 1 / sqrt(D)
    constexpr float scale = lesson08::kScale<D>;               // 1 / sqrt(D), times log2(e)
    int n = q.extent(2), kv_heads = k.extent(1), group = q.extent(1) / kv_heads;
    int first = tl.program_id(1) * BN;
    int number = tl.program_id(2) * tl.num_programs(0) + tl.program_id(0);  // of the head of k
    int batch = number / kv_heads, kv_head = number % kv_heads;
    auto keys = first + tl.arange(size<BN>);  // [BN], within the head
    auto kt = tl.load(k.tile(shape<BN, D>, batch, kv_head, first, 0));
    auto vt = tl.load(v.tile(shape<BN, D>, batch, kv_head, first, 0));
    auto dkt = tl.accumulator(shape<BN, D>);
    auto dvt = tl.accumulator(shape<BN, D>);
    int begin = causal ? first / BM * BM : 0;  // rows before it see none of these keys
    int steps = cdiv(n - begin, BM);           // in each head of q
    auto walk = tl.stream(stages<STAGES>, [&](int i) {
      int head = kv_head * group + i / steps, start = begin + i % steps * BM;
      return fetch(q.tile(shape<BM, D>, batch, head, start, 0),
                   dout.tile(shape<BM, D>, batch, head, start, 0));
    });
    walk.pipelined(0, group * steps, 1, [&](int i, auto qt, auto gt) {
      int head = kv_head * group + i / steps, start = begin + i % steps * BM;
      auto rows = start + tl.arange(size<BM>);  // [BM]; those past n are zeros, and add nothing
      auto lse = tl.load(sums(batch, head).tile(shape<1, BM>, 0, start));
      auto s = tl.dot(kt, tl.trans(tl.keep(qt))) * scale - lse;
      if (causal && start < first + BN) {
        s = tl.where(keys(_, None) <= rows(None, _), s, -inf);
      }
      auto delta = tl.load(sums(batch, head).tile(shape<1, BM>, 1, start));
      auto p = tl.exp2(s);
      auto dp = tl.dot(vt, tl.trans(tl.keep(gt)));
      // TODO(lesson08.8): ds, and what this step adds to dkt and dvt. The factor 1 / sqrt(D) is
      // applied once, after the loop.
      //{ solution
      auto ds = p * (dp - delta);
      dvt = tl.dot(p.to(float16), gt, dvt);
      dkt = tl.dot(ds.to(float16), qt, dkt);
      //| auto ds = p + dp - delta;
      //| dvt = tl.dot(ds.to(float16), gt, dvt);
      //| dkt = tl.dot(ds.to(float16), qt, dkt);
      //}
    });
    tl.store(dk.tile(shape<BN, D>, batch, kv_head, first, 0), dkt * inverse_root);
    tl.store(dv.tile(shape<BN, D>, batch, kv_head, first, 0), dvt);
  }
};

#include "launch_key_gradients.hpp"  // lse and delta, tiles and warps; no need to read it
