// wrong: the masked lanes of a sum have no value
// caught by: [undefined-lane]
// caught by: ShortRowSum.FourRows
#include "reductions.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

// Warm-up. out[r] = the sum of row r, for rows that fit into a tile of N x N: N rows a program.
template <int N>
struct ShortRowSum {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, std::int64_t x_stride, int n_rows,
                            int n_cols) const {
    auto rows = tl.program_id(0) * N + tl.arange(size<N>);            // [N]
    auto cols = tl.arange(size<N>);                                   // [N]
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);  // [N, N]
    auto v = tl.load(x + rows(_, None) * x_stride + cols(None, _), mask);
    auto totals = tl.sum(v, axis<1>);  // [N]
    tl.store(out + rows, totals, rows < n_rows);
  }
};

void lesson04::short_row_sum(view<const float, 2> x, view<float> out) {
  const int n_rows = narrow<int>(x.extent(0));
  launch(out.device(), grid(cdiv(n_rows, kShortRow)), ShortRowSum<kShortRow>{}, x, out, x.stride(0),
         n_rows, narrow<int>(x.extent(1)));
}

// out[r] = the sum of row r, of any length: one row a program, one block of it at a time. Each lane
// of `acc` sums every BLOCK_SIZE-th element; the lanes are summed once, at the end.
template <int BLOCK_SIZE>
struct RowSum {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* x, float* out, std::int64_t x_stride,
                            int n_cols) const {
    auto row = tl.program_id(0);
    auto acc = tl.zeros(size<BLOCK_SIZE>);  // [BLOCK_SIZE], float32
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      acc += tl.load(x + row * x_stride + cols, cols < n_cols, 0.0f).to(float32);
    }
    tl.store(out + row, tl.sum(acc));
  }
};

template <class T>
void launch_row_sum(view<const T, 2> x, view<float> out) {
  launch(out.device(), grid(x.extent(0)), RowSum<1024>{}, x, out, x.stride(0),
         narrow<int>(x.extent(1)));
}
void lesson04::row_sum(view<const float, 2> x, view<float> out) {
  launch_row_sum(x, out);
}
void lesson04::row_sum(view<const float16_t, 2> x, view<float> out) {
  launch_row_sum(x, out);
}
void lesson04::row_sum(view<const bfloat16_t, 2> x, view<float> out) {
  launch_row_sum(x, out);
}

// out[r] = the largest element of row r.
template <int BLOCK_SIZE>
struct RowMax {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, std::int64_t x_stride,
                            int n_cols) const {
    auto row = tl.program_id(0);
    auto largest = tl.full(size<BLOCK_SIZE>, -inf);  // [BLOCK_SIZE]
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      auto v = tl.load(x + row * x_stride + cols, cols < n_cols, -inf);
      largest = tl.maximum(largest, v);
    }
    tl.store(out + row, tl.max(largest));
  }
};

void lesson04::row_max(view<const float, 2> x, view<float> out) {
  launch(out.device(), grid(x.extent(0)), RowMax<1024>{}, x, out, x.stride(0),
         narrow<int>(x.extent(1)));
}

// out[r] = the mean of row r.
template <int BLOCK_SIZE>
struct RowMean {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, std::int64_t x_stride,
                            int n_cols) const {
    auto row = tl.program_id(0);
    auto acc = tl.zeros(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      acc += tl.load(x + row * x_stride + cols, cols < n_cols, 0.0f);
    }
    auto mean = tl.sum(acc) / static_cast<float>(n_cols);
    tl.store(out + row, mean);
  }
};

void lesson04::row_mean(view<const float, 2> x, view<float> out) {
  launch(out.device(), grid(x.extent(0)), RowMean<1024>{}, x, out, x.stride(0),
         narrow<int>(x.extent(1)));
}

// out[r] = the first column of row r that holds its largest element. `best` and `best_column` are
// plain numbers: what a whole tile is reduced to, every lane of the program knows.
template <int BLOCK_SIZE>
struct RowArgmax {
  KW_KERNEL void operator()(auto tl, const float* x, int* out, std::int64_t x_stride,
                            int n_cols) const {
    auto row = tl.program_id(0);
    float best = -inf;
    int best_column = 0;
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      auto v = tl.load(x + row * x_stride + cols, cols < n_cols, -inf);
      auto largest = tl.max(v);
      if (largest > best) {  // not >=: of equal ones the first stays
        best = largest;
        best_column = start + tl.argmax(v, axis<0>);
      }
    }
    tl.store(out + row, best_column);
  }
};

void lesson04::row_argmax(view<const float, 2> x, view<int> out) {
  launch(out.device(), grid(x.extent(0)), RowArgmax<1024>{}, x, out, x.stride(0),
         narrow<int>(x.extent(1)));
}

// out[0] = 0.
struct SetZero {
  KW_KERNEL void operator()(auto tl, float* out) const { tl.store(out, 0.0f); }
};

// out[0] += the sum of x. Program p takes blocks p, p + P, p + 2P, ... of P programs.
template <int BLOCK_SIZE>
struct SumAtomic {
  KW_KERNEL void operator()(auto tl, const float* x, float* out, int n) const {
    auto acc = tl.zeros(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    int step = tl.num_programs(0) * BLOCK_SIZE;
    for (int start = tl.program_id(0) * BLOCK_SIZE; start < n; start += step) {
      auto offsets = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      acc += tl.load(x + offsets, offsets < n, 0.0f);
    }
    tl.atomic_add(out, tl.sum(acc));
  }
};

void lesson04::sum_atomic(view<const float> x, view<float> out) {
  const int n = narrow<int>(x.extent(0));
  launch<1>(out.device(), grid(1), SetZero{}, out);
  launch<16>(out.device(), grid(programs_for(n)), SumAtomic<kBlockSize>{}, x, out, n);
}

// Stretch, first pass. partials[p] = the sum of program p's share.
template <int BLOCK_SIZE>
struct PartialSums {
  KW_KERNEL void operator()(auto tl, const float* x, float* partials, int n) const {
    auto acc = tl.zeros(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    int step = tl.num_programs(0) * BLOCK_SIZE;
    for (int start = tl.program_id(0) * BLOCK_SIZE; start < n; start += step) {
      auto offsets = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      acc += tl.load(x + offsets, offsets < n, 0.0f);
    }
    tl.store(partials + tl.program_id(0), tl.sum(acc));
  }
};

// Stretch, second pass, one program. out[0] = the sum of all partial sums.
template <int BLOCK_SIZE>
struct FinalSum {
  KW_KERNEL void operator()(auto tl, const float* partials, float* out, int count) const {
    auto i = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto v = tl.load(partials + i, i < count, 0.0f);
    tl.store(out, tl.sum(v));
  }
};

void lesson04::sum_two_pass(view<const float> x, view<float> partials, view<float> out) {
  constexpr int kTile = 2048;  // a power of two that holds all partial sums
  static_assert(kTile >= kMaxPrograms);
  const int n = narrow<int>(x.extent(0));
  const int programs = programs_for(n);
  launch<16>(out.device(), grid(programs), PartialSums<kBlockSize>{}, x, partials, n);
  launch(out.device(), grid(1), FinalSum<kTile>{}, view<const float>(partials), out, programs);
}
