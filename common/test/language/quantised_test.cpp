// Packed 4-bit integers and products with shared scales, against loops in double.
#include "kernelwright/quantised.hpp"

#include "dot_reference.hpp"

namespace dot_test {
namespace {

using kernel_test::output, kernel_test::run;

struct QuantisedTest : kernel_test::KernelTest {};

/// All bytes, or wider words, of ROWS rows and COLUMNS columns, unpacked along both axes.
template <int ROWS, int COLUMNS, int IN_WORD>
struct Unpack {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, std::int8_t* signed_row,
                            std::uint8_t* unsigned_row, std::int8_t* signed_column,
                            float* weights) const {
    auto i = tl.arange(size<ROWS>);
    auto j = tl.arange(size<COLUMNS>);
    auto packed = tl.load(x + i(_, None) * COLUMNS + j(None, _));
    auto wide = i(_, None) * (COLUMNS * IN_WORD) + tl.arange(size<COLUMNS * IN_WORD>)(None, _);
    auto tall = tl.arange(size<ROWS * IN_WORD>)(_, None) * COLUMNS + j(None, _);
    tl.store(signed_row + wide, tl.unpack_int4(packed));
    tl.store(unsigned_row + wide, tl.unpack_uint4(packed, axis<1>));
    tl.store(signed_column + tall, tl.unpack_int4(packed, axis<0>));
    tl.store(weights + wide, (tl.unpack_uint4(packed).to(float32) - 8) * 0.5f);
  }
};

template <class T>
void check_unpack(device here) {
  constexpr int rows = 8, columns = 16, in_word = 2 * sizeof(T);
  constexpr int count = rows * columns, all = count * in_word;
  std::vector<T> x;
  std::uint64_t state = 1;
  for (int k = 0; k < count; ++k) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    x.push_back(static_cast<T>(sizeof(T) == 1 ? static_cast<std::uint64_t>(2 * k + k / 64)
                                              : state >> (64 - 8 * sizeof(T))));
  }
  const auto [got, got_unsigned, got_tall, got_weights] =
      run(here, grid(1), Unpack<rows, columns, in_word>{}, x, output<std::int8_t>{all},
          output<std::uint8_t>{all}, output<std::int8_t>{all}, output<float>{all});
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      const auto word = static_cast<std::uint64_t>(x[static_cast<std::size_t>(i * columns + j)]);
      for (int k = 0; k < in_word; ++k) {
        const int bits = static_cast<int>(word >> (4 * k) & 15u);
        const auto at = static_cast<std::size_t>((i * columns + j) * in_word + k);
        const auto below = static_cast<std::size_t>((i * in_word + k) * columns + j);
        ASSERT_EQ(got[at], bits < 8 ? bits : bits - 16) << i << ", " << j << ", " << k;
        ASSERT_EQ(got_unsigned[at], bits);
        ASSERT_EQ(got_tall[below], bits < 8 ? bits : bits - 16);
        ASSERT_EQ(got_weights[at], static_cast<float>(bits - 8) * 0.5f);
      }
    }
  }
}

TEST_F(QuantisedTest, Unpacks) {
  kernel_test::for_each_type<std::int8_t, std::uint8_t, std::uint16_t, std::int32_t, std::uint32_t>(
      [&]<class T> { check_unpack<T>(here); });
}

/// float16 activations times weights of 4 bits, two per byte along K, with a scale and a zero for
/// each column and group of GROUP rows.
template <int BM, int BN, int GROUP>
struct DequantisedProduct {
  KW_KERNEL void operator()(program auto tl, const float16_t* x, const std::uint8_t* w,
                            const float* scales, const std::uint8_t* zeros, float* y, int m, int n,
                            int k) const {
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);
    auto cols = tl.program_id(1) * BN + tl.arange(size<BN>);
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int start = 0; start < k; start += GROUP) {
      auto ks = start + tl.arange(size<GROUP>);
      auto pairs = start / 2 + tl.arange(size<GROUP / 2>);
      auto of_group = start / GROUP * n + cols;
      auto a =
          tl.load(x + rows(_, None) * k + ks(None, _), (rows < m)(_, None) & (ks < k)(None, _), 0);
      auto packed = tl.load(w + pairs(_, None) * n + cols(None, _),
                            (pairs < k / 2)(_, None) & (cols < n)(None, _), 0);
      auto scale = tl.load(scales + of_group, cols < n, 0);
      auto zero = tl.load(zeros + of_group, cols < n, 0).to(float32);
      auto b = (tl.unpack_uint4(packed, axis<0>).to(float32) - zero(None, _)) * scale(None, _);
      acc = tl.dot(a, b.to(float16), acc);
    }
    tl.store(y + rows(_, None) * n + cols(None, _), acc, (rows < m)(_, None) & (cols < n)(None, _));
  }
};

