// What kernels in Triton write every day: a mask that is assigned to, axis=-1, a tile as `other`,
// and the remainder of floats.
#include <array>
#include <cmath>

#include "kernel_test.hpp"

namespace spellings_test {

using namespace kw;
using kernel_test::at, kernel_test::expect_lanes, kernel_test::output, kernel_test::run;

struct Spellings : kernel_test::KernelTest {};

/// 1 where the masks of a row pass, 0 elsewhere; each row is one way to narrow a mask.
struct Narrowed {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n, int from) const {
    auto i = tl.arange(size<64>);
    auto mask = i < n;
    if (from > 3) {
      mask = mask & (i > from);
    }
    tl.store(out + i, tl.load(x + i, mask, 0.0f));
    mask &= i + 5 <= 60;
    tl.store(out + 64 + i, tl.load(x + i, mask, 0.0f));
    mask = (i >= 2) & mask & (from > 1);
    tl.store(out + 2 * 64 + i, 1.0f, mask);
    tl.store(out + 3 * 64 + i, (~mask).to(float32));
    auto later = i >= from;
    later = later & (i < n);
    tl.store(out + 4 * 64 + i, later.to(float32));
    tl.store(out + 5 * 64 + i, tl.where(!later, 0.0f, tl.load(x + i)));
    auto both = (i < n) & (i != 7);
    both = both & (i > from);
    tl.store(out + 6 * 64 + i, 1.0f, both);
    auto never = i <= n;
    never = never & (i > n);
    tl.store(out + 7 * 64 + i, 2.0f, never);
    auto down = -i + 63 < n;
    down &= -i + 63 > from;
    tl.store(out + 8 * 64 + i, tl.load(x + (-i + 63), down, 0.0f));
    auto far = i.to(int64) < n;
    for (int k = 0; k < 2; ++k) {
      far = far & (i > from + k) & (i < 50 - k);
    }
    tl.store(out + 9 * 64 + i, 1.0f, far);
  }
};
TEST_F(Spellings, AMaskIsAssignedToItself) {
  const std::vector<float> ones(64, 1.0f);
  for (const int n : {-3, 0, 1, 8, 32, 63, 64, 100, 2147483647}) {
    for (const int from : {-2147483647, -1, 0, 1, 3, 4, 7, 8, 31, 62, 63, 64}) {
      SCOPED_TRACE(::testing::Message() << "n " << n << ", from " << from);
      const auto out = kernel_test::changed(std::vector<float>(10 * 64));
      expect_lanes(run(here, grid(1), Narrowed{}, ones, out, n, from), 64, [&](int i) {
        const bool first = i < n && (from <= 3 || i > from), second = first && i <= 55;
        const bool third = second && i >= 2 && from > 1, later = i >= from && i < n;
        return std::array{first,
                          second,
                          third,
                          !third,
                          later,
                          later,
                          i < n && i != 7 && i > from,
                          false,
                          63 - i < n && 63 - i > from,
                          i < n && i > from + 1 && i < 49};
      });
    }
  }
}

struct NarrowedMatrix {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int m, int n,
                            int k) const {
    auto rows = tl.arange(size<8>)(_, None);
    auto columns = tl.arange(size<16>)(None, _);
    auto mask = (rows < m) & (columns < n);
    mask = mask & (columns > k);
    mask = (rows > k) & mask;
    mask &= m + n > 3;
    tl.store(out + (rows * 16 + columns), tl.load(x + (rows * 16 + columns), mask, 0.0f));
  }
};
TEST_F(Spellings, AMaskOfRowsAndColumnsIsAssignedToItself) {
  const std::vector<float> ones(128, 1.0f);
  for (const int m : {0, 1, 5, 8}) {
    for (const int n : {0, 4, 13, 16}) {
      for (const int k : {-1, 0, 4, 9}) {
        const auto got = run(here, grid(1), NarrowedMatrix{}, ones, output<float>{128}, m, n, k);
        expect_lanes(got, 128, [&](int e) {
          const int r = e / 16, c = e % 16;
          return r < m && c < n && c > k && r > k && m + n > 3;
        });
      }
    }
  }
}

