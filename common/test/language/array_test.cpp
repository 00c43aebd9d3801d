// Arrays as arguments: rows by number and by tile, tiles by their place, strides, alignment, and
// rejected views.
#include "kernel_test.hpp"

namespace array_test {

using namespace kw;
using kernel_test::contents;
using kernel_test::expect_part;
using kernel_test::expect_same;
using kernel_test::some_values;

struct ArrayTest : kernel_test::KernelTest {};

/// One row per program.
template <int BLOCK_SIZE>
struct CopyRows {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, array<T, 2> y) const {
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    int row = tl.program_id(0);
    tl.store(y.row(row) + cols, tl.load(x.row(row) + cols, mask), mask);
  }
};

/// One tile per program.
template <int M, int N>
struct CopyTiles {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, array<T, 2> y) const {
    auto rows = tl.program_id(1) * M + tl.arange(size<M>);
    auto cols = tl.program_id(0) * N + tl.arange(size<N>);
    auto mask = (rows(_, None) < x.rows()) & (cols(None, _) < x.columns());
    auto values = tl.load(x.row(rows(_, None)) + cols(None, _), mask);
    tl.store(y.row(rows(_, None)) + cols(None, _), values, mask);
  }
};

/// Copies by rows and by tiles, with rows `gap` elements apart and a first element that is
/// `element_offset` elements past an aligned address.
template <class T>
void check_copies(device here, int n_rows, int n_cols, int gap, int element_offset) {
  const buffer_layout layout{.row_stride = n_cols + gap, .element_offset = element_offset};
  const auto values = some_values<T>(std::int64_t{1} * n_rows * n_cols);
  const buffer<T, 2> x(here, {n_rows, n_cols}, values, layout);
  for (const bool by_tiles : {false, true}) {
    buffer<T, 2> y(here, {n_rows, n_cols}, layout);
    if (by_tiles) {
      launch(here, grid(cdiv(n_cols, 32), cdiv(n_rows, 16)), CopyTiles<16, 32>{}, x.cview(),
             y.view());
    } else {
      launch(here, grid(n_rows), CopyRows<128>{}, x.cview(), y.view());
    }
    SCOPED_TRACE(::testing::Message() << n_rows << " x " << n_cols);
    expect_same(contents(y), values, by_tiles ? "tiles" : "rows");
  }
}

template <class T>
void check_types(device here) {
  check_copies<T>(here, 1, 1, 0, 0);
  check_copies<T>(here, 16, 128, 0, 0);  // 16 bytes at a time
  check_copies<T>(here, 16, 64, 64, 0);
  check_copies<T>(here, 17, 127, 0, 0);  // rows that do not begin at 16 bytes
  check_copies<T>(here, 17, 31, 6, 0);
  check_copies<T>(here, 16, 64, 0, 3);  // nor does the array
}

TEST_F(ArrayTest, CopiesEveryType) {
  kernel_test::for_each_type<float, float16_t, bfloat16_t, std::int8_t>(
      [&]<class T> { check_types<T>(here); });
}

/// Row numbers of every kind: an int, a std::int64_t, a function of indices, and numbers from
/// memory.
struct GatherRows {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const int* numbers,
                            array<float, 2> out) const {
    auto cols = tl.arange(size<16>);
    auto rows = tl.arange(size<4>);
    tl.store(out.row(0) + cols, tl.load(x.row(1) + cols));
    tl.store(out.row(std::int64_t{1}) + cols, tl.load(x.row(std::int64_t{2}) + cols));
    auto turned = rows % 3;
    tl.store(out.row(2 + rows(_, None)) + cols(None, _),
             tl.load(x.row(turned(_, None)) + cols(None, _)));
    auto loaded = tl.load(numbers + rows);
    tl.store(out.row(6 + rows(_, None)) + cols(None, _),
             tl.load(x.row(loaded(_, None)) + cols(None, _)));
  }
};

