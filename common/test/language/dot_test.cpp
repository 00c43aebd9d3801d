// tl.dot against products in double, on the program's device.
#include <type_traits>

#include "dot_reference.hpp"

namespace dot_test {

using kernel_test::output, kernel_test::run;

struct DotTest : kernel_test::KernelTest {};

template <class T>
void check_transposed(device here) {
  constexpr int k = sizeof(T) == 1 ? 32 : 16;
  check_product<32, 64, k, 4, T, false, true>(here);
  check_product<64, 32, k, 4, T, true, false>(here);
  check_product<32, 32, 2 * k, 2, T, true, true>(here);
}

TEST_F(DotTest, Float32OfEveryShape) {
  check_product<16, 16, 16, 4, float>(here);
  check_product<128, 128, 32, 8, float>(here);
  check_product<16, 128, 64, 8, float>(here);
  check_product<32, 16, 16, 1, float>(here);
  check_transposed<float>(here);
}

TEST_F(DotTest, Float16OfEveryShape) {
  check_product<16, 16, 16, 1, float16_t>(here);
  check_product<128, 128, 64, 4, float16_t>(here);
  check_product<128, 16, 128, 8, float16_t>(here);
  check_product<64, 64, 64, 16, float16_t>(here);
  check_transposed<float16_t>(here);
}

TEST_F(DotTest, Bfloat16) {
  check_product<64, 64, 32, 4, bfloat16_t>(here);
  check_product<32, 32, 32, 2, bfloat16_t, true, true>(here);
}

TEST_F(DotTest, Int8) {
  check_product<16, 16, 32, 4, std::int8_t>(here);
  check_product<64, 128, 64, 4, std::int8_t>(here);
  check_transposed<std::int8_t>(here);
}

TEST_F(DotTest, Float32OnTensorCores) {
  check_product<16, 16, 16, 4, float, false, false, core::kTf32>(here);
  check_product<64, 64, 32, 4, float, false, false, core::kTf32>(here);
  check_product<64, 32, 16, 4, float, true, true, core::kTf32>(here);
  check_product<64, 32, 16, 8, float, false, false, core::kTf32x3>(here);
  check_product<32, 64, 32, 4, float, true, true, core::kTf32x3>(here);
}

/// The largest error of a product of random numbers in [-1, 1), relative to the norms of row and
/// column.
template <int Precision>
double error_of(device here) {
  constexpr int M = 32, N = 32, K = 64;
  std::vector<float> a, b;
  std::uint32_t state = 12345;
  auto next = [&] {
    state = state * 1664525u + 1013904223u;
    return static_cast<float>(static_cast<std::int32_t>(state)) * 0x1p-31f;
  };
  for (int k = 0; k < M * K; ++k) {
    a.push_back(next());
    b.push_back(next());  // N * K as well: the tile is square
  }
  const auto got =
      run(here, grid(1), Product<M, N, K, false, false, Precision>{}, a, b, output<float>{M * N});
  const auto want = product(a, b, M, N, K);
  double worst = 0;
  for (std::size_t k = 0; k < got.size(); ++k) {
    worst = std::fmax(worst, std::fabs(static_cast<double>(got[k]) - want[k]));
  }
  return worst / (K / 3.0);  // the squares of K such numbers sum to about K / 3
}

TEST_F(DotTest, PrecisionIsWhatItsNameSays) {
  // float32 adds 64 times with a relative error of 2^-24 each; tf32 rounds operands at 2^-11, and
  // only some of that averages out; the parts that tf32x3 leaves out are of the order of 2^-22.
  const double of_ieee = error_of<core::kIeee>(here);
  const double of_tf32 = error_of<core::kTf32>(here);
  const double of_tf32x3 = error_of<core::kTf32x3>(here);
  EXPECT_LE(of_ieee, 16 * 0x1p-24);
  EXPECT_LE(of_tf32, 0x1p-11);
  EXPECT_GE(of_tf32, 0x1p-16) << "operands were not rounded to tf32";
  EXPECT_LE(of_tf32x3, 16 * 0x1p-22);
}

/// A product of any size: the K loop of a tiled matmul, with masks on all edges.
template <int BM, int BN, int BK>
struct Tiled {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* a, const T* b, sum_t<T>* c, int m, int n,
                            int k) const {
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);
    auto cols = tl.program_id(1) * BN + tl.arange(size<BN>);
    auto acc = tl.accumulator(shape<BM, BN>, dtype<sum_t<T>>{});
    for (int start = 0; start < k; start += BK) {
      auto ks = start + tl.arange(size<BK>);
      auto left =
          tl.load(a + rows(_, None) * k + ks(None, _), (rows < m)(_, None) & (ks < k)(None, _), 0);
      auto right =
          tl.load(b + ks(_, None) * n + cols(None, _), (ks < k)(_, None) & (cols < n)(None, _), 0);
      acc = tl.dot(left, right, acc);
    }
    tl.store(c + rows(_, None) * n + cols(None, _), acc, (rows < m)(_, None) & (cols < n)(None, _));
  }
};

template <int BM, int BN, int BK, int NumWarps, class T>
void check_tiled(device here, int m, int n, int k) {
  const auto a = operand_values<T>(m * k, 5), b = operand_values<T>(k * n, 6);
  std::vector<sum_t<T>> first;
  for (int round = 0; round < 20; ++round) {
    const auto got = run<NumWarps>(here, grid(cdiv(m, BM), cdiv(n, BN)), Tiled<BM, BN, BK>{}, a, b,
                                   output<sum_t<T>>{m * n}, m, n, k);
    first = round == 0 ? got : first;
    ASSERT_EQ(got, first) << "round " << round;
  }
  SCOPED_TRACE(::testing::Message() << m << " x " << n << " x " << k);
  expect_equal(first, product(a, b, m, n, k), n);
}

