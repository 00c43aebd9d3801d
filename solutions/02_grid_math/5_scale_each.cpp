// Lesson 02, task 5: a grid of three axes.
// Page: lessons/02_grid_math/README.md   Check while you edit: ./course watch lesson02.5
//
//   out[i, r, c] = x[i, r, c] * factors[i]
//
// x and out are [matrices, rows, columns] without gaps: matrix 1 begins where matrix 0 ends, and
// row 1 of a matrix where its row 0 ends. Axes 0 and 1 of the grid count tiles of TILE x TILE
// elements in a matrix, as in task 3, and axis 2 counts matrices.
#include "grid_math.hpp"

using namespace kw;

template <int TILE>
struct ScaleEach {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* factors, float* out,
                            std::int64_t n_rows, std::int64_t n_columns) const {
    auto rows = tl.program_id(0) * TILE + tl.arange(size<TILE>);  // [TILE]
    auto cols = tl.program_id(1) * TILE + tl.arange(size<TILE>);  // [TILE]
    auto offsets = rows(_, None) * n_columns + cols(None, _);     // [TILE, TILE], in a matrix
    // TODO(lesson02.5): which matrix does this program work on, and after how many elements does
    // it begin? As it stands, every program takes the first one.
    //{ solution
    int number = tl.program_id(2);
    std::int64_t first = std::int64_t{number} * n_rows * n_columns;
    //| int number = 0;
    //| std::int64_t first = 0;
    //}
    auto v = tl.load(x + first + offsets);
    tl.store(out + first + offsets, v * tl.load(factors + number));
  }
};

void lesson02::scale_each(view<const float, 3> x, view<const float> factors, view<float, 3> out) {
  const int rows = narrow<int>(x.extent(1)), columns = narrow<int>(x.extent(2));
  // TODO(lesson02.5): how many programs are there along axis 2?
  //{ solution
  launch(out.device(), grid(cdiv(rows, kTile), cdiv(columns, kTile), x.extent(0)),
         ScaleEach<kTile>{}, x, factors, out, rows, columns);
  //| launch(out.device(), grid(cdiv(rows, kTile), cdiv(columns, kTile)), ScaleEach<kTile>{}, x,
  //|        factors, out, rows, columns);
  //}
}
