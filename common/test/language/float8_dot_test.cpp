// tl.dot of float8, of one kind and of both kinds together, at all sizes.
#include "kernelwright/float8.hpp"

#include "dot_reference.hpp"

namespace dot_test {
namespace {

struct Float8DotTest : kernel_test::KernelTest {};

template <class T, class U>
void check_float8(device here) {
  constexpr int as_is = core::kIeee;
  check_product<64, 64, 32, 4, T, false, false, as_is, U>(here);
  check_product<128, 64, 128, 8, T, false, true, as_is, U>(here);
  check_product<32, 32, 64, 2, T, true, false, as_is, U>(here);
  check_product<16, 64, 32, 4, T, true, true, as_is, U>(here);
  check_product<16, 16, 16, 1, T, false, true, as_is, U>(here);
  check_product<1, 64, 64, 4, T, false, true, as_is, U>(here);
  check_product<4, 8, 2, 4, T, false, false, as_is, U>(here);
}

TEST_F(Float8DotTest, OfFourExponentBits) {
  check_float8<float8_e4m3_t, float8_e4m3_t>(here);
}
TEST_F(Float8DotTest, OfFiveExponentBits) {
  check_float8<float8_e5m2_t, float8_e5m2_t>(here);
}
TEST_F(Float8DotTest, OfBothKinds) {
  check_float8<float8_e4m3_t, float8_e5m2_t>(here);
  check_product<32, 16, 64, 4, float8_e5m2_t, false, false, core::kIeee, float8_e4m3_t>(here);
}

/// A matrix of every number of the type, times the identity.
template <class T>
void check_every_number(device here) {
  std::vector<T> a, b(256);
  for (int k = 0; k < 256; ++k) {
    const T v{static_cast<std::uint8_t>(k)};
    a.push_back(std::isfinite(core::convert<float>(v)) ? v : T{});
    b[static_cast<std::size_t>(k)] = core::convert<T>(k % 17 == 0 ? 1 : 0);
  }
  buffer<T> in_a(here, {256}, a), in_b(here, {256}, b);
  buffer<float> out(here, {256}, poison<float>(256));
  launch(here, grid(1), Product<16, 16, 16, false, false, core::kIeee>{}, in_a.cview(),
         in_b.cview(), out.view());
  expect_equal(out.download(), product(a, b, 16, 16, 16), 16);
}

TEST_F(Float8DotTest, EveryNumberIsMultiplied) {
  check_every_number<float8_e4m3_t>(here);
  check_every_number<float8_e5m2_t>(here);
}

/// A product of any size with a scale for each row and each column, as in quantised layers.
template <int BM, int BN, int BK>
struct Scaled {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* a, const T* b, const float* row_scales,
                            const float* column_scales, float* c, int m, int n, int k) const {
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);
    auto cols = tl.program_id(1) * BN + tl.arange(size<BN>);
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int start = 0; start < k; start += BK) {
      auto ks = start + tl.arange(size<BK>);
      auto left =
          tl.load(a + rows(_, None) * k + ks(None, _), (rows < m)(_, None) & (ks < k)(None, _), 0);
      auto right =
          tl.load(b + ks(_, None) * n + cols(None, _), (ks < k)(_, None) & (cols < n)(None, _), 0);
      acc = tl.dot(left, right, acc);
    }
    auto scaled = acc * tl.load(row_scales + rows, rows < m, 0)(_, None) *
                  tl.load(column_scales + cols, cols < n, 0)(None, _);
    tl.store(c + rows(_, None) * n + cols(None, _), scaled,
             (rows < m)(_, None) & (cols < n)(None, _));
  }
};

template <class T>
void check_scaled(device here, int m, int n, int k) {
  const auto a = operand_values<T>(m * k, 5), b = operand_values<T>(k * n, 6);
  buffer<T> in_a(here, {m * k}, a), in_b(here, {k * n}, b);
  std::vector<float> of_rows, of_columns;
  for (int i = 0; i < m; ++i) {
    of_rows.push_back(std::ldexp(1.0f, i % 5 - 2));
  }
  for (int j = 0; j < n; ++j) {
    of_columns.push_back(std::ldexp(1.0f, j % 3));
  }
  buffer<float> rows(here, {m}, of_rows), columns(here, {n}, of_columns);
  buffer<float> out(here, {m * n}, poison<float>(m * n));
  launch(here, grid(cdiv(m, 32), cdiv(n, 64)), Scaled<32, 64, 32>{}, in_a.cview(), in_b.cview(),
         rows.cview(), columns.cview(), out.view(), m, n, k);
  auto want = product(a, b, m, n, k);
  for (int i = 0; i < m * n; ++i) {
    want[static_cast<std::size_t>(i)] *=
        static_cast<double>(of_rows[static_cast<std::size_t>(i / n)]) *
        static_cast<double>(of_columns[static_cast<std::size_t>(i % n)]);
  }
  SCOPED_TRACE(::testing::Message() << m << " x " << n << " x " << k);
  expect_equal(out.download(), want, n);
}

