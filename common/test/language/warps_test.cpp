// Tiles of every kind of shape in programs of 4, 8, 12, 16 and 32 warps: each element has one
// owner, and each thread knows every sum. A GPU runs each kernel in the launches that it has: on a
// device, where threads may multiply by warpgroups, and on a Hopper GPU with threads that only
// fetch.
#include "kernel_test.hpp"

namespace warps_test {

using namespace kw;
using kernel_test::expect_same;
using kernel_test::some_values;

struct WarpsTest : kernel_test::KernelTest {};

/// Calls run(launch) with each launch that this device has for so many warps.
template <int NumWarps, class Run>
void for_each_launch(device here, const Run& run) {
  if constexpr (core::is_power_of_two(NumWarps)) {
    SCOPED_TRACE(std::to_string(NumWarps) + " warps on a device");
    run([&](const auto& kernel, const auto&... args) {
      launch<NumWarps>(here, grid(1), kernel, args...);
    });
  }
  if constexpr (NumWarps <= 16) {
    if (const hopper_gpu gpu{here}) {
      SCOPED_TRACE(std::to_string(NumWarps) + " warps on a Hopper GPU");
      run([&](const auto& kernel, const auto&... args) {
        launch<NumWarps>(gpu, grid(1), kernel, args...);
      });
    }
  }
}

/// What a kernel can do with an (M, N) tile whose result depends on who holds which element.
template <int M, int N>
struct UseTile {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, float* copy, float* transposed,
                            float* down, float* along, float* sums, int* counts) const {
    auto rows = tl.arange(size<M>)(_, None);
    auto columns = tl.arange(size<N>)(None, _);
    auto tile = tl.load(x + rows * N + columns).to(dtype<float>{});
    tl.store(copy + rows * N + columns, tile + 1);
    tl.store(transposed + columns * M + rows, tile);
    tl.store(down + rows * N + columns, tl.cumsum(tile, axis<0>));
    tl.store(along + rows * N + columns, tl.cumsum(tile, axis<1>));
    auto of_rows = tl.sum(tile, axis<1>);
    auto of_columns = tl.sum(tile, axis<0>);
    tl.store(sums + tl.arange(size<M>), of_rows);
    tl.store(sums + M + tl.arange(size<N>), of_columns);
    tl.store(sums + M + N, tl.sum(of_rows));
    tl.store(sums + M + N + 1, tl.max(of_columns));
    // Each thread holds some of these, so a thread with another sum would show.
    tl.store(sums + M + N + 2 + tl.arange(size<2048>), tl.zeros(size<2048>) + tl.sum(of_columns));
    tl.atomic_add(counts + rows * N + columns, 1);
    tl.atomic_add(counts + M * N + tl.arange(size<M>), of_rows.to(dtype<int>{}) * 0 + 1);
    tl.atomic_add(counts + M * N + M, 1);
  }
};

template <class T, int M, int N>
struct UseTileWanted {
  std::vector<T> x = some_values<T>(M * N, M + N);
  std::vector<float> copy, transposed, down, along, sums;
  UseTileWanted() : copy(M * N), transposed(M * N), down(M * N), along(M * N), sums(M + N + 2050) {
    float largest = -1e30f, total = 0;
    for (int i = 0; i < M; ++i) {
      for (int j = 0; j < N; ++j) {
        const auto k = static_cast<std::size_t>(i * N + j);
        const float value = core::convert<float>(x[k]);
        copy[k] = value + 1;
        transposed[static_cast<std::size_t>(j * M + i)] = value;
        sums[static_cast<std::size_t>(i)] += value;
        sums[static_cast<std::size_t>(M + j)] += value;
        along[k] = sums[static_cast<std::size_t>(i)];
        down[k] = sums[static_cast<std::size_t>(M + j)];
        total += value;
      }
    }
    for (int j = 0; j < N; ++j) {
      largest = std::fmax(largest, sums[static_cast<std::size_t>(M + j)]);
    }
    sums[M + N] = total;
    sums[M + N + 1] = largest;
    std::fill(sums.begin() + M + N + 2, sums.end(), total);
  }
};

/// \param offset  of the tile's first element: 1 leaves no access of several elements
template <class T, int M, int N, int NumWarps>
void check_tile(device here, int offset) {
  static const UseTileWanted<T, M, N> wanted;  // quarters, so every sum is exact
  for_each_launch<NumWarps>(here, [&](const auto& run) {
    SCOPED_TRACE(std::to_string(M) + " x " + std::to_string(N) + ", from " +
                 std::to_string(offset));
    const buffer_layout apart{.element_offset = offset};
    const buffer<T> x(here, {M * N}, wanted.x, apart);
    const buffer<float> copy(here, {M * N}, apart), transposed(here, {M * N}), down(here, {M * N}),
        along(here, {M * N}), sums(here, {M + N + 2050});
    const buffer<int> counts(here, {M * N + M + 1}, std::vector<int>(M * N + M + 1));
    run(UseTile<M, N>{}, x.cview(), copy.view(), transposed.view(), down.view(), along.view(),
        sums.view(), counts.view());
    expect_same(copy.download(), wanted.copy, "a copy");
    expect_same(transposed.download(), wanted.transposed, "the transpose");
    expect_same(sums.download(), wanted.sums, "sums");
    expect_same(down.download(), wanted.down, "sums down the columns so far");
    expect_same(along.download(), wanted.along, "sums along the rows so far");
    expect_same(counts.download(), std::vector<int>(M * N + M + 1, 1), "counts");
  });
}
template <int NumWarps>
void check_tiles(device here) {
  for (int offset : {0, 1}) {
    check_tile<float, 1, 128, NumWarps>(here, offset);
    check_tile<float, 1, 2048, NumWarps>(here, offset);
    check_tile<float, 4, 64, NumWarps>(here, offset);
    check_tile<float, 64, 32, NumWarps>(here, offset);
    check_tile<float, 192, 16, NumWarps>(here, offset);
  }
}
TEST_F(WarpsTest, TilesInFourWarps) {
  check_tiles<4>(here);
}
TEST_F(WarpsTest, TilesInEightWarps) {
  check_tiles<8>(here);
}
TEST_F(WarpsTest, TilesInTwelveWarps) {
  check_tiles<12>(here);
  check_tile<float16_t, 192, 64, 12>(here, 0);
  check_tile<float, 512, 1, 12>(here, 0);
  check_tile<float, 1, 1, 12>(here, 0);
}
TEST_F(WarpsTest, TilesInSixteenWarps) {
  check_tiles<16>(here);
}
TEST_F(WarpsTest, TilesInThirtyTwoWarps) {
  check_tiles<32>(here);
}

