// Sorting, the largest elements, histograms, gathers and flips, against the standard library, on
// the program's device.

#include <algorithm>
#include <functional>

#include "kernel_test.hpp"

namespace sort_test {

using namespace kw;
using kernel_test::expect_same, kernel_test::output, kernel_test::run, kernel_test::some_values;

struct SortTest : kernel_test::KernelTest {};

template <int M, int N, int K>
struct Sorts {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* rows, T* columns, T* best) const {
    auto r = tl.arange(size<M>);
    auto c = tl.arange(size<N>);
    auto k = tl.arange(size<K>);
    auto place = r(_, None) * N + c(None, _);
    auto v = tl.load(x + place);
    tl.store(rows + place, tl.sort(v));
    tl.store(rows + M * N + place, tl.sort(v, axis<1>, descending));
    tl.store(columns + place, tl.sort(v, axis<0>));
    tl.store(columns + M * N + place, tl.sort(v, axis<0>, descending));
    tl.store(best + (r(_, None) * K + k(None, _)), tl.topk(v, size<K>));
  }
};

template <int M, int N, int K, int NumWarps, class T = float>
void check_sorts(device here) {
  const auto values = some_values<T>(M * N, N);
  const output<T> twice{2 * M * N};
  const auto [rows, columns, best] =
      run<NumWarps>(here, grid(1), Sorts<M, N, K>{}, values, twice, twice, output<T>{M * K});
  std::vector<T> want_rows(2 * M * N), want_columns(2 * M * N), want_best(M * K);
  auto less = [](T a, T b) { return core::convert<double>(a) < core::convert<double>(b); };
  auto at = [](int i) { return static_cast<std::size_t>(i); };
  for (int i = 0; i < M; ++i) {
    std::vector<T> row(values.begin() + i * N, values.begin() + (i + 1) * N);
    std::sort(row.begin(), row.end(), less);
    for (int j = 0; j < N; ++j) {
      want_rows[at(i * N + j)] = row[at(j)];
      want_rows[at(M * N + i * N + j)] = row[at(N - 1 - j)];
    }
    std::copy_n(want_rows.begin() + M * N + i * N, K, want_best.begin() + i * K);
  }
  for (int j = 0; j < N; ++j) {
    std::vector<T> column;
    for (int i = 0; i < M; ++i) {
      column.push_back(values[at(i * N + j)]);
    }
    std::sort(column.begin(), column.end(), less);
    for (int i = 0; i < M; ++i) {
      want_columns[at(i * N + j)] = column[at(i)];
      want_columns[at(M * N + i * N + j)] = column[at(M - 1 - i)];
    }
  }
  expect_same(rows, want_rows, "rows");
  expect_same(columns, want_columns, "columns");
  expect_same(best, want_best, "topk");
}

TEST_F(SortTest, EveryShape) {
  check_sorts<1, 1, 1, 1>(here);
  check_sorts<1, 2, 1, 4>(here);
  check_sorts<1, 1024, 8, 4>(here);
  check_sorts<16, 64, 64, 4>(here);
  check_sorts<64, 16, 4, 8>(here);
  check_sorts<256, 1, 1, 2>(here);
  check_sorts<4, 2048, 16, 16>(here);
  check_sorts<64, 128, 2, 4>(here);
}

TEST_F(SortTest, EveryType) {
  check_sorts<8, 32, 4, 4, std::int8_t>(here);
  check_sorts<8, 32, 4, 4, std::int16_t>(here);
  check_sorts<8, 32, 4, 4, std::int32_t>(here);
  check_sorts<8, 32, 4, 2, std::int64_t>(here);
  check_sorts<8, 32, 4, 4, float16_t>(here);
  check_sorts<8, 32, 4, 1, bfloat16_t>(here);
  check_sorts<8, 32, 4, 4, double>(here);
}

/// A ragged row, in which NaNs come last. The rows of a tile of three axes.
struct WithEdges {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, float* best, float* deep,
                            int n) const {
    auto i = tl.arange(size<64>);
    auto mask = i < n;
    tl.store(out + i, tl.sort(tl.load(x + i, mask, inf)), mask);
    tl.store(best + tl.arange(size<4>), tl.topk(tl.load(x + i, mask, -inf), size<4>));
    auto cube = tl.reshape(tl.load(x + i, mask, 0), shape<4, 4, 4>);
    tl.store(deep + i, tl.ravel(tl.sort(cube, axis<1>)));
    tl.store(deep + 64 + i, tl.sort(63 - i).to(float32));
  }
};

