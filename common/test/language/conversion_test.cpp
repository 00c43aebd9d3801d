// x.to(type) and tl.cast on values, indices, formulas, masks and plain numbers; unary minus.
#include <array>

#include "kernel_test.hpp"
#include "kernelwright/core/config.hpp"

namespace conversion_test {

using namespace kw;
using kernel_test::at, kernel_test::comparable, kernel_test::expect_lanes, kernel_test::output,
    kernel_test::run, kernel_test::some_values;

struct ConversionTest : kernel_test::KernelTest {};

/// Indices, a formula of them, a mask and a number, each as T. The indices of program 2 begin at
/// 250, where 8 bits end.
template <int N>
struct LazyTiles {
  template <class T>
  KW_KERNEL void operator()(program auto tl, T* out, int n, int far) const {
    constexpr dtype<T> type{};
    auto i = tl.arange(size<N>);
    auto at = far * tl.program_id(0) + i;
    auto to = out + tl.program_id(0) * 8 * N;
    tl.store(to + i, at.to(type));
    tl.store(to + (N + i), (at % 7 - 3).to(type));
    tl.store(to + (2 * N + i), (i < n).to(type));
    tl.store(to + (3 * N + i), ((i < n) & (i % 2 == 0)).to(type));
    tl.store(to + (4 * N + i), tl.cast(n, type));
    tl.store(to + (5 * N + i), (-i).to(type));
    tl.store(to + (6 * N + i), (-(i % 4)).to(type) + tl.cast(i < 1, type));
    tl.store(to + (7 * N + i), tl.cast(tl.cast(at, type).to(float32) * 0.5f, type));
    static_assert(std::is_same_v<core::value_of<decltype(at.to(type))>, T>);
    static_assert(std::is_same_v<core::value_of<decltype((i < n).to(type))>, T>);
    static_assert(std::is_same_v<decltype(tl.cast(n, type)), T>);
  }
};

template <class T>
void check_lazy_tiles(device here) {
  constexpr int N = 16, n = 5, far = 125;
  const auto got = run(here, grid(3), LazyTiles<N>{}, output<T>{3 * 8 * N}, n, far);
  SCOPED_TRACE(core::dtype_name<T>());
  for (int p = 0; p < 3; ++p) {
    const auto first = got.begin() + p * 8 * N;
    expect_lanes(std::vector<T>(first, first + 8 * N), N, [&](int i) {
      const int where = far * p + i;
      const T half = core::convert<T>(core::convert<float>(core::convert<T>(where)) * 0.5f);
      return std::array{core::convert<T>(where),
                        core::convert<T>(where % 7 - 3),
                        core::convert<T>(i < n ? 1 : 0),
                        core::convert<T>(i < n && i % 2 == 0 ? 1 : 0),
                        core::convert<T>(n),
                        core::convert<T>(-i),
                        core::convert<T>(-(i % 4) + (i < 1 ? 1 : 0)),
                        half};
    });
  }
}

TEST_F(ConversionTest, IndicesFormulasMasksAndNumbersToEveryType) {
  kernel_test::for_each_type<float, double, float16_t, bfloat16_t, std::int8_t, std::uint8_t,
                             std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::int64_t,
                             std::uint64_t>([&]<class T> { check_lazy_tiles<T>(here); });
}

/// Values of one type to another and back, and to true and false.
struct RoundTrip {
  template <class T, class U>
  KW_KERNEL void operator()(program auto tl, const T* x, U* there, T* back, bool* is_set) const {
    auto i = tl.arange(size<64>);
    auto a = tl.load(x + i);
    auto b = a.to(dtype<U>{});
    tl.store(there + i, b);
    tl.store(back + i, -b.to(dtype<T>{}));
    tl.store(is_set + i, a.to(kw::int1));
  }
};

template <class T, class U>
void check_round_trip(device here) {
  auto values = some_values<T>(64);
  values[7] = core::convert<T>(0.0f);
  const auto [there, back, is_set] =
      run(here, grid(1), RoundTrip{}, values, output<U>{64}, output<T>{64}, output<bool>{64});
  // Fractions are cut off, and a number below zero is 0 without a sign.
  const auto converted = [&](int i) { return core::convert<U>(comparable(at(values, i))); };
  expect_lanes(there, 64, converted);
  expect_lanes(back, 64,
               [&](int i) { return -core::convert<double>(core::convert<T>(converted(i))); });
  expect_lanes(is_set, 64, [&](int i) { return comparable(at(values, i)) != 0; });
}

TEST_F(ConversionTest, ValuesThereAndBack) {
  check_round_trip<float, std::int32_t>(here);
  check_round_trip<float, double>(here);
  check_round_trip<double, float16_t>(here);
  check_round_trip<float16_t, std::int8_t>(here);
  check_round_trip<bfloat16_t, std::int64_t>(here);
  check_round_trip<std::int32_t, float>(here);
  check_round_trip<std::int64_t, std::int16_t>(here);
  check_round_trip<std::int8_t, bfloat16_t>(here);
}

struct Bitcasts {
  template <class T, class U>
  KW_KERNEL void operator()(program auto tl, const T* x, U* bits, T* back) const {
    auto i = tl.arange(size<64>);
    auto a = tl.load(x + i);
    auto b = a.to(dtype<U>{}, bitcast);
    tl.store(bits + i, b);
    tl.store(back + i, tl.cast(b ^ 1, dtype<T>{}, bitcast));
  }
};

template <class T, class U>
void check_bitcasts(device here) {
  const auto values = some_values<T>(64, 3);
  const auto [bits, back] = run(here, grid(1), Bitcasts{}, values, output<U>{64}, output<T>{64});
  for (std::size_t k = 0; k < 64; ++k) {
    const U want = __builtin_bit_cast(U, values[k]);
    ASSERT_EQ(bits[k], want) << core::dtype_name<T>() << " " << k;
    ASSERT_EQ(__builtin_bit_cast(U, back[k]), static_cast<U>(want ^ 1)) << k;
  }
}

TEST_F(ConversionTest, BitcastsKeepTheBits) {
  check_bitcasts<float, std::int32_t>(here);
  check_bitcasts<float, std::uint32_t>(here);
  check_bitcasts<double, std::int64_t>(here);
  check_bitcasts<double, std::uint64_t>(here);
  check_bitcasts<float16_t, std::int16_t>(here);
  check_bitcasts<bfloat16_t, std::uint16_t>(here);
  check_bitcasts<std::int8_t, std::uint8_t>(here);
  check_bitcasts<std::uint32_t, std::int32_t>(here);
}

struct FloatsAsIntegers {
  template <class From, class T>
  KW_KERNEL void operator()(program auto tl, const From* x, T* out) const {
    auto i = tl.arange(size<16>);
    tl.store(out + i, tl.load(x + i).to(dtype<T>{}));
  }
};

template <class From, class T>
void check_floats_as_integers(device here) {
  using limits = std::numeric_limits<T>;
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  const double least = static_cast<double>(limits::min());
  const double above = 2 * static_cast<double>(limits::max() / 2 + 1);
  const double numbers[] = {0.9,        -0.9,  99.75,  above / 2, above,         3 * above,
                            1e18,       -1.75, -least, least,     3 * least - 1, kInfinite,
                            -kInfinite, NAN,   0.0,    1.0};
  std::vector<From> floats;
  std::vector<T> want;
  for (double number : numbers) {
    const From x = core::convert<From>(number);
    const double value = std::trunc(core::convert<double>(x));
    floats.push_back(x);
    want.push_back(std::isnan(value)                             ? T{0}
                   : value >= above                              ? limits::max()
                   : value <= static_cast<double>(limits::min()) ? limits::min()
                                                                 : static_cast<T>(value));
  }
  const auto count = static_cast<int>(floats.size());
  SCOPED_TRACE(core::dtype_name<T>());
  expect_lanes(run(here, grid(1), FloatsAsIntegers{}, floats, output<T>{count}), count,
               [&](int i) { return at(want, i); });
}

TEST_F(ConversionTest, FloatsOutOfRangeBecomeTheNearestInteger) {
  kernel_test::for_each_type<float16_t, bfloat16_t, float, double>([&]<class From> {
    kernel_test::for_each_type<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                               std::uint32_t, std::int64_t, std::uint64_t>(
        [&]<class T> { check_floats_as_integers<From, T>(here); });
  });
}

struct BitcastsWithoutStorage {
  KW_KERNEL void operator()(program auto tl, float* out, float number) const {
    auto i = tl.arange(size<32>);
    tl.store(out + i, (0x3f800000 + i).to(float32, bitcast));  // 1, and steps of one ulp
    tl.store(out + (32 + i), (0x40000000 + i % 3).to(float32, bitcast));
    tl.store(out + (64 + i), tl.cast(tl.cast(number, int32, bitcast) + 1, float32, bitcast));
  }
};

TEST_F(ConversionTest, BitcastsOfIndicesFormulasAndNumbers) {
  const auto got = run(here, grid(1), BitcastsWithoutStorage{}, output<float>{96}, 1.0f);
  expect_lanes(got, 32, [](int i) {
    return std::array{1.0f + static_cast<float>(i) * 0x1p-23f,
                      2.0f + static_cast<float>(i % 3) * 0x1p-22f, 1.0f + 0x1p-23f};
  });
}

struct ScalarsAndTiles {
  KW_KERNEL void operator()(program auto tl, const std::int32_t* x, const std::int8_t* y,
                            double* out, std::int32_t* counts, double factor) const {
    auto i = tl.arange(size<64>);
    auto a = tl.load(x + i);
    auto b = tl.load(y + i);
    static_assert(std::is_same_v<core::value_of<decltype(a * factor)>, double>);
    static_assert(std::is_same_v<core::value_of<decltype(i * 0.1)>, double>);
    static_assert(std::is_same_v<core::value_of<decltype(a * 0.1f)>, float>);
    static_assert(std::is_same_v<core::value_of<decltype(a.to(float32) * factor)>, float>);
    static_assert(std::is_same_v<core::value_of<decltype(tl.where(i < 3, a, factor))>, double>);
    tl.store(out + i, a * factor + i * 0.1);
    // A number outside int8 is compared as it is.
    tl.store(counts + i, (b < 300).to(int32) + (b > -200).to(int32) + (b == 256).to(int32) +
                             (b < (std::int64_t{1} << 40)).to(int32));
  }
};

TEST_F(ConversionTest, NumbersKeepTheirValueAndPrecision) {
  std::vector<std::int32_t> x(64);
  std::vector<std::int8_t> y(64);
  for (int i = 0; i < 64; ++i) {
    x[static_cast<std::size_t>(i)] = 16777217 + 3 * i;  // more bits than a float32 has
    y[static_cast<std::size_t>(i)] = static_cast<std::int8_t>(i == 0 ? 0 : 4 * i - 127);
  }
  const auto [got, counts] = run(here, grid(1), ScalarsAndTiles{}, x, y, output<double>{64},
                                 output<std::int32_t>{64}, 0.1);
  for (std::size_t i = 0; i < 64; ++i) {
    const double want = x[i] * 0.1 + static_cast<double>(i) * 0.1;
    ASSERT_NEAR(got[i], want, 1e-15 * want) << i;
    ASSERT_EQ(counts[i], 3) << i;
  }
}

/// Indices without a sign compute in their own 32 bits, as a hash needs.
struct Hash {
  KW_KERNEL void operator()(program auto tl, std::uint32_t* out) const {
    auto i = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto h = i.to(uint32) * 2654435761u;
    tl.store(out + i, (h ^ (h >> 15)) * 0x85ebca6bu);
  }
};

TEST_F(ConversionTest, UnsignedIndicesWrapAround) {
  expect_lanes(run(here, grid(2), Hash{}, output<std::uint32_t>{128}), 128, [](int i) {
    const std::uint32_t h = static_cast<std::uint32_t>(i) * 2654435761u;
    return (h ^ (h >> 15)) * 0x85ebca6bu;
  });
}

/// An accumulator of products and a tile of two dimensions convert as any other.
struct Matrices {
  KW_KERNEL void operator()(program auto tl, const float16_t* x, std::int32_t* out) const {
    auto r = tl.arange(size<16>);
    auto place = r(_, None) * 16 + r(None, _);
    auto a = tl.load(x + place);
    auto acc = tl.accumulator(shape<16, 16>);
    acc = tl.dot(a, tl.trans(a), acc);
    tl.store(out + place, acc.to(int32, bitcast));
    tl.store(out + (256 + place), (-acc).to(int32) ^ (r < 3).to(int32)(None, _));
  }
};

TEST_F(ConversionTest, AccumulatorsConvert) {
  const auto x = some_values<float16_t>(256);
  const auto got = run(here, grid(1), Matrices{}, x, output<std::int32_t>{512});
  auto at = [&](std::size_t i, std::size_t k) { return to_float(x[i * 16 + k]); };
  for (std::size_t i = 0; i < 16; ++i) {
    for (std::size_t j = 0; j < 16; ++j) {
      float sum = 0;  // exact: sums of a few multiples of 1/16
      for (std::size_t k = 0; k < 16; ++k) {
        sum += at(i, k) * at(j, k);
      }
      ASSERT_EQ(got[i * 16 + j], __builtin_bit_cast(std::int32_t, sum)) << i << ", " << j;
      ASSERT_EQ(got[256 + i * 16 + j], static_cast<std::int32_t>(-sum) ^ (j < 3 ? 1 : 0));
    }
  }
}

}  // namespace conversion_test
