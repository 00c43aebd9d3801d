// Lesson 08, task 8: the gradients of k and v (stretch).
// The page: lessons/08_flash_attention/second_half.md
//
//   s[i, j] = q[i] * k[j] / sqrt(D)            p[i, j] = e^(s[i, j] - lse[i])
//   dp[i, j] = dout[i] * v[j]                  ds[i, j] = p[i, j] * (dp[i, j] - delta[i])
//   dk[j] = sum over i of ds[i, j] * q[i] / sqrt(D)
//   dv[j] = sum over i of p[i, j] * dout[i]
//
// A program owns BN keys, which are rows of k and v, and walks along the rows of q that see them,
// in all heads of q that share them. Its tiles of s, p, dp and ds are transposed, [BN, BM]: a row
// of them belongs to a key. Rows 2 * head and 2 * head + 1 of `sums` hold a head's lse, to base 2,
// and its delta.
//
// Check it while you edit:  ./course watch lesson08.8
#include "flash_attention.hpp"

#include <kernelwright/kernelwright.hpp>

#include "heads.hpp"

using namespace kw;

template <int BM, int BN, int D>
struct KeyGradients {
  KW_KERNEL void operator()(program auto tl, matrix<const float16_t> q, matrix<const float16_t> k,
                            matrix<const float16_t> v, matrix<const float16_t> dout,
                            matrix<const float> sums, matrix<float16_t> dk, matrix<float16_t> dv,
                            bool causal) const {
    constexpr float inverse_root = lesson08::kInverseRoot<D>;  // 1 / sqrt(D)
    constexpr float scale = lesson08::kScale<D>;               // 1 / sqrt(D), times log2(e)
    int n = sums.columns(), group = q.rows() / k.rows();  // heads of q that share one of k and v
    int kv_head = tl.program_id(1), first = tl.program_id(0) * BN;
    auto kh = lesson08::head_of<D>(k, kv_head, n);  // [n, D], like the others
    auto vh = lesson08::head_of<D>(v, kv_head, n);
    auto keys = first + tl.arange(size<BN>);  // [BN], within the head
    auto dims = tl.arange(size<D>);           // [D]
    auto kt = tl.load(kh.row(keys(_, None)) + dims(None, _), keys(_, None) < n, 0.0f);
    auto vt = tl.load(vh.row(keys(_, None)) + dims(None, _), keys(_, None) < n, 0.0f);
    auto dkt = tl.accumulator(shape<BN, D>);
    auto dvt = tl.accumulator(shape<BN, D>);
    for (int head = kv_head * group; head < (kv_head + 1) * group; ++head) {
      auto qh = lesson08::head_of<D>(q, head, n);
      auto gh = lesson08::head_of<D>(dout, head, n);
      for (int start = causal ? first : 0; start < n; start += BM) {
        auto rows = start + tl.arange(size<BM>);  // [BM]; those past n are zeros, and add nothing
        auto qt = tl.load(qh.row(rows(_, None)) + dims(None, _), rows(_, None) < n, 0.0f);
        auto gt = tl.load(gh.row(rows(_, None)) + dims(None, _), rows(_, None) < n, 0.0f);
        auto lse = tl.load(sums.row(2 * head) + rows(None, _), rows(None, _) < n, 0.0f);
        auto delta = tl.load(sums.row(2 * head + 1) + rows(None, _), rows(None, _) < n, 0.0f);
        auto s = tl.dot(kt, tl.trans(qt)) * scale - lse;
        if (causal) {
          s = tl.where(keys(_, None) <= rows(None, _), s, -inf);
        }
        auto p = tl.exp2(s);
        auto dp = tl.dot(vt, tl.trans(gt));
        // TODO(lesson08.8): ds, and what this step adds to dkt and dvt. The factor 1 / sqrt(D) is
        // applied once, after the loop.
        //{ solution
        auto ds = p * (dp - delta);
        dkt = tl.dot(ds.to(float16), qt, dkt);
        dvt = tl.dot(p.to(float16), gt, dvt);
        //| auto ds = p + dp - delta;
        //| dkt = tl.dot(ds.to(float16), qt, dkt);
        //| dvt = tl.dot(ds.to(float16), gt, dvt);
        //}
      }
    }
    auto dkh = lesson08::head_of<D>(dk, kv_head, n);
    auto dvh = lesson08::head_of<D>(dv, kv_head, n);
    tl.store(dkh.row(keys(_, None)) + dims(None, _), dkt * inverse_root, keys(_, None) < n);
    tl.store(dvh.row(keys(_, None)) + dims(None, _), dvt, keys(_, None) < n);
  }
};

#include "launch_key_gradients.hpp"  // lse and delta, tiles and warps; no need to read it
