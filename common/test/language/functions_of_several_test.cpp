// Functions of two and three numbers, softmax, and functions that a kernel's author writes.
#include <array>

#include "kernel_test.hpp"
#include "kernelwright/core/config.hpp"
#include "kernelwright/runtime/program.hpp"
#include "units_in_last_place.hpp"

namespace functions_of_several_test {

using namespace kw;
using kernel_test::at, kernel_test::comparable, kernel_test::expect_lanes, kernel_test::output,
    kernel_test::run, kernel_test::some_values, kernel_test::units_off;

using real = long double;

struct FunctionsOfSeveral : kernel_test::KernelTest {
  bool gpu() const { return here.kind == device_kind::cuda; }
};

/// Random bits as numbers, of all exponents; every 17th is one of the special numbers.
template <class T>
std::vector<T> numbers_of_every_size(std::size_t count, std::uint64_t seed) {
  const T tiny = std::numeric_limits<T>::denorm_min(), large = std::numeric_limits<T>::max();
  const T special[] = {0,    -T{0}, 1,     -1,     INFINITY, -INFINITY, NAN,
                       tiny, -tiny, large, -large, 2,        T(0.5),    3};
  std::vector<T> values(count);
  std::uint64_t state = seed;
  for (std::size_t k = 0; k < count; ++k) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t bits = state ^ (state >> 29);
    values[k] =
        k % 17 == 0
            ? special[bits % std::size(special)]
            : __builtin_bit_cast(
                  T, static_cast<std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>>(
                         bits >> (64 - 8 * sizeof(T))));
    values[k] = std::isnan(values[k]) ? T(NAN) : values[k];  // no marks
  }
  return values;
}

constexpr std::int64_t kCount = 1 << 18;
enum { kAtan2, kPow, kFma, kFdiv, kDivRn, kClamp, kResults };

struct All {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, const T* y, const T* z, T* out) const {
    auto i = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    auto a = tl.load(x + i), b = tl.load(y + i), c = tl.load(z + i);
    const auto n = kCount;
    tl.store(out + (kAtan2 * n + i), tl.atan2(a, b));
    tl.store(out + (kPow * n + i), tl.pow(tl.abs(a), c));
    tl.store(out + (kFma * n + i), tl.fma(a, b, c));
    tl.store(out + (kFdiv * n + i), tl.fdiv(a, b));
    tl.store(out + (kDivRn * n + i), tl.div_rn(a, b));
    tl.store(out + (kClamp * n + i), tl.clamp(a, -2, tl.abs(c)));
  }
};

template <class T>
void check_all(device here, bool gpu) {
  const auto a = numbers_of_every_size<T>(kCount, 1), b = numbers_of_every_size<T>(kCount, 2);
  auto c = numbers_of_every_size<T>(kCount, 3);
  for (std::size_t k = 0; k < c.size(); ++k) {
    // Mostly an exponent with which the power is neither 0 nor infinite.
    const T scaled = T(130 * std::sin(static_cast<double>(k))) / std::log2(std::fabs(a[k]));
    c[k] = k % 5 == 0 || std::isnan(scaled) ? (std::isnan(c[k]) ? T(1) : c[k]) : scaled;
  }
  const auto got = run(here, grid(kCount / 1024), All{}, a, b, c, output<T>{kResults * kCount});
  auto result = [&](int r, std::size_t k) { return got[static_cast<std::size_t>(r * kCount) + k]; };
  const double atan2_ulp = !gpu && sizeof(T) == 4 ? 2 : !gpu ? 1 : sizeof(T) == 4 ? 3 : 2;
  const double pow_ulp = !gpu ? 1 : sizeof(T) == 4 ? 4 : 2;
  const double fdiv_ulp = gpu && sizeof(T) == 4 ? 2 : 0.5;
  for (std::size_t k = 0; k < a.size(); ++k) {
    const auto where = ::testing::Message() << a[k] << ", " << b[k] << ", " << c[k];
    ASSERT_LE(units_off(result(kAtan2, k), std::atan2(real(a[k]), real(b[k]))), atan2_ulp) << where;
    ASSERT_LE(units_off(result(kPow, k), std::pow(real(std::fabs(a[k])), real(c[k]))), pow_ulp)
        << where;
    const T fma = std::fma(a[k], b[k], c[k]);
    ASSERT_TRUE(result(kFma, k) == fma || (std::isnan(fma) && std::isnan(result(kFma, k))))
        << where;
    const T quotient = a[k] / b[k];
    ASSERT_TRUE(result(kDivRn, k) == quotient ||
                (std::isnan(quotient) && std::isnan(result(kDivRn, k))))
        << where;
    ASSERT_LE(units_off(result(kFdiv, k), real(quotient)), fdiv_ulp) << where;
    const T high = std::fabs(c[k]);
    const T clamped = std::fmin(std::fmax(a[k], T(-2)), high);
    ASSERT_EQ(result(kClamp, k), clamped) << where;
  }
}

