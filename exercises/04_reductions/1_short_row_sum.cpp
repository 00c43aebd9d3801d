// Lesson 04, task 1: sums of short rows.
// Page: lessons/04_reductions/README.md   Check while you edit: ./course watch lesson04.1
//
//   out[r] = x[r, 0] + x[r, 1] + ... + x[r, n_cols - 1]       for 0 <= r < n_rows
//
// A row has at most N elements, so N rows fit into one tile, which one program owns.
#include "reductions.hpp"

using namespace kw;

template <int N>
struct ShortRowSum {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, std::int64_t x_stride,
                            int n_rows, int n_cols) const {
    auto rows = tl.program_id(0) * N + tl.arange(size<N>);            // [N]
    auto cols = tl.arange(size<N>);                                   // [N]
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);  // [N, N]
    // TODO(lesson04.1): what must a masked lane hold to leave a sum unchanged? And which axis must
    // go away, if one sum per row is to be left?
    auto v = tl.load(x + rows(_, None) * x_stride + cols(None, _), mask);
    auto totals = tl.sum(v, axis<0>);  // [N]
    tl.store(out + rows, totals, rows < n_rows);
  }
};

void lesson04::short_row_sum(view<const float, 2> x, view<float> out) {
  const int n_rows = narrow<int>(x.extent(0));
  launch(out.device(), grid(cdiv(n_rows, kShortRow)), ShortRowSum<kShortRow>{}, x, out, x.stride(0),
         n_rows, narrow<int>(x.extent(1)));
}
