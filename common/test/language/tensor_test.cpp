// Tiles of tensors: inside, elements are moved; outside, they read as zero and stay unwritten.
#include <algorithm>

#include "kernel_test.hpp"

namespace tensor_test {

using namespace kw;
using kernel_test::contents;
using kernel_test::expect_part;
using kernel_test::expect_same;
using kernel_test::some_values;

struct TensorTest : kernel_test::KernelTest {};

/// Tile (p0, p1) of matrix p2 from x to y. Leading axes take p2 / 2 and p2 % 2, or p2.
template <int M, int N>
struct Copy {
  template <class X, class Y>
  KW_KERNEL void operator()(program auto tl, X x, Y y) const {
    const int row = tl.program_id(1) * M;
    const int column = tl.program_id(0) * N;
    const int matrix = tl.program_id(2);
    if constexpr (X::kRank == 2) {
      tl.store(y.tile(shape<M, N>, row, column), tl.load(x.tile(shape<M, N>, row, column)));
    } else if constexpr (X::kRank == 3) {
      tl.store(y.tile(shape<M, N>, matrix, row, column),
               tl.load(x.tile(shape<M, N>, matrix, row, column)));
    } else {
      tl.store(y.tile(shape<M, N>, matrix / 2, matrix % 2, row, column),
               tl.load(x.tile(shape<M, N>, matrix / 2, matrix % 2, row, column)));
    }
  }
};

/// Copies arrays whose last two axes are rows x columns, rows padded to 16 bytes and more.
template <class T, int Rank, int M, int N>
void check_copy(device here, const std::int64_t (&extents)[Rank]) {
  const std::int64_t rows = extents[Rank - 2], columns = extents[Rank - 1];
  std::int64_t matrices = 1;
  for (int d = 0; d < Rank - 2; ++d) {
    matrices *= extents[d];
  }
  const std::int64_t pad = 16 / static_cast<int>(sizeof(T));
  const buffer_layout layout{.row_stride = cdiv(columns, pad) * pad + pad};
  const auto values = some_values<T>(matrices * rows * columns);
  buffer<T, Rank> x(here, extents, values, layout), y(here, extents, layout);
  launch(here, grid(cdiv(columns, N), cdiv(rows, M), matrices), Copy<M, N>{},
         tensor_descriptor(x.cview()), tensor_descriptor(y.view()));
  expect_same(contents(y), values, "copy");
}

template <class T>
void check_copies(device here) {
  check_copy<T, 2, 32, 64>(here, {64, 128});
  check_copy<T, 2, 32, 64>(here, {1, 1});
  check_copy<T, 2, 64, 32>(here, {67, 101});
  check_copy<T, 3, 16, 32>(here, {3, 17, 31});
  check_copy<T, 4, 16, 64>(here, {2, 2, 33, 65});
}

TEST_F(TensorTest, CopiesEveryType) {
  kernel_test::for_each_type<float, float16_t, bfloat16_t, std::int8_t>(
      [&]<class T> { check_copies<T>(here); });
}

/// The tile at (row, column), also one that begins before the tensor or after its end.
struct Window {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x, float* out, int row,
                            int column) const {
    auto r = tl.arange(size<16>);
    auto c = tl.arange(size<32>);
    tl.store(out + r(_, None) * 32 + c(None, _), tl.load(x.tile(shape<16, 32>, row, column)));
  }
};

TEST_F(TensorTest, OutsideIsZero) {
  constexpr int kRows = 20, kColumns = 36;
  const auto values = some_values(kRows * kColumns);
  const buffer<float, 2> x(here, {kRows, kColumns}, values);
  const int starts[][2] = {{0, 0}, {8, 8}, {-3, 4}, {4, -8}, {-3, -8}, {20, 0}, {0, 36}, {-16, 0}};
  for (const auto& start : starts) {
    buffer<float> out(here, {16 * 32});
    launch(here, grid(1), Window{}, tensor_descriptor(x.cview()), out.view(), start[0], start[1]);
    const auto got = out.download();
    for (int i = 0; i < 16; ++i) {
      for (int j = 0; j < 32; ++j) {
        const int r = start[0] + i, c = start[1] + j;
        const bool inside = r >= 0 && r < kRows && c >= 0 && c < kColumns;
        const float want = inside ? values[static_cast<std::size_t>(r * kColumns + c)] : 0.0f;
        ASSERT_EQ(got[static_cast<std::size_t>(i * 32 + j)], want)
            << "tile at (" << start[0] << ", " << start[1] << "), element (" << i << ", " << j
            << ")";
      }
    }
  }
}

/// A store rounds to the tensor's type, and broadcasts a column.
struct StoreColumn {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const float* x, tensor_descriptor<T> y) const {
    auto v = tl.load(x + tl.arange(size<32>));
    tl.store(y.tile(shape<32, 16>, 0, 0), v(_, None) + tl.zeros(shape<32, 16>));
    tl.store(y.tile(shape<32, 16>, 32, 0), 1.0f / 3.0f);
  }
};

template <class T>
void check_store(device here) {
  std::vector<float> values(32);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = 1.0f + static_cast<float>(i) / 1000.0f;
  }
  const buffer<float> x(here, {32}, values);
  buffer<T, 2> y(here, {64, 16});
  launch(here, grid(1), StoreColumn{}, x.cview(), tensor_descriptor(y.view()));
  const auto got = y.download();
  for (std::size_t i = 0; i < got.size(); ++i) {
    const float want = i < 512 ? values[i / 16] : 1.0f / 3.0f;
    ASSERT_EQ(core::convert<float>(got[i]), core::convert<float>(core::convert<T>(want)));
  }
}