TEST_F(FunctionsOfSeveral, OverTheWholeRange) {
  enable_checks(false);  // NaN and infinities are meant
  check_all<float>(here, gpu());
  check_all<double>(here, gpu());
  enable_checks(true);
}

/// Negative bases, whole and fractional exponents; plain numbers for either.
struct Powers {
  KW_KERNEL void operator()(program auto tl, float* out) const {
    auto i = tl.arange(size<64>);
    auto base = i.to(float32) - 32.0f;
    tl.store(out + i, tl.pow(base, 3));
    tl.store(out + (64 + i), tl.pow(base, 0.5f));
    tl.store(out + (128 + i), tl.pow(2.0f, base));
    tl.store(out + (192 + i), tl.pow(base, base.to(int32)));
    tl.store(out + (256 + i), tl.pow(3.0f, 4.0f) + tl.tanh(0.0f) + tl.floor(2.5f) +
                                  tl.fma(2.0f, 3.0f, 4.0f) + tl.clamp(7, 1, 3));
  }
};

TEST_F(FunctionsOfSeveral, PowersOfNegativeNumbers) {
  enable_checks(false);  // the root of a negative number is meant
  const auto got = run(here, grid(1), Powers{}, output<float>{320});
  enable_checks(true);
  for (int i = 0; i < 64; ++i) {
    const auto k = static_cast<std::size_t>(i);
    const float base = static_cast<float>(i) - 32;
    ASSERT_LE(units_off(got[k], std::pow(real(base), 3.0L)), 4) << base;
    ASSERT_LE(units_off(got[64 + k], std::sqrt(real(base))), 4) << base;
    ASSERT_LE(units_off(got[128 + k], std::exp2(real(base))), 4) << base;
    ASSERT_LE(units_off(got[192 + k], std::pow(real(base), real(base))), 4) << base;
    ASSERT_EQ(got[256 + k], 81 + 0 + 2 + 10 + 3);
  }
}

struct Clamps {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out, float nan) const {
    auto i = tl.arange(size<64>);
    auto a = tl.load(x + i);
    tl.store(out + i, tl.clamp(a, -3, 2));
    tl.store(out + (64 + i), tl.clamp(i, 5, 20));
    tl.store(out + (128 + i), tl.clamp(tl.where(i < 3, nan, 0.25f), -1.5f, 1.5f).to(int32));
  }
};

template <class T>
void check_clamps(device here) {
  const auto values = some_values<T>(64);
  const auto got = run(here, grid(1), Clamps{}, values, output<T>{192}, NAN);
  expect_lanes(got, 64, [&](int i) {
    const auto clamped = [](double v, double low, double high) {
      return std::fmin(std::fmax(v, low), high);
    };
    return std::array{clamped(static_cast<double>(comparable(at(values, i))), -3, 2),
                      clamped(i, 5, 20), i < 3 ? -1.0 : 0.0};
  });
}

TEST_F(FunctionsOfSeveral, ClampTakesEveryType) {
  kernel_test::for_each_type<float, double, float16_t, bfloat16_t, std::int8_t, std::int32_t,
                             std::int64_t>([&]<class T> { check_clamps<T>(here); });
}

template <int M, int N>
struct Softmaxes {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* rows, T* columns, T* one,
                            int width) const {
    auto r = tl.arange(size<M>)(_, None);
    auto c = tl.arange(size<N>)(None, _);
    auto place = r * N + c;
    auto a = tl.load(x + place, c < width, -inf);
    tl.store(rows + place, tl.softmax(a, axis<1>));
    tl.store(columns + place, tl.softmax(a, axis<0>, true, true), c < width);
    auto j = tl.arange(size<N>);
    tl.store(one + j, tl.softmax(tl.load(x + j)));
  }
};

