// Two-dimensional tiles: rows, columns, broadcasting, reductions along an axis, the transpose,
// other shapes for the elements of a tile, and tiles of three axes.
#include <numeric>

#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

template <int ROWS, int COLS>
struct ScaleRows {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* factors, float* out,
                            int n_rows, int n_cols, int stride) const {
    //! [broadcasting]
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);      // (ROWS)
    auto cols = tl.program_id(1) * COLS + tl.arange(size<COLS>);      // (COLS)
    auto offsets = rows(_, None) * stride + cols(None, _);            // (ROWS, COLS)
    auto mask = (rows(_, None) < n_rows) & (cols(None, _) < n_cols);  // (ROWS, COLS)
    auto factor = tl.load(factors + rows, rows < n_rows, 0.0f);       // (ROWS)
    auto scaled = tl.load(x + offsets, mask) * factor(_, None);       // (ROWS, COLS)
    tl.store(out + offsets, scaled, mask);
    //! [broadcasting]
  }
};

TEST_F(Examples, Broadcasting) {
  EXPECT_EQ(run(here, grid(cdiv(10, 8), cdiv(100, 64)), ScaleRows<8, 64>{},
                std::vector<float>(1000, 2.0f), counting(10), output<float>{1000}, 10, 100, 100),
            made(1000, [](int i) { return 2.0f * static_cast<float>(i / 100); }));
}

//! [matrix]
template <int BLOCK_SIZE>
struct Normalise {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> y) const {
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    int row = tl.program_id(0);
    auto v = tl.load(x.row(row) + cols, mask, 0.0f);
    tl.store(y.row(row) + cols, v / tl.sum(v), mask);
  }
};
//! [matrix]

TEST_F(Examples, Matrix) {
  const device where = default_device();
  buffer<float, 2> x(where, {3, 100}, std::vector<float>(300, 2.0f), {.row_stride = 128});
  buffer<float, 2> y(where, {3, 100});
  //! [matrix launch]
  launch(where, grid(x.extent(0)), Normalise<128>{}, x.cview(), y.view());
  //! [matrix launch]
  for (const float value : y.download()) {
    EXPECT_NEAR(value, 0.01f, 1e-7);
  }
}

template <int M, int N>
struct AddTransposed {
  //! [array tile]
  KW_KERNEL void operator()(program auto tl, array<const float, 3> x, array<float, 2> y) const {
    int i = tl.program_id(0) * M, j = tl.program_id(1) * N;
    auto a = tl.load(x(0).tile(shape<M, N>, i, j));  // (M, N), zeros outside of x
    auto b = tl.load(x(1).tile(shape<N, M>, j, i));  // (N, M)
    tl.store(y.tile(shape<M, N>, i, j), a + tl.trans(b));
  }
  //! [array tile]
};

TEST_F(Examples, ArrayTile) {
  const device where = default_device();
  buffer<float, 3> x(where, {2, 20, 20}, counting(800));
  buffer<float, 2> y(where, {20, 20});
  launch(where, grid(cdiv(20, 16), cdiv(20, 8)), AddTransposed<16, 8>{}, x.cview(), y.view());
  EXPECT_EQ(y.download(), made(400, [](int at) {
              const int i = at / 20, j = at % 20;
              return static_cast<float>(20 * i + j + 400 + 20 * j + i);
            }));
}

//! [softmax]
template <int BLOCK_SIZE>
struct Softmax {
  KW_KERNEL void operator()(program auto tl, float* y, const float* x, int n_cols) const {
    auto row = tl.program_id(0) * n_cols;
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < n_cols;
    auto v = tl.load(x + (row + cols), mask, -inf);
    auto e = tl.exp(v - tl.max(v));
    tl.store(y + (row + cols), e / tl.sum(e), mask);
  }
};
//! [softmax]

TEST_F(Examples, Softmax) {
  const auto got =
      run(here, grid(4), Softmax<128>{}, output<float>{400}, counting(400, 0.01f), 100);
  for (int row = 0; row < 4; ++row) {
    const auto begin = got.begin() + row * 100;
    EXPECT_NEAR(std::accumulate(begin, begin + 100, 0.0), 1.0, 1e-5);
    EXPECT_NEAR(begin[50] / begin[0], std::exp(0.5), 1e-4);
  }
}

struct RowStatistics {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto rows = tl.arange(size<16>);
    auto cols = tl.arange(size<32>);
    auto v = tl.load(x + rows(_, None) * 32 + cols(None, _));  // (16, 32)
    //! [reductions]
    auto row_sums = tl.sum(v, axis<1>);    // (16): along each row
    auto column_max = tl.max(v, axis<0>);  // (32): down each column
    auto centred = v - (row_sums / 32.0f)(_, None);
    auto largest = tl.max(centred);  // one number
    //! [reductions]
    //! [mean and argmax]
    auto row_means = tl.mean(v, axis<1>);  // (16)
    auto where = tl.argmax(v, axis<1>);    // (16) int32: the column of each row's largest element
    //! [mean and argmax]
    tl.store(out + rows, row_sums);
    tl.store(out + (16 + cols), column_max);
    tl.store(out + 48, largest);
    tl.store(out + (49 + rows), row_means);
    tl.store(out + (65 + rows), where.to(float32));
  }
};

