// tl.dot of float64, and of tiles smaller than what tensor cores multiply.
#include "dot_reference.hpp"

namespace dot_test {
namespace {

using kernel_test::output, kernel_test::run;

struct SmallDotTest : kernel_test::KernelTest {};

TEST_F(SmallDotTest, Float64OfEveryShape) {
  check_product<16, 16, 16, 4, double>(here);
  check_product<128, 64, 32, 8, double>(here);
  check_product<16, 32, 64, 1, double>(here);
  check_product<32, 64, 16, 4, double, false, true>(here);
  check_product<64, 32, 32, 4, double, true, true>(here);
  check_product<1, 4, 2, 4, double>(here);
}

/// acc + a b for tiles whose sum is exact in float64 and not in float32.
struct SumOfFloat64 {
  KW_KERNEL void operator()(program auto tl, const double* a, const double* b, double* c) const {
    auto i = tl.arange(size<16>);
    auto place = i(_, None) * 16 + i(None, _);
    auto acc = tl.accumulator(shape<16, 16>, float64);
    for (int k = 0; k < 3; ++k) {
      acc = tl.dot(tl.load(a + place), tl.load(b + place), acc);
    }
    tl.store(c + place, acc);
  }
};

TEST_F(SmallDotTest, Float64KeepsAllItsBits) {
  auto a = some_values<double>(256, 3), b = some_values<double>(256, 4);
  for (double& x : a) {
    x += 0x1p-30;
  }
  auto want = product(a, b, 16, 16, 16);
  for (double& w : want) {
    w *= 3;
  }
  expect_equal(run(here, grid(1), SumOfFloat64{}, a, b, output<double>{256}), want, 16);
}

template <class T, int K>
void check_small(device here) {
  check_product<1, 64, K, 4, T>(here);
  check_product<2, 16, 2 * K, 1, T>(here);
  check_product<4, 32, K, 4, T, false, true>(here);
  check_product<8, 128, K, 8, T, true, false>(here);
  check_product<64, 1, K, 4, T>(here);
  check_product<32, 2, K, 2, T, true, true>(here);
  check_product<16, 4, K, 4, T, false, true>(here);
  check_product<128, 8, K, 4, T>(here);
  check_product<1, 1, 1, 4, T>(here);
  check_product<2, 4, 8, 2, T, true, true>(here);
  check_product<64, 64, 1, 4, T>(here);
  check_product<16, 32, 4, 4, T, true, false>(here);
}

TEST_F(SmallDotTest, OfEveryType) {
  check_small<float16_t, 32>(here);
  check_small<bfloat16_t, 16>(here);
  check_small<float, 64>(here);
  check_small<std::int8_t, 64>(here);
}
TEST_F(SmallDotTest, Float32OnTensorCores) {
  check_product<1, 64, 32, 4, float, false, true, core::kTf32>(here);
  check_product<4, 2, 8, 2, float, false, false, core::kTf32>(here);
  check_product<8, 8, 16, 4, float, true, false, core::kTf32x3>(here);
}

/// A model decodes: few queries that share their keys, which come in blocks, some of them masked.
/// As in attention, products feed reductions, and the sum is scaled from block to block.
template <int QUERIES, int BLOCK, int D>
struct Decode {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* q, const T* k, const T* v, float* out,
                            int n) const {
    auto i = tl.arange(size<QUERIES>);
    auto d = tl.arange(size<D>);
    auto queries = tl.load(q + i(_, None) * D + d(None, _));
    auto acc = tl.accumulator(shape<QUERIES, D>);
    auto m = tl.full(size<QUERIES>, -inf);
    auto l = tl.zeros(size<QUERIES>);
    for (int start = 0; start < n; start += BLOCK) {
      auto rows = start + tl.arange(size<BLOCK>);
      auto place = rows(_, None) * D + d(None, _);
      auto inside = rows(_, None) < n;
      auto scores = tl.dot(queries, tl.trans(tl.load(k + place, inside, 0)));
      auto seen = tl.where((rows < n)(None, _), scores, -inf);
      auto m_new = tl.maximum(m, tl.max(seen, axis<1>));
      auto p = tl.exp2(seen - m_new(_, None));
      auto scale = tl.exp2(m - m_new);
      l = l * scale + tl.sum(p, axis<1>);
      acc = acc * scale(_, None);
      acc = tl.dot(p.to(dtype<T>{}), tl.load(v + place, inside, 0), acc);
      m = m_new;
    }
    tl.store(out + i(_, None) * D + d(None, _), acc / l(_, None));
  }
};

template <int QUERIES, int NumWarps, class T>
void check_decode(device here, int n) {
  constexpr int D = 64;
  auto q = some_values<T>(QUERIES * D, 1), k = some_values<T>(n * D, 2),
       v = some_values<T>(n * D, 3);
  for (T& x : q) {
    x = core::convert<T>(core::convert<float>(x) / 4096);
  }
  const auto got = run<NumWarps>(here, grid(1), Decode<QUERIES, 32, D>{}, q, k, v,
                                 output<float>{QUERIES * D}, n);
  auto p = product(q, transposed(k, n, D), QUERIES, n, D);
  std::vector<double> sums(QUERIES);
  for (std::size_t i = 0; i < p.size(); ++i) {
    p[i] = std::exp2(p[i]);
    sums[i / static_cast<std::size_t>(n)] += p[i];
  }
  const auto want = product(p, v, QUERIES, D, n);
  for (std::size_t i = 0; i < got.size(); ++i) {
    // p is rounded to T, at most 2^-9 of it, and the values are at most 40.
    ASSERT_NEAR(static_cast<double>(got[i]), want[i] / sums[i / D], 40 * 0x1p-9)
        << QUERIES << " queries, " << n << " keys, row " << i / D << ", column " << i % D;
  }
}

TEST_F(SmallDotTest, Decodes) {
  check_decode<1, 4, float16_t>(here, 97);
  check_decode<4, 4, bfloat16_t>(here, 1);
  check_decode<8, 2, float16_t>(here, 128);
  check_decode<2, 4, float>(here, 33);
}

/// Tiles of a stream, fewer rows than tensor cores multiply.
struct StreamOfFewRows {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> a,
                            array<const float16_t, 2> b, array<float, 2> c) const {
    auto acc = tl.accumulator(shape<4, 8>);
    auto ab = tl.stream(stages<2>, [&](int k) {
      return fetch(a.tile(shape<4, 16>, 0, k), b.tile(shape<16, 8>, k, 0));
    });
    ab.pipelined(0, b.rows(), 16, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    tl.store(c.tile(shape<4, 8>, 0, 0), acc);
  }
};

TEST_F(SmallDotTest, Streams) {
  for (int n : {16, 40, 97}) {
    const auto a = some_values<float16_t>(4 * n, 5), b = some_values<float16_t>(8 * n, 6);
    const buffer<float16_t, 2> of_a(here, {4, n}, a), of_b(here, {n, 8}, b);
    const buffer<float, 2> c(here, {4, 8});
    launch(here, grid(1), StreamOfFewRows{}, of_a.cview(), of_b.cview(), c.view());
    expect_equal(c.download(), product(a, b, 4, 8, n), 8);
  }
}

}  // namespace
}  // namespace dot_test
