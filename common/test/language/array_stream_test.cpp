// Streams of tiles of arrays: any alignment, any edge, any stride between rows; every way in which
// threads copy a tile. Each kernel runs on a plain device and, if there is one, also in a launch on
// a Hopper GPU.
#include "dot_reference.hpp"

namespace array_stream_test {

using namespace kw;
using kernel_test::some_values;

struct ArrayStreamTest : kernel_test::KernelTest {};

/// Calls run(launch) with each launch that this device has.
/// \tparam OnDevice  is there room for the stream's stages in a launch on a plain device?
template <int NumWarps = 4, bool OnDevice = true, class Run>
void for_each_launch(device here, const Run& run) {
  if constexpr (OnDevice) {
    SCOPED_TRACE("on a device");
    run([&](auto programs, const auto& kernel, const auto&... args) {
      launch<NumWarps>(here, programs, kernel, args...);
    });
  }
  {
    SCOPED_TRACE("on a Hopper GPU, or its other");
    run([&](auto programs, const auto& kernel, const auto&... args) {
      if (const hopper_gpu gpu{here}) {
        launch<NumWarps>(gpu, programs, kernel, args...);
      } else {
        launch<NumWarps>(gpu.other(), programs, kernel, args...);
      }
    });
  }
}

using dot_test::TiledProduct, dot_test::layouts;

/// \tparam R  the type of c, to which sums are rounded
template <class T, class R, int Stages, bool TransposeA = false, bool TransposeB = false,
          int TileM = 64, int TileN = 64, int TileK = 32, int NumWarps = 4>
void check_product(device here, int m, int n, int k, const layouts& layout = {}) {
  constexpr bool on_device = Stages * TileK * (TileM + TileN) * sizeof(T) <= 16 * 1024;
  for_each_launch<NumWarps, on_device>(here, [&](auto launch_it) {
    dot_test::check_matrices<T, T, R>(
        here, m, n, k, TransposeA, TransposeB, layout, [&](auto a, auto b, auto c) {
          launch_it(grid(cdiv(n, TileN), cdiv(m, TileM)),
                    TiledProduct<TileM, TileN, TileK, Stages, TransposeA, TransposeB>{}, a, b, c, 0,
                    k);
        });
  });
}

template <class T>
void check_type(device here) {
  using R = core::dot_result_t<T>;
  check_product<T, R, 1>(here, 64, 64, 32);
  check_product<T, R, 1>(here, 70, 90, 100);
  check_product<T, R, 3>(here, 1, 1, 1);
  check_product<T, R, 3>(here, 130, 66, 129);
  check_product<T, R, 2, false, true>(here, 64, 128, 96);
  check_product<T, R, 2, false, true>(here, 70, 90, 100);
  check_product<T, R, 2, true, false>(here, 66, 68, 97);
}

TEST_F(ArrayStreamTest, ProductsOfEveryType) {
  kernel_test::for_each_type<float16_t, bfloat16_t, float, std::int8_t>(
      [&]<class T> { check_type<T>(here); });
}

// Each row stride and offset needs another width of copies: 16 bytes, 8, 4, 2.
TEST_F(ArrayStreamTest, EveryAlignment) {
  for (const int stride : {104, 100, 98, 97}) {
    for (const int offset : {0, 4, 2, 1, 8, 7}) {
      const layouts layout{{stride, offset}, {stride + 3 * (stride % 2), offset}, {}};
      check_product<float16_t, float, 3>(here, 128, 96, 96, layout);
      check_product<float16_t, float, 1>(here, 67, 95, 94, layout);
    }
  }
  check_product<float, float, 1>(here, 67, 61, 62, {{62, 1}, {63, 2}, {61, 3}});
  check_product<std::int8_t, std::int32_t, 1>(here, 67, 61, 90, {{90, 1}, {63, 2}, {61, 3}});
}
TEST_F(ArrayStreamTest, RowsOfOddLengthFollowEachOther) {
  check_product<float16_t, float, 3>(here, 129, 127, 111);
  check_product<float16_t, float, 2, false, true>(here, 129, 127, 111);
  check_product<float16_t, float, 2, true, true>(here, 65, 131, 99);
}

// Sums stored as 16-bit floats pass through shared memory by rows.
TEST_F(ArrayStreamTest, StoresSixteenBits) {
  check_product<float16_t, float16_t, 3, false, false, 128, 128, 64, 8>(here, 256, 256, 64);
  check_product<float16_t, float16_t, 3, false, false, 128, 128, 64, 8>(here, 133, 137, 65);
  check_product<bfloat16_t, bfloat16_t, 2, false, true, 64, 128, 32>(here, 130, 136, 40);
  check_product<float16_t, float16_t, 2, false, false, 64, 64, 64>(here, 70, 61, 70,
                                                                   {{}, {}, {64, 3}});
}

TEST_F(ArrayStreamTest, LargeTiles) {
  if (const hopper_gpu gpu{here}) {  // no other GPU has room for them
    const int m = 300, n = 520, k = 128;
    const auto a_values = some_values<float16_t>(m * k, 1),
               b_values = some_values<float16_t>(k * n, 2);
    const buffer<float16_t, 2> a(here, {m, k}, a_values), b(here, {k, n}, b_values);
    buffer<float, 2> c(here, {m, n}), small(here, {m, n});
    launch<8>(gpu, grid(cdiv(n, 256), cdiv(m, 128)), TiledProduct<128, 256, 64, 3, false, false>{},
              a.cview(), b.cview(), c.view(), 0, k);
    launch<4>(gpu, grid(cdiv(n, 64), cdiv(m, 64)), TiledProduct<64, 64, 32, 3, false, false>{},
              a.cview(), b.cview(), small.view(), 0, k);
    EXPECT_EQ(c.download(), small.download());  // those of small tiles are tested above
  }
}

/// Adds up the tiles of x, the first one of step i i + 1 times.
struct WeightedSum {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, array<float, 2> out) const {
    auto sum = tl.zeros(shape<16, 32>);
    auto tiles = tl.stream(stages<3>, [&](int row) {
      return fetch(x.tile(shape<16, 32>, row, 0), x.tile(shape<16, 32>, row, 32));
    });
    tiles.pipelined(0, x.rows(), 16, [&](int row, auto left, auto right) {
      sum +=
          tl.load(left).to(float32) * static_cast<float>(row / 16 + 1) - tl.load(right).to(float32);
    });
    tl.store(out.tile(shape<16, 32>, 0, 0), sum);
  }
};

