// Variables to which a loop assigns other values: reductions, indices and masks are assigned to a
// tile of their shape and type, wherever their elements are.
#include <array>

#include "kernel_test.hpp"

namespace assignment_test {

using namespace kw;

using kernel_test::at, kernel_test::expect_lanes, kernel_test::output, kernel_test::run;

using AssignmentTest = kernel_test::KernelTest;

/// Sums down columns and along rows, carried from one step to the next.
template <int M, int N>
struct CarriedSums {
  KW_KERNEL void operator()(program auto tl, const float* x, float* down, float* along) const {
    auto rows = tl.arange(size<M>);
    auto cols = tl.arange(size<N>);
    auto of_columns = tl.zeros(size<N>);
    auto of_rows = tl.load(x + rows);
    of_rows = tl.zeros(size<M>);
    for (int step = 0; step < 3; ++step) {
      auto tile = tl.load(x + (step * M * N + rows(_, None) * N + cols(None, _)));
      of_columns = tl.sum(tile + of_columns(None, _), axis<0>);
      of_rows = tl.sum(tile + of_rows(_, None), axis<1>);
    }
    tl.store(down + cols, of_columns);
    tl.store(along + rows, of_rows);
  }
};

template <int M, int N>
void expect_carried_sums(device here) {
  const auto x = kernel_test::some_values(3 * M * N);
  std::vector<float> want_down(N), want_along(M);
  for (std::size_t step = 0; step < 3; ++step) {
    for (float& sum : want_down) {
      sum *= M;
    }
    for (float& sum : want_along) {
      sum *= N;
    }
    for (std::size_t i = 0; i < M * N; ++i) {
      want_down[i % N] += x[step * M * N + i];
      want_along[i / N] += x[step * M * N + i];
    }
  }
  const auto [down, along] =
      run(here, grid(1), CarriedSums<M, N>{}, x, output<float>{N}, output<float>{M});
  kernel_test::expect_same(down, want_down, "down");
  kernel_test::expect_same(along, want_along, "along");
}

TEST_F(AssignmentTest, Reductions) {
  expect_carried_sums<2, 2>(here);
  expect_carried_sums<32, 8>(here);
  expect_carried_sums<8, 64>(here);
  expect_carried_sums<16, 16>(here);
}

/// Tiles that become indices, formulas of them, and masks.
template <int N>
struct OfIndices {
  KW_KERNEL void operator()(program auto tl, int* out, int* passed, int n) const {
    auto offsets = tl.program_id(0) * N + tl.arange(size<N>);
    auto k = tl.zeros(size<N>, int32);
    auto mask = tl.full(size<N>, true);
    k = offsets;
    tl.store(out + offsets, k, mask & (offsets < n));
    k = offsets / 3;
    mask = offsets < n;
    tl.store(out + (n + offsets), k, mask);
    mask = (offsets < n) & (offsets > 2);
    mask &= k != 5;
    mask |= offsets == 1;
    mask ^= offsets == 4;
    mask &= n > 0;
    tl.store(passed + offsets, mask, offsets < n);
  }
};

template <int N>
void expect_of_indices(device here, int n) {
  const auto [out, passed] =
      run(here, grid(cdiv(n, N)), OfIndices<N>{}, output<int>{2 * n}, output<int>{n}, n);
  expect_lanes(out, n, [](int i) { return std::array{i, i / 3}; });
  expect_lanes(passed, n, [](int i) { return ((i > 2 && i / 3 != 5) || i == 1) != (i == 4); });
}

TEST_F(AssignmentTest, IndicesAndMasks) {
  expect_of_indices<1>(here, 7);
  expect_of_indices<32>(here, 31);
  expect_of_indices<64>(here, 200);
  expect_of_indices<1024>(here, 1025);
}

/// Compound assignments keep the type of the left side, whatever the right side holds.
struct Compound {
  KW_KERNEL void operator()(program auto tl, float* out, int* whole) const {
    auto i = tl.arange(size<8>);
    auto f = tl.full(size<8>, 1.0f);
    f += i;
    f *= tl.full(size<8>, 2.0);
    f -= i % 2;
    f /= 2;
    tl.store(out + i, f);
    auto w = tl.zeros(size<8>, int32) + i;
    w += 5;
    w <<= 2;
    w ^= i;
    w |= 64;
    w &= 0x7f;
    w >>= 1;
    w %= 50;
    w += 0.75f;
    tl.store(whole + i, w);
  }
};

TEST_F(AssignmentTest, Compound) {
  const auto [out, whole] = run(here, grid(1), Compound{}, output<float>{8}, output<int>{8});
  expect_lanes(out, 8, [](int i) { return static_cast<float>((1 + i) * 2 - i % 2) / 2; });
  expect_lanes(whole, 8, [](int i) { return (((((i + 5) << 2) ^ i) | 64) & 0x7f) / 2 % 50; });
}

/// A sum of products is assigned to a tile that is kept elsewhere, and back.
struct OfProducts {
  KW_KERNEL void operator()(program auto tl, const float16_t* x, float* out) const {
    auto i = tl.arange(size<16>);
    auto place = i(_, None) * 16 + i(None, _);
    auto tile = tl.load(x + place);
    auto kept = tl.load(x + place).to(float32);
    auto acc = tl.accumulator(shape<16, 16>);
    acc = tl.dot(tile, tile, acc);
    kept = acc;
    acc = kept + tl.load(x + place).to(float32);
    tl.store(out + place, acc);
    tl.store(out + 256 + place, kept);
  }
};

TEST_F(AssignmentTest, Accumulators) {
  std::vector<float> x(256), want(512);
  for (std::size_t i = 0; i < 256; ++i) {
    x[i] = static_cast<float>(i * 7 % 5) - 2;
  }
  for (std::size_t i = 0; i < 256; ++i) {
    for (std::size_t k = 0; k < 16; ++k) {
      want[256 + i] += x[i / 16 * 16 + k] * x[k * 16 + i % 16];
    }
    want[i] = want[256 + i] + x[i];
  }
  std::vector<float16_t> halves;
  for (const float v : x) {
    halves.push_back(core::convert<float16_t>(v));
  }
  const auto got = run(here, grid(1), OfProducts{}, halves, output<float>{512});
  kernel_test::expect_same(got, want, "product");
}

}  // namespace assignment_test
