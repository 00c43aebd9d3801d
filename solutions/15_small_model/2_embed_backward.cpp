// Lesson 15, task 2: the gradient of the table, in an order that never changes.
// Page: lessons/15_small_model/README.md   Check while you edit: ./course watch lesson15.2
//
//   dtable[t, c] = sum over the rows r with tokens[r] == t of dx[r, c]
//
// tokens is [rows], dx [rows, columns] and dtable [characters, columns]. A character that occurs
// ten times gets ten gradients. One program owns a row of dtable, so nothing has to be added
// atomically.
#include "small_model.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct EmbedBackward {
  KW_KERNEL void operator()(program auto tl, const int* tokens, array<const float, 2> dx,
                            array<float, 2> dtable) const {
    int token = tl.program_id(0);
    auto cols = tl.program_id(1) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < dx.columns();
    auto sum = tl.zeros(size<BLOCK_SIZE>);
    // TODO(lesson15.2): which rows of dx belong to this program's character? Add them up.
    //{ solution
    for (int row = 0; row < dx.rows(); ++row) {
      if (tl.load(tokens + row) == token) {
        sum += tl.load(dx.row(row) + cols, mask, 0.0f);
      }
    }
    //}
    tl.store(dtable.row(token) + cols, sum, mask);
  }
};

void lesson15::embed_backward(view<const int> tokens, view<const float, 2> dx,
                              view<float, 2> dtable) {
  constexpr int kBlockSize = 128;
  const auto blocks = cdiv(dtable.extent(1), std::int64_t{kBlockSize});
  launch(dtable.device(), grid(dtable.extent(0), blocks), EmbedBackward<kBlockSize>{}, tokens, dx,
         dtable);
}
