// Integers of every width with and without sign: bits, shifts, high products, and masks as bits.
#include <array>

#include "kernel_test.hpp"

namespace bits_test {

using namespace kw;
using kernel_test::at, kernel_test::expect_lanes, kernel_test::output, kernel_test::run;

struct BitsTest : kernel_test::KernelTest {};

/// Numbers whose upper and lower bits are both in use, 0, -1 and the ends of the type.
template <class T>
std::vector<T> some_bits(int count, std::uint64_t seed) {
  std::vector<T> values = {T{0}, static_cast<T>(-1), static_cast<T>(T{1} << (8 * sizeof(T) - 1)),
                           static_cast<T>(~(T{1} << (8 * sizeof(T) - 1))), T{1}};
  std::uint64_t state = seed;
  while (static_cast<int>(values.size()) < count) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    values.push_back(static_cast<T>(state >> 24));
  }
  return values;
}

template <int N>
struct Operators {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, const T* y, T* out, int amount) const {
    auto i = tl.arange(size<N>);
    auto a = tl.load(x + i);
    auto b = tl.load(y + i);
    constexpr T width = 8 * sizeof(T);
    auto shift = b & static_cast<T>(width - 1);
    auto changed = a;
    changed &= 0x5a;
    changed |= b;
    changed ^= a;
    changed <<= 3;
    changed >>= amount;
    changed %= static_cast<T>(7);
    tl.store(out + i, a & b);
    tl.store(out + (N + i), a | b);
    tl.store(out + (2 * N + i), a ^ b);
    tl.store(out + (3 * N + i), ~a);
    tl.store(out + (4 * N + i), a << shift);
    tl.store(out + (5 * N + i), a >> shift);
    tl.store(out + (6 * N + i), a & 15);
    tl.store(out + (7 * N + i), 1 << shift);
    tl.store(out + (8 * N + i), a >> amount);
    tl.store(out + (9 * N + i), a << amount);
    tl.store(out + (10 * N + i), changed);
    tl.store(out + (11 * N + i), -a);
    tl.store(out + (12 * N + i), (a & (i & 3)).to(dtype<T>{}));
    tl.store(out + (13 * N + i), tl.abs(a));
    static_assert(std::is_same_v<core::value_of<decltype(a & b)>, T>);
    static_assert(std::is_same_v<core::value_of<decltype(a << 1)>, T>);
    static_assert(std::is_same_v<core::value_of<decltype(~a)>, T>);
  }
};

/// Computes in 64 bits with the sign of T, and cuts to T's width at the end.
template <class T>
std::array<T, 14> expected(T a, T b, int amount, int i) {
  using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
  const Wide wide = a;
  const auto bits = static_cast<std::uint64_t>(wide);
  const int shift = static_cast<int>(b & static_cast<T>(8 * sizeof(T) - 1));
  T changed = static_cast<T>((static_cast<T>(a & 0x5a) | b) ^ a);
  changed = static_cast<T>(static_cast<std::uint64_t>(changed) << 3);
  changed = static_cast<T>(static_cast<Wide>(changed) >> amount);
  changed = static_cast<T>(static_cast<Wide>(changed) % 7);
  return {static_cast<T>(a & b),
          static_cast<T>(a | b),
          static_cast<T>(a ^ b),
          static_cast<T>(~bits),
          static_cast<T>(bits << shift),
          static_cast<T>(wide >> shift),
          static_cast<T>(bits & 15u),
          static_cast<T>(std::uint64_t{1} << shift),
          static_cast<T>(wide >> amount),
          static_cast<T>(bits << amount),
          changed,
          static_cast<T>(0 - bits),
          static_cast<T>(bits & static_cast<std::uint64_t>(i & 3)),
          static_cast<T>(std::is_signed_v<T> && a < T{} ? 0 - bits : bits)};
}

template <class T, int N>
void check_operators(device here, int amount) {
  const auto a = some_bits<T>(N, 1), b = some_bits<T>(N, 77);
  const auto got = run(here, grid(1), Operators<N>{}, a, b, output<T>{14 * N}, amount);
  SCOPED_TRACE(::testing::Message()
               << sizeof(T) << " bytes, " << std::is_signed_v<T> << ", amount " << amount);
  expect_lanes(got, N, [&](int i) { return expected(at(a, i), at(b, i), amount, i); });
}

