// wrong: multiplies by the tiles in a column instead of those in a row
// caught by: TileNumbers.EightByFour
#include "grid_math.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

// Warm-up. Blocks of `block` elements that cover n elements. The grids below are made with it.
std::int64_t lesson02::cdiv(std::int64_t n, std::int64_t block) {
  return (n + block - 1) / block;
}

// Warm-up. Every element of out gets the number of its tile; tiles are numbered row by row.
template <int TILE>
struct TileNumbers {
  KW_KERNEL void operator()(auto tl, int* out, int out_stride) const {
    auto rows = tl.program_id(0) * TILE + tl.arange(size<TILE>);  // [TILE]
    auto cols = tl.program_id(1) * TILE + tl.arange(size<TILE>);  // [TILE]
    auto number = tl.program_id(0) * tl.num_programs(0) + tl.program_id(1);
    tl.store(out + rows(_, None) * out_stride + cols(None, _), number);
  }
};

void lesson02::tile_numbers(view<int, 2> out) {
  launch(out.device(), grid(cdiv(out.extent(0), kTile), cdiv(out.extent(1), kTile)),
         TileNumbers<kTile>{}, out, narrow<int>(out.stride(0)));
}

// out[r, c] = x[r, c] * factor, one TILE x TILE tile a program.
template <int TILE>
struct Scale {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, float factor, int x_stride,
                            int out_stride) const {
    auto rows = tl.program_id(0) * TILE + tl.arange(size<TILE>);  // [TILE]
    auto cols = tl.program_id(1) * TILE + tl.arange(size<TILE>);  // [TILE]
    auto from = x + rows(_, None) * x_stride + cols(None, _);
    auto to = out + rows(_, None) * out_stride + cols(None, _);
    tl.store(to, tl.load(from) * factor);
  }
};

void lesson02::scale(view<const float, 2> x, float factor, view<float, 2> out) {
  launch(out.device(), grid(cdiv(x.extent(0), kTile), cdiv(x.extent(1), kTile)), Scale<kTile>{}, x,
         out, factor, narrow<int>(x.stride(0)), narrow<int>(out.stride(0)));
}

// out[c, r] = x[r, c]. The tile is turned inside the program, so that the load runs along the rows
// of x and the store along the rows of out: both times neighbouring lanes touch neighbours.
template <int TILE>
struct Transpose {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, int x_stride,
                            int out_stride) const {
    auto rows = tl.program_id(0) * TILE + tl.arange(size<TILE>);  // rows of x, columns of out
    auto cols = tl.program_id(1) * TILE + tl.arange(size<TILE>);  // columns of x, rows of out
    auto tile = tl.load(x + rows(_, None) * x_stride + cols(None, _));
    tl.store(out + cols(_, None) * out_stride + rows(None, _), tl.trans(tile));
  }
};

void lesson02::transpose(view<const float, 2> x, view<float, 2> out) {
  launch(out.device(), grid(cdiv(x.extent(0), kTile), cdiv(x.extent(1), kTile)), Transpose<kTile>{},
         x, out, narrow<int>(x.stride(0)), narrow<int>(out.stride(0)));
}

// Stretch. A one-dimensional grid; each program finds its tile in grouped order and signs it.
// order[tile_row, tile_col] = the program's number.
struct GroupedOrder {
  KW_KERNEL void operator()(auto tl, int* order, int tile_rows, int tile_cols, int group) const {
    auto program = tl.program_id(0);
    auto programs_in_group = group * tile_cols;
    auto first_row = program / programs_in_group * group;
    auto rows_left = tile_rows - first_row;
    auto group_rows = rows_left < group ? rows_left : group;  // the last group may be lower
    auto in_group = program % programs_in_group;
    auto row = first_row + in_group % group_rows;
    auto col = in_group / group_rows;
    tl.store(order + row * tile_cols + col, program);
  }
};

void lesson02::grouped_order(view<int, 2> order, int group) {
  const int tile_rows = narrow<int>(order.extent(0));
  const int tile_cols = narrow<int>(order.extent(1));
  launch(order.device(), grid(tile_rows * tile_cols), GroupedOrder{}, order, tile_rows, tile_cols,
         group);
}
