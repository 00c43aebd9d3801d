// Loads and stores of one element under a condition, loops, hints, and rounding up.
#include <algorithm>
#include <array>

#include "kernel_test.hpp"

namespace small_things_test {

using namespace kw;
using kernel_test::expect_lanes, kernel_test::output, kernel_test::run;

struct SmallThings : kernel_test::KernelTest {};

struct OneElement {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out, int n) const {
    const int at = tl.program_id(0);
    auto v = tl.load(x + at, at < n, 7);
    static_assert(std::is_same_v<decltype(v), T>);
    tl.store(out + at, v, at < n + 2);
    if (at < n) {
      tl.store(out + (at + 8), tl.load(x + at, at < n));
    }
    tl.store(out + (at + 16), tl.load(x + at, at > 0 && at < n, -1), at % 2 == 1);
  }
};

template <class T>
void check_one_element(device here) {
  for (const int n : {0, 1, 5, 6}) {
    std::vector<T> values;
    for (int i = 0; i < n; ++i) {
      values.push_back(core::convert<T>(10 + i));
    }
    // Out of range except for the conditions: x has n elements, and there are 8 programs.
    const auto before = kernel_test::changed(std::vector<T>(24, core::convert<T>(99)));
    const auto got = run(here, grid(8), OneElement{}, values, before, n);
    SCOPED_TRACE(n);
    expect_lanes(got, 8, [&](int i) {
      const int element = 10 + i;
      return std::array{i < n       ? element
                        : i < n + 2 ? 7
                                    : 99,
                        i < n ? element : 99,
                        i % 2 == 0       ? 99
                        : i > 0 && i < n ? element
                                         : -1};
    });
  }
}

TEST_F(SmallThings, OneElementUnderACondition) {
  kernel_test::for_each_type<float, double, float16_t, bfloat16_t, std::int8_t, std::uint16_t,
                             std::int32_t, std::int64_t, std::uint64_t>(
      [&]<class T> { check_one_element<T>(here); });
}

struct LeftOut {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto v = tl.load(x, n > 0);
    tl.store(out, v * 2);
  }
};

// A scalar without a value is found where it is stored, like a lane of a tile.
TEST_F(SmallThings, AnElementLeftOutHasNoValue) {
  buffer<float> x(here, {1}, std::vector<float>{3}), out(here, {1});
  launch(here, grid(1), LeftOut{}, x.cview(), out.view(), 1);
  EXPECT_EQ(out.download()[0], 6);
  EXPECT_TRUE(take_findings().empty());
  launch(here, grid(1), LeftOut{}, x.cview(), out.view(), 0);
  const auto findings = take_findings();
  if (here.kind == device_kind::cpu) {
    ASSERT_EQ(findings.size(), 1u);
    EXPECT_EQ(findings[0].kind, "undefined-lane");
  } else {
    EXPECT_EQ(out.download()[0], 0);
  }
}

struct Loops {
  template <class Int>
  KW_KERNEL void operator()(program auto tl, std::int64_t* out, Int begin, Int end,
                            Int step) const {
    std::int64_t sum = 0, steps = 0;
    for (auto k : tl.range(begin, end, step)) {
      sum += k;
      ++steps;
    }
    tl.store(out, sum);
    tl.store(out + 1, steps);
    auto powers = tl.full(size<16>, 1, int64);
    for (int k : tl.static_range(5)) {
      powers *= k + 1;
    }
    for (int k : tl.static_range(2, 4)) {
      powers += k;
    }
    tl.store(out + (2 + tl.arange(size<16>)), powers);
  }
};

template <class Int>
void check_loop(device here, Int begin, Int end, Int step) {
  const auto got = run(here, grid(1), Loops{}, output<std::int64_t>{18}, begin, end, step);
  std::int64_t sum = 0, steps = 0;
  for (std::int64_t k = begin; step > 0 ? k < end : step < 0 && k > end; k += step) {
    sum += k;
    ++steps;
  }
  EXPECT_EQ(got[0], sum) << +begin << " " << +end << " " << +step;
  EXPECT_EQ(got[1], steps) << +begin << " " << +end << " " << +step;
  for (std::size_t k = 2; k < 18; ++k) {
    EXPECT_EQ(got[k], 125);
  }
}