TEST_F(SortTest, RaggedRowsAndThreeAxes) {
  for (const int n : {1, 50, 64}) {
    auto values = some_values(n);
    const auto [out, best, deep] = run(here, grid(1), WithEdges{}, values, output<float>{n},
                                       output<float>{4}, output<float>{128}, n);
    std::vector<float> want_deep(128, 0.0f);
    std::copy(values.begin(), values.end(), want_deep.begin());
    for (std::size_t line = 0; line < 16; ++line) {
      float* first = want_deep.data() + line / 4 * 16 + line % 4;
      for (int a = 0; a < 4; ++a) {
        for (int b = a + 1; b < 4; ++b) {
          if (first[4 * b] < first[4 * a]) {
            std::swap(first[4 * a], first[4 * b]);
          }
        }
      }
    }
    for (std::size_t k = 0; k < 64; ++k) {
      want_deep[64 + k] = static_cast<float>(k);
    }
    std::sort(values.begin(), values.end());
    expect_same(out, values, "sort");
    expect_same(deep, want_deep, "sort of three axes");
    std::reverse(values.begin(), values.end());
    values.resize(4, -INFINITY);
    expect_same(best, values, "topk");
  }
}

struct SortOnly {
  KW_KERNEL void operator()(program auto tl, const float* x, float* up, float* down) const {
    auto i = tl.arange(size<128>);
    auto v = tl.load(x + i);
    tl.store(up + i, tl.where(tl.sort(v) < 1000, tl.sort(v), 1e6f));
    tl.store(down + i, tl.where(tl.sort(v, descending) < 1000, 0, 1e6f));
  }
};

TEST_F(SortTest, WhatIsNotANumberIsTheLargest) {
  auto values = some_values(128);
  values[3] = values[77] = values[127] = NAN;
  const auto [got, largest] =
      run(here, grid(1), SortOnly{}, values, output<float>{128}, output<float>{128});
  for (std::size_t k = 0; k < 128; ++k) {
    EXPECT_EQ(got[k] == 1e6f, k >= 125) << k;
    EXPECT_EQ(largest[k] == 1e6f, k < 3) << k;
    EXPECT_TRUE(k == 0 || got[k - 1] <= got[k]) << k;
  }
}

template <int N, int Bins>
struct Histograms {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* keys, int* counts, int n) const {
    auto i = tl.arange(size<N>);
    auto bins = tl.arange(size<Bins>);
    auto v = tl.load(keys + i, i < n, 0);
    tl.store(counts + bins, tl.histogram(v, size<Bins>, i < n));
    tl.store(counts + Bins + bins, tl.histogram(v, size<Bins>));
    auto parity = tl.histogram(v, size<Bins>, (v % 2 == 0) & (i < n));
    tl.store(counts + 2 * Bins + bins, parity);
  }
};

template <int N, int Bins, int NumWarps, class T>
void check_histogram(device here) {
  for (const int n : {0, 1, N - 1, N}) {
    std::vector<T> keys(static_cast<std::size_t>(n));
    std::vector<int> want(3 * Bins);
    want[Bins] = N - n;
    for (std::size_t k = 0; k < keys.size(); ++k) {
      const std::size_t bin = k * k * 31 % (Bins < 100 ? Bins : 100);
      keys[k] = static_cast<T>(bin);
      ++want[bin];
      ++want[Bins + bin];
      want[2 * Bins + bin] += bin % 2 == 0;
    }
    keys.resize(static_cast<std::size_t>(n > 0 ? n : 1));
    expect_same(run<NumWarps>(here, grid(1), Histograms<N, Bins>{}, keys, output<int>{3 * Bins}, n),
                want, "histogram");
  }
}

TEST_F(SortTest, HistogramsOfEveryType) {
  check_histogram<256, 16, 4, std::int32_t>(here);
  check_histogram<1024, 256, 4, std::int32_t>(here);
  check_histogram<64, 512, 2, std::int64_t>(here);
  check_histogram<512, 64, 1, std::int8_t>(here);
  check_histogram<2, 1, 8, std::int16_t>(here);
}

