// Lesson 06, task 6: the gradients of LayerNorm by atomics (stretch).
// Page: lessons/06_layernorm/README.md   Check while you edit: ./course watch lesson06.6
//
//   dw[c] += sum over rows of dy[r, c] * n[r, c]     db[c] += sum over rows of dy[r, c]
//
// The rows are spread over programs as in task 4, but without a workspace: dw and db, [columns],
// belong to all programs. They hold zeros, or gradients to add to.
#include "layernorm.hpp"
#include "row_gradients.hpp"  // gradients_of_rows: task 4 without its last two lines

using namespace kw;

template <int BLOCK_SIZE>
struct LayerNormAtomic {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> dy, array<const T, 2> x,
                            const T* weight, const float* mean, const float* rstd, array<T, 2> dx,
                            float* dw, float* db) const {
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < x.columns();
    // Stores dx of this program's rows. `share` is what they add to dw and db, [BLOCK_SIZE] each.
    auto share = lesson06::gradients_of_rows<BLOCK_SIZE>(tl, dy, x, weight, mean, rstd, dx);
    // TODO(lesson06.6): how does the share get into dw and db, when every program has one?
    tl.store(dw + cols, share.dw, mask);
    tl.store(db + cols, share.db, mask);
  }
};

#include "launch_layer_norm_atomic.hpp"  // which block and how many warps; no need to read it
