// Matrices as arguments: rows by number and by tile, strides, alignment, and rejected views.
#include "kernel_test.hpp"

namespace matrix_test {

using namespace kw;
using kernel_test::some_values;

struct MatrixTest : kernel_test::KernelTest {};

/// One row per program.
template <int BLOCK_SIZE>
struct CopyRows {
  template <class T>
  KW_KERNEL void operator()(program auto tl, matrix<const T> x, matrix<T> y) const {
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
  KW_KERNEL void operator()(program auto tl, matrix<const T> x, matrix<T> y) const {
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
      launch(here, grid(cdiv(n_cols, 32), cdiv(n_rows, 16)), CopyTiles<16, 32>{}, matrix(x.cview()),
             matrix(y.view()));
    } else {
      launch(here, grid(n_rows), CopyRows<128>{}, matrix(x.cview()), matrix(y.view()));
    }
    const auto got = y.download();
    for (std::size_t i = 0; i < values.size(); ++i) {
      ASSERT_EQ(core::convert<float>(got[i]), core::convert<float>(values[i]))
          << (by_tiles ? "tiles" : "rows") << " of " << n_rows << " x " << n_cols << ", element "
          << i;
    }
    std::string why;
    EXPECT_TRUE(y.guards_intact(&why)) << why;
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

TEST_F(MatrixTest, CopiesFloat32) {
  check_types<float>(here);
}
TEST_F(MatrixTest, CopiesFloat16) {
  check_types<float16_t>(here);
}
TEST_F(MatrixTest, CopiesBfloat16) {
  check_types<bfloat16_t>(here);
}
TEST_F(MatrixTest, CopiesInt8) {
  check_types<std::int8_t>(here);
}

/// Row numbers of every kind: an int, a std::int64_t, a function of indices, and numbers from
/// memory.
struct GatherRows {
  KW_KERNEL void operator()(program auto tl, matrix<const float> x, const int* numbers,
                            matrix<float> out) const {
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

TEST_F(MatrixTest, TakesRowNumbersOfEveryKind) {
  const auto values = some_values(3 * 16);
  const std::vector<int> numbers{2, 0, 1, 2};
  const buffer<float, 2> x(here, {3, 16}, values, {.row_stride = 24});
  const buffer<int> from(here, {4}, numbers);
  buffer<float, 2> out(here, {10, 16});
  launch(here, grid(1), GatherRows{}, matrix(x.cview()), from.cview(), matrix(out.view()));
  const int want[] = {1, 2, 0, 1, 2, 0, 2, 0, 1, 2};
  const auto got = out.download();
  for (std::size_t i = 0; i < got.size(); ++i) {
    const std::size_t row = static_cast<std::size_t>(want[i / 16]);
    ASSERT_EQ(got[i], values[row * 16 + i % 16]) << "element " << i;
  }
}

/// What a kernel can ask a matrix.
struct Facts {
  KW_KERNEL void operator()(program auto tl, matrix<const float> x, std::int64_t* facts) const {
    tl.store(facts, std::int64_t{x.rows()});
    tl.store(facts + 1, std::int64_t{x.columns()});
    tl.store(facts + 2, x.stride());
    tl.store(facts + 3, std::int64_t{x.row(2) - x.data()});
  }
};

TEST_F(MatrixTest, KnowsItsExtentsAndStride) {
  const buffer<float, 2> x(here, {5, 7}, {.row_stride = 12});
  buffer<std::int64_t> facts(here, {4});
  launch(here, grid(1), Facts{}, matrix(x.cview()), facts.view());
  EXPECT_EQ(facts.download(), (std::vector<std::int64_t>{5, 7, 12, 24}));
}

TEST_F(MatrixTest, ReadsWhatCanBeWritten) {
  buffer<float, 2> x(here, {5, 7});
  const matrix from_view = x.view();
  static_assert(std::is_same_v<decltype(from_view), const matrix<float>>);
  const matrix<const float> from_matrix = from_view, input(x.view());
  EXPECT_EQ(from_matrix.row(3), from_view.row(3));
  EXPECT_EQ(input.row(3), x.view().data() + 21);
  static_assert(!std::is_constructible_v<matrix<float>, matrix<const float>>);
}

/// Row 3 begins past 2^31 elements.
TEST_F(MatrixTest, RowsBeginPastTwoToThe31) {
  static float element;
  constexpr std::int64_t kStride = std::int64_t{1} << 30;
  const matrix<float> x(&element, 4, 8, kStride);
  const auto address = [](const float* p) { return reinterpret_cast<std::uintptr_t>(p); };
  EXPECT_EQ(address(x.row(3)) - address(&element), std::uintptr_t{12} << 30);
  const core::index_tile<int, core::tile_shape<4>, 0, 1> rows;
  EXPECT_EQ(x.row(rows(_, None)).offsets.at(3, 0), 3 * kStride);
}

// ---- views that cannot be a matrix ----

std::string refusal(const view<const float, 2>& v) {
  try {
    (void)matrix(v);
  } catch (const error& e) {
    return e.what();
  }
  return "accepted";
}

TEST_F(MatrixTest, RefusesATranspose) {
  const buffer<float, 2> x(here, {8, 32});
  const std::string why = refusal(view<const float, 2>(x.data(), {32, 8}, {1, 32}, here));
  EXPECT_NE(why.find("this view cannot be a matrix, because neighbours in a row are 32 elements "
                     "apart (its stride(1)), and x.row(r) + cols needs them side by side"),
            std::string::npos)
      << why;
  EXPECT_NE(why.find("matrix_test.cpp:"), std::string::npos) << why;
  EXPECT_NE(why.find("If the view is the transpose of a matrix, pass that matrix and use tl.trans."
                     " Otherwise copy the view, or give the kernel a pointer and both strides."),
            std::string::npos)
      << why;
}
TEST_F(MatrixTest, RefusesMoreRowsThanAnIntCounts) {
  const buffer<float, 2> x(here, {1, 8});
  const std::int64_t rows = std::int64_t{1} << 31;
  const std::string why = refusal(view<const float, 2>(x.data(), {rows, 8}, {0, 1}, here));
  EXPECT_NE(why.find("2147483648 does not fit an integer of 32 bits"), std::string::npos) << why;
}
TEST_F(MatrixTest, TakesOneColumnOfAnyStride) {
  const buffer<float, 2> x(here, {8, 32});
  EXPECT_EQ(refusal(view<const float, 2>(x.data(), {8, 1}, {32, 32}, here)), "accepted");
  EXPECT_EQ(refusal(view<const float, 2>(x.data(), {0, 8}, {8, 1}, here)), "accepted");
}

}  // namespace matrix_test
