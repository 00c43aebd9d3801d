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
    auto rows = tl.program_id(0) * TILE + tl.arange(size<TILE>);  // [TILE], of a and out
    auto cols = tl.program_id(1) * TILE + tl.arange(size<TILE>);  // [TILE]
    auto mask = (rows(_, None) < a.rows()) & (cols(None, _) < a.columns());
    auto turned_mask = (cols(_, None) < b.rows()) & (rows(None, _) < b.columns());
    auto tile = tl.load(a.row(rows(_, None)) + cols(None, _), mask, 0.0f);
    auto turned = tl.load(b.row(cols(_, None)) + rows(None, _), turned_mask, 0.0f);
    tl.store(out.row(rows(_, None)) + cols(None, _), tile + tl.trans(turned), mask);
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