TEST_F(Float8DotTest, LoopsOverKWithScales) {
  check_scaled<float8_e4m3_t>(here, 1, 1, 1);
  check_scaled<float8_e4m3_t>(here, 67, 131, 97);
  check_scaled<float8_e5m2_t>(here, 32, 64, 32);
  check_scaled<float8_e5m2_t>(here, 33, 65, 127);
}

/// Tiles of tensors, in a stream.
struct StreamOfFloat8 {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* a, const T* b, float* c, int k) const {
    auto i = tl.arange(size<32>);
    auto acc = tl.accumulator(shape<32, 32>);
    auto ab = tl.stream(stages<2>, [&](int start) {
      auto ks = start + tl.arange(size<32>);
      return fetch(tile_at(a + i(_, None) * k + ks(None, _), (ks < k)(None, _), 0),
                   tile_at(b + i(_, None) * k + ks(None, _), (ks < k)(None, _), 0));
    });
    ab.pipelined(0, k, 32, [&](int, auto at, auto bt) { acc = tl.dot(at, tl.trans(bt), acc); });
    tl.store(c + i(_, None) * 32 + i(None, _), acc);
  }
};

TEST_F(Float8DotTest, Streams) {
  for (int k : {32, 97, 256}) {
    const auto a = operand_values<float8_e4m3_t>(32 * k, 5);
    const auto b = operand_values<float8_e4m3_t>(32 * k, 6);
    buffer<float8_e4m3_t> in_a(here, {32 * k}, a), in_b(here, {32 * k}, b);
    buffer<float> out(here, {1024}, poison<float>(1024));
    launch(here, grid(1), StreamOfFloat8{}, in_a.cview(), in_b.cview(), out.view(), k);
    expect_equal(out.download(), product(a, transposed(b, 32, k), 32, 32, k), 32);
  }
}

/// Tiles of tensors by a stream, whose second operand is of the other kind if Mixed.
template <int M, int N, int K>
struct StreamOfTensors {
  template <class T, class U>
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const T> a,
                            tensor_descriptor<const U> b, tensor_descriptor<float> c, int k) const {
    const int m = tl.program_id(0) * M, n = tl.program_id(1) * N;
    auto acc = tl.accumulator(shape<M, N>);
    auto ab = tl.stream(stages<3>, [&](int start) {
      return fetch(a.tile(shape<M, K>, m, start), b.tile(shape<N, K>, n, start));
    });
    ab.pipelined(0, k, K, [&](int, auto at, auto bt) { acc = tl.dot(at, tl.trans(bt), acc); });
    tl.store(c.tile(shape<M, N>, m, n), acc);
  }
};

template <int M, class T, class U>
void check_tensors(device here, int m, int n, int k) {
  const auto a = operand_values<T>(m * k, 5);
  const auto b = operand_values<U>(n * k, 6);
  const std::int64_t row = cdiv(k, 16) * 16;
  buffer<T, 2> in_a(here, {m, k}, a, buffer_layout{.row_stride = row});
  buffer<U, 2> in_b(here, {n, k}, b, buffer_layout{.row_stride = row});
  buffer<float, 2> out(here, {m, n}, buffer_layout{.row_stride = cdiv(n, 4) * 4});
  launch(here, grid(cdiv(m, M), cdiv(n, 64)), StreamOfTensors<M, 64, 64>{},
         tensor_descriptor(in_a.cview()), tensor_descriptor(in_b.cview()),
         tensor_descriptor(out.view()), k);
  SCOPED_TRACE(::testing::Message() << m << " x " << n << " x " << k);
  expect_equal(out.download(), product(a, transposed(b, n, k), m, n, k), n);
}

TEST_F(Float8DotTest, StreamsOfTensors) {
  check_tensors<64, float8_e4m3_t, float8_e4m3_t>(here, 67, 131, 97);
  check_tensors<64, float8_e5m2_t, float8_e4m3_t>(here, 64, 64, 256);
  check_tensors<8, float8_e4m3_t, float8_e4m3_t>(here, 5, 64, 100);
}

}  // namespace
}  // namespace dot_test