TEST_F(DotTest, LoopsOverK) {
  check_tiled<64, 64, 16, 4, float>(here, 100, 72, 128);
  check_tiled<64, 64, 16, 4, float>(here, 1, 1, 1);
  check_tiled<64, 64, 16, 4, float>(here, 67, 131, 97);
  check_tiled<64, 32, 32, 4, float16_t>(here, 128, 64, 128);
  check_tiled<64, 32, 32, 4, float16_t>(here, 65, 33, 127);
  check_tiled<32, 64, 32, 2, std::int8_t>(here, 40, 80, 96);
  check_tiled<32, 64, 32, 4, float8_e4m3_t>(here, 67, 131, 97);
  check_tiled<32, 64, 32, 4, float8_e5m2_t>(here, 33, 65, 127);
}

/// Two products one after the other, with the softmax's exponent in between, as in attention.
template <int M, int N, int D>
struct Chained {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* q, const T* k, const T* v, float* out,
                            float* row_sums) const {
    auto m = tl.arange(size<M>);
    auto n = tl.arange(size<N>);
    auto d = tl.arange(size<D>);
    auto queries = tl.load(q + m(_, None) * D + d(None, _));
    auto keys = tl.load(k + n(_, None) * D + d(None, _));
    auto values = tl.load(v + n(_, None) * D + d(None, _));
    auto scores = tl.dot(queries, tl.trans(keys));
    auto p = tl.where(scores > 0, 1.0f, 0.5f);
    auto acc = tl.accumulator(shape<M, D>);
    acc = tl.dot(p.to(dtype<T>{}), values, acc);
    acc = acc * 2;
    acc = tl.dot(p.to(dtype<T>{}), values, acc);
    tl.store(out + m(_, None) * D + d(None, _), acc);
    tl.store(row_sums + m, tl.sum(p, axis<1>));
  }
};

template <int M, int N, int D, int NumWarps, class T>
void check_chained(device here) {
  const auto q = some_values<T>(M * D, 7), k = some_values<T>(N * D, 8),
             v = some_values<T>(N * D, 9);
  const auto [got, row_sums] = run<NumWarps>(here, grid(1), Chained<M, N, D>{}, q, k, v,
                                             output<float>{M * D}, output<float>{M});
  auto p = product(q, transposed(k, N, D), M, N, D);
  std::vector<double> sums(M);
  for (std::size_t i = 0; i < p.size(); ++i) {
    p[i] = p[i] > 0 ? 1 : 0.5;
    sums[i / N] += p[i];
  }
  auto want = product(p, v, M, D, N);
  for (double& w : want) {
    w *= 3;
  }
  SCOPED_TRACE(::testing::Message() << M << ", " << N << ", " << D << ", warps " << NumWarps);
  expect_equal(got, want, D);
  expect_equal(row_sums, sums, 1);
}

TEST_F(DotTest, AResultIsAnOperand) {
  check_chained<64, 64, 64, 4, float16_t>(here);
  check_chained<128, 64, 64, 8, float16_t>(here);
  check_chained<16, 64, 32, 4, bfloat16_t>(here);
  check_chained<32, 32, 64, 2, bfloat16_t>(here);
  check_chained<32, 32, 32, 2, float>(here);
}

/// An accumulator written as in Triton, which the loop reads, and a transposed result.
struct OtherAccumulators {
  KW_KERNEL void operator()(program auto tl, const float* a, const float* b, float* sum,
                            float* flipped, float* largest) const {
    auto i = tl.arange(size<32>);
    auto place = i(_, None) * 32 + i(None, _);
    auto acc = tl.zeros(shape<32, 32>);
    auto best = tl.full(shape<32, 1>, -inf);
    for (int k = 0; k < 3; ++k) {
      acc = tl.dot(tl.load(a + k * 1024 + place), tl.load(b + k * 1024 + place), acc);
      best = tl.maximum(best, tl.max(acc, axis<1>)(_, None));
    }
    tl.store(sum + place, acc);
    tl.store(flipped + place, tl.trans(acc));
    tl.store(largest + i(_, None), best);
  }
};

TEST_F(DotTest, AccumulatorsOfOtherPlaces) {
  const auto a = some_values(3 * 1024, 10), b = some_values(3 * 1024, 11);
  const output<float> matrix{1024};
  const auto [sum, flipped, largest] =
      run(here, grid(1), OtherAccumulators{}, a, b, matrix, matrix, output<float>{32});
  std::vector<double> want(1024), best(32, -INFINITY);
  for (int k = 0; k < 3; ++k) {
    auto part = [k](const std::vector<float>& x) {
      return std::vector<float>(x.begin() + k * 1024, x.begin() + (k + 1) * 1024);
    };
    const auto step = product(part(a), part(b), 32, 32, 32);
    for (std::size_t i = 0; i < 1024; ++i) {
      want[i] += step[i];
      best[i / 32] = std::fmax(best[i / 32], want[i]);
    }
  }
  expect_equal(sum, want, 32);
  expect_equal(flipped, transposed(want, 32, 32), 32);
  expect_equal(largest, best, 1);
}

}  // namespace dot_test