template <int M, int N, class T>
void check_softmaxes(device here, int width, double tolerance) {
  const auto values = some_values<T>(M * N);
  const auto [got_rows, got_columns, got_one] =
      run(here, grid(1), Softmaxes<M, N>{}, values, output<T>{M * N},
          kernel_test::changed(std::vector<T>(M * N)), output<T>{N}, width);
  auto at = [&](int i, int j) {
    return j < width ? core::convert<double>(values[static_cast<std::size_t>(i * N + j)])
                     : -INFINITY;
  };
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) {
      double row = 0, column = 0, whole = 0;
      for (int k = 0; k < N; ++k) {
        row += std::exp(at(i, k) - at(i, j));
        whole += std::exp(core::convert<double>(values[static_cast<std::size_t>(k)]) -
                          core::convert<double>(values[static_cast<std::size_t>(j)]));
      }
      for (int k = 0; k < M; ++k) {
        column += std::exp(at(k, j) - at(i, j));
      }
      const auto place = static_cast<std::size_t>(i * N + j);
      ASSERT_NEAR(core::convert<double>(got_rows[place]), j < width ? 1 / row : 0, tolerance);
      ASSERT_NEAR(core::convert<double>(got_columns[place]), j < width ? 1 / column : 0, tolerance);
      ASSERT_NEAR(core::convert<double>(got_one[static_cast<std::size_t>(j)]), 1 / whole,
                  tolerance);
    }
  }
}

TEST_F(FunctionsOfSeveral, SoftmaxAlongEitherAxis) {
  // A result is at most 1; the exponent is off by up to 60 ulp of the fast exponential.
  check_softmaxes<4, 64, float>(here, 50, 60 * 1.2e-7);
  check_softmaxes<16, 32, float>(here, 32, 60 * 1.2e-7);
  check_softmaxes<1, 128, double>(here, 127, 1e-14);
  check_softmaxes<8, 16, float16_t>(here, 9, 1e-3);
  check_softmaxes<2, 256, bfloat16_t>(here, 255, 8e-3);
}

KW_HD float collatz_steps(std::int32_t n) {
  int steps = 0;
  for (; n > 1 && steps < 100; ++steps) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  }
  return static_cast<float>(steps);
}

struct Mapped {
  KW_KERNEL void operator()(program auto tl, const float* x, const float16_t* h, float* out,
                            bool* is_large, float slope) const {
    auto i = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto a = tl.load(x + i);
    auto b = tl.load(h + i);
    const std::int64_t n = 128;
    tl.store(out + i, tl.map([slope](float v) { return v > 0 ? v : slope * v; }, a));
    tl.store(out + (n + i), tl.map([](float v, float w, int k) { return v * w + k; }, a, b, i));
    tl.store(out + (2 * n + i), tl.map_elementwise(collatz_steps, i));
    tl.store(out + (3 * n + i),
             tl.map([&tl](float v) { return tl.exp(v) + tl.tanh(v); }, a * 0.1f));
    tl.store(is_large + i, tl.map([](auto v) { return v > 3; }, b));
    static_assert(
        std::is_same_v<core::value_of<decltype(tl.map([](auto v) { return v; }, b))>, float>);
  }
};

TEST_F(FunctionsOfSeveral, FunctionsOfTheAuthor) {
  const auto a = some_values(128, 1);
  const auto b = some_values<float16_t>(128, 2);
  const auto [got, got_large] =
      run(here, grid(2), Mapped{}, a, b, output<float>{512}, output<bool>{128}, 0.125f);
  for (std::size_t k = 0; k < 128; ++k) {
    ASSERT_EQ(got[k], a[k] > 0 ? a[k] : 0.125f * a[k]);
    ASSERT_EQ(got[128 + k], a[k] * to_float(b[k]) + static_cast<float>(k));
    ASSERT_EQ(got[256 + k], collatz_steps(static_cast<std::int32_t>(k)));
    const float v = a[k] * 0.1f;
    ASSERT_NEAR(got[384 + k], std::exp(v) + std::tanh(v), 1e-5f * std::exp(std::fabs(v)));
    ASSERT_EQ(got_large[k], to_float(b[k]) > 3);
  }
}

}  // namespace functions_of_several_test