TEST_F(ArrayTest, TakesRowNumbersOfEveryKind) {
  const auto values = some_values(3 * 16);
  const std::vector<int> numbers{2, 0, 1, 2};
  const buffer<float, 2> x(here, {3, 16}, values, {.row_stride = 24});
  const buffer<int> from(here, {4}, numbers);
  buffer<float, 2> out(here, {10, 16});
  launch(here, grid(1), GatherRows{}, x.cview(), from.cview(), out.view());
  const int want[] = {1, 2, 0, 1, 2, 0, 2, 0, 1, 2};
  const auto got = out.download();
  for (std::size_t i = 0; i < got.size(); ++i) {
    const std::size_t row = static_cast<std::size_t>(want[i / 16]);
    ASSERT_EQ(got[i], values[row * 16 + i % 16]) << "element " << i;
  }
}

/// What a kernel can ask an array.
struct Facts {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, std::int64_t* facts) const {
    tl.store(facts, std::int64_t{x.rows()});
    tl.store(facts + 1, std::int64_t{x.columns()});
    tl.store(facts + 2, x.stride(0));
    tl.store(facts + 3, std::int64_t{x.row(2) - x.data()});
  }
};

TEST_F(ArrayTest, KnowsItsExtentsAndStride) {
  const buffer<float, 2> x(here, {5, 7}, {.row_stride = 12});
  buffer<std::int64_t> facts(here, {4});
  launch(here, grid(1), Facts{}, x.cview(), facts.view());
  EXPECT_EQ(facts.download(), (std::vector<std::int64_t>{5, 7, 12, 24}));
}

TEST_F(ArrayTest, ReadsWhatCanBeWritten) {
  buffer<float, 2> x(here, {5, 7});
  const array from_view = x.view();
  static_assert(std::is_same_v<decltype(from_view), const array<float, 2>>);
  const array<const float, 2> from_array = from_view, input(x.cview());
  EXPECT_EQ(from_array.row(3), from_view.row(3));
  EXPECT_EQ(input.row(3), x.view().data() + 21);
  static_assert(!std::is_constructible_v<array<float, 2>, array<const float, 2>>);
}

/// Row 3 begins past 2^31 elements.
TEST_F(ArrayTest, RowsBeginPastTwoToThe31) {
  static float element;
  constexpr std::int64_t kStride = std::int64_t{1} << 30;
  const array<float, 2> x(view<float, 2>(&element, {4, 8}, {kStride, 1}, cpu_device));
  const auto address = [](const float* p) { return reinterpret_cast<std::uintptr_t>(p); };
  EXPECT_EQ(address(x.row(3)) - address(&element), std::uintptr_t{12} << 30);
  const core::index_tile<int, core::tile_shape<4>, 0, 1> rows;
  EXPECT_EQ(x.row(rows(_, None)).offsets.at(3, 0), 3 * kStride);
  const auto tile = x.tile(shape<4, 8>, 2, 0).pointers();
  EXPECT_EQ(address(tile.base + tile.offsets.at(1, 5)) - address(&element),
            (std::uintptr_t{12} << 30) + 20);
  const array<float, 4> heads(
      view<float, 4>(&element, {4, 1, 4, 8}, {kStride, 32, 8, 1}, cpu_device));
  EXPECT_EQ(address(heads(3, 0).row(1)) - address(&element), (std::uintptr_t{12} << 30) + 32);
}

/// Copies x to y, a tile per program.
template <int M, int N>
struct CopyByPlace {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, array<T, 2> y, T padding,
                            int* padded) const {
    int i = tl.program_id(0) * M, j = tl.program_id(1) * N;
    auto v = tl.load(x.tile(shape<M, N>, i, j), padding);
    tl.store(y.tile(shape<M, N>, i, j), v);
    auto count = tl.sum(tl.sum(tl.where(v == padding, 1, 0), axis<1>));
    tl.store(padded + tl.program_id(0) * tl.num_programs(1) + tl.program_id(1), count);
  }
};

template <class T>
void check_places(device here, int rows, int columns, int gap, T padding) {
  const auto values = some_values<T>(std::int64_t{1} * rows * columns);
  const buffer_layout layout{.row_stride = columns + gap};
  const buffer<T, 2> x(here, {rows, columns}, values, layout);
  buffer<T, 2> y(here, {rows, columns}, layout);
  const int across = cdiv(columns, 32), down = cdiv(rows, 16);
  buffer<int> padded(here, {down * across});
  launch(here, grid(down, across), CopyByPlace<16, 32>{}, x.cview(), y.view(), padding,
         padded.view());
  expect_same(contents(y), values, "copy");
  int all = 0;
  for (const int each : padded.download()) {
    all += each;
  }
  EXPECT_EQ(all, down * across * 16 * 32 - rows * columns);
}