/// A product, what is next to its sum in each row and column, and the sum in another layout.
template <int M, int N, int K>
struct UseProduct {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* a, const T* b, float* product,
                            float* transposed, float* sums, int* counts) const {
    auto rows = tl.arange(size<M>);
    auto columns = tl.arange(size<N>);
    auto k = tl.arange(size<K>);
    auto left = tl.load(a + rows(_, None) * K + k(None, _));
    auto right = tl.load(b + k(_, None) * N + columns(None, _));
    auto sum = tl.dot(left, right);
    tl.store(product + rows(_, None) * N + columns(None, _), sum);
    tl.store(transposed + columns(None, _) * M + rows(_, None), sum);
    tl.store(sums + rows, tl.sum(sum, axis<1>));
    tl.store(sums + M + columns, tl.sum(sum, axis<0>));
    auto so_far = tl.cumsum(sum, axis<0>);  // its last row is the sum of a column
    tl.store(sums + M + N + columns,
             tl.sum(tl.where(rows(_, None) == M - 1, so_far, 0.0f), axis<0>));
    tl.atomic_add(counts + rows(_, None) * N + columns(None, _), (sum * 0.0f).to(dtype<int>{}) + 1);
  }
};

/// -3 to 3: sums of products are integers below 2^24, and exact in any order.
template <class T>
std::vector<T> small_values(std::int64_t count, int seed) {
  std::vector<T> values;
  for (int value : some_values<int>(count, seed)) {
    values.push_back(core::convert<T>(static_cast<float>(value % 4)));
  }
  return values;
}

template <class T, int M, int N, int K, int NumWarps>
void check_product(device here) {
  const auto a_values = small_values<T>(M * K, 1), b_values = small_values<T>(K * N, 2);
  std::vector<float> product(M * N), transposed(M * N), sums(M + 2 * N);
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) {
      float dot = 0;
      for (int k = 0; k < K; ++k) {
        dot += core::convert<float>(a_values[static_cast<std::size_t>(i * K + k)]) *
               core::convert<float>(b_values[static_cast<std::size_t>(k * N + j)]);
      }
      product[static_cast<std::size_t>(i * N + j)] = dot;
      transposed[static_cast<std::size_t>(j * M + i)] = dot;
      sums[static_cast<std::size_t>(i)] += dot;
      sums[static_cast<std::size_t>(M + j)] += dot;
      sums[static_cast<std::size_t>(M + N + j)] += dot;
    }
  }
  for_each_launch<NumWarps>(here, [&](const auto& run) {
    SCOPED_TRACE(std::to_string(M) + " x " + std::to_string(N));
    const buffer<T> a(here, {M * K}, a_values), b(here, {K * N}, b_values);
    const buffer<float> c(here, {M * N}), t(here, {M * N}), s(here, {M + 2 * N});
    const buffer<int> counts(here, {M * N}, std::vector<int>(M * N));
    run(UseProduct<M, N, K>{}, a.cview(), b.cview(), c.view(), t.view(), s.view(), counts.view());
    expect_same(c.download(), product, "a product");
    expect_same(t.download(), transposed, "its transpose");
    expect_same(s.download(), sums, "its sums");
    expect_same(counts.download(), std::vector<int>(M * N, 1), "counts");
  });
}
TEST_F(WarpsTest, ProductsOfFloat32) {
  check_product<float, 192, 32, 16, 4>(here);
  check_product<float, 192, 64, 16, 8>(here);
  check_product<float, 64, 64, 16, 12>(here);
  check_product<float, 192, 64, 16, 12>(here);
  check_product<float, 192, 64, 16, 16>(here);
}
TEST_F(WarpsTest, ProductsOfFloat16) {
  check_product<float16_t, 192, 64, 32, 8>(here);
  check_product<float16_t, 192, 128, 32, 8>(here);
  check_product<float16_t, 64, 64, 32, 12>(here);
  check_product<float16_t, 192, 64, 32, 12>(here);
  check_product<float16_t, 256, 32, 16, 12>(here);
  check_product<float16_t, 192, 64, 16, 16>(here);
  check_product<float16_t, 192, 64, 16, 32>(here);
}

}  // namespace warps_test