TEST_F(SmallThings, RangesAreThoseOfPython) {
  check_loop(here, 0, 10, 3);
  check_loop(here, 0, 9, 3);
  check_loop(here, 10, 0, -3);
  check_loop(here, 5, 5, 1);
  check_loop(here, 6, 5, 1);
  check_loop(here, 5, 6, -1);
  check_loop(here, 0, 5, 0);
  check_loop(here, -7, 7, 2);
  check_loop(here, 2147483600, 2147483647, 32);  // the step after the last would not be an int
  check_loop(here, -2147483600, -2147483647 - 1, -32);
  check_loop<std::int64_t>(here, std::int64_t{1} << 40, (std::int64_t{1} << 40) + 100, 7);
}

TEST(Range, CountsWithoutOverflow) {
  const core::counted_range<std::int32_t> all{-2147483647 - 1, 2147483647, 1};
  EXPECT_EQ(all.count(), 4294967295u);
  const core::counted_range<std::int32_t> down{2147483647, -2147483647 - 1, -2147483647 - 1};
  EXPECT_EQ(down.count(), 2u);
}

struct Swizzled {
  KW_KERNEL void operator()(program auto tl, int* out, int group) const {
    const int rows = tl.num_programs(0), columns = tl.num_programs(1);
    auto [i, j] = tl.swizzle2d(tl.program_id(0), tl.program_id(1), rows, columns, group);
    tl.store(out + i * columns + j, tl.program_id(0) * columns + tl.program_id(1));
  }
};

// Walks the groups in turn, each column by column.
TEST_F(SmallThings, SwizzledGridsVisitEachProgramOnce) {
  for (const auto& [rows, columns, group] :
       {std::array{5, 4, 2}, {1, 7, 3}, {8, 3, 8}, {7, 5, 3}}) {
    const auto got = run(here, grid(rows, columns), Swizzled{}, output<int>{rows * columns}, group);
    int position = 0;
    for (int first = 0; first < rows; first += group) {
      for (int j = 0; j < columns; ++j) {
        for (int i = first; i < std::min(first + group, rows); ++i) {
          ASSERT_EQ(got[static_cast<std::size_t>(i * columns + j)], position++);
        }
      }
    }
  }
}

struct ZerosLike {
  KW_KERNEL void operator()(program auto tl, const float16_t* x, float* out) const {
    auto i = tl.arange(size<8>);
    auto place = i(_, None) * 8 + i(None, _);
    auto zeros = tl.zeros_like(tl.load(x + place));
    tl.store(out + place, zeros + tl.zeros_like(i)(_, None) + tl.zeros_like(i < 4)(None, _));
    static_assert(std::is_same_v<core::value_of<decltype(zeros)>, float16_t>);
    static_assert(std::is_same_v<core::value_of<decltype(tl.zeros_like(i))>, std::int32_t>);
    static_assert(std::is_same_v<core::value_of<decltype(tl.zeros_like(i < 4))>, bool>);
    static_assert(core::shape_of<decltype(tl.zeros_like(place))>::d0 == 8);
  }
};

TEST_F(SmallThings, ZerosOfATilesShapeAndType) {
  EXPECT_EQ(
      run(here, grid(1), ZerosLike{}, kernel_test::some_values<float16_t>(64), output<float>{64}),
      std::vector<float>(64, 0));
}

