// Lesson 06, LayerNorm. The text is lessons/06_layernorm/README.md.
#include "layernorm.hpp"

#include <kernelwright/kernelwright.hpp>

using namespace kw;

// Warm-up. The mean and the reciprocal standard deviation of row r, in program r.
template <int BLOCK_SIZE>
struct Statistics {
  KW_KERNEL void operator()(auto tl, const float* x, float* mean, float* rstd,
                            std::int64_t x_stride, int n_cols, float eps) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < n_cols;
    auto v = tl.load(x + row * x_stride + cols, mask, 0.0f);
    // TODO(lesson06.1): divide by the columns of the row, not by the lanes of the tile. Lanes past
    // the row are 0 now, but 0 is not the mean: they must not count in the variance.
    //{ solution
    float mu = tl.sum(v) / n_cols;
    auto centred = tl.where(mask, v - mu, 0.0f);
    float variance = tl.sum(centred * centred) / n_cols;
    //| float mu = tl.sum(v) / BLOCK_SIZE;
    //| float variance = 1.0f;
    //}
    tl.store(mean + row, mu);
    tl.store(rstd + row, 1.0f / tl.sqrt(variance + eps));
  }
};

void lesson06::statistics(view<const float, 2> x, view<float> mean, view<float> rstd, float eps) {
  launch(mean.device(), grid(x.extent(0)), Statistics<1024>{}, x, mean, rstd, x.stride(0),
         narrow<int>(x.extent(1)), eps);
}

// One row a program. Two passes over the row find its statistics, but both read registers.
template <int BLOCK_SIZE>
struct LayerNorm {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* x, const T* weight, const T* bias, T* y, float* mean,
                            float* rstd, std::int64_t x_stride, std::int64_t y_stride, int n_cols,
                            float eps) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < n_cols;
    auto v = tl.load(x + row * x_stride + cols, mask, 0.0f).to(float32);
    float mu = tl.sum(v) / n_cols;
    auto centred = tl.where(mask, v - mu, 0.0f);
    float rs = 1.0f / tl.sqrt(tl.sum(centred * centred) / n_cols + eps);
    // TODO(lesson06.2): keep the statistics for the backward pass; normalise, scale and shift. One
    // weight and one bias a column, the same for every row.
    //{ solution
    tl.store(mean + row, mu);
    tl.store(rstd + row, rs);
    // The weights are used up before the biases are loaded: two tiles at a time in registers.
    auto scaled = centred * rs * tl.load(weight + cols, mask).to(float32);
    tl.store(y + row * y_stride + cols, scaled + tl.load(bias + cols, mask).to(float32), mask);
    //| tl.store(mean + row, 0.0f);
    //| tl.store(rstd + row, rs);
    //| auto w = tl.load(weight + row);
    //| auto b = tl.load(bias + row);
    //| tl.store(y + row * y_stride + cols, centred * w + b, mask);
    //}
  }
};

// A row of any length in blocks: each block's mean and sum of squared distances joins what the
// blocks before it had (Chan, Golub and LeVeque, 1979).
template <int BLOCK_SIZE>
struct LayerNormLong {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* x, const T* weight, const T* bias, T* y, float* mean,
                            float* rstd, std::int64_t x_stride, std::int64_t y_stride, int n_cols,
                            float eps) const {
    auto row = tl.program_id(0);
    auto x_row = x + row * x_stride;
    auto y_row = y + row * y_stride;
    float mu = 0;       // of all columns so far
    float squares = 0;  // sum of (x - mu)^2 over them
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      auto v = tl.load(x_row + cols, cols < n_cols, 0.0f).to(float32);
      float before = static_cast<float>(start);
      float here = static_cast<float>(tl.minimum(BLOCK_SIZE, n_cols - start));
      float block_mu = tl.sum(v) / here;
      auto centred = tl.where(cols < n_cols, v - block_mu, 0.0f);
      float block_squares = tl.sum(centred * centred);
      // TODO(lesson06.3): join `before` columns with mean mu and `here` columns with mean block_mu.
      // The squares gain what the two means are apart, too.
      //{ solution
      float apart = block_mu - mu;
      float part = here / (before + here);
      mu = mu + apart * part;
      squares = squares + block_squares + apart * apart * before * part;
      //| mu = block_mu;
      //| squares = squares + block_squares * (before + here);
      //}
    }
    float rs = 1.0f / tl.sqrt(squares / n_cols + eps);
    tl.store(mean + row, mu);
    tl.store(rstd + row, rs);
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      auto mask = cols < n_cols;
      auto v = tl.load(x_row + cols, mask).to(float32);
      auto scaled = (v - mu) * rs * tl.load(weight + cols, mask).to(float32);
      tl.store(y_row + cols, scaled + tl.load(bias + cols, mask).to(float32), mask);
    }
  }
};

