// Variables to which a loop assigns other values: reductions, indices and masks are assigned to a
// tile of their shape and type, wherever their elements are.
#include "kernel_test.hpp"

namespace assignment_test {

using namespace kw;

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
  std::vector<float> down(N), along(M);
  for (int step = 0; step < 3; ++step) {
    for (float& sum : down) {
      sum *= M;
    }
    for (float& sum : along) {
      sum *= N;
    }
    for (int i = 0; i < M * N; ++i) {
      down[static_cast<std::size_t>(i % N)] += x[static_cast<std::size_t>(step * M * N + i)];
      along[static_cast<std::size_t>(i / N)] += x[static_cast<std::size_t>(step * M * N + i)];
    }
  }
  const buffer<float> x_buffer(here, {3 * M * N}, x), down_buffer(here, {N}),
      along_buffer(here, {M});
  launch(here, grid(1), CarriedSums<M, N>{}, x_buffer.cview(), down_buffer.view(),
         along_buffer.view());
  kernel_test::expect_same(down_buffer.download(), down, "down");
  kernel_test::expect_same(along_buffer.download(), along, "along");
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
  const buffer<int> out(here, {2 * n}), passed(here, {n});
  launch(here, grid(cdiv(n, N)), OfIndices<N>{}, out.view(), passed.view(), n);
  const auto got = out.download(), got_passed = passed.download();
  for (int i = 0; i < n; ++i) {
    const auto at = static_cast<std::size_t>(i);
    ASSERT_EQ(got[at], i);
    ASSERT_EQ(got[at + static_cast<std::size_t>(n)], i / 3) << i;
    ASSERT_EQ(got_passed[at], (((i > 2 && i / 3 != 5) || i == 1) != (i == 4)) ? 1 : 0) << i;
  }
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
  const buffer<float> out(here, {8});
  const buffer<int> whole(here, {8});
  launch(here, grid(1), Compound{}, out.view(), whole.view());
  const auto got = out.download();
  const auto got_whole = whole.download();
  for (int i = 0; i < 8; ++i) {
    const auto at = static_cast<std::size_t>(i);
    ASSERT_EQ(got[at], static_cast<float>((1 + i) * 2 - i % 2) / 2) << i;
    ASSERT_EQ(got_whole[at], (((((i + 5) << 2) ^ i) | 64) & 0x7f) / 2 % 50) << i;
  }
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
  const buffer<float16_t> x_buffer(here, {256}, halves);
  const buffer<float> out(here, {512});
  launch(here, grid(1), OfProducts{}, x_buffer.cview(), out.view());
  kernel_test::expect_same(out.download(), want, "product");
}

}  // namespace assignment_test
