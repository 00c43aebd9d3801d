// Loads and stores: shapes, masks, `other`, strides, alignment, element types, gathers.
#include <array>

#include "kernel_test.hpp"

namespace memory_test {

using namespace kw;
using kernel_test::at, kernel_test::contents, kernel_test::error_of, kernel_test::expect_lanes,
    kernel_test::expect_part, kernel_test::expect_same, kernel_test::output, kernel_test::run,
    kernel_test::some_values;

struct MemoryTest : kernel_test::KernelTest {};

template <int BLOCK_SIZE>
struct Copy {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out, int n) const {
    auto offsets = tl.program_id(0) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto mask = offsets < n;
    tl.store(out + offsets, tl.load(x + offsets, mask), mask);
  }
};

template <class T>
void check_copy(device here, std::int64_t n, std::int64_t element_offset) {
  const std::vector<T> values = some_values<T>(n);
  buffer<T> x(here, {n}, values, {.element_offset = element_offset});
  buffer<T> out(here, {n}, buffer_layout{.element_offset = element_offset});
  launch(here, grid(cdiv(n, 256)), Copy<256>{}, x.cview(), out.view(), static_cast<int>(n));
  SCOPED_TRACE(::testing::Message() << n << " elements, base moved by " << element_offset);
  expect_same(contents(out), values, "copy");
}

template <class T>
void check_copies(device here) {
  for (std::int64_t n : {0, 1, 31, 255, 256, 257, 1021, 2048}) {
    for (std::int64_t element_offset : {0, 1, 3}) {
      check_copy<T>(here, n, element_offset);
    }
  }
}

TEST_F(MemoryTest, CopiesEveryTypeSizeAndAlignment) {
  kernel_test::for_each_type<float, double, float16_t, bfloat16_t, std::int8_t, std::int16_t,
                             std::int32_t, std::int64_t>([&]<class T> { check_copies<T>(here); });
}

struct Other {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto i = tl.arange(size<64>);
    tl.store(out + i, tl.load(x + i, i < n, -inf));
    tl.store(out + 64 + i, tl.load(x + i, i < n, 3));  // an int converts
  }
};

TEST_F(MemoryTest, MaskedLanesGetOther) {
  const auto values = some_values(37);
  const auto got = run(here, grid(1), Other{}, values, output<float>{128}, 37);
  expect_lanes(got, 64, [&](int i) {
    return i < 37 ? std::array{at(values, i), at(values, i)} : std::array{-INFINITY, 3.0f};
  });
}

/// The neighbours on both sides, by pointer tiles that were moved by a number.
struct Difference {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    auto i = tl.program_id(0) * 16 + tl.arange(size<16>);
    auto left = tl.load(x + i - 1, (i > 0) & (i < n), 0);
    auto right = tl.load(x + i + 1, i < n - 1, 0);
    tl.store(out + i, right - left, i < n);
  }
};

TEST_F(MemoryTest, PointersMoveBothWays) {
  const auto values = some_values(37);
  const auto got = run(here, grid(3), Difference{}, values, output<float>{37}, 37);
  expect_lanes(got, 37, [&](int i) {
    return (i < 36 ? at(values, i + 1) : 0) - (i > 0 ? at(values, i - 1) : 0);
  });
}

template <int BM, int BN>
struct Copy2d {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int rows, int cols,
                            int x_stride, int out_stride) const {
    auto r = tl.program_id(0) * BM + tl.arange(size<BM>);
    auto c = tl.program_id(1) * BN + tl.arange(size<BN>);
    auto mask = (r(_, None) < rows) & (c(None, _) < cols);
    auto tile = tl.load(x + r(_, None) * x_stride + c(None, _), mask);
    tl.store(out + r(_, None) * out_stride + c(None, _), tile, mask);
  }
};

TEST_F(MemoryTest, CopiesMatricesOfAnyStride) {
  for (std::int64_t rows : {1, 15, 16, 33}) {
    for (std::int64_t cols : {1, 31, 32, 97}) {
      for (std::int64_t gap : {0, 1, 4}) {
        const auto values = some_values(rows * cols);
        buffer<float, 2> x(here, {rows, cols}, values, {.row_stride = cols + gap});
        buffer<float, 2> out(here, {rows, cols}, buffer_layout{.row_stride = cols + 2 * gap});
        launch(here, grid(cdiv(rows, 16), cdiv(cols, 32)), Copy2d<16, 32>{}, x.cview(), out.view(),
               static_cast<int>(rows), static_cast<int>(cols), static_cast<int>(x.stride(0)),
               static_cast<int>(out.stride(0)));
        ASSERT_EQ(contents(out), values) << rows << " x " << cols << ", gap " << gap;
      }
    }
  }
}