// Program p walks the rows p, p + P, p + 2 P, ... of P programs. dx is a matter of each row; dw and
// db add up over rows, in registers, until the rows are done. Then they are added to dw and db
// [n_cols] if they are `shared` by all programs; otherwise they become row p of dw and db [P,
// n_cols]. `per_column` is 1 / n_cols: a division in a loop takes registers that the sums need.
template <int BLOCK_SIZE>
struct LayerNormBackward {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* dy, const T* x, const T* weight, const float* mean,
                            const float* rstd, T* dx, float* dw, float* db, std::int64_t dy_stride,
                            std::int64_t x_stride, std::int64_t dx_stride, int n_rows, int n_cols,
                            float per_column, bool shared) const {
    auto cols = tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < n_cols;
    auto w = tl.load(weight + cols, mask, 0.0f);
    auto dw_sum = tl.zeros(size<BLOCK_SIZE>);
    auto db_sum = tl.zeros(size<BLOCK_SIZE>);
    int row = tl.program_id(0);
    if (row < n_rows) {
      // Each row is loaded while the one before it is summed. Until its turn it stays as T: to
      // convert it is to wait for it.
      auto x_row = tl.load(x + row * x_stride + cols, mask, 0.0f);
      auto dy_row = tl.load(dy + row * dy_stride + cols, mask, 0.0f);
      float mu = tl.load(mean + row);
      float rs = tl.load(rstd + row);
      for (; row < n_rows; row += tl.num_programs(0)) {
        auto d = dy_row.to(float32);
        auto g = d * w.to(float32);
        auto n = (x_row.to(float32) - mu) * rs;  // not 0 in lanes past the row, but d and g are
        float scale = rs;
        // TODO(lesson06.4): this row's share of dw and db.
        //{ solution
        dw_sum += d * n;
        db_sum += d;
        //| dw_sum = d * n;
        //| db_sum = d;
        //}
        int next = tl.minimum(row + tl.num_programs(0), n_rows - 1);
        x_row = tl.load(x + next * x_stride + cols, mask, 0.0f);
        dy_row = tl.load(dy + next * dy_stride + cols, mask, 0.0f);
        mu = tl.load(mean + next);
        rs = tl.load(rstd + next);
        // TODO(lesson06.4): and dx, from the means of g and of g * n over the row.
        //{ solution
        float mean_gn = tl.sum(g * n) * per_column;
        float mean_g = tl.sum(g) * per_column;
        tl.store(dx + row * dx_stride + cols, (g - n * mean_gn - mean_g) * scale, mask);
        //| tl.store(dx + row * dx_stride + cols, g * scale, mask);
        //}
      }
    }
    if (shared) {
      // TODO(lesson06.5): every program has a share of the same dw and db.
      //{ solution
      tl.atomic_add(dw + cols, dw_sum, mask);
      tl.atomic_add(db + cols, db_sum, mask);
      //| tl.store(dw + cols, dw_sum, mask);
      //| tl.store(db + cols, db_sum, mask);
      //}
    } else {
      auto at = std::int64_t{tl.program_id(0)} * n_cols + cols;
      tl.store(dw + at, dw_sum, mask);
      tl.store(db + at, db_sum, mask);
    }
  }
};

