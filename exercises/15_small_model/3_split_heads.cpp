// Lesson 15, task 3: from rows to heads, and back.
// Page: lessons/15_small_model/README.md   Check while you edit: ./course watch lesson15.3
//
//   split:  out[b, h, i, d] = x[b * n + i, h * D + d] * scale      float32 to float16
//   merge:  out[b * n + i, h * D + d] = x[b, h, i, d] * scale      float16 to float32
//
// The matrix is [batch * n, heads * D], and its rows may be padded. The array of heads is dense,
// [batch, heads, n, D]. A program has ROWS places of one head of one text.
#include "small_model.hpp"

using namespace kw;

template <int ROWS, int DIMS, bool SPLIT>
struct MoveHeads {
  template <class Matrix, class Heads>
  KW_KERNEL void operator()(program auto tl, array<Matrix, 2> x, array<Heads, 4> heads,
                            float scale) const {
    int text = tl.program_id(2), head = tl.program_id(1);
    int n = heads.rows(), d = heads.columns();
    auto places = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);  // [ROWS], within the text
    auto dims = tl.arange(size<DIMS>);                              // [DIMS], within the head
    auto mask = (places(_, None) < n) & (dims(None, _) < d);
    auto in_heads = heads(text, head).row(places(_, None)) + dims(None, _);
    // TODO(lesson15.3): in the matrix, texts begin one row apart so far, and heads one column. How
    // far is it really?
    auto in_matrix = x.row(text + places(_, None)) + (head + dims(None, _));
    if constexpr (SPLIT) {
      tl.store(in_heads, tl.load(in_matrix, mask) * scale, mask);
    } else {
      tl.store(in_matrix, tl.load(in_heads, mask).to(float32) * scale, mask);
    }
  }
};

template <bool SPLIT, class Matrix, class Heads>
void move_heads(view<Matrix, 2> x, view<Heads, 4> heads, float scale) {
  constexpr int kRows = 16, kDims = 128;
  launch(x.device(), grid(cdiv(heads.extent(2), kRows), heads.extent(1), heads.extent(0)),
         MoveHeads<kRows, kDims, SPLIT>{}, x, heads, scale);
}

void lesson15::split_heads(view<const float, 2> x, float scale, view<float16_t, 4> out) {
  move_heads<true>(x, out, scale);
}

void lesson15::merge_heads(view<const float16_t, 4> x, float scale, view<float, 2> out) {
  move_heads<false>(out, x, scale);
}
