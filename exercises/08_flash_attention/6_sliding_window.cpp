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

void lesson08::sliding_window_attention(view<const float16_t, 3> q, view<const float16_t, 3> k,
                                        view<const float16_t, 3> v, view<float16_t, 3> o,
                                        int window) {
  // TODO(lesson08.6): a kernel of your own, and its launch. Where does its walk begin and end?
}