template <int M, int N, int P>
struct Gathers {
  template <class T, class I>
  KW_KERNEL void operator()(program auto tl, const T* x, const I* index, T* out, T* flipped) const {
    auto r = tl.arange(size<M>);
    auto c = tl.arange(size<N>);
    auto p = tl.arange(size<P>);
    auto place = r(_, None) * N + c(None, _);
    auto v = tl.load(x + place);
    auto of_rows = tl.load(index + (r(_, None) * P + p(None, _)));
    tl.store(out + (r(_, None) * P + p(None, _)), tl.gather(v, of_rows % N, axis<1>));
    auto of_columns = tl.load(index + (p(_, None) * N + c(None, _)) % (M * P));
    tl.store(out + M * P + (p(_, None) * N + c(None, _)), tl.gather(v, of_columns % M, axis<0>));
    tl.store(flipped + place, tl.flip(v));
    tl.store(flipped + M * N + place, tl.flip(v, axis<0>));
    auto n = tl.arange(size<M * N>);
    tl.store(flipped + 2 * M * N + n, tl.flip(tl.ravel(v)));
    tl.store(flipped + 3 * M * N + tl.flip(n), tl.ravel(v));
  }
};

template <int M, int N, int P, int NumWarps, class T, class I>
void check_gathers(device here) {
  const auto values = some_values<T>(M * N);
  std::vector<I> index(M * P);
  for (std::size_t k = 0; k < index.size(); ++k) {
    index[k] = static_cast<I>(k * k * 13 % 101);
  }
  auto at = [](int i) { return static_cast<std::size_t>(i); };
  std::vector<T> want(M * P + P * N), want_flipped(4 * M * N);
  for (int i = 0; i < M; ++i) {
    for (int p = 0; p < P; ++p) {
      want[at(i * P + p)] = values[at(i * N + static_cast<int>(index[at(i * P + p)]) % N)];
    }
    for (int j = 0; j < N; ++j) {
      want_flipped[at(i * N + j)] = values[at(i * N + N - 1 - j)];
      want_flipped[at((M + i) * N + j)] = values[at((M - 1 - i) * N + j)];
      want_flipped[at((2 * M + i) * N + j)] = values[at(M * N - 1 - (i * N + j))];
      want_flipped[at((3 * M + i) * N + j)] = values[at(M * N - 1 - (i * N + j))];
    }
  }
  for (int p = 0; p < P; ++p) {
    for (int j = 0; j < N; ++j) {
      const int row = static_cast<int>(index[at((p * N + j) % (M * P))]) % M;
      want[at(M * P + p * N + j)] = values[at(row * N + j)];
    }
  }
  const auto [out, flipped] = run<NumWarps>(here, grid(1), Gathers<M, N, P>{}, values, index,
                                            output<T>{M * P + P * N}, output<T>{4 * M * N});
  expect_same(out, want, "gather");
  expect_same(flipped, want_flipped, "flip");
}

TEST_F(SortTest, GathersAndFlips) {
  check_gathers<16, 32, 8, 4, float, std::int32_t>(here);
  check_gathers<1, 512, 64, 4, float, std::int64_t>(here);
  check_gathers<64, 128, 2, 8, float, std::int32_t>(here);
  check_gathers<4, 4, 64, 1, double, std::int32_t>(here);
  check_gathers<16, 32, 8, 4, std::int8_t, std::int8_t>(here);
  check_gathers<16, 32, 8, 2, float16_t, std::int16_t>(here);
  check_gathers<16, 32, 8, 16, std::int64_t, std::int32_t>(here);
}

/// What the CPU reports for a key without a bin, and for an index outside the tile.
struct OutsideOfBins {
  KW_KERNEL void operator()(program auto tl, int* counts) const {
    auto i = tl.arange(size<16>);
    tl.store(counts + i, tl.histogram(i - 1, size<16>));
  }
};
struct OutsideOfTile {
  KW_KERNEL void operator()(program auto tl, int* out) const {
    auto i = tl.arange(size<16>);
    tl.store(out + i, tl.gather(i, i + 1, axis<0>));
  }
};

TEST_F(SortTest, ElementsOutsideAreFindings) {
  if (here.kind != device_kind::cpu) {
    GTEST_SKIP() << "a GPU does not look";
  }
  const auto expect_finding = [&](auto kernel, const char* text) {
    run(here, grid(1), kernel, output<int>{16});
    const auto found = take_findings();
    ASSERT_GE(found.size(), 1u);
    kernel_test::expect_part(to_text(found[0]), text);
  };
  expect_finding(OutsideOfBins{}, "tl.histogram: every element is the number of a bin");
  expect_finding(OutsideOfTile{}, "tl.gather: every index is inside the tile");
}

}  // namespace sort_test
