// Lesson 08, task 3: the log-sum-exp of each row of scores.
// Page: lessons/08_flash_attention/README.md   Check while you edit: ./course watch lesson08.3
//
//   lse[i] = log(sum over j of e^s[i, j])     s[i, j] = q[i] * k[j] / sqrt(D), 0 <= i, j < n
//
// A gradient needs this one number per row: with it, e^(s[i, j] - lse[i]) is the weight of column j
// again. Scores may reach 10,000, and nothing may overflow. The walk is that of task 2, without v.
#include "flash_attention.hpp"
#include "heads.hpp"

using namespace kw;

template <int BM, int BN, int D>
struct LogSumExp {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 4, D> q,
                            array<const float16_t, 4, D> k, array<float, 3> lse) const {
    constexpr float scale = lesson08::kScale<D>;  // 1 / sqrt(D), times log2(e)
    int batch = tl.program_id(2), head = tl.program_id(1);
    int first = tl.program_id(0) * BM, n = q.rows();  // the program's first row, of n in the head
    auto qt = tl.load(q(batch, head).tile(shape<BM, D>, first, 0));  // [BM, D]
    auto m = tl.full(shape<BM, 1>, -inf);                            // the largest score so far
    auto l = tl.full(shape<BM, 1>, 0.0f);                            // the sum so far
    for (int start = 0; start < n; start += BN) {
      auto kt = tl.load(k(batch, head).tile(shape<BN, D>, start, 0));  // [BN, D]
      auto cols = start + tl.arange(size<BN>);                         // [BN]
      auto s = tl.dot(qt, tl.trans(kt)) * scale;  // [BM, BN], in units of log2(e)
      s = tl.where(cols(None, _) < n, s, -inf);
      // TODO(lesson08.3): what does a row need to carry from step to step? As it stands, l is the
      // sum of 2^s, which overflows for a score above 128.
      //{ solution
      auto m_new = tl.maximum(m, tl.max(s, axis<1>)(_, None));
      l = l * tl.exp2(m - m_new) + tl.sum(tl.exp2(s - m_new), axis<1>)(_, None);
      m = m_new;
      //| l = l + tl.sum(tl.exp2(s), axis<1>)(_, None);
      //}
    }
    constexpr float ln2 = 0.69314718f;
    // TODO(lesson08.3): the logarithm of the whole sum, from m and l. Both are to base 2, while lse
    // is a natural logarithm, and log(x) = ln2 * log2(x).
    //{ solution
    auto log_sums = (m + tl.log2(l)) * ln2;
    //| auto log_sums = m * ln2;
    //}
    auto rows = first + tl.arange(size<BM>);  // [BM], within the head
    tl.store(lse(batch, head) + rows(_, None), log_sums, rows(_, None) < n);
  }
};

#include "launch_log_sum_exp.hpp"  // BM, BN and how many warps for which D; no need to read it