/// Every function with an axis, for the last and for the first.
struct FromTheEnd {
  template <class First, class Second>
  KW_KERNEL void rows(program auto& tl, auto v, float* out, First first, Second second) const {
    auto i = tl.arange(size<8>);
    tl.store(out + i, tl.sum(v, second));
    tl.store(out + 8 + i, tl.max(v, second) + tl.min(v, second) + tl.mean(v, second));
    tl.store(out + 16 + i, (tl.argmax(v, second) + tl.argmin(v, second)).to(float32));
    tl.store(out + 24 + i, tl.reduce(v, second, [](auto a, auto b) { return a > b ? a : b; }));
    tl.store(out + 32 + i, tl.sum(v - tl.max(v, second, keep_dims), second));
    tl.store(out + 40 + i, tl.sum(tl.cumsum(v, second) * v, second));
    tl.store(out + 48 + i, tl.max(tl.softmax(v, second), second));
    auto [best, place] = tl.max(v, second, return_indices);
    tl.store(out + 56 + i, best + place.to(float32));
    auto [a, b] = tl.reduce(tuple(v, v * 2), second, [](auto s1, auto m1, auto s2, auto m2) {
      return tuple(s1 + s2, m1 > m2 ? m1 : m2);
    });
    tl.store(out + 64 + i, a + b);
    tl.store(out + 72 + i, tl.sum(tl.sort(v, second, descending) * v, second));
    tl.store(out + 80 + i, tl.sum(tl.topk(v, size<2>, second), second));
    tl.store(out + 88 + i, tl.sum(tl.flip(v, second) * v, second));
    tl.store(out + 96 + i,
             tl.sum(tl.permute(tl.permute(v, second, first), axis<1>, axis<0>) * v, second));
    tl.store(out + 104 + i, tl.sum(tl.gather(v, (v * 0).to(int32) + 1, second), second));
    tl.store(out + 112 + i, tl.sum(tl.cat(v, v, second), second));
  }
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto v = tl.load(x + tl.arange(size<8>)(_, None) * 4 + tl.arange(size<4>)(None, _));
    rows(tl, v, out, axis<0>, axis<1>);
    rows(tl, v, out + 120, axis<-2>, axis<-1>);
    auto w = tl.trans(tl.reshape(v, shape<4, 8>));
    tl.store(out + 240 + tl.arange(size<4>), tl.sum(w, axis<0>));
    tl.store(out + 244 + tl.arange(size<4>), tl.sum(w, axis<-2>));
    auto row = tl.load(x + tl.arange(size<32>));
    tl.store(out + 248, tl.sum(row, axis<-1>) - tl.sum(row));
    static_assert(decltype(tl.expand_dims(row, axis<-1>))::shape_type::d1 == 1);
    static_assert(decltype(tl.expand_dims(row, axis<-2>))::shape_type::d0 == 1);
  }
};
TEST_F(Spellings, AxesCountFromTheEnd) {
  const auto got =
      run(here, grid(1), FromTheEnd{}, kernel_test::some_values(32), output<float>{249});
  for (std::size_t k = 0; k < 120; ++k) {
    EXPECT_EQ(got[k], got[120 + k]) << k;
  }
  for (std::size_t k = 240; k < 244; ++k) {
    EXPECT_EQ(got[k], got[k + 4]) << k;
  }
  EXPECT_EQ(got[248], 0.0f);
}

