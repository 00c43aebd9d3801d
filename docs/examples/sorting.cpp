// Sorting, the largest elements, histograms, and gathers from a tile.
#include <kernelwright/sort.hpp>
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

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
