// Lesson 10, task 6: a matrix and the transpose of another one.
// Page: lessons/10_why_slow/README.md   Check while you edit: ./course watch lesson10.6
//
//   out[r, c] = a[r, c] + b[c, r]
//
// a and out are [rows, columns], b is [columns, rows]. The page has a kernel for this that
// moves 3.3 bytes for each byte that is needed. At most 1.1 may be. The kernel, its parameters and
// its launch are yours to write.
#include "why_slow.hpp"

using namespace kw;

//{ solution
template <int TILE>
struct AddTransposed {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> a, array<const float, 2> b,
                            array<float, 2> out) const {
    int row = tl.program_id(0) * TILE, col = tl.program_id(1) * TILE;  // of a and out
    auto tile = tl.load(a.tile(shape<TILE, TILE>, row, col));
    auto turned = tl.load(b.tile(shape<TILE, TILE>, col, row));
    tl.store(out.tile(shape<TILE, TILE>, row, col), tile + tl.trans(turned));
  }
};

//}
void lesson10::add_transposed(view<const float, 2> a, view<const float, 2> b, view<float, 2> out) {
  // TODO(lesson10.6): write a kernel above this function, and launch it here.
  //{ solution
  constexpr int kTile = 32;
  launch(out.device(), grid(cdiv(out.extent(0), kTile), cdiv(out.extent(1), kTile)),
         AddTransposed<kTile>{}, a, b, out);
  //}
}