struct Others {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out, int n) const {
    auto i = tl.arange(size<16>);
    tl.store(out + i, tl.load(x + i, i < n, tl.full(size<16>, 3.5f)));
    tl.store(out + 16 + i, tl.load(x + i, i < n, i * 2));
    auto first = tl.load(x + i);
    tl.store(out + 32 + i, tl.load(x + i, first > 1, -first));
    auto at = i(_, None) * 0 + i(None, _);
    auto rows = tl.load(x + at, i(None, _) < n, i(_, None));
    tl.store(out + 48 + i, tl.max(rows, axis<1>));
    static_assert(std::is_same_v<core::value_of<decltype(rows)>, T>);
  }
};
template <class T>
void check_others(device here) {
  std::vector<T> values;
  for (int i = 0; i < 16; ++i) {
    values.push_back(core::convert<T>(i % 5));
  }
  const auto got = run(here, grid(1), Others{}, values, output<T>{64}, 10);
  expect_lanes(got, 16, [](int i) {
    const int value = i % 5;
    return std::array{i < 10 ? value : 3.5, i < 10 ? value : 2.0 * i,
                      value > 1 ? value : -1.0 * value, i > 4 ? i : 4.0};
  });
}
TEST_F(Spellings, OtherIsATile) {
  kernel_test::for_each_type<float, double, float16_t, std::int32_t, std::int64_t>(
      [&]<class T> { check_others<T>(here); });
}

struct Remainders {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, const T* y, T* out, float by) const {
    auto i = tl.arange(size<64>);
    auto a = tl.load(x + i), b = tl.load(y + i);
    tl.store(out + i, a % b);
    tl.store(out + 64 + i, a % by);
    tl.store(out + 128 + i, 7.25f % b);
    a %= b;
    tl.store(out + 192 + i, a);
    tl.store(out + 256 + i, (i - 30).to(float32) % 2.5f);
  }
};
template <class T>
void check_remainders(device here) {
  auto values = kernel_test::some_values<T>(64), divisors = kernel_test::some_values<T>(64, 5);
  for (T& d : divisors) {
    d = core::convert<float>(d) == 0 ? core::convert<T>(0.75f) : d;
  }
  const auto got = run(here, grid(1), Remainders{}, values, divisors, output<T>{320}, 1.5f);
  expect_lanes(got, 64, [&](int i) {
    const float a = core::convert<float>(at(values, i)), b = core::convert<float>(at(divisors, i));
    return std::array{std::fmod(a, b), std::fmod(a, 1.5f), std::fmod(7.25f, b), std::fmod(a, b),
                      std::fmod(static_cast<float>(i) - 30, 2.5f)};
  });
}
TEST_F(Spellings, RemaindersOfFloats) {
  kernel_test::for_each_type<float, double, float16_t, bfloat16_t>(
      [&]<class T> { check_remainders<T>(here); });
}

/// An output that a caller may leave out.
struct Sums {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, float* largest) const {
    auto v = tl.load(x + tl.arange(size<16>));
    tl.store(out, tl.sum(v));
    if (largest != nullptr) {
      tl.store(largest, tl.max(v));
    }
  }
};
TEST_F(Spellings, AnOutputMayBeLeftOut) {
  const std::vector<float> x(16, 2.0f);
  EXPECT_EQ(run(here, grid(1), Sums{}, x, output<float>{1}, nullptr)[0], 32.0f);
  EXPECT_EQ(std::get<1>(run(here, grid(1), Sums{}, x, output<float>{1}, output<float>{1}))[0],
            2.0f);
}