TEST_F(BitsTest, OperatorsOnIntegersOfEveryWidth) {
  for (const int amount : {0, 1, 7}) {
    check_operators<std::int8_t, 128>(here, amount);
    check_operators<std::uint8_t, 128>(here, amount);
    check_operators<std::int16_t, 64>(here, amount);
    check_operators<std::uint16_t, 64>(here, amount);
    check_operators<std::int32_t, 1024>(here, amount);
    check_operators<std::uint32_t, 1024>(here, amount);
    check_operators<std::int64_t, 256>(here, amount);
    check_operators<std::uint64_t, 8>(here, amount);
  }
  check_operators<std::int32_t, 32>(here, 31);
  check_operators<std::uint64_t, 32>(here, 63);
}

struct IndexBits {
  KW_KERNEL void operator()(program auto tl, std::int32_t* out, int n) const {
    auto i = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto mask = i < n;
    tl.store(out + i, i & 15, mask);
    tl.store(out + (n + i), i >> 2, mask);
    tl.store(out + (2 * n + i), i << 3, mask);
    tl.store(out + (3 * n + i), i ^ 0x55, mask);
    tl.store(out + (4 * n + i), ~i, mask);
    tl.store(out + (5 * n + i), -i | 1, mask);
    tl.store(out + (6 * n + i), 1 << (i & 7), mask);
    tl.store(out + (7 * n + i), (i % 5) << (i % 3), mask);
    // The strides of a shifted index stay known, like those of a product.
    static_assert(core::index_tile_type<decltype(i << 3)>);
    static_assert(core::index_tile_type<decltype(-i)>);
  }
};

TEST_F(BitsTest, IndexTilesAndFormulas) {
  constexpr int n = 100;
  const auto got = run(here, grid(2), IndexBits{}, output<std::int32_t>{8 * n}, n);
  expect_lanes(got, n, [](int i) {
    return std::array{i & 15, i >> 2,   i << 3,       i ^ 0x55,
                      ~i,     (-i) | 1, 1 << (i & 7), (i % 5) << (i % 3)};
  });
}

struct Promotions {
  KW_KERNEL void operator()(program auto tl, std::uint32_t* out) const {
    auto i = tl.arange(size<32>);
    auto u8 = tl.full(size<32>, 200, uint8);
    auto i8 = tl.full(size<32>, -3, int8);
    auto u32 = tl.full(size<32>, 5, uint32);
    auto i32 = tl.full(size<32>, -1, int32);
    auto i64 = tl.full(size<32>, -1, int64);
    static_assert(std::is_same_v<core::value_of<decltype(u8 + i8)>, std::uint8_t>);
    static_assert(std::is_same_v<core::value_of<decltype(u8 + i32)>, std::int32_t>);
    static_assert(std::is_same_v<core::value_of<decltype(i32 + u32)>, std::uint32_t>);
    static_assert(std::is_same_v<core::value_of<decltype(i64 + u32)>, std::int64_t>);
    static_assert(std::is_same_v<core::value_of<decltype(u32 + 1.5f)>, float>);
    static_assert(std::is_same_v<core::value_of<decltype(u32 + 1)>, std::uint32_t>);
    static_assert(
        std::is_same_v<core::value_of<decltype(tl.sum(u8(_, None), axis<1>))>, std::uint32_t>);
    tl.store(out + i, i32 + u32);                    // 4: the sum wraps around
    tl.store(out + (32 + i), (u8 + i8).to(uint32));  // 197, in 8 bits
    tl.store(out + (64 + i), u8 + i32);              // 199
    tl.store(out + (96 + i), tl.sum(u8));            // 6400 needs more than 8 bits
    tl.store(out + (128 + i), (u32 - 6) / 2);        // half of 2^32 - 1
    tl.store(out + (160 + i), tl.where(u32 - 6 > u32, u32 << 31, u32) >> 3);
    tl.store(out + (192 + i), tl.max(tl.where(i < 1, u32 - 6, u32)));
  }
};

TEST_F(BitsTest, UnsignedIntegersPromoteAsInTriton) {
  const auto got = run(here, grid(1), Promotions{}, output<std::uint32_t>{224});
  expect_lanes(got, 32, [](int) {
    return std::array{4u, 197u, 199u, 6400u, 0x7fffffffu, 0x10000000u, 0xffffffffu};
  });
}

struct HighProducts {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, const T* y, T* out) const {
    auto i = tl.arange(size<256>);
    tl.store(out + i, tl.umulhi(tl.load(x + i), tl.load(y + i)));
    tl.store(out + (256 + i), tl.umulhi(tl.load(x + i), 3));
    tl.store(out + 512, tl.umulhi(tl.load(x + 2), tl.load(y + 7)));  // of two numbers
  }
};