TEST_F(ArrayTest, TilesEndWhereTheArrayEnds) {
  const float padding = -std::numeric_limits<float>::infinity();
  for (const auto& [rows, columns] : {std::pair(1, 1), {16, 32}, {15, 31}, {17, 33}, {40, 100}}) {
    check_places(here, rows, columns, 0, padding);
    check_places(here, rows, columns, 5, padding);
    check_places(here, rows, columns, 1, 1000.0f);
    check_places(here, rows, columns, 4, core::convert<float16_t>(1000.0f));
  }
}

/// One tile of each rank, most of them outside of the array.
struct Places {
  KW_KERNEL void operator()(program auto tl, array<const float, 4> x, array<const float, 1> v,
                            array<float, 3> out) const {
    auto all = tl.zeros(shape<4, 8>);
    all += tl.load(x.tile(shape<4, 8>, 1, 2, 0, 0));
    all += tl.load(x(1, 1).tile(shape<4, 8>, 0, 0));
    all += tl.load(x.tile(shape<4, 8>, 2, 0, 0, 0), 100.0f);    // there is no matrix (2, 0),
    all += tl.load(x.tile(shape<4, 8>, 0, -1, 0, 0), 1000.0f);  // nor a matrix (0, -1)
    all += tl.load(x.tile(shape<4, 8>, 0, 0, std::int64_t{1} << 40, 0));
    all += tl.load(v.tile(size<8>, 6), 0.5f)(None, _);
    all += tl.load(x(0, 0, 3).tile(size<8>, 0))(None, _);
    tl.store(out(1).tile(shape<4, 8>, 0, 0), all);
    tl.store(out.tile(shape<4, 8>, 2, 0, 0), 7.0f);  // nothing: it has two
    tl.store(out(0).row(0) + tl.arange(size<8>), tl.load(v + tl.arange(size<8>)));
  }
};

TEST_F(ArrayTest, PartsAndTilesOfEveryRank) {
  const auto values = some_values(2 * 3 * 4 * 8);
  const buffer<float, 4> x(here, {2, 3, 4, 8}, values);
  const buffer<float> v(here, {8}, some_values(8));
  const buffer<float, 3> out(here, {2, 4, 8}, std::vector<float>(64, -1.0f));
  launch(here, grid(1), Places{}, x.cview(), v.cview(), out.view());
  const auto got = out.download();
  const auto vector = some_values(8);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 8; ++j) {
      const float want = values[160 + i * 8 + j] + values[128 + i * 8 + j] + 1100.0f +
                         (j < 2 ? vector[6 + j] : 0.5f) + values[24 + j];
      ASSERT_NEAR(got[32 + i * 8 + j], want, 1e-3) << i << ", " << j;
      ASSERT_EQ(got[i * 8 + j], i == 0 ? vector[j] : -1.0f);
    }
  }
}

/// Twice the matrices of x, whose rows have 16 elements.
struct TwiceWithoutGaps {
  KW_KERNEL void operator()(program auto tl, array<const float, 3, 16> x,
                            array<float, 3, 16> out) const {
    int matrix = tl.program_id(0);
    static_assert(std::is_same_v<decltype(x(matrix)), array<const float, 2, 16>>);
    static_assert(std::is_same_v<decltype(x(matrix).row_stride()), int>);
    auto rows = tl.arange(size<8>);
    auto from = x(matrix).row(rows(_, None)) + tl.arange(size<16>)(None, _);
    auto twice =
        tl.load(from, rows(_, None) < x.rows(), 0.0f) + tl.load(x.tile(shape<8, 16>, matrix, 0, 0));
    tl.store(out(matrix).tile(shape<8, 16>, 0, 0), twice);
  }
};