template <int BM, int NumWarps>
void check_dequantised(device here, int m, int n, int k) {
  constexpr int group = 32;
  const int groups = cdiv(k, group);
  const auto x = operand_values<float16_t>(m * k, 3);
  std::vector<std::uint8_t> w, zeros;
  std::vector<float> scales;
  for (int i = 0; i < k / 2 * n; ++i) {
    w.push_back(static_cast<std::uint8_t>(i * 37 + i / 256));
  }
  for (int i = 0; i < groups * n; ++i) {
    zeros.push_back(static_cast<std::uint8_t>(i % 16));
    scales.push_back(std::ldexp(1.0f, i % 3 - 2));
  }
  const auto got =
      run<NumWarps>(here, grid(cdiv(m, BM), cdiv(n, 64)), DequantisedProduct<BM, 64, group>{}, x, w,
                    scales, zeros, output<float>{m * n}, m, n, k);
  std::vector<double> weights;
  for (int i = 0; i < k; ++i) {
    for (int j = 0; j < n; ++j) {
      const auto of_group = static_cast<std::size_t>(i / group * n + j);
      const int q = w[static_cast<std::size_t>(i / 2 * n + j)] >> (i % 2 * 4) & 15;
      weights.push_back((q - zeros[of_group]) * static_cast<double>(scales[of_group]));
    }
  }
  SCOPED_TRACE(::testing::Message() << m << " x " << n << " x " << k);
  expect_equal(got, product(x, weights, m, n, k), n);
}

TEST_F(QuantisedTest, DequantisesInAProduct) {
  check_dequantised<64, 4>(here, 67, 131, 98);
  check_dequantised<1, 4>(here, 1, 64, 64);
  check_dequantised<16, 8>(here, 5, 1, 2);
}

/// What each format stores, how many elements each stored value has, and their values.
template <class Format>
struct stored_as {
  using type = typename Format::type;
  static constexpr int in_one = 1;
  static double value(type x, int) { return core::convert<double>(x); }
  static type some(int k) {
    return core::convert<type>(static_cast<float>(k % 7 - 3) * std::ldexp(1.0f, k % 3 - 1));
  }
};
template <int Bits>
struct stored_as<core::scaled_format<core::float4_e2m1, Bits>> {
  using type = std::uint8_t;
  static constexpr int in_one = 2;
  static double value(std::uint8_t x, int which) {
    constexpr double values[] = {0, 0.5, 1, 1.5, 2, 3, 4, 6};
    const int bits = x >> (4 * which) & 15;
    return bits < 8 ? values[bits] : -values[bits - 8];
  }
  static std::uint8_t some(int k) { return static_cast<std::uint8_t>(k * 37 + k / 256); }
};

/// 2^(s - 127), or a number of float8.
double scale_value(std::uint8_t s) {
  return std::ldexp(1.0, static_cast<int>(s) - 127);
}
double scale_value(float8_e4m3_t s) {
  return core::convert<double>(s);
}
template <class S>
S some_scale(int k) {
  if constexpr (std::is_same_v<S, std::uint8_t>) {
    return static_cast<std::uint8_t>(124 + k % 6);
  } else {
    return core::convert<S>(static_cast<float>(1 + k % 3) * 0.5f);
  }
}

template <int M, int N, int K, int GROUP, class FormatA, class FormatB>
struct ScaledProduct {
  template <class A, class B, class S>
  KW_KERNEL void operator()(program auto tl, const A* a, const S* a_scale, const B* b,
                            const S* b_scale, float* both, float* left, float* sum) const {
    constexpr int KA = K / stored_as<FormatA>::in_one, KB = K / stored_as<FormatB>::in_one;
    auto m = tl.arange(size<M>);
    auto n = tl.arange(size<N>);
    auto g = tl.arange(size<K / GROUP>);
    auto lhs = tl.load(a + m(_, None) * KA + tl.arange(size<KA>)(None, _));
    auto rhs = tl.load(b + tl.arange(size<KB>)(_, None) * N + n(None, _));
    auto of_lhs = tl.load(a_scale + m(_, None) * (K / GROUP) + g(None, _));
    auto of_rhs = tl.load(b_scale + n(_, None) * (K / GROUP) + g(None, _));
    auto to = m(_, None) * N + n(None, _);
    tl.store(both + to, tl.dot_scaled(lhs, of_lhs, FormatA{}, rhs, of_rhs, FormatB{}));
    tl.store(left + to, tl.dot_scaled(lhs, of_lhs, FormatA{}, rhs, None, FormatB{}));
    auto acc = tl.accumulator(shape<M, N>);
    for (int k = 0; k < 2; ++k) {
      acc = tl.dot_scaled(lhs, None, FormatA{}, rhs, of_rhs, FormatB{}, acc);
    }
    tl.store(sum + to, acc);
  }
};

/// The elements of the stored values, (rows, K) with K along the rows or down the columns.
template <class Format>
std::vector<double> elements(const std::vector<typename stored_as<Format>::type>& stored, int rows,
                             int k, bool down) {
  using S = stored_as<Format>;
  std::vector<double> result;
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < k; ++j) {
      const int word = j / S::in_one;
      const int at = down ? word * rows + i : i * (k / S::in_one) + word;
      result.push_back(S::value(stored[static_cast<std::size_t>(at)], j % S::in_one));
    }
  }
  return result;
}

