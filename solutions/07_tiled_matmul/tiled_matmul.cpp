// Lesson 07, tiled matmul. The text is lessons/07_tiled_matmul/README.md.
#include "tiled_matmul.hpp"

#include <vector>

#include <kernelwright/kernelwright.hpp>

using namespace kw;

// Warm-up. A program owns one tile of c, [BM, BN], and walks along k in steps of BK. All sizes are
// multiples of the tile here.
template <int BM, int BN, int BK>
struct MatmulBlocks {
  KW_KERNEL void operator()(auto tl, const float* a, const float* b, float* c, int k,
                            std::int64_t a_stride, std::int64_t b_stride,
                            std::int64_t c_stride) const {
    auto rows = tl.program_id(1) * BM + tl.arange(size<BM>);  // [BM]
    auto cols = tl.program_id(0) * BN + tl.arange(size<BN>);  // [BN]
    auto acc = tl.accumulator(shape<BM, BN>);                 // float32 zeros
    // TODO(lesson07.1): for each step of k: a tile of a [BM, BK], the tile of b [BK, BN] that it
    // meets, and their product added to acc.
    //{ solution
    for (int start = 0; start < k; start += BK) {
      auto ks = start + tl.arange(size<BK>);  // [BK]
      auto at = tl.load(a + rows(_, None) * a_stride + ks(None, _));
      auto bt = tl.load(b + ks(_, None) * b_stride + cols(None, _));
      acc = tl.dot(at, bt, acc);
    }
    //| auto ks = tl.arange(size<BK>);  // [BK]: the first step alone
    //| auto at = tl.load(a + rows(_, None) * a_stride + ks(None, _));
    //| auto bt = tl.load(b + ks(_, None) * b_stride + cols(None, _));
    //| acc = tl.dot(at, bt, acc);
    //}
    tl.store(c + rows(_, None) * c_stride + cols(None, _), acc);
  }
};

void lesson07::matmul_blocks(view<const float, 2> a, view<const float, 2> b, view<float, 2> c) {
  launch(c.device(), grid(c.extent(1) / kBlock, c.extent(0) / kBlock),
         MatmulBlocks<kBlock, kBlock, 32>{}, a, b, c, narrow<int>(a.extent(1)), a.stride(0),
         b.stride(0), c.stride(0));
}

// The same for any sizes: three edges, three masks.
template <int BM, int BN, int BK>
struct MatmulFloat32 {
  KW_KERNEL void operator()(auto tl, const float* a, const float* b, float* c, int m, int n, int k,
                            std::int64_t a_stride, std::int64_t b_stride,
                            std::int64_t c_stride) const {
    auto rows = tl.program_id(1) * BM + tl.arange(size<BM>);  // [BM]
    auto cols = tl.program_id(0) * BN + tl.arange(size<BN>);  // [BN]
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int start = 0; start < k; start += BK) {
      auto ks = start + tl.arange(size<BK>);  // [BK]
      auto a_tile = a + rows(_, None) * a_stride + ks(None, _);
      auto b_tile = b + ks(_, None) * b_stride + cols(None, _);
      // TODO(lesson07.2): mask what lies outside. Which axes does a have, which b, and which c?
      // What must lanes past k hold, so that they add nothing?
      //{ solution
      auto at = tl.load(a_tile, (rows(_, None) < m) & (ks(None, _) < k), 0.0f);
      auto bt = tl.load(b_tile, (ks(_, None) < k) & (cols(None, _) < n), 0.0f);
      //| auto at = tl.load(a_tile, rows(_, None) < m, 0.0f);
      //| auto bt = tl.load(b_tile, cols(None, _) < n, 0.0f);
      //}
      acc = tl.dot(at, bt, acc);
    }
    auto mask = (rows(_, None) < m) & (cols(None, _) < n);
    tl.store(c + rows(_, None) * c_stride + cols(None, _), acc, mask);
  }
};

template <int WARPS, int BM, int BN, int BK>
static void launch_float32(view<const float, 2> a, view<const float, 2> b, view<float, 2> c) {
  launch<WARPS>(c.device(), grid(cdiv(c.extent(1), BN), cdiv(c.extent(0), BM)),
                MatmulFloat32<BM, BN, BK>{}, a, b, c, narrow<int>(c.extent(0)),
                narrow<int>(c.extent(1)), narrow<int>(a.extent(1)), a.stride(0), b.stride(0),
                c.stride(0));
}