TEST_F(ArrayTest, RowsOfAKnownLength) {
  auto values = some_values(2 * 5 * 16);
  const buffer<float, 3> x(here, {2, 5, 16}, values);
  const buffer<float, 3> out(here, {2, 5, 16});
  launch(here, grid(2), TwiceWithoutGaps{}, x.cview(), out.view());
  for (float& value : values) {
    value *= 2;
  }
  expect_same(contents(out), values, "twice");
}

/// What a view arrives as is the kernel's choice.
struct TakesPointers {
  KW_KERNEL void operator()(program auto tl, const float* x, const float* v, float* out) const {
    tl.store(out, tl.load(x) + tl.load(v));
  }
};
struct TakesBoth {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, const T* v,
                            array<T, 2> out) const {
    tl.store(out.row(0), tl.load(x.row(0)) + tl.load(v));
  }
};
struct TakesArrays {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<const float, 1> v,
                            array<float, 2> out) const {
    tl.store(out.row(0), tl.load(x.row(0)) + tl.load(v.data()));
  }
};

TEST_F(ArrayTest, ViewsArriveAsTheKernelTakesThem) {
  const buffer<float, 2> x(here, {2, 8}, some_values(16));
  const buffer<float> v(here, {3}, std::vector<float>{10, 20, 30});
  const buffer<float, 2> out(here, {1, 1});
  const auto check = [&](auto kernel) {
    launch(here, grid(1), kernel, x.cview(), v.cview(), out.view());
    EXPECT_EQ(out.download()[0], some_values(16)[0] + 10);
  };
  check(TakesPointers{});
  check(TakesBoth{});
  check(TakesArrays{});
}

// ---- views that cannot be an array ----

std::string refusal(const view<const float, 2>& v) {
  return kernel_test::error_of([&] { (void)array(v); });
}

TEST_F(ArrayTest, RefusesATranspose) {
  const buffer<float, 2> x(here, {8, 32});
  const std::string why = refusal(view<const float, 2>(x.data(), {32, 8}, {1, 32}, here));
  expect_part(why,
              "this view cannot be an array of the kernel, because neighbours in a row are 32 "
              "elements apart (its stride(1)), and x.row(r) + cols needs them side by side");
  expect_part(why, "array_test.cpp:");
  expect_part(why,
              "If the view is the transpose of a matrix, pass that matrix and use tl.trans."
              " Otherwise copy the view, or give the kernel a pointer and all strides.");
}
TEST_F(ArrayTest, RefusesMoreRowsThanAnIntCounts) {
  const buffer<float, 2> x(here, {1, 8});
  const std::int64_t rows = std::int64_t{1} << 31;
  expect_part(refusal(view<const float, 2>(x.data(), {rows, 8}, {0, 1}, here)),
              "2147483648 does not fit an integer of 32 bits");
}
TEST_F(ArrayTest, RefusesRowsOfAnotherLength) {
  const buffer<float, 2> x(here, {8, 32});
  const auto refusal_of_known = [&](std::int64_t rows, std::int64_t columns, std::int64_t stride) {
    const view<const float, 2> v(x.data(), {rows, columns}, {stride, 1}, here);
    return kernel_test::error_of([&] { (void)array<const float, 2, 16>(v); });
  };
  expect_part(refusal_of_known(8, 8, 8),
              "the kernel takes an array with rows of 16 elements, one right after the other, and "
              "in all fewer than 2^31 in a matrix. This one has 8 rows of 8, which begin 8 "
              "elements apart.");
  expect_part(refusal_of_known(8, 16, 32), "This one has 8 rows of 16, which begin 32 elements");
  expect_part(refusal_of_known(1 << 27, 16, 16), "This one has 134217728 rows of 16");
  EXPECT_EQ(refusal_of_known(16, 16, 16), "");
  EXPECT_EQ(refusal_of_known(1, 16, 32), "");
}
TEST_F(ArrayTest, TakesOneColumnOfAnyStride) {
  const buffer<float, 2> x(here, {8, 32});
  EXPECT_EQ(refusal(view<const float, 2>(x.data(), {8, 1}, {32, 32}, here)), "");
  EXPECT_EQ(refusal(view<const float, 2>(x.data(), {0, 8}, {8, 1}, here)), "");
}

}  // namespace array_test
