// Lesson 05, task 5: the gradient of softmax (stretch).
// Page: lessons/05_softmax/README.md   Check while you edit: ./course watch lesson05.5
//
//   dx[r, c] = y[r, c] * (dy[r, c] - sum(y[r, :] * dy[r, :]))      all of them [rows, columns]
//
// y is what softmax(x) returned, dy the gradient of the loss with respect to y, dx the one with
// respect to x. One program per row, which fits into one tile.
#include "softmax.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct SoftmaxBackward {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> y, array<const T, 2> dy,
                            array<T, 2> dx) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < y.columns();
    auto p = tl.load(y.row(row) + cols, mask, 0.0f).to(float32);
    auto g = tl.load(dy.row(row) + cols, mask, 0.0f).to(float32);
    // TODO(lesson05.5): every y of a row depends on every x of it. Which number does each element
    // need from the whole row?
    auto result = p * g;
    tl.store(dx.row(row) + cols, result, mask);
  }
};

#include "launch_softmax_backward.hpp"  // which block and warps for which width; no need to read it