// Few tiles leave processors idle: small matrices take small ones.
static bool is_large(std::int64_t rows, std::int64_t columns) {
  return rows >= 1024 && columns >= 1024;
}

void lesson07::matmul_float32(view<const float, 2> a, view<const float, 2> b, view<float, 2> c) {
  if (is_large(c.extent(0), c.extent(1))) {
    launch_float32<8, 128, 128, 32>(a, b, c);
  } else {
    launch_float32<4, 64, 64, 32>(a, b, c);
  }
}

struct tile_position {
  int row, col;  // counted in tiles
};

// Which tile of c program number `program` owns. Programs with neighbouring numbers run side by
// side: those of a group share `group` rows of a, and walk along b column by column.
KW_HD constexpr tile_position tile_of(int program, int tile_rows, int tile_cols, int group) {
  // TODO(lesson07.3): grouped order, as in lesson 02. The last group may be lower.
  //{ solution
  int programs_in_group = group * tile_cols;
  int first_row = program / programs_in_group * group;
  int rows_left = tile_rows - first_row;
  int group_rows = rows_left < group ? rows_left : group;
  int in_group = program % programs_in_group;
  return {first_row + in_group % group_rows, in_group / group_rows};
  //| return {program / tile_cols, program % tile_cols};  // row by row
  //}
}

int lesson07::stripes_read(int tile_rows, int tile_cols, int group, int wave) {
  std::vector<bool> of_a(static_cast<std::size_t>(tile_rows));
  std::vector<bool> of_b(static_cast<std::size_t>(tile_cols));
  int count = 0;
  for (int program = 0; program < wave && program < tile_rows * tile_cols; ++program) {
    const tile_position tile = tile_of(program, tile_rows, tile_cols, group);
    if (tile.row < 0 || tile.row >= tile_rows || tile.col < 0 || tile.col >= tile_cols) {
      return -1;
    }
    const auto row = static_cast<std::size_t>(tile.row), col = static_cast<std::size_t>(tile.col);
    count += (of_a[row] ? 0 : 1) + (of_b[col] ? 0 : 1);
    of_a[row] = of_b[col] = true;
  }
  return count;
}

// 16-bit floats, for the tensor cores; b may be the transpose of a matrix. One program a tile, in
// grouped order.
template <int BM, int BN, int BK, bool B_IS_TRANSPOSED>
struct Matmul {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* a, const T* b, T* c, int m, int n, int k,
                            std::int64_t a_stride, std::int64_t b_stride, std::int64_t c_stride,
                            int group) const {
    auto tile = tile_of(tl.program_id(0), cdiv(m, BM), cdiv(n, BN), group);
    auto rows = tile.row * BM + tl.arange(size<BM>);  // [BM]
    auto cols = tile.col * BN + tl.arange(size<BN>);  // [BN]
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int start = 0; start < k; start += BK) {
      auto ks = start + tl.arange(size<BK>);  // [BK]
      auto a_mask = (rows(_, None) < m) & (ks(None, _) < k);
      auto at = tl.load(a + rows(_, None) * a_stride + ks(None, _), a_mask, 0.0f);
      if constexpr (B_IS_TRANSPOSED) {
        // TODO(lesson07.4): element (k, n) of b is at b[n * b_stride + k]. Load the tile the way
        // memory runs, [BN, BK], and let the product have its transpose.
        //{ solution
        auto b_mask = (cols(_, None) < n) & (ks(None, _) < k);
        auto bt = tl.load(b + cols(_, None) * b_stride + ks(None, _), b_mask, 0.0f);
        acc = tl.dot(at, tl.trans(bt), acc);
        //| auto bt = tl.zeros(shape<BN, BK>, dtype<T>{});
        //| acc = tl.dot(at, tl.trans(bt), acc);
        //}
      } else {
        auto b_mask = (ks(_, None) < k) & (cols(None, _) < n);
        auto bt = tl.load(b + ks(_, None) * b_stride + cols(None, _), b_mask, 0.0f);
        acc = tl.dot(at, bt, acc);
      }
    }
    auto mask = (rows(_, None) < m) & (cols(None, _) < n);
    tl.store(c + rows(_, None) * c_stride + cols(None, _), acc, mask);
  }
};