// The same for rows longer than a tile: two passes over each row, and the sums in the workspace.
template <int BLOCK_SIZE>
struct LayerNormBackwardLong {
  template <class T>
  KW_KERNEL void operator()(auto tl, const T* dy, const T* x, const T* weight, const float* mean,
                            const float* rstd, T* dx, float* dw, float* db, std::int64_t dy_stride,
                            std::int64_t x_stride, std::int64_t dx_stride, int n_rows,
                            int n_cols) const {
    auto dw_row = dw + std::int64_t{tl.program_id(0)} * n_cols;
    auto db_row = db + std::int64_t{tl.program_id(0)} * n_cols;
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
      tl.store(dw_row + cols, 0.0f, cols < n_cols);
      tl.store(db_row + cols, 0.0f, cols < n_cols);
    }
    for (int row = tl.program_id(0); row < n_rows; row += tl.num_programs(0)) {
      float mu = tl.load(mean + row);
      float rs = tl.load(rstd + row);
      auto sum_g = tl.zeros(size<BLOCK_SIZE>);
      auto sum_gn = tl.zeros(size<BLOCK_SIZE>);
      for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
        auto cols = start + tl.arange(size<BLOCK_SIZE>);
        auto mask = cols < n_cols;
        auto v = tl.load(x + row * x_stride + cols, mask, 0.0f).to(float32);
        auto d = tl.load(dy + row * dy_stride + cols, mask, 0.0f).to(float32);
        auto g = d * tl.load(weight + cols, mask, 0.0f).to(float32);
        sum_g += g;
        sum_gn += g * ((v - mu) * rs);
      }
      float mean_g = tl.sum(sum_g) / n_cols;
      float mean_gn = tl.sum(sum_gn) / n_cols;
      for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
        auto cols = start + tl.arange(size<BLOCK_SIZE>);
        auto mask = cols < n_cols;
        auto v = tl.load(x + row * x_stride + cols, mask, 0.0f).to(float32);
        auto d = tl.load(dy + row * dy_stride + cols, mask, 0.0f).to(float32);
        auto g = d * tl.load(weight + cols, mask, 0.0f).to(float32);
        auto n = (v - mu) * rs;
        tl.store(dx + row * dx_stride + cols, (g - mean_g - n * mean_gn) * rs, mask);
        // Each lane reads what itself wrote, so no barrier is needed.
        tl.store(dw_row + cols, tl.load(dw_row + cols, mask) + d * n, mask);
        tl.store(db_row + cols, tl.load(db_row + cols, mask) + d, mask);
      }
    }
  }
};

// dw[c] and db[c]: the sums of column c of the partial sums, always in the same order.
template <int ROWS, int COLS>
struct ColumnSums {
  KW_KERNEL void operator()(auto tl, const float* dw_partial, const float* db_partial, float* dw,
                            float* db, int n_rows, int n_cols) const {
    auto cols = tl.program_id(0) * COLS + tl.arange(size<COLS>);  // [COLS]
    auto dw_sums = tl.zeros(shape<ROWS, COLS>);
    auto db_sums = tl.zeros(shape<ROWS, COLS>);
    // TODO(lesson06.6): these are the first ROWS rows of the workspace. Add up all n_rows of them.
    //{ solution
    for (int start = 0; start < n_rows; start += ROWS) {
      auto rows = start + tl.arange(size<ROWS>);                        // [ROWS]
      auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);  // [ROWS, COLS]
      auto at = rows(_, None) * n_cols + cols(None, _);
      dw_sums += tl.load(dw_partial + at, mask, 0.0f);
      db_sums += tl.load(db_partial + at, mask, 0.0f);
    }
    //| auto rows = tl.arange(size<ROWS>);                                // [ROWS]
    //| auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);  // [ROWS, COLS]
    //| auto at = rows(_, None) * n_cols + cols(None, _);
    //| dw_sums += tl.load(dw_partial + at, mask, 0.0f);
    //| db_sums += tl.load(db_partial + at, mask, 0.0f);
    //}
    tl.store(dw + cols, tl.sum(dw_sums, axis<0>), cols < n_cols);
    tl.store(db + cols, tl.sum(db_sums, axis<0>), cols < n_cols);
  }
};

// From here on: which block and how many warps for which width. The block is the power of two that
// holds the row. Few warps for short rows, so that many rows are under way at once; enough of them
// for long rows that a thread holds about 32 elements at most.

template <int BLOCK_SIZE, int WARPS, class T>
static void forward(view<const T, 2> x, view<const T> weight, view<const T> bias, view<T, 2> y,
                    view<float> mean, view<float> rstd, float eps) {
  launch<WARPS>(y.device(), grid(y.extent(0)), LayerNorm<BLOCK_SIZE>{}, x, weight, bias, y, mean,
                rstd, x.stride(0), y.stride(0), narrow<int>(y.extent(1)), eps);
}