/// A pointer minus a tile, a column of pointers, and masks that are the same for all lanes.
struct Pointers {
  KW_KERNEL void operator()(program auto tl, const float* x, const std::uint8_t* back, float* out,
                            bool all) const {
    auto i = tl.arange(size<16>);
    auto b = tl.load(back + i);
    tl.store(out + i, tl.load(x + 15 - i));
    tl.store(out + 16 + i, tl.load(x + i + 255 - b));
    tl.store(out + 32 + i, tl.load(x + (i + 255) - b.to(uint32)));
    auto rows = x + tl.arange(size<4>) * 4;
    auto ends = out + 51 - tl.arange(size<4>);
    tl.store(ends(None, _) + (tl.arange(size<4>) * 4)(_, None),
             tl.load(rows(_, None) + tl.arange(size<4>)(None, _)));
    tl.store(out + 64 + i, tl.load(x + i, None, None), None);
    tl.store(out + 80 + i, tl.load(x + i, all, 5.0f));
    tl.store(out + 96 + i, tl.load(x + i, i < 16, None), all);
    tl.store(out + 112 + i, 7, !all);
    tl.atomic_add(out + 128 + i, tl.load(x + i, !all, 9), all);
  }
};
TEST_F(Spellings, PointersMinusTilesAndMasksOfTheWholeProgram) {
  std::vector<float> x(256);
  std::vector<std::uint8_t> back(16);
  for (int i = 0; i < 256; ++i) {
    x[static_cast<std::size_t>(i)] = static_cast<float>(i);
  }
  for (int i = 0; i < 16; ++i) {
    back[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(255 - i * 3 % 16);
  }
  for (const bool all : {true, false}) {
    const auto out = kernel_test::changed(std::vector<float>(9 * 16));
    expect_lanes(run(here, grid(1), Pointers{}, x, back, out, all), 16, [&](int i) {
      const auto own = static_cast<float>(i), near = static_cast<float>(i + i * 3 % 16);
      return std::array{15.0f - own,
                        near,
                        near,
                        static_cast<float>(i / 4 * 4 + 3 - i % 4),
                        own,
                        all ? own : 5.0f,
                        all ? own : 0.0f,
                        all ? 0.0f : 7.0f,
                        all ? 9.0f : 0.0f};
    });
  }
}

/// Sums of offsets that the type of one of them does not hold.
struct SummedOffsets {
  KW_KERNEL void operator()(program auto tl, const float* x, const std::uint8_t* bytes,
                            const int* below, float* out, std::int64_t far) const {
    auto i = tl.arange(size<16>);
    auto b = tl.load(bytes + i);
    auto zero = b - b;
    tl.store(out + i, tl.load(x + b + b));
    tl.store(out + 16 + i, tl.load(x + b + 6));
    tl.store(out + 32 + i, tl.load(x + 100 + zero - 3));
    tl.store(out + 48 + i, tl.load(x + tl.load(below + i) + far));
    tl.store(out + 64 + i, tl.load(x + (i % 8 - 2000000000) + far));
  }
};
TEST_F(Spellings, OffsetsHoldTheirSum) {
  std::vector<float> x(600);
  for (int i = 0; i < 600; ++i) {
    x[static_cast<std::size_t>(i)] = static_cast<float>(i);
  }
  expect_lanes(
      run(here, grid(1), SummedOffsets{}, x, std::vector<std::uint8_t>(16, 250),
          std::vector<int>(16, -2000000000), output<float>{5 * 16}, std::int64_t{2000000005}),
      16, [](int i) {
        return std::array{500.0f, 256.0f, 97.0f, 5.0f, static_cast<float>(5 + i % 8)};
      });
}

struct ShorterCalls {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, float scale) const {
    auto i = tl.arange(size<4>);
    auto v = tl.load(x + i(_, None) * 4 + i(None, _));
    tl.store(out + i, tl.cumsum(tl.load(x + i), reverse));
    tl.store(out + 4 + i, tl.cumprod(tl.load(x + i), reverse));
    auto [most, where] = tl.max(v, axis<1>, return_indices, keep_dims);
    auto [least, place] = tl.min(v, axis<1>, return_indices, keep_dims);
    tl.store(out + 8 + i(_, None), most + where);
    tl.store(out + 12 + i(_, None), least + place);
    tl.store(out + 16 + i, tl.broadcast_to(scale, size<4>));
    tl.store(out + 20, tl.sum(v, None));
    tl.store(out + 21 + i, tl.load(x + i) / tl.max(v, None, keep_dims));
  }
};
TEST_F(Spellings, FewerArguments) {
  const std::vector<float> x{1, 2, 3, 4, 8, 7, 6, 5, 9, 12, 10, 11, 16, 15, 13, 14};
  EXPECT_EQ(run(here, grid(1), ShorterCalls{}, x, output<float>{25}, 0.5f),
            (std::vector<float>{10,   9,      7,   4,       24,     24,      12,     4,    4 + 3,
                                8,    12 + 1, 16,  1,       5 + 3,  9,       13 + 2, 0.5f, 0.5f,
                                0.5f, 0.5f,   136, 0.0625f, 0.125f, 0.1875f, 0.25f}));
}

}  // namespace spellings_test