/// Rows `stride` elements apart, the first of which begins at element `first`.
template <class T>
void check_stride(device here, int rows, int columns, int stride, int first) {
  const int count = 16 * 1024;
  const auto values = some_values<T>(count);
  const buffer<T> memory(here, {count}, values);
  const view<const T, 2> x(memory.data() + first, {rows, columns}, {stride, 1}, here);
  auto at = [&](int i, int j) {
    return i < rows && j < columns
               ? core::convert<float>(kernel_test::at(values, first + i * stride + j))
               : 0.0f;
  };
  for_each_launch(here, [&](auto launch_it) {
    buffer<float, 2> out(here, {16, 32});
    launch_it(grid(1), WeightedSum{}, x, out.view());
    SCOPED_TRACE(::testing::Message() << rows << " x " << columns << ", " << stride << " apart");
    kernel_test::expect_lanes(out.download(), 16 * 32, [&](int k) {
      float want = 0;
      for (int step = 0; step * 16 < rows; ++step) {
        const int i = step * 16 + k / 32, j = k % 32;
        want += at(i, j) * static_cast<float>(step + 1) - at(i, 32 + j);
      }
      return want;
    });
  });
}

template <class T>
void check_strides(device here) {
  std::vector<int> strides{64, 66, 67};
  if (here.kind == device_kind::cuda) {  // the CPU's checker wants rows one behind the other
    strides.insert(strides.end(), {0, 5, -67, -64});
  }
  for (const int stride : strides) {
    for (const int columns : {64, 50, 27, 1}) {
      for (const int rows : {80, 70}) {
        check_stride<T>(here, rows, columns, stride, 8000);
      }
    }
  }
}
TEST_F(ArrayStreamTest, AnyStride) {
  check_strides<float16_t>(here);
  check_strides<float>(here);
  check_strides<std::int8_t>(here);
}