TEST_F(TensorTest, StoreRounds) {
  check_store<float16_t>(here);
  check_store<bfloat16_t>(here);
  check_store<float>(here);
}

// ---- arrays that cannot be described ----

template <class T, int Rank>
std::string refusal(const view<T, Rank>& v) {
  return kernel_test::error_of([&] { (void)tensor_descriptor<T, Rank>(v); });
}

TEST_F(TensorTest, RefusesRowsThatDoNotAlign) {
  const buffer<float16_t, 2> x(here, {8, 33});
  expect_part(refusal(x.cview()),
              "axis 0 has a stride of 33 elements of 2 bytes, which is not a multiple of 16 bytes. "
              "Pad the rows to a multiple of 8 elements");
}
TEST_F(TensorTest, RefusesABaseThatDoesNotAlign) {
  const buffer<float, 2> x(here, {8, 32}, buffer_layout{.element_offset = 1});
  expect_part(refusal(x.cview()), "its first element is 4 bytes past a multiple of 16");
}
TEST_F(TensorTest, RefusesColumnsThatAreApart) {
  const buffer<float, 2> x(here, {8, 32});
  const view<const float, 2> columns(x.data(), {32, 8}, {1, 32}, here);
  const std::string why = refusal(columns);
  expect_part(why, "the last axis has a stride of 32 elements");
  expect_part(why, "use tl.trans");
}
TEST_F(TensorTest, RefusesRowsThatGoBackwards) {
  const buffer<float, 2> x(here, {4, 8}, some_values(32));
  const view<const float, 2> upside_down(x.data() + 24, {4, 8}, {-8, 1}, here);
  EXPECT_FALSE(fits_tensor_descriptor(upside_down));
  expect_part(refusal(upside_down),
              "axis 0 has a stride of -8 elements: a GPU's copy engine goes only forward");
}

/// Tiles at indices that no int holds are outside, as all others past the end are.
struct FarOutside {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x,
                            tensor_descriptor<float> y, std::int64_t far) const {
    tl.store(y.tile(shape<16, 16>, 0, 0), tl.load(x.tile(shape<16, 16>, far, 0)) + 1);
    tl.store(y.tile(shape<16, 16>, 16, 0), tl.load(x.tile(shape<16, 16>, -far, 0)) + 2);
    tl.store(y.tile(shape<16, 16>, far, 0), tl.full(shape<16, 16>, 3.0f));
  }
};
TEST_F(TensorTest, IndicesThatNoIntHoldsAreOutside) {
  const buffer<float, 2> x(here, {16, 16}, some_values(256)), y(here, {32, 16});
  launch(here, grid(1), FarOutside{}, tensor_descriptor(x.cview()), tensor_descriptor(y.view()),
         std::int64_t{1} << 32);  // as an int it is 0
  const auto got = y.download();
  for (std::size_t k = 0; k < 512; ++k) {
    ASSERT_EQ(got[k], k < 256 ? 1 : 2) << k;
  }
}

TEST_F(TensorTest, TakesOneRowOfAnyLength) {
  const buffer<float16_t, 2> row(here, {1, 33});
  EXPECT_EQ(refusal(row.cview()), "");
  const buffer<float16_t, 2> nothing(here, {0, 33});
  EXPECT_EQ(refusal(nothing.cview()), "");
}

/// Shapes, scans and sorts of a tile of a tensor: a thread that only fetches skips them.
struct ShapesOfTensors {
  template <class X, class Y>
  KW_KERNEL void operator()(program auto tl, X x, Y y) const {
    auto v = tl.load(x.tile(shape<64, 64>, 0, 0));
    auto [even, odd] = tl.split(tl.reshape(v, shape<64, 32, 2>));
    auto add = [](auto a1, auto b1, auto a2, auto b2) { return tuple(a1 + a2, b1 + b2); };
    auto [sums, others] = tl.associative_scan(tuple(even, odd), axis<1>, add);
    auto [most, where] = tl.max(sums, axis<1>, return_indices);
    auto joined = tl.reshape(tl.join(sums - others, tl.sort(odd)), shape<64, 64>);
    tl.store(y.tile(shape<64, 64>, 0, 0), joined + (most - where)(_, None) * 0.0f);
  }
};

TEST_F(TensorTest, ShapesScansAndSorts) {
  std::vector<float> values(64 * 64), want(64 * 64);
  for (std::size_t k = 0; k < values.size(); ++k) {
    values[k] = static_cast<float>(k * k % 13);
  }
  for (std::size_t row = 0; row < 64; ++row) {
    float difference = 0;
    std::vector<float> odd;
    for (std::size_t k = 64 * row; k < 64 * row + 64; k += 2) {
      difference += values[k] - values[k + 1];
      want[k] = difference;
      odd.push_back(values[k + 1]);
    }
    std::sort(odd.begin(), odd.end());
    for (std::size_t k = 0; k < 32; ++k) {
      want[64 * row + 2 * k + 1] = odd[k];
    }
  }
  buffer<float, 2> x(here, {64, 64}, values), y(here, {64, 64});
  launch(here, grid(1), ShapesOfTensors{}, tensor_descriptor(x.cview()),
         tensor_descriptor(y.view()));
  expect_same(y.download(), want, "element");
}

}  // namespace tensor_test
