// Random numbers by counter: the vectors that the authors of Philox publish, what the calls make of
// the bits, and whether the numbers look random.
#include <algorithm>
#include <array>

#include "kernel_test.hpp"

namespace random_test {

using namespace kw;
using kernel_test::output, kernel_test::run;

struct RandomTest : kernel_test::KernelTest {};

/// Known answers of Random123, of 10 rounds: counter, key, and result.
struct Vector32 {
  std::array<std::uint32_t, 4> counter;
  std::array<std::uint32_t, 2> key;
  std::array<std::uint32_t, 4> result;
};
constexpr Vector32 kVectors32[] = {
    {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
    {{~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}, {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
    {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
     {0xa4093822, 0x299f31d0},
     {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}}};

struct Philox {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* counter, const std::uint64_t* seed,
                            T* out) const {
    auto i = tl.arange(size<8>);
    auto word = [&](int k) { return tl.load(counter + (i * 0 + k)); };
    auto [a, b, c, d] = tl.philox(tl.load(seed), word(0), word(1), word(2), word(3));
    tl.store(out + i, a);
    tl.store(out + (8 + i), b);
    tl.store(out + (16 + i), c);
    tl.store(out + (24 + i), d);
  }
};

template <class T>
std::vector<T> philox_of(device here, const std::array<T, 4>& counter, std::uint64_t seed) {
  return run(here, grid(1), Philox{}, std::vector<T>(counter.begin(), counter.end()),
             std::vector<std::uint64_t>{seed}, output<T>{32});
}

TEST_F(RandomTest, PhiloxGivesThePublishedAnswers) {
  for (const Vector32& v : kVectors32) {
    const auto got = philox_of(here, v.counter, v.key[0] | std::uint64_t{v.key[1]} << 32);
    for (std::size_t word = 0; word < 4; ++word) {
      for (std::size_t lane = 0; lane < 8; ++lane) {
        ASSERT_EQ(got[word * 8 + lane], v.result[word]) << "word " << word;
      }
    }
  }
  const auto wide = philox_of<std::uint64_t>(here, {0, 0, 0, 0}, 0);
  EXPECT_EQ(wide[0], 0x16554d9eca36314cu);
  EXPECT_EQ(wide[8], 0xdb20fe9d672d0fdcu);
  EXPECT_EQ(wide[16], 0xd7e772cee186176bu);
  EXPECT_EQ(wide[24], 0x7e68b68aec7ba23bu);
}

struct plain_arithmetic : core::shared_functions<plain_arithmetic> {
  static KW_HD std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
    const std::uint64_t a0 = a & ~0u, a1 = a >> 32, b0 = b & ~0u, b1 = b >> 32;
    const std::uint64_t middle = (a0 * b0 >> 32) + (a1 * b0 & ~0u) + a0 * b1;
    return a1 * b1 + (a1 * b0 >> 32) + (middle >> 32);
  }
};

/// With both words of the key in use: a seed of tl.philox leaves one of them at 0.
TEST(Random, PhiloxOf64Bits) {
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  const auto got =
      core::philox<plain_arithmetic, std::uint64_t>({ones, ones, ones, ones}, ones, ones, 10);
  EXPECT_EQ(got.first, 0x87b092c3013fe90bu);
  EXPECT_EQ(got.second, 0x438c3c67be8d0224u);
  EXPECT_EQ(got.third, 0x9cc7d7c69cd777b6u);
  EXPECT_EQ(got.fourth, 0xa09caebf594f0ba0u);
}

/// A second Philox, written from the paper: words multiplied in 64 bits.
std::array<std::uint32_t, 4> philox_again(std::array<std::uint32_t, 4> c, std::uint64_t seed,
                                          int rounds) {
  std::uint32_t k0 = static_cast<std::uint32_t>(seed), k1 = static_cast<std::uint32_t>(seed >> 32);
  for (int r = 0; r < rounds; ++r) {
    const std::uint64_t left = 0xD2511F53ull * c[0], right = 0xCD9E8D57ull * c[2];
    c = {static_cast<std::uint32_t>(right >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(right),
         static_cast<std::uint32_t>(left >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(left)};
    k0 += 0x9E3779B9u;
    k1 += 0xBB67AE85u;
  }
  return c;
}
double uniform_again(std::uint32_t bits) {
  const std::uint32_t folded = (bits & 0x80000000u) != 0 ? ~bits : bits;
  return static_cast<double>(static_cast<float>(folded) * 4.6566127342e-10f);
}

constexpr int kTile = 64;

struct Draw {
  template <class Seed, class Int>
  KW_KERNEL void operator()(program auto tl, Seed seed, const Int* first, std::uint32_t* bits,
                            float* uniform, float* normal, int n) const {
    auto lane = tl.program_id(0) * kTile + tl.arange(size<kTile>);
    auto i = (tl.load(first) + lane).to(dtype<Int>{});
    auto mask = lane < n;
    auto [a, b, c, d] = tl.randint4x(seed, i);
    tl.store(bits + lane, a, mask);
    tl.store(bits + (n + lane), b, mask);
    tl.store(bits + (2 * n + lane), c, mask);
    tl.store(bits + (3 * n + lane), d, mask);
    tl.store(bits + (4 * n + lane), tl.randint(seed, i), mask);
    tl.store(bits + (5 * n + lane), tl.randint(seed, i, 7), mask);
    auto [u, v, w, x] = tl.rand4x(seed, i);
    tl.store(uniform + lane, u, mask);
    tl.store(uniform + (n + lane), v, mask);
    tl.store(uniform + (2 * n + lane), w, mask);
    tl.store(uniform + (3 * n + lane), x, mask);
    tl.store(uniform + (4 * n + lane), tl.rand(seed, i), mask);
    tl.store(uniform + (5 * n + lane), tl.uint_to_uniform_float(d), mask);
    auto [p, q, r, s] = tl.randn4x(seed, i);
    auto [y, z] = tl.pair_uniform_to_normal(w, x);
    tl.store(normal + lane, p, mask);
    tl.store(normal + (n + lane), q, mask);
    tl.store(normal + (2 * n + lane), r, mask);
    tl.store(normal + (3 * n + lane), s, mask);
    tl.store(normal + (4 * n + lane), tl.randn(seed, i), mask);
    tl.store(normal + (5 * n + lane), y - r, mask);
    tl.store(normal + (6 * n + lane), z - s, mask);
    static_assert(std::is_same_v<core::value_of<decltype(a)>, std::uint32_t>);
  }
};

template <class Int, class Seed>
void check_draws(device here, Seed seed, Int start, int n) {
  const auto [got, got_uniform, got_normal] =
      run(here, grid(kw::cdiv(n, kTile)), Draw{}, seed, std::vector<Int>{start},
          output<std::uint32_t>{6 * n}, output<float>{6 * n}, output<float>{7 * n}, n);
  for (int k = 0; k < n; ++k) {
    const auto offset = static_cast<std::uint64_t>(start) + static_cast<std::uint64_t>(k);
    const std::uint32_t high = sizeof(Int) == 8 ? static_cast<std::uint32_t>(offset >> 32) : 0;
    const std::array<std::uint32_t, 4> counter = {static_cast<std::uint32_t>(offset), high, 0, 0};
    const auto key = static_cast<std::uint64_t>(seed);
    const auto want = philox_again(counter, key, 10);
    auto at = [&](std::size_t r) {
      return r * static_cast<std::size_t>(n) + static_cast<std::size_t>(k);
    };
    for (std::size_t r = 0; r < 4; ++r) {
      ASSERT_EQ(got[at(r)], want[r]) << "seed " << seed << ", offset " << offset;
      ASSERT_EQ(got_uniform[at(r)], uniform_again(want[r]));
      const double u1 = std::max(1e-7, uniform_again(want[r & 2u])),
                   u2 = uniform_again(want[r | 1u]);
      const double angle = 6.283185307179586 * u2;
      const double exact =
          std::sqrt(-2 * std::log(u1)) * (r % 2 == 0 ? std::cos(angle) : std::sin(angle));
      // The angle has an error of 6e-7, which counts in full where the cosine is near 0.
      ASSERT_NEAR(got_normal[at(r)], exact, 4e-6);
    }
    ASSERT_EQ(got[at(4)], want[0]);
    ASSERT_EQ(got[at(5)], philox_again(counter, key, 7)[0]);
    ASSERT_EQ(got_uniform[at(4)], got_uniform[at(0)]);
    ASSERT_EQ(got_uniform[at(5)], got_uniform[at(3)]);
    ASSERT_EQ(got_normal[at(4)], got_normal[at(0)]);
    ASSERT_EQ(got_normal[at(5)], 0);
    ASSERT_EQ(got_normal[at(6)], 0);
  }
}

TEST_F(RandomTest, EverySeedAndOffset) {
  for (const int n : {1, 63, 64, 65, 199}) {
    check_draws<std::int32_t>(here, 42, 0, n);
  }
  check_draws<std::int32_t>(here, -1, -100, 200);  // both keep their signs
  check_draws<std::uint32_t>(here, 0x80000000u, 0xfffffff0u, 100);
  check_draws<std::int64_t>(here, std::int64_t{-5}, (std::int64_t{1} << 32) - 50, 100);
  check_draws<std::int64_t>(here, 7, -3, 10);
  check_draws<std::uint64_t>(here, 0x123456789abcdef0u, ~std::uint64_t{0} - 200, 100);
}

struct Forms {
  KW_KERNEL void operator()(program auto tl, const int* seeds, float* out) const {
    auto rows = tl.arange(size<4>);
    auto columns = tl.arange(size<16>);
    auto place = rows(_, None) * 16 + columns(None, _);
    tl.store(out + place, tl.rand(3, place));
    tl.store(out + (64 + place), tl.rand(tl.load(seeds + rows)(_, None), columns(None, _)));
    tl.store(out + (128 + place), tl.rand(3, (place % 8) * 100));
    tl.store(out + 192, tl.rand(3, 5));
    auto [a, b, c, d] = tl.rand4x(3, 5);
    tl.store(out + 193, a + b - c - d + c + d - b);
  }
};

TEST_F(RandomTest, MatricesFormulasSeedsOfLanesAndNumbers) {
  const auto got = run(here, grid(1), Forms{}, std::vector<int>{3, 1, 4, 1}, output<float>{194});
  auto want = [](std::uint64_t seed, std::uint32_t offset) {
    return static_cast<float>(uniform_again(philox_again({offset, 0, 0, 0}, seed, 10)[0]));
  };
  const std::uint64_t seed_of_row[] = {3, 1, 4, 1};
  for (std::uint32_t k = 0; k < 64; ++k) {
    ASSERT_EQ(got[k], want(3, k));
    ASSERT_EQ(got[64 + k], want(seed_of_row[k / 16], k % 16));
    ASSERT_EQ(got[128 + k], want(3, k % 8 * 100));
  }
  EXPECT_EQ(got[192], want(3, 5));
  EXPECT_NEAR(got[193], want(3, 5), 1e-6);
}

struct Limits {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, float* out) const {
    auto i = tl.arange(size<4>);
    tl.store(out + i, tl.uint_to_uniform_float(tl.load(x + i)));
  }
};

template <class T>
void check_limits(device here) {
  const T lowest = static_cast<T>(T{1} << (8 * sizeof(T) - 1));
  const std::vector<T> x{0, static_cast<T>(-1), lowest, static_cast<T>(~lowest)};
  const auto got = run(here, grid(1), Limits{}, x, output<float>{4});
  EXPECT_EQ(got[0], 0);
  EXPECT_EQ(got[1], 0);
  EXPECT_EQ(got[2], got[3]);
  EXPECT_LT(got[2], 1);
  EXPECT_GT(got[2], 1 - 2e-7);
}

TEST_F(RandomTest, UniformNumbersStayBelowOne) {
  kernel_test::for_each_type<std::int32_t, std::uint32_t, std::int64_t, std::uint64_t>(
      [&]<class T> { check_limits<T>(here); });
}

struct Fill {
  KW_KERNEL void operator()(program auto tl, float* uniform, float* normal,
                            std::int64_t seed) const {
    auto i = tl.program_id(0) * 1024 + tl.arange(size<1024>);
    tl.store(uniform + i, tl.rand(seed, i));
    tl.store(normal + i, tl.randn(seed, i));
  }
};

/// Means, deviations and the counts in each of 16 boxes, within five standard deviations.
TEST_F(RandomTest, LooksRandom) {
  constexpr int n = 1 << 18;
  for (const std::int64_t seed : {0, 1, 124, 1 << 30}) {
    const auto [u, z] = run(here, grid(n / 1024), Fill{}, output<float>{n}, output<float>{n}, seed);
    double sum = 0, squares = 0, sum_z = 0, squares_z = 0, neighbours = 0;
    std::array<int, 16> boxes{};
    for (std::size_t k = 0; k < n; ++k) {
      ASSERT_TRUE(u[k] >= 0 && u[k] < 1) << u[k];
      ASSERT_LT(std::fabs(z[k]), 5.7);
      ++boxes[static_cast<std::size_t>(u[k] * 16)];
      sum += u[k];
      squares += (u[k] - 0.5) * (u[k] - 0.5);
      sum_z += z[k];
      squares_z += static_cast<double>(z[k]) * z[k];
      neighbours += (u[k] - 0.5) * (u[(k + 1) % n] - 0.5);
    }
    const double error = 5 / std::sqrt(static_cast<double>(n));
    EXPECT_NEAR(sum / n, 0.5, 0.29 * error);
    EXPECT_NEAR(squares / n, 1.0 / 12, 0.075 * error);
    EXPECT_NEAR(neighbours / n, 0, error / 12);
    EXPECT_NEAR(sum_z / n, 0, error);
    EXPECT_NEAR(squares_z / n, 1, 1.42 * error);
    for (const int count : boxes) {
      EXPECT_NEAR(count, n / 16, 5 * std::sqrt(n / 16 * (15.0 / 16)));
    }
  }
}

}  // namespace random_test
