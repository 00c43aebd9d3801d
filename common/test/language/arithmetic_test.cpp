// Operators and reductions of tiles against double, on the program's device.
#include <algorithm>
#include <numeric>

#include "kernel_test.hpp"

namespace arithmetic_test {

using namespace kw;
using kernel_test::expect_lanes, kernel_test::output, kernel_test::run, kernel_test::some_values;

using ArithmeticTest = kernel_test::KernelTest;

struct Formula {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out) const {
    auto i = tl.arange(size<128>);
    auto a = tl.load(x + i);
    auto b = -a * 2 + (a - 3) / 4.0f;
    b += 1;
    tl.store(out + i, tl.where((a > 1.0f) & !(a > 10.0f), b, tl.maximum(a, -2) - tl.abs(a)));
  }
};

template <class T>
void check_formula(const std::vector<T>& got, const std::vector<T>& x) {
  for (std::size_t k = 0; k < x.size(); ++k) {
    const float a = core::convert<float>(x[k]);
    auto rounded = [](float v) { return core::convert<float>(core::convert<T>(v)); };
    float b = rounded(rounded(rounded(-a) * 2) + rounded(rounded(a - 3) / 4));
    b = rounded(b + 1);
    const float want = a > 1 && a <= 10 ? b : rounded(std::fmax(a, -2.0f) - std::fabs(a));
    EXPECT_NEAR(core::convert<float>(got[k]), want, 1e-6 * std::fabs(want)) << "x = " << a;
  }
}

TEST_F(ArithmeticTest, OperatorsOnEveryFloatType) {
  kernel_test::for_each_type<float, float16_t, double>([&]<class T> {
    const auto x = some_values<T>(128);
    check_formula(run(here, grid(1), Formula{}, x, output<T>{128}), x);
  });
}

TEST_F(ArithmeticTest, SixteenBitFormulasRoundAfterEveryOperation) {
  const auto b = some_values<bfloat16_t>(128);
  const auto got = run(here, grid(1), Formula{}, b, output<bfloat16_t>{128});
  for (std::size_t k = 0; k < b.size(); ++k) {
    const float a = core::convert<float>(b[k]);
    if (a <= 1) {
      EXPECT_EQ(
          core::convert<float>(got[k]),
          core::convert<float>(core::convert<bfloat16_t>(std::fmax(a, -2.0f) - std::fabs(a))));
    }
  }
}

struct Integers {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, std::int64_t* out) const {
    auto i = tl.arange(size<64>);
    auto a = tl.load(x + i).to(int64);
    tl.store(out + i, (a * 7 + i) / 3 % 11 + tl.where(a < 0, 1, 0) + tl.minimum(i, 40));
  }
};

TEST_F(ArithmeticTest, IntegersOfEveryWidth) {
  kernel_test::for_each_type<std::int8_t, std::int16_t, std::int32_t, std::int64_t>([&]<class T> {
    const auto x = some_values<T>(64);
    const auto got = run(here, grid(1), Integers{}, x, output<std::int64_t>{64});
    expect_lanes(got, 64, [&](int i) {
      const std::int64_t a = kernel_test::at(x, i);
      return (a * 7 + i) / 3 % 11 + (a < 0 ? 1 : 0) + (i < 40 ? i : 40);
    });
  });
}

/// Row and column sums, maxima and minima of a 2-D tile, and broadcasting them back.
template <int M, int N>
struct Reductions {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out) const {
    auto r = tl.arange(size<M>);
    auto c = tl.arange(size<N>);
    auto place = r(_, None) * N + c(None, _);
    auto a = tl.load(x + place);
    tl.store(out + place, a - tl.max(a, axis<1>)(_, None) + tl.sum(a, axis<0>)(None, _));
    tl.store(out + M * N + r, tl.sum(a, axis<1>));
    tl.store(out + M * N + M + c, tl.min(a, axis<0>));
    tl.store(out + M * N + M + N, tl.sum(a));
    tl.store(out + M * N + M + N + 1, tl.max(a));
  }
};

template <int M, int N, int NumWarps, class T>
void check_reductions(device here) {
  const auto values = some_values<T>(M * N);
  const auto got =
      run<NumWarps>(here, grid(1), Reductions<M, N>{}, values, output<T>{M * N + M + N + 2});
  std::vector<double> sums(M), highest(M, -INFINITY), down(N), lowest(N, INFINITY), want;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const double v = core::convert<double>(values[k]);
    sums[k / N] += v;
    highest[k / N] = std::fmax(highest[k / N], v);
    down[k % N] += v;
    lowest[k % N] = std::fmin(lowest[k % N], v);
  }
  for (std::size_t k = 0; k < values.size(); ++k) {
    want.push_back(core::convert<double>(values[k]) - highest[k / N] + down[k % N]);
  }
  want.insert(want.end(), sums.begin(), sums.end());
  want.insert(want.end(), lowest.begin(), lowest.end());
  want.push_back(std::accumulate(sums.begin(), sums.end(), 0.0));
  want.push_back(*std::max_element(highest.begin(), highest.end()));
  expect_lanes(got, M * N + M + N + 2, [&](int k) { return kernel_test::at(want, k); });
}

TEST_F(ArithmeticTest, ReductionsOfEveryShapeAndWarpCount) {
  // Multiples of 1/4 with small sums: every order of adding is exact.
  check_reductions<1, 32, 4, float>(here);
  check_reductions<4, 8, 4, float>(here);
  check_reductions<8, 64, 1, float>(here);
  check_reductions<16, 64, 4, float>(here);
  check_reductions<32, 32, 8, float>(here);
  check_reductions<64, 16, 16, float>(here);
  check_reductions<128, 2, 4, float>(here);
  check_reductions<4, 256, 32, float>(here);
  check_reductions<16, 64, 4, double>(here);
  check_reductions<16, 64, 2, std::int32_t>(here);
  check_reductions<16, 64, 2, std::int64_t>(here);
}

template <int N>
struct SumOfRow {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, float* out) const {
    auto a = tl.load(x + tl.arange(size<N>));
    tl.store(out, tl.sum(a.to(float32)));
    tl.store(out + 1, core::convert<float>(tl.sum(a)));
    tl.store(out + 2, tl.sum(tl.zeros(size<N>) + 0.5f));
    tl.store(out + 3, core::convert<float>(tl.sum(tl.full(shape<2, N>, 3, int8))));
  }
};

TEST_F(ArithmeticTest, SixteenBitSumsAccumulateInFloat32) {
  // 4096 ones: adding them up in float16 would stop at 2048, in bfloat16 at 256.
  kernel_test::for_each_type<float16_t, bfloat16_t>([&]<class T> {
    const std::vector<T> ones(4096, core::convert<T>(1.0f));
    EXPECT_EQ(run(here, grid(1), SumOfRow<4096>{}, ones, output<float>{4}),
              (std::vector<float>{4096, 4096, 2048, 24576}));
  });
}

struct Assertions {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<32>);
    auto v = tl.load(x + i);
    tl.device_assert(i < 32, "indices end before 32");
    tl.device_assert(v > -1000.0f, "values are above -1000");
    tl.store(out + i, v);
  }
};

TEST_F(ArithmeticTest, AssertionsThatHoldSayNothing) {
  const auto x = some_values(32);
  EXPECT_EQ(run(here, grid(1), Assertions{}, x, output<float>{32}), x);
}

}  // namespace arithmetic_test