/// For row p of programs: the sum of `1 + p % 5` tiles of a stream and of one tile that is loaded.
/// The tiles are those of an array, or of a tensor.
struct UnevenSum {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    sum(tl, x, out, [](const auto& tile) { return fetch(tile); });
  }
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x, float* out) const {
    sum(tl, x, out, [](const auto& tile) { return tile; });
  }
  static KW_HD void sum(program auto& tl, const auto& x, float* out, const auto& loaded) {
    const int p = tl.program_id(0) + tl.num_programs(0) * tl.program_id(1);
    const int n = x.extent(0) / 16;
    auto tile_at_row = [&](int row) { return x.tile(shape<16, 32>, row, 0); };
    auto sum = tl.load(loaded(tile_at_row(p % n * 16))) + tl.zeros(shape<16, 32>);
    auto tiles =
        tl.stream(stages<2>, [&](int step) { return fetch(tile_at_row((p + step) % n * 16)); });
    tiles.pipelined(1, 2 + p % 5, 1, [&](int, auto tile) { sum += tl.load(tile); });
    auto place = tl.arange(size<16>)(_, None) * 32 + tl.arange(size<32>)(None, _);
    tl.store(out + p * 512 + place, sum);
  }
};

// More programs than any GPU has multiprocessors, so blocks run several: rings and loaded tiles are
// handed from one program to the next, in whatever order they run.
void check_many_programs(device here, grid programs, int count) {
  constexpr int n = 7;
  const auto values = some_values(n * 512);
  const buffer<float, 2> x(here, {n * 16, 32}, values);
  const auto check = [&](auto launch_it) {
    buffer<float> out(here, {count * 512});
    launch_it(out);
    kernel_test::expect_lanes(out.download(), count * 512, [&](int k) {
      float want = 0;
      for (int step = 0; step <= 1 + k / 512 % 5; ++step) {
        want += kernel_test::at(values, (k / 512 + step) % n * 512 + k % 512);
      }
      return want;
    });
  };
  for_each_launch(here, [&](auto launch_it) {
    check([&](auto& out) { launch_it(programs, UnevenSum{}, x.cview(), out.view()); });
  });
  SCOPED_TRACE("tiles of a tensor");
  check([&](auto& out) {
    launch(here, programs, UnevenSum{}, tensor_descriptor(x.cview()), out.view());
  });
}

TEST_F(ArrayStreamTest, BlocksRunManyPrograms) {
  check_many_programs(here, grid(37, 31), 37 * 31);
}
TEST_F(ArrayStreamTest, BlocksTakeProgramsOfAnUnevenGrid) {
  for (int i = 0; i < 3; ++i) {  // each launch leaves the counter as it found it
    check_many_programs(here, grid(37, 31).uneven(), 37 * 31);
  }
  check_many_programs(here, grid(3).uneven(), 3);
}
TEST_F(ArrayStreamTest, AnEmptyGridRunsNothing) {
  check_many_programs(here, grid(0), 0);
}

// A stream reads ahead, and the checker checks each tile like a load.
TEST_F(ArrayStreamTest, TheCheckerLooksAtEachTile) {
  if (here.kind != device_kind::cpu) {
    GTEST_SKIP() << "the checker is the CPU's";
  }
  const buffer<float, 2> memory(here, {20, 32}, some_values(20 * 32)), out(here, {16, 32});
  const view<const float, 2> x(memory.data(), {32, 32}, {32, 1}, here);  // more than there is
  launch(here, grid(1), WeightedSum{}, x, out.view());
  const auto findings = take_findings();
  ASSERT_EQ(findings.size(), 1u);
}

}  // namespace array_stream_test
