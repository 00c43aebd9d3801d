// Lesson 08, task 6: attention through a sliding window (a blank page).
// Page: lessons/08_flash_attention/README.md   Check while you edit: ./course watch lesson08.6
//
//   o[i] = sum over j of softmax(s[i])[j] * v[j]     s[i, j] = q[i] * k[j] / sqrt(64), 0 <= i < n
//
// Row i sees `window` columns, i - window + 1 to i; those below 0 do not exist. q, k, v and o are
// [heads, n, 64], window is at least 1 and may be larger than n. Kernel and launch are yours; your
// kernel of task 4 is a good start. `lesson08::rows_of(q)` is q as a matrix of heads * n rows.
#include "flash_attention.hpp"
#include "online_softmax.hpp"

using namespace kw;

//{ solution
template <int BM, int BN, int D>
struct SlidingWindow {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> q,
                            array<const float16_t, 2> k, array<const float16_t, 2> v,
                            array<float16_t, 2> o, int n, int window) const {
    int head = tl.program_id(1);
    auto qh = lesson08::head_of<D>(q, head, n);  // [n, D], like the others
    auto kh = lesson08::head_of<D>(k, head, n);
    auto vh = lesson08::head_of<D>(v, head, n);
    auto oh = lesson08::head_of<D>(o, head, n);
    int first = tl.program_id(0) * BM;
    auto rows = first + tl.arange(size<BM>);  // [BM]
    auto dims = tl.arange(size<D>);           // [D]
    auto qt = tl.load(qh.row(rows(_, None)) + dims(None, _), rows(_, None) < n, 0.0f);
    auto softmax = lesson08::start_softmax(tl, shape<BM, D>);
    int begin = first < window ? 0 : first - window + 1;
    int end = first + BM < n ? first + BM : n;
    for (int start = begin; start < end; start += BN) {
      auto cols = start + tl.arange(size<BN>);  // [BN]
      auto kt = tl.load(kh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto vt = tl.load(vh.row(cols(_, None)) + dims(None, _), cols(_, None) < n, 0.0f);
      auto s = tl.dot(qt, tl.trans(kt));  // [BM, BN]
      auto age = rows(_, None) - cols(None, _);
      softmax.add(tl, tl.where((age >= 0) & (age < window), s, -inf), vt);
    }
    tl.store(oh.row(rows(_, None)) + dims(None, _), softmax.mean(), rows(_, None) < n);
  }
};

//}
void lesson08::sliding_window_attention(view<const float16_t, 3> q, view<const float16_t, 3> k,
                                        view<const float16_t, 3> v, view<float16_t, 3> o,
                                        int window) {
  // TODO(lesson08.6): a kernel of your own, and its launch. Where does its walk begin and end?
  //{ solution
  const int n = narrow<int>(q.extent(1));
  launch(o.device(), grid(cdiv(n, 64), q.extent(0)), SlidingWindow<64, 64, 64>{}, rows_of(q),
         rows_of(k), rows_of(v), rows_of(o), n, window);
  //}
}