template <int BM, int BN>
struct Transpose {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int rows, int cols) const {
    auto r = tl.program_id(0) * BM + tl.arange(size<BM>);
    auto c = tl.program_id(1) * BN + tl.arange(size<BN>);
    auto mask = (r(_, None) < rows) & (c(None, _) < cols);
    auto tile = tl.load(x + r(_, None) * cols + c(None, _), mask);
    auto turned_mask = (c(_, None) < cols) & (r(None, _) < rows);
    tl.store(out + c(_, None) * rows + r(None, _), tl.trans(tile), turned_mask);
  }
};

TEST_F(MemoryTest, TransposesThroughRegisters) {
  for (std::int64_t rows : {1, 32, 45}) {
    for (std::int64_t cols : {1, 16, 61}) {
      const auto values = some_values(rows * cols);
      const int m = static_cast<int>(rows), n = static_cast<int>(cols);
      const auto got = run(here, grid(cdiv(m, 32), cdiv(n, 16)), Transpose<32, 16>{}, values,
                           output<float>{m * n}, m, n);
      SCOPED_TRACE(::testing::Message() << m << " x " << n);
      expect_lanes(got, m * n, [&](int k) { return at(values, k % m * n + k / m); });
    }
  }
}

/// The offsets and the mask are themselves data.
struct Gather {
  KW_KERNEL void operator()(program auto tl, const float* x, const int* where, float* out) const {
    auto i = tl.arange(size<64>);
    auto from = tl.load(where + i);
    auto used = from >= 0;
    tl.store(out + i, tl.load(x + from, used, -1.0f));
  }
};

TEST_F(MemoryTest, GathersThroughLoadedOffsets) {
  std::vector<int> where(64);
  for (int i = 0; i < 64; ++i) {
    where[static_cast<std::size_t>(i)] = i % 5 == 0 ? -3 : (i * 37) % 50;
  }
  const auto values = some_values(50);
  const auto got = run(here, grid(1), Gather{}, values, where, output<float>{64});
  expect_lanes(got, 64, [&](int i) { return at(where, i) < 0 ? -1.0f : at(values, at(where, i)); });
}

/// A row of lengths decides the mask of a tile: data and coordinates in one comparison.
struct RaggedRows {
  KW_KERNEL void operator()(program auto tl, const float* x, const int* lengths, float* out) const {
    auto r = tl.arange(size<8>);
    auto c = tl.arange(size<32>);
    auto length = tl.load(lengths + r);
    auto valid = c(None, _) < length(_, None);
    auto tile = tl.load(x + r(_, None) * 32 + c(None, _), valid, 7.0f);
    tl.store(out + r(_, None) * 32 + c(None, _), tile);
  }
};

TEST_F(MemoryTest, MasksMixDataAndCoordinates) {
  const std::vector<int> lengths = {0, 1, 5, 31, 32, 8, 17, 2};
  const auto values = some_values(8 * 32);
  const auto got = run(here, grid(1), RaggedRows{}, values, lengths, output<float>{8 * 32});
  expect_lanes(got, 8 * 32,
               [&](int k) { return k % 32 < at(lengths, k / 32) ? at(values, k) : 7.0f; });
}

struct Ids {
  KW_KERNEL void operator()(program auto tl, int* out) const {
    auto x = tl.program_id(0), y = tl.program_id(1), z = tl.program_id(2);
    auto number = (z * tl.num_programs(1) + y) * tl.num_programs(0) + x;
    tl.store(out + number, tl.load(out + number) + x + 10 * y + 100 * z);
  }
};

TEST_F(MemoryTest, ProgramsKnowTheirPlaceOnThreeAxes) {
  const auto got =
      run(here, grid(3, 4, 5), Ids{}, kernel_test::changed(std::vector<int>(60, 1000)));
  expect_lanes(got, 60, [](int k) { return 1000 + k % 3 + 10 * (k / 3 % 4) + 100 * (k / 12); });
}

TEST_F(MemoryTest, AnEmptyGridLaunchesNothing) {
  const auto before = kernel_test::changed(std::vector<int>(4, 5));
  EXPECT_EQ(run(here, grid(0), Ids{}, before), before.before);
  EXPECT_EQ(run(here, grid(3, 0), Ids{}, before), before.before);
  take_findings();  // a finding about unwritten elements is fine here
}

TEST_F(MemoryTest, AGridOutOfRangeSaysSo) {
  buffer<int> out(here, {4}, std::vector<int>(4, 5));
  const std::string why = error_of([&] { launch(here, grid(1, 70000), Ids{}, out.view()); });
  expect_part(why, "70000 programs along axis 1");
  expect_part(why, "memory_test.cpp");
  EXPECT_THROW(launch(here, grid(-1), Ids{}, out.view()), error);
  EXPECT_THROW(narrow<int>(std::int64_t{1} << 31), error);
}

}  // namespace memory_test
