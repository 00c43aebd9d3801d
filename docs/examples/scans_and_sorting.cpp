// Running sums and other scans, several tiles at once, sorting, histograms, and gathers from a
// tile.

#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

struct RunningSums {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<8>);
    auto v = tl.load(x + i);
    //! [cumsum]
    auto so_far = tl.cumsum(v);                     // element k is v[0] + ... + v[k]
    auto to_come = tl.cumsum(v, axis<0>, reverse);  // element k is v[k] + ... + v[7]
    //! [cumsum]
    tl.store(out + i, so_far);
    tl.store(out + 8 + i, to_come);
  }
};

TEST_F(Examples, RunningSums) {
  EXPECT_EQ(run(here, grid(1), RunningSums{}, counting(8), output<float>{16}),
            (std::vector<float>{0, 1, 3, 6, 10, 15, 21, 28, 28, 28, 27, 25, 22, 18, 13, 7}));
}

/// h[k] = a[k] * h[k - 1] + b[k], in parallel.
struct Recurrence {
  KW_KERNEL void operator()(program auto tl, const float* decay, const float* input,
                            float* out) const {
    auto i = tl.arange(size<8>);
    auto a = tl.load(decay + i);
    auto b = tl.load(input + i);
    //! [associative_scan]
    auto combine = [](auto a1, auto b1, auto a2, auto b2) { return tuple(a1 * a2, b1 * a2 + b2); };
    auto [factor, h] = tl.associative_scan(tuple(a, b), axis<0>, combine);
    tl.store(out + i, h);
    //! [associative_scan]
    tl.store(out + 8 + i, factor);
  }
};

TEST_F(Examples, Recurrence) {
  const auto got =
      run(here, grid(1), Recurrence{}, std::vector<float>(8, 0.5f), counting(8), output<float>{16});
  float h = 0;
  for (int k = 0; k < 8; ++k) {
    h = 0.5f * h + static_cast<float>(k);
    EXPECT_EQ(got[k], h);
  }
  EXPECT_EQ(got[15], 1.0f / 256);
}

/// The largest element and its index, each thing once.
struct Largest {
  KW_KERNEL void operator()(program auto tl, const float* x, float* value, int* index) const {
    auto i = tl.arange(size<8>);
    auto v = tl.load(x + i);
    //! [reduce]
    auto larger = [](auto v1, auto i1, auto v2, auto i2) {
      bool first = v1 > v2 || (v1 == v2 && i1 < i2);
      return tuple(first ? v1 : v2, first ? i1 : i2);
    };
    auto [best, where] = tl.reduce(tuple(v, i), axis<0>, larger);
    auto product = tl.reduce(v, None, [](auto a, auto b) { return a * b; });  // of all elements
    //! [reduce]
    tl.store(value, best);
    tl.store(value + 1, product);
    tl.store(index, where);
  }
};

TEST_F(Examples, Largest) {
  const auto [value, index] =
      run(here, grid(1), Largest{}, std::vector<float>{1, 2, 1, 4, 1, 4, 2, 1}, output<float>{2},
          output<int>{1});
  EXPECT_EQ(value, (std::vector<float>{4, 64}));
  EXPECT_EQ(index[0], 3);
}

struct Largest3 {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto i = tl.arange(size<16>);
    //! [topk]
    auto v = tl.load(x + i, i < n, -inf);  // -inf: masked lanes are not among the largest
    auto best = tl.topk(v, size<4>);       // the four largest, the largest first
    auto sorted = tl.sort(v, descending);  // all of them; tl.sort(v) puts the smallest first
    //! [topk]
    tl.store(out + tl.arange(size<4>), best);
    tl.store(out + 4 + i, sorted);
  }
};

TEST_F(Examples, Largest3) {
  const auto got = run(here, grid(1), Largest3{}, counting(10), output<float>{20}, 10);
  for (int k = 0; k < 4; ++k) {
    EXPECT_EQ(got[k], 9.0f - static_cast<float>(k));
    EXPECT_EQ(got[4 + k], got[k]);
  }
}

/// How often each digit is among n keys.
struct CountDigits {
  KW_KERNEL void operator()(program auto tl, const int* keys, int* counts, int n) const {
    //! [histogram]
    auto i = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto digit = tl.load(keys + i, i < n, 0) % 16;
    auto here = tl.histogram(digit, size<16>, i < n);  // of this program's keys
    tl.atomic_add(counts + tl.arange(size<16>), here);
    //! [histogram]
  }
};

TEST_F(Examples, CountDigits) {
  EXPECT_EQ(
      run(here, grid(2), CountDigits{}, counting<int>(100), changed(std::vector<int>(16)), 100),
      made(16, [](int k) { return k < 4 ? 7 : 6; }));
}

/// Values of a codebook of 16 entries, which one load brings into the tile.
struct LookUp {
  KW_KERNEL void operator()(program auto tl, const float* codebook, const int* codes,
                            float* out) const {
    auto i = tl.arange(size<64>);
    //! [gather from a tile]
    auto table = tl.load(codebook + tl.arange(size<16>));
    auto values = tl.gather(table, tl.load(codes + i), axis<0>);  // table[codes[i]]
    auto backwards = tl.flip(values);
    //! [gather from a tile]
    tl.store(out + i, values);
    tl.store(out + 64 + i, backwards);
  }
};

TEST_F(Examples, LookUp) {
  const auto numbers = made(64, [](int k) { return k * k % 16; });
  EXPECT_EQ(run(here, grid(1), LookUp{}, counting(16), numbers, output<float>{128}),
            made(128, [&](int k) { return static_cast<float>(numbers[k < 64 ? k : 127 - k]); }));
}

}  // namespace