struct Hints {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n, int stride) const {
    tl.assume(n > 0);
    stride = tl.multiple_of(stride, 16);
    auto rows = tl.arange(size<4>);
    auto cols = tl.max_contiguous(tl.multiple_of(tl.arange(size<16>), 16), 16);
    static_assert(core::is_contiguous<decltype(cols)>);
    auto mask = tl.max_constancy(cols < n, 1);
    auto place = tl.multiple_of(rows(_, None) * stride + cols(None, _), 1, 16);
    auto v = tl.load(tl.multiple_of(x, 4) + place, mask(None, _), 0.0f);
    tl.store(out + place, tl.max_contiguous(v, 1, 16), mask(None, _));
    tl.debug_barrier();
    tl.store(out + (stride * 4 + rows), tl.cdiv(rows * 5, 4));
    tl.store(out + (stride * 4 + 4), tl.cdiv(n, 4) + tl.cdiv(tl.cast(1, int64) << 40, 1 << 30));
    static_assert(std::is_same_v<decltype(tl.cdiv(n, 4)), int>);
    auto whole = tl.full(size<16>, true) & (cols < n);
    const bool most = tl.cdiv(n, 4) > 2;
    whole &= n > 2;
    whole &= cols > 0;
    whole |= cols == 0;
    tl.store(out + (stride * 4 + 16 + cols), tl.where(whole & most, 1.0f, 2.0f));
  }
};

TEST_F(SmallThings, HintsChangeNothing) {
  const auto values = kernel_test::some_values(128);
  const auto got =
      run(here, grid(1), Hints{}, values, kernel_test::changed(std::vector<float>(160)), 13, 32);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 16; ++j) {
      ASSERT_EQ(got[i * 32 + j], j < 13 ? values[i * 32 + j] : 0);
      ASSERT_EQ(got[144 + j], j < 13 ? 1 : 2);
    }
    ASSERT_EQ(got[128 + i], static_cast<float>((i * 5 + 3) / 4));
  }
  EXPECT_EQ(got[132], 4 + 1024);
}

/// Results at the ends of the integers: a sum on the way to them does not pass the end.
struct EndsOfIntegers {
  KW_KERNEL void operator()(program auto tl, const std::uint16_t* words, std::uint16_t* products,
                            const std::int32_t* x, const std::int32_t* y, std::int32_t* quotients,
                            std::int32_t* remainders, std::int32_t* counts, int most) const {
    auto i = tl.arange(size<8>);
    auto w = tl.load(words + i);
    tl.store(products + i, w * w);
    w *= w;
    tl.store(products + 8 + i, w);
    auto a = tl.load(x + i);
    auto b = tl.load(y + i);
    tl.store(quotients + i, a / b);
    tl.store(remainders + i, a % b);
    tl.store(counts + i, tl.cdiv(most - i, 2));
    tl.store(counts + 8, tl.cdiv(most, 2));
    tl.store(counts + 9, tl.cdiv(most, most));
    tl.store(counts + 10, tl.cdiv(0, most));
    tl.store(counts + 11, tl.cdiv(most - 1, most));
  }
};

TEST_F(SmallThings, EndsOfIntegers) {
  constexpr std::int32_t most = 2147483647, least = -most - 1;
  const std::vector<std::uint16_t> words{65535, 65534, 46341, 46340, 256, 255, 1, 0};
  const std::vector<std::int32_t> x{least, least, least, most, -7, 7, 0, least},
      y{-1, 1, 2, -1, 2, -2, -1, most};
  const output<std::int32_t> of_eight{8};
  const auto [products, quotients, remainders, counts] =
      run(here, grid(1), EndsOfIntegers{}, words, output<std::uint16_t>{16}, x, y, of_eight,
          of_eight, output<std::int32_t>{12}, most);
  expect_lanes(products, 8, [&](int k) {
    const std::uint64_t word = kernel_test::at(words, k);
    const auto want = static_cast<std::uint16_t>(word * word);
    return std::array{want, want};
  });
  EXPECT_EQ(quotients, (std::vector<std::int32_t>{least, least, least / 2, -most, -3, -3, 0, -1}));
  EXPECT_EQ(remainders, (std::vector<std::int32_t>{0, 0, 0, 0, -1, 1, 0, -1}));
  const std::int32_t half = 1073741824;
  EXPECT_EQ(counts, (std::vector<std::int32_t>{half, half - 1, half - 1, half - 2, half - 2,
                                               half - 3, half - 3, half - 4, half, 1, 0, 1}));
}

}  // namespace small_things_test
