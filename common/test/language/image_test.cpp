// Tiles of images: their rows are the places of a patch, several strips of an image's columns.
#include "kernel_test.hpp"
#include "kernelwright/testing/row_products.hpp"
#include "kernelwright/testing/rows.hpp"

namespace image_test {

using namespace kw;
using kernel_test::some_values;

struct ImageTest : kernel_test::KernelTest {};

/// Sizes of the images, [image, row, column, channel].
struct image_sizes {
  int images, rows, columns, channels;
  int places() const { return images * rows * columns; }
};

template <class T>
buffer<T, 4> images(device here, const image_sizes& s, const std::vector<T>& values) {
  return {here, {s.images, s.rows, s.columns, s.channels}, values};
}

/// Tile at a place that may be outside the image, as rows of a dense matrix.
template <int M, int N, int WIDTH>
struct Patch {
  template <class T>
  KW_KERNEL void operator()(program auto tl, image_descriptor<const T, WIDTH> x, T* out, int row,
                            int column) const {
    auto r = tl.arange(size<M>);
    auto c = tl.arange(size<N>);
    tl.store(out + r(_, None) * N + c(None, _), tl.load(x.tile(shape<M, N>, 1, row, column, 0)));
  }
};

template <class T, int M, int N, int WIDTH>
void check_patch(device here, int row, int column) {
  const image_sizes s{3, 9, 20, N / 2};
  const auto values = some_values<T>(s.places() * s.channels);
  const auto x = images<T>(here, s, values);
  buffer<T> out(here, {M * N});
  launch(here, grid(1), Patch<M, N, WIDTH>{}, image_descriptor<const T, WIDTH>(x.cview()),
         out.view(), row, column);
  const auto got = out.download();
  for (int i = 0; i < M; ++i) {
    for (int c = 0; c < N; ++c) {
      const int y = row + i / WIDTH, z = column + i % WIDTH;
      const bool inside = y >= 0 && y < s.rows && z >= 0 && z < s.columns && c < s.channels;
      const int from = ((s.rows + y) * s.columns + z) * s.channels + c;
      const float want = inside ? core::convert<float>(values[static_cast<std::size_t>(from)]) : 0;
      ASSERT_EQ(core::convert<float>(got[static_cast<std::size_t>(i * N + c)]), want)
          << "patch at (" << row << ", " << column << "), row " << i << ", channel " << c;
    }
  }
}

TEST_F(ImageTest, OutsideIsZero) {
  const int starts[][2] = {{0, 0}, {-1, -1}, {3, 7}, {-20, 0}, {9, 0}, {0, 20}, {-7, -6}, {8, 19}};
  for (const auto& [row, column] : starts) {
    check_patch<float16_t, 64, 64, 8>(here, row, column);
    check_patch<float16_t, 128, 32, 16>(here, row, column);
    check_patch<float, 64, 32, 64>(here, row, column);
  }
}

/// out = x * w for every place: a product of channels, x moved by (row, column).
template <int M, int N, int K, int WIDTH>
struct Product {
  template <class T, class R>
  KW_KERNEL void operator()(program auto tl, image_descriptor<const T, WIDTH> x,
                            tensor_descriptor<const T> w, image_descriptor<R, WIDTH> out, int row,
                            int column) const {
    const int y = tl.program_id(1) * (M / WIDTH), z = tl.program_id(0) * WIDTH;
    const int image = tl.program_id(2);
    auto acc = tl.accumulator(shape<M, N>, dtype<core::dot_result_t<T>>{});
    auto tiles = tl.stream(stages<3>, [&](int k) {
      return fetch(x.tile(shape<M, K>, image, y + row, z + column, k), w.tile(shape<K, N>, k, 0));
    });
    tiles.pipelined(0, w.extent(0), K, [&](int, auto xt, auto wt) { acc = tl.dot(xt, wt, acc); });
    tl.store(out.tile(shape<M, N>, image, y, z, 0), acc);
  }
};

/// \param filters  a width of the result that may end in the middle of a piece of 16 bytes
template <class T, class R, int M, int N, int K, int WIDTH>
void check_product(device here, const image_sizes& s, int filters, int row, int column) {
  const auto x_values = some_values<T>(s.places() * s.channels, 1);
  const auto w_values = some_values<T>(s.channels * filters, 2);
  const auto x = images<T>(here, s, x_values);
  const std::int64_t lanes = 16 / static_cast<int>(sizeof(T));
  const buffer<T, 2> w(here, {s.channels, filters}, w_values,
                       {.row_stride = cdiv(filters, lanes) * lanes});
  const std::int64_t r_lanes = 16 / static_cast<int>(sizeof(R));
  buffer<R, 4> out(here, {s.images, s.rows, s.columns, filters},
                   {.row_stride = cdiv(filters, r_lanes) * r_lanes});
  launch<4>(here, grid(cdiv(s.columns, WIDTH), cdiv(s.rows, M / WIDTH), s.images),
            Product<M, N, K, WIDTH>{}, image_descriptor<const T, WIDTH>(x.cview()),
            tensor_descriptor(w.cview()), image_descriptor<R, WIDTH>(out.view()), row, column);
  const auto got = kernel_test::contents(out);
  const auto products_of_places =
      kw::testing::product_of(kw::testing::to_doubles(x_values), kw::testing::to_doubles(w_values),
                              s.places(), filters, s.channels);
  for (int place = 0; place < s.places(); ++place) {
    const int y = place / s.columns % s.rows + row, z = place % s.columns + column;
    const bool inside = y >= 0 && y < s.rows && z >= 0 && z < s.columns;
    const int from = place + row * s.columns + column;
    for (int f = 0; f < filters; ++f) {
      const double want =
          inside ? products_of_places[static_cast<std::size_t>(from * filters + f)] : 0.0;
      ASSERT_EQ(core::convert<float>(got[static_cast<std::size_t>(place * filters + f)]),
                core::convert<float>(core::convert<R>(static_cast<float>(want))))
          << "place " << place << ", filter " << f << ", moved by (" << row << ", " << column
          << ")";
    }
  }
}

TEST_F(ImageTest, ProductsOfMovedImages) {
  for (const int row : {-1, 0, 2}) {
    for (const int column : {-2, 0, 1}) {
      check_product<float16_t, float16_t, 64, 64, 32, 8>(here, {2, 7, 9, 40}, 64, row, column);
      check_product<float16_t, float16_t, 128, 64, 64, 32>(here, {2, 7, 28, 72}, 60, row, column);
      check_product<bfloat16_t, float, 64, 32, 64, 16>(here, {1, 14, 14, 16}, 32, row, column);
    }
  }
}
TEST_F(ImageTest, WideImages) {
  check_product<float16_t, float16_t, 128, 128, 64, 64>(here, {2, 5, 130, 64}, 128, -1, 1);
  check_product<float, float, 64, 32, 32, 8>(here, {2, 9, 17, 36}, 28, 1, -1);
}

/// Images of a place each, and images of none.
TEST_F(ImageTest, SmallImages) {
  check_product<float16_t, float16_t, 64, 64, 32, 8>(here, {5, 1, 1, 8}, 8, 0, 0);
  check_product<float16_t, float16_t, 64, 64, 32, 8>(here, {0, 3, 3, 8}, 8, 0, 0);
}

}  // namespace image_test
