// Lesson 08, task 7: attention whose loads run ahead (stretch).
// Page: lessons/08_flash_attention/second_half.md   Check while you edit: ./course watch lesson08.7
//
//   o = softmax(q k^T / sqrt(D)) v, causal or not, and lse, its log-sum-exp
//
// q and o are [batch, heads, n, D], k and v [batch, kv_heads, n, D], as descriptors: an element
// outside of the array reads as 0. The stream fetches the tiles of k and v of the next step while
// this one is computed. `softmax` is that of tasks 4 and 5.
#include "flash_attention.hpp"
#include "online_softmax.hpp"

using namespace kw;

template <int BM, int BN, int D, int STAGES, bool CAUSAL>
struct AttentionPipelined {
  template <class T>
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const T, 4> q,
                            tensor_descriptor<const T, 4> k, tensor_descriptor<const T, 4> v,
                            tensor_descriptor<T, 4> o, array<float, 3> lse) const {
    int n = q.extent(2), heads = q.extent(1);
    int first = (tl.num_programs(1) - 1 - tl.program_id(1)) * BM;  // the longest walk first
    int number = tl.program_id(2) * tl.num_programs(0) + tl.program_id(0);  // of the head, of all
    int batch = number / heads, head = number % heads;
    // TODO(lesson08.7): which head of k and v does this head of q share, and where does the walk
    // end? Which tiles does the step that begins at column j need? As it stands, every step of
    // every program fetches the same two.
    //{ solution
    int group = heads / k.extent(1), kv_head = head / group;
    int end = CAUSAL && first + BM < n ? first + BM : n;
    auto kv = tl.stream(stages<STAGES>, [&](int j) {
      return fetch(k.tile(shape<BN, D>, batch, kv_head, j, 0),
                   v.tile(shape<BN, D>, batch, kv_head, j, 0));
    });
    //| int end = n;
    //| auto kv = tl.stream(stages<STAGES>, [&](int j) {
    //|   return fetch(k.tile(shape<BN, D>, 0, 0, 0, 0), v.tile(shape<BN, D>, 0, 0, 0, 0));
    //| });
    //}
    auto qt = tl.load(q.tile(shape<BM, D>, batch, head, first, 0));
    auto rows = first + tl.arange(size<BM>);  // [BM]
    auto softmax = lesson08::start_softmax(tl, shape<BM, D>);
    kv.pipelined(0, end, BN, [&](int j, auto kt, auto vt) {
      auto s = tl.dot(qt, tl.trans(kt));  // [BM, BN]; `softmax` multiplies by the scale
      // TODO(lesson08.7): a mask costs time for every score. Which steps need the mask of the
      // diagonal, which the mask of the end, and which none? As it stands, every column counts.
      //{ solution
      auto cols = j + tl.arange(size<BN>);  // [BN]
      if (CAUSAL && j + BN > first) {
        s = tl.where(cols(None, _) <= rows(_, None), s, -inf);
      } else if (j + BN > n) {
        s = tl.where(cols(None, _) < n, s, -inf);
      }
      //}
      softmax.add(tl, s, vt);
    });
    tl.store(o.tile(shape<BM, D>, batch, head, first, 0), softmax.mean());
    tl.store(lse(batch, head) + rows(_, None), softmax.log_sum_exp(tl), rows(_, None) < n);
  }
};

#include "launch_attention_pipelined.hpp"  // which tiles for which D and GPU; no need to read it