/// The upper half of a product, by its four partial products.
template <class T>
T high_product(T a, T b) {
  using U = std::make_unsigned_t<T>;
  constexpr int half = 4 * sizeof(T);
  constexpr U low = (U{1} << half) - 1;
  const U x = static_cast<U>(a), y = static_cast<U>(b);
  const U middle = (x >> half) * (y & low) + (((x & low) * (y & low)) >> half);
  return static_cast<T>((x >> half) * (y >> half) + (middle >> half) +
                        (((middle & low) + (x & low) * (y >> half)) >> half));
}

template <class T>
void check_high_products(device here) {
  const auto a = some_bits<T>(256, 5), b = some_bits<T>(256, 9);
  const auto got = run(here, grid(1), HighProducts{}, a, b, output<T>{513});
  expect_lanes(got, 256, [&](int i) {
    return std::array{high_product(at(a, i), at(b, i)), high_product(at(a, i), T{3})};
  });
  EXPECT_EQ(got[512], high_product(a[2], b[7]));
}

TEST_F(BitsTest, HighProductsOf32And64Bits) {
  kernel_test::for_each_type<std::uint32_t, std::int32_t, std::uint64_t, std::int64_t>(
      [&]<class T> { check_high_products<T>(here); });
}

struct ShiftsOfNoMeaning {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out, T far) const {
    auto i = tl.arange(size<16>);
    auto a = tl.load(x + i);
    tl.store(out + i, (i << 40).to(dtype<T>{}) + (a >> far) + (a << far));
  }
};

// The checker does not look at formulas and numbers; they mean the same on both backends.
TEST_F(BitsTest, AShiftByTheWidthLeavesNoBit) {
  EXPECT_EQ(run(here, grid(1), ShiftsOfNoMeaning{}, some_bits<std::uint32_t>(16, 3),
                output<std::uint32_t>{16}, 33u),
            std::vector<std::uint32_t>(16, 0u));
  const auto a = some_bits<std::int64_t>(16, 3);
  const auto got =
      run(here, grid(1), ShiftsOfNoMeaning{}, a, output<std::int64_t>{16}, std::int64_t{64});
  expect_lanes(got, 16, [&](int i) { return at(a, i) < 0 ? -1 : 0; });
}

/// Flags in memory, masks with a condition for the whole program, and ^ and ~ of masks.
struct Masks {
  KW_KERNEL void operator()(program auto tl, const bool* flags, const float* x, bool* out,
                            float* kept, int n, bool whole) const {
    auto i = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto mask = i < n;
    auto flag = tl.load(flags + i, mask, false);
    auto odd = (i & 1) == 1;
    tl.store(out + i, (flag ^ odd) | (~mask & flag), mask);
    auto v = tl.load(x + i, mask & whole, -1.0f);
    tl.store(kept + i, v, mask & (n > 0));
    auto both = tl.full(size<64>, true) & mask;
    both &= flag;
    both &= whole;
    both |= i == 0;
    tl.store(kept + (n + i), both.to(float32), mask);
    tl.store(kept + (2 * n + i), (whole & !flag).to(float32) + mask.to(float32), mask);
  }
};

TEST_F(BitsTest, MasksCombineWithFlagsAndConditions) {
  constexpr int n = 101;
  std::vector<bool> flags;
  for (int i = 0; i < n; ++i) {
    flags.push_back(i % 3 == 0 || i % 7 == 2);
  }
  const auto values = kernel_test::some_values(n);
  for (const bool whole : {false, true}) {
    const auto [got, kept] =
        run(here, grid(2), Masks{}, flags, values, output<bool>{n}, output<float>{3 * n}, n, whole);
    expect_lanes(got, n, [&](int i) { return at(flags, i) != (i % 2 == 1); });
    expect_lanes(kept, n, [&](int i) {
      const bool flag = at(flags, i);
      return std::array{whole ? at(values, i) : -1.0f, (flag && whole) || i == 0 ? 1.0f : 0.0f,
                        (whole && !flag ? 1.0f : 0.0f) + 1.0f};
    });
  }
}

TEST_F(BitsTest, BuffersOfFlags) {
  buffer<bool, 2> flags(here, {3, 5}, {.row_stride = 8});
  const std::vector<bool> values = {true,  false, true, true,  false, false, false, true,
                                    false, true,  true, false, true,  false, true};
  flags.upload(values);
  EXPECT_EQ(flags.download(), values);
  EXPECT_TRUE(flags.guards_intact());
  flags.fill(true);
  EXPECT_EQ(flags.download(), std::vector<bool>(15, true));
}

}  // namespace bits_test
