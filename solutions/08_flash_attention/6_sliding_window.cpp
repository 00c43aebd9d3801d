// Lesson 08, task 6: attention through a sliding window (a blank page).
// Page: lessons/08_flash_attention/README.md   Check while you edit: ./course watch lesson08.6
//
//   o[i] = sum over j of softmax(s[i])[j] * v[j]     s[i, j] = q[i] * k[j] / sqrt(64), 0 <= i < n
//
// Row i sees `window` columns, i - window + 1 to i; those below 0 do not exist. q, k, v and o are
// [heads, n, 64], window is at least 1 and may be larger than n. Kernel and launch are yours; your
// kernel of task 4 is a good start.
#include "flash_attention.hpp"
#include "online_softmax.hpp"

using namespace kw;

//{ solution
template <int BM, int BN, int D>
struct SlidingWindow {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 3, D> q,
                            array<const float16_t, 3, D> k, array<const float16_t, 3, D> v,
                            array<float16_t, 3, D> o, int window) const {
    int head = tl.program_id(1);
    int first = tl.program_id(0) * BM, n = q.rows();
    auto rows = first + tl.arange(size<BM>);                  // [BM]
    auto qt = tl.load(q(head).tile(shape<BM, D>, first, 0));  // [BM, D]
    auto softmax = lesson08::start_softmax(tl, shape<BM, D>);
    int begin = first < window ? 0 : first - window + 1;
    int end = first + BM < n ? first + BM : n;
    for (int start = begin; start < end; start += BN) {
      auto kt = tl.load(k(head).tile(shape<BN, D>, start, 0));  // [BN, D]
      auto vt = tl.load(v(head).tile(shape<BN, D>, start, 0));
      auto cols = start + tl.arange(size<BN>);  // [BN]
      auto s = tl.dot(qt, tl.trans(kt));        // [BM, BN]
      auto age = rows(_, None) - cols(None, _);
      softmax.add(tl, tl.where((age >= 0) & (age < window), s, -inf), vt);
    }
    tl.store(o(head).tile(shape<BM, D>, first, 0), softmax.mean());
  }
};

//}
void lesson08::sliding_window_attention(view<const float16_t, 3> q, view<const float16_t, 3> k,
                                        view<const float16_t, 3> v, view<float16_t, 3> o,
                                        int window) {
  // TODO(lesson08.6): a kernel of your own, and its launch. Where does its walk begin and end?
  //{ solution
  launch(o.device(), grid(cdiv(q.extent(1), 64), q.extent(0)), SlidingWindow<64, 64, 64>{}, q, k, v,
         o, window);
  //}
}