TEST_F(Examples, Reductions) {
  const auto got = run(here, grid(1), RowStatistics{}, counting(512), output<float>{81});
  EXPECT_EQ(got[1], 32 * 32 + 31 * 16);
  EXPECT_EQ(got[16 + 5], 15 * 32 + 5);
  EXPECT_EQ(got[48], 15.5f);
  EXPECT_EQ(got[49 + 2], 2 * 32 + 15.5f);
  EXPECT_EQ(got[65 + 2], 31.0f);
}

// Rows longer than a tile: a program walks along them, and adds up what it loads.
template <int ROWS, int STEP>
struct MatrixTimesVector {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const float* v,
                            float* y) const {
    auto rows = tl.program_id(0) * ROWS + tl.arange(size<ROWS>);  // (ROWS)
    //! [walk]
    auto sums = tl.zeros(size<ROWS>);  // (ROWS)
    for (int first = 0; first < x.columns(); first += STEP) {
      auto cols = first + tl.arange(size<STEP>);                  // (STEP)
      auto tile = tl.load(x.row(rows(_, None)) + cols(None, _));  // (ROWS, STEP)
      sums += tl.sum(tile * tl.load(v + cols)(None, _), axis<1>);
    }
    //! [walk]
    tl.store(y + rows, sums);
  }
};

TEST_F(Examples, MatrixTimesVector) {
  EXPECT_EQ(run(here, grid(2), MatrixTimesVector<16, 32>{}, matrix{32, 96, counting(32 * 96)},
                std::vector<float>(96, 0.5f), output<float>{32})[5],
            0.5f * (5 * 96 * 96 + 95 * 48));
}

template <int TILE>
struct Transpose {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int x_stride,
                            int out_stride) const {
    auto rows = tl.program_id(0) * TILE + tl.arange(size<TILE>);
    auto cols = tl.program_id(1) * TILE + tl.arange(size<TILE>);
    //! [trans]
    auto tile = tl.load(x + rows(_, None) * x_stride + cols(None, _));
    tl.store(out + cols(_, None) * out_stride + rows(None, _), tl.trans(tile));
    //! [trans]
  }
};

TEST_F(Examples, Transpose) {
  const auto out =
      run(here, grid(2, 4), Transpose<32>{}, counting(64 * 128), output<float>{64 * 128}, 128, 64);
  EXPECT_EQ(out[5 * 64 + 3], 3 * 128 + 5);
}

struct Rotate {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<8>);
    auto v = tl.load(x + i);
    //! [split]
    auto [even, odd] = tl.split(tl.reshape(v, shape<4, 2>));  // x[0], x[2] ... and x[1], x[3] ...
    auto turned = tl.ravel(tl.join(-odd, even));              // -x[1], x[0], -x[3], x[2] ...
    //! [split]
    tl.store(out + i, turned);
    //! [permute]
    auto cube = tl.reshape(v, shape<2, 2, 2>);
    auto other = tl.permute(cube, axis<2>, axis<0>, axis<1>);  // other(i, j, k) is cube(j, k, i)
    //! [permute]
    tl.store(out + 8 + i, tl.ravel(other));
  }
};

TEST_F(Examples, Rotate) {
  EXPECT_EQ(run(here, grid(1), Rotate{}, counting(8), output<float>{16}),
            (std::vector<float>{-1, 0, -3, 2, -5, 4, -7, 6, 0, 2, 4, 6, 1, 3, 5, 7}));
}

/// The sum over the heads of a (batch, head, feature) array.
struct SumOverHeads {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int heads,
                            int features) const {
    //! [three axes]
    auto b = tl.arange(size<2>);
    auto h = tl.arange(size<4>);
    auto f = tl.arange(size<16>);
    auto place = (b(_, None, None) * heads + h(None, _, None)) * features + f(None, None, _);
    auto mask = (h(None, _, None) < heads) & (f(None, None, _) < features);
    auto v = tl.load(x + place, mask, 0.0f);  // (2, 4, 16)
    auto sum = tl.sum(v, axis<1>);            // (2, 16)
    //! [three axes]
    tl.store(out + b(_, None) * features + f(None, _), sum, f(None, _) < features);
  }
};

TEST_F(Examples, SumOverHeads) {
  const auto got = run(here, grid(1), SumOverHeads{}, counting(60), output<float>{20}, 3, 10);
  for (int k = 0; k < 20; ++k) {
    const int first = k / 10 * 30 + k % 10;
    EXPECT_EQ(got[k], static_cast<float>(3 * first + 30));
  }
}

}  // namespace
