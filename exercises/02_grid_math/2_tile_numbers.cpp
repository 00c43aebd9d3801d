// Lesson 02, task 2: number the tiles.
// Page: lessons/02_grid_math/README.md   Check while you edit: ./course watch lesson02.2
//
//   out[r, c] = the number of the tile that holds element (r, c)
//
// out is [rows, columns], cut into tiles of TILE x TILE. They are numbered row by row, so the tiles
// of 512 x 256 elements, which are 8 x 4 tiles of 64 x 64, have the numbers 0 to 31.
#include "fill_tile.hpp"
#include "grid_math.hpp"

using namespace kw;

template <int TILE>
struct TileNumbers {
  KW_KERNEL void operator()(program auto tl, int* out, std::int64_t out_stride) const {
    // TODO(lesson02.2): which number does the tile of this program have?
    auto number = tl.program_id(1);
    lesson02::fill_tile<TILE>(tl, out, out_stride, number);  // in task 3 you write this yourself
  }
};

void lesson02::tile_numbers(view<int, 2> out) {
  launch(out.device(), grid(cdiv(out.extent(0), kTile), cdiv(out.extent(1), kTile)),
         TileNumbers<kTile>{}, out, out.stride(0));
}