template <int M, int N, int K, int GROUP, int NumWarps, class S, class FormatA, class FormatB>
void check_scaled(device here, FormatA, FormatB) {
  using A = stored_as<FormatA>;
  using B = stored_as<FormatB>;
  std::vector<typename A::type> a;
  std::vector<typename B::type> b;
  std::vector<S> of_a, of_b;
  for (int k = 0; k < M * K / A::in_one; ++k) {
    a.push_back(A::some(k));
  }
  for (int k = 0; k < K * N / B::in_one; ++k) {
    b.push_back(B::some(k + 1));
  }
  for (int k = 0; k < M * (K / GROUP); ++k) {
    of_a.push_back(some_scale<S>(k));
  }
  for (int k = 0; k < N * (K / GROUP); ++k) {
    of_b.push_back(some_scale<S>(k + 2));
  }
  const output<float> out{M * N};
  const auto [both, left, sum] =
      run<NumWarps>(here, grid(1), ScaledProduct<M, N, K, GROUP, FormatA, FormatB>{}, a, of_a, b,
                    of_b, out, out, out);
  const auto left_elements = elements<FormatA>(a, M, K, false);
  const auto right_elements = elements<FormatB>(b, N, K, true);
  std::vector<double> want(M * N), want_left(M * N), want_sum(M * N);
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) {
      for (int k = 0; k < K; ++k) {
        const auto group = static_cast<std::size_t>(k / GROUP);
        const double sa = scale_value(of_a[static_cast<std::size_t>(i * (K / GROUP)) + group]);
        const double sb = scale_value(of_b[static_cast<std::size_t>(j * (K / GROUP)) + group]);
        const double term = left_elements[static_cast<std::size_t>(i * K + k)] *
                            right_elements[static_cast<std::size_t>(j * K + k)];
        const auto at = static_cast<std::size_t>(i * N + j);
        want[at] += sa * sb * term;
        want_left[at] += sa * term;
        want_sum[at] += 2 * sb * term;
      }
    }
  }
  expect_equal(both, want, N);
  expect_equal(left, want_left, N);
  expect_equal(sum, want_sum, N);
}

TEST_F(QuantisedTest, MultipliesWithPowersOfTwo) {
  check_scaled<32, 16, 64, 32, 4, std::uint8_t>(here, e4m3, e4m3);
  check_scaled<16, 32, 128, 32, 4, std::uint8_t>(here, e2m1, e2m1);
  check_scaled<64, 64, 32, 32, 4, std::uint8_t>(here, e5m2, e2m1);
  check_scaled<32, 32, 64, 16, 8, std::uint8_t>(here, bf16, e4m3);
  check_scaled<16, 16, 64, 32, 2, std::uint8_t>(here, fp16, e2m1);
  check_scaled<4, 32, 64, 32, 4, std::uint8_t>(here, e2m1, fp16);
  check_scaled<1, 64, 64, 64, 4, std::uint8_t>(here, e4m3, e5m2);
}

TEST_F(QuantisedTest, MultipliesWithScalesOfFloat8) {
  check_scaled<32, 16, 64, 16, 4, float8_e4m3_t>(here, e2m1, e2m1);
  check_scaled<16, 16, 32, 16, 4, float8_e4m3_t>(here, e4m3, e2m1);
  check_scaled<16, 16, 32, 16, 1, float8_e4m3_t>(here, bf16, e2m1);
}

/// Every exponent of a scale, and its NaN, at the 1 of a row of zeros.
struct EveryScale {
  KW_KERNEL void operator()(program auto tl, const std::uint8_t* scales, float* out) const {
    auto i = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto k = tl.arange(size<32>);
    auto lhs = tl.where(k(None, _) == 0, tl.full(shape<16, 32>, 1.0f), 0).to(float8e4nv);
    auto rhs = tl.where(k(_, None) == 0, tl.full(shape<32, 16>, 1.0f), 0).to(float8e4nv);
    auto product = tl.dot_scaled(lhs, tl.load(scales + i(_, None)), e4m3, rhs, None, e4m3);
    tl.store(out + i, tl.max(product, axis<1>));
  }
};

TEST_F(QuantisedTest, EveryScaleIsAPowerOfTwo) {
  std::vector<std::uint8_t> scales(256);
  for (int s = 0; s < 256; ++s) {
    scales[static_cast<std::size_t>(s)] = static_cast<std::uint8_t>(s == 255 ? 127 : s);
  }
  const auto got = run(here, grid(16), EveryScale{}, scales, output<float>{256});
  kernel_test::expect_lanes(got, 255, [](int s) { return std::ldexp(1.0, s - 127); });
  EXPECT_TRUE(std::isnan(core::value_of_scale{}(std::uint8_t{255})));
}

}  // namespace
}  // namespace dot_test