// Rows of tiles in a group. README.md counts what they save.
constexpr int kGroup = 8;

template <bool B_IS_TRANSPOSED, class T>
static void launch_matmul(view<const T, 2> a, view<const T, 2> b, view<T, 2> c) {
  constexpr int kRows = 128, kColumns = 128, kDepth = 32;  // of a tile
  launch<8>(c.device(), grid(cdiv(c.extent(0), kRows) * cdiv(c.extent(1), kColumns)),
            Matmul<kRows, kColumns, kDepth, B_IS_TRANSPOSED>{}, a, b, c, narrow<int>(c.extent(0)),
            narrow<int>(c.extent(1)), narrow<int>(a.extent(1)), a.stride(0),
            b.stride(B_IS_TRANSPOSED ? 1 : 0), c.stride(0), kGroup);
}

template <class T>
void lesson07::matmul(view<const T, 2> a, view<const T, 2> b, view<T, 2> c) {
  if (b.stride(1) == 1) {
    launch_matmul<false>(a, b, c);
  } else {
    launch_matmul<true>(a, b, c);
  }
}

// Stretch. No pointers, no masks: tiles of tensors, fetched ahead of the products that use them.
template <int BM, int BN, int BK, int STAGES>
struct MatmulPipelined {
  template <class T>
  KW_KERNEL void operator()(auto tl, tensor_descriptor<const T> a, tensor_descriptor<const T> b,
                            tensor_descriptor<T> c, int group) const {
    auto tile = tile_of(tl.program_id(0), cdiv(c.extent(0), BM), cdiv(c.extent(1), BN), group);
    int m = tile.row * BM;
    int n = tile.col * BN;
    auto acc = tl.accumulator(shape<BM, BN>);
    // TODO(lesson07.5): a stream that fetches, for step k, a tile of a and the tile of b that it
    // meets; then the products of all its steps. Past the edges of a tensor tiles hold zeros.
    //{ solution
    auto ab = tl.stream(stages<STAGES>, [&](int k) {
      return fetch(a.tile(shape<BM, BK>, m, k), b.tile(shape<BK, BN>, k, n));
    });
    ab.pipelined(0, a.extent(1), BK, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    //}
    tl.store(c.tile(shape<BM, BN>, m, n), acc);
  }
};

template <int WARPS, int BM, int BN, int BK, int STAGES, class T>
static void launch_pipelined(view<const T, 2> a, view<const T, 2> b, view<T, 2> c) {
  launch<WARPS>(c.device(), grid(cdiv(c.extent(0), BM) * cdiv(c.extent(1), BN)),
                MatmulPipelined<BM, BN, BK, STAGES>{}, tensor_descriptor(a), tensor_descriptor(b),
                tensor_descriptor(c), kGroup);
}

template <class T>
void lesson07::matmul_pipelined(view<const T, 2> a, view<const T, 2> b, view<T, 2> c) {
  if (!fits_tensor_descriptor(a) || !fits_tensor_descriptor(b) || !fits_tensor_descriptor(c)) {
    matmul(a, b, c);
  } else if (is_large(c.extent(0), c.extent(1))) {
    launch_pipelined<8, 128, 256, 64, 3>(a, b, c);
  } else {
    launch_pipelined<4, 64, 64, 64, 4>(a, b, c);
  }
}

// The types that the contract promises.
template <class T>
using output = view<T, 2>;
template <class T>
using input = view<const T, 2>;
template void lesson07::matmul(input<float16_t>, input<float16_t>, output<float16_t>);
template void lesson07::matmul(input<bfloat16_t>, input<bfloat16_t>, output<bfloat16_t>);
template void lesson07::matmul_pipelined(input<float16_t>, input<float16_t>, output<float16_t>);
template void lesson07::matmul_pipelined(input<bfloat16_t>, input<bfloat16_t>, output<bfloat16_t>);
