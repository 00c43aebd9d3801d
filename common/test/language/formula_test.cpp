// Formulas of lane numbers: short ones have no storage, and long ones have storage, which lets a
// formula be used any number of times.
#include "kernel_test.hpp"

namespace formula_test {

using namespace kw;

using kernel_test::expect_lanes, kernel_test::output, kernel_test::run;

using FormulaTest = kernel_test::KernelTest;

/// x = x * x % c over and over: written out, 2^Steps terms.
template <int Steps>
KW_HD auto scrambled(const auto& x) {
  if constexpr (Steps == 0) {
    return x;
  } else {
    auto next = x * x % (Steps + 11);
    return scrambled<Steps - 1>(next);
  }
}
template <int Steps>
int scrambled_number(int x) {
  for (int k = Steps; k > 0; --k) {
    x = x * x % (k + 11);
  }
  return x;
}

template <int Steps, int N>
struct Scramble {
  KW_KERNEL void operator()(program auto tl, int* out) const {
    auto i = tl.program_id(0) * N + tl.arange(size<N>);
    tl.store(out + i, scrambled<Steps>(i % 7));
  }
};

template <int Steps, int N>
void expect_scrambled(device here) {
  SCOPED_TRACE(N);
  expect_lanes(run(here, grid(2), Scramble<Steps, N>{}, output<int>{2 * N}), 2 * N,
               [](int i) { return scrambled_number<Steps>(i % 7); });
}

TEST_F(FormulaTest, OfAnyLength) {
  expect_scrambled<1, 64>(here);
  expect_scrambled<4, 1>(here);
  expect_scrambled<9, 64>(here);
  expect_scrambled<16, 64>(here);
  expect_scrambled<33, 1024>(here);
  expect_scrambled<100, 2>(here);
}

/// Lane numbers after all steps of a network of exchanges; xorshift in between.
template <int Steps>
KW_HD auto permuted(const auto& x) {
  if constexpr (Steps == 0) {
    return x;
  } else {
    auto partner = ((x ^ (x >> 3)) ^ (x >> 3)) ^ (1 << (Steps - 1));
    return permuted<Steps - 1>(partner);
  }
}

template <int Steps>
struct Permute {
  KW_KERNEL void operator()(program auto tl, const float* x, float* y) const {
    auto i = tl.arange(size<512>);
    auto from = permuted<Steps>(i);
    tl.store(y + i, tl.load(x + from), (from < 512) & (from >= 0) & (i < 500));
  }
};

TEST_F(FormulaTest, AsOffsetsAndMasks) {
  const auto values = kernel_test::some_values(512);
  expect_lanes(run(here, grid(1), Permute<9>{}, values, output<float>{500}), 500,
               [&](int i) { return kernel_test::at(values, i ^ 511); });
}

/// Rows and columns, of short and of long formulas.
struct TwoDimensions {
  KW_KERNEL void operator()(program auto tl, const int* x, int* out) const {
    auto rows = scrambled<12>(tl.arange(size<32>) % 5);
    auto cols = tl.arange(size<16>) % 3;
    auto both = rows(_, None) * 3 + cols(None, _);
    auto more = scrambled<8>(both + scrambled<12>(cols)(None, _));
    auto r = tl.arange(size<32>)(_, None);
    auto c = tl.arange(size<16>)(None, _);
    auto mask = (more >= 0) & (both < 1000) & (r < 30) & (more == more);
    tl.store(out + r * 16 + c, tl.load(x + more, mask, -1), r < 32);
  }
};

TEST_F(FormulaTest, OfRowsAndColumns) {
  std::vector<int> table(64);
  for (std::size_t i = 0; i < table.size(); ++i) {
    table[i] = static_cast<int>(3 * i + 1);
  }
  const auto got = run(here, grid(1), TwoDimensions{}, table, output<int>{512});
  expect_lanes(got, 512, [](int k) {
    const int r = k / 16, c = k % 16, both = scrambled_number<12>(r % 5) * 3 + c % 3;
    const int more = scrambled_number<8>(both + scrambled_number<12>(c % 3));
    return r < 30 ? 3 * more + 1 : -1;
  });
}

/// Short formulas have no storage; indices that stay straight in a product or a sum never have any.
struct Kinds {
  KW_KERNEL void operator()(program auto tl, int* out) const {
    auto i = tl.arange(size<64>);
    auto straight = (((i + 1) * 2 + i) * 3 - i) * 5 + i + i + i + i + i + i + i + i + i + i;
    static_assert(core::index_tile_type<decltype(straight)>);
    static_assert(core::lazy_tile<decltype(i % 3 * 2 + i / 4)>);
    static_assert(core::structured_mask<decltype((i < 3) & (i >= 0) & (i * 2 < 100))>);
    static_assert(core::register_tile<decltype(scrambled<6>(i % 7))>);
    tl.store(out + i, straight);
  }
};

TEST_F(FormulaTest, ShortOnesHaveNoStorage) {
  EXPECT_EQ(run(here, grid(1), Kinds{}, output<int>{64})[3], (((3 + 1) * 2 + 3) * 3 - 3) * 5 + 30);
}

}  // namespace formula_test