template <class T>
void lesson06::layer_norm(view<const T, 2> x, view<const T> weight, view<const T> bias,
                          view<T, 2> y, view<float> mean, view<float> rstd, float eps) {
  constexpr bool kFloat = sizeof(T) == 4;  // 16-bit rows have half the bytes
  const std::int64_t columns = y.extent(1);
  if (columns <= 1024 && columns % 8 == 0) {
    forward<1024, kFloat ? 2 : 1>(x, weight, bias, y, mean, rstd, eps);
  } else if (columns <= 1024) {
    forward<1024, 4>(x, weight, bias, y, mean, rstd, eps);  // one element an access
  } else if (columns <= kLongestTile) {
    forward<kLongestTile, kFloat ? 8 : 4>(x, weight, bias, y, mean, rstd, eps);
  } else {
    layer_norm_long(x, weight, bias, y, mean, rstd, eps);
  }
}

template <class T>
void lesson06::layer_norm_long(view<const T, 2> x, view<const T> weight, view<const T> bias,
                               view<T, 2> y, view<float> mean, view<float> rstd, float eps) {
  launch<4>(y.device(), grid(y.extent(0)), LayerNormLong<4096>{}, x, weight, bias, y, mean, rstd,
            x.stride(0), y.stride(0), narrow<int>(y.extent(1)), eps);
}

template <int WARPS, int RESIDENT, class Kernel, class T, class Sums, class... More>
static void walk_rows(std::int64_t programs, const Kernel& kernel, view<const T, 2> dy,
                      view<const T, 2> x, view<const T> weight, view<const float> mean,
                      view<const float> rstd, view<T, 2> dx, Sums dw, Sums db, More... more) {
  launch<WARPS, RESIDENT>(dx.device(), grid(programs), kernel, dy, x, weight, mean, rstd, dx, dw,
                          db, dy.stride(0), x.stride(0), dx.stride(0), narrow<int>(dx.extent(0)),
                          narrow<int>(dx.extent(1)), more...);
}

template <class T>
void lesson06::layer_norm_backward(view<const T, 2> dy, view<const T, 2> x, view<const T> weight,
                                   view<const float> mean, view<const float> rstd, view<T, 2> dx,
                                   view<float> dw, view<float> db, view<float, 2> dw_partial,
                                   view<float, 2> db_partial) {
  const std::int64_t programs = dw_partial.extent(0);
  const int columns = narrow<int>(dx.extent(1));
  if (columns <= 1024) {
    walk_rows<sizeof(T) == 2 ? 4 : 2, 8>(programs, LayerNormBackward<1024>{}, dy, x, weight, mean,
                                         rstd, dx, dw_partial, db_partial, 1.0f / columns, false);
  } else if (columns <= kLongestBackwardTile) {
    walk_rows<8, 2>(programs, LayerNormBackward<kLongestBackwardTile>{}, dy, x, weight, mean, rstd,
                    dx, dw_partial, db_partial, 1.0f / columns, false);
  } else {
    walk_rows<8, 0>(programs, LayerNormBackwardLong<4096>{}, dy, x, weight, mean, rstd, dx,
                    dw_partial, db_partial);
  }
  constexpr int kRows = 256;  // many rows at a time, since each time is a wait for memory
  constexpr int kCols = 16;   // few columns a program, so that there are many programs
  launch<8>(dw.device(), grid(cdiv(columns, kCols)), ColumnSums<kRows, kCols>{}, dw_partial,
            db_partial, dw, db, narrow<int>(programs), columns);
}

template <class T>
void lesson06::layer_norm_backward_atomic(view<const T, 2> dy, view<const T, 2> x,
                                          view<const T> weight, view<const float> mean,
                                          view<const float> rstd, view<T, 2> dx, view<float> dw,
                                          view<float> db) {
  const std::int64_t columns = dx.extent(1);
  const std::int64_t programs = dx.extent(0) > 0 ? partial_rows(dx.extent(0), columns) : 0;
  if (columns <= 1024) {
    walk_rows<sizeof(T) == 2 ? 4 : 2, 8>(programs, LayerNormBackward<1024>{}, dy, x, weight, mean,
                                         rstd, dx, dw, db, 1.0f / columns, true);
  } else {
    walk_rows<8, 2>(programs, LayerNormBackward<kLongestBackwardTile>{}, dy, x, weight, mean, rstd,
                    dx, dw, db, 1.0f / columns, true);
  }
}

// The types that the contract promises.
template <class T>
struct promised {
  static constexpr auto forward = lesson06::layer_norm<T>;
  static constexpr auto forward_long = lesson06::layer_norm_long<T>;
  static constexpr auto backward = lesson06::layer_norm_backward<T>;
  static constexpr auto backward_atomic = lesson06::layer_norm_backward_atomic<T>;
};
template struct promised<float>;
template struct promised<float16_t>;
template struct promised<bfloat16_t>;
