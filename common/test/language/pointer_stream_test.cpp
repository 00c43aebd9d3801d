// Streams of tiles at pointers: any alignment, any mask, any stride between rows; every way in
// which threads copy a tile. Each kernel runs on a plain device and, if there is one, also in a
// launch on a Hopper GPU.
#include "dot_reference.hpp"

namespace pointer_stream_test {

using namespace kw;
using kernel_test::some_values;

struct PointerStreamTest : kernel_test::KernelTest {};

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

/// A tile of x with zeros outside of x.
template <class T, class Rows, class Columns>
KW_KERNEL auto masked(array<const T, 2> x, Rows rows, Columns columns) {
  return tile_at(x.row(rows(_, None)) + columns(None, _),
                 (rows(_, None) < x.rows()) & (columns(None, _) < x.columns()), T{});
}

/// c = a b, from a or its transpose and b or its transpose.
template <int M, int N, int K, int Stages, bool TransposeA, bool TransposeB>
struct Product {
  template <class T, class R>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> a, array<const T, 2> b,
                            array<R, 2> c, int depth) const {
    auto rows = tl.program_id(1) * M + tl.arange(size<M>);
    auto columns = tl.program_id(0) * N + tl.arange(size<N>);
    auto acc = tl.accumulator(shape<M, N>, dtype<core::dot_result_t<T>>{});
    auto ab = tl.stream(stages<Stages>, [&](int start) {
      auto ks = start + tl.arange(size<K>);
      if constexpr (TransposeA && TransposeB) {
        return fetch(masked(a, ks, rows), masked(b, columns, ks));
      } else if constexpr (TransposeA) {
        return fetch(masked(a, ks, rows), masked(b, ks, columns));
      } else if constexpr (TransposeB) {
        return fetch(masked(a, rows, ks), masked(b, columns, ks));
      } else {
        return fetch(masked(a, rows, ks), masked(b, ks, columns));
      }
    });
    ab.pipelined(0, depth, K, [&](int, auto at, auto bt) {
      if constexpr (TransposeA && TransposeB) {
        acc = tl.dot(tl.trans(at), tl.trans(bt), acc);
      } else if constexpr (TransposeA) {
        acc = tl.dot(tl.trans(at), bt, acc);
      } else if constexpr (TransposeB) {
        acc = tl.dot(at, tl.trans(bt), acc);
      } else {
        acc = tl.dot(at, bt, acc);
      }
    });
    tl.store(c.row(rows(_, None)) + columns(None, _), acc,
             (rows(_, None) < c.rows()) & (columns(None, _) < c.columns()));
  }
};

struct layouts {
  buffer_layout a, b, c;
};

/// \tparam R  the type of c, to which sums are rounded
template <class T, class R, int Stages, bool TransposeA = false, bool TransposeB = false,
          int TileM = 64, int TileN = 64, int TileK = 32, int NumWarps = 4>
void check_product(device here, int m, int n, int k, layouts lie = {}) {
  const auto a_values = some_values<T>(m * k, 1), b_values = some_values<T>(k * n, 2);
  const buffer<T, 2> a(here, {TransposeA ? k : m, TransposeA ? m : k}, a_values, lie.a);
  const buffer<T, 2> b(here, {TransposeB ? n : k, TransposeB ? k : n}, b_values, lie.b);
  constexpr bool on_device = Stages * TileK * (TileM + TileN) * sizeof(T) <= 16 * 1024;
  for_each_launch<NumWarps, on_device>(here, [&](auto launch_it) {
    buffer<R, 2> c(here, {m, n}, lie.c);
    launch_it(grid(cdiv(n, TileN), cdiv(m, TileM)),
              Product<TileM, TileN, TileK, Stages, TransposeA, TransposeB>{}, a.cview(), b.cview(),
              c.view(), k);
    SCOPED_TRACE(::testing::Message()
                 << m << " x " << n << " x " << k << ", transposed " << TransposeA << TransposeB
                 << ", rows " << lie.a.row_stride << ", " << lie.b.row_stride << " apart from "
                 << lie.a.element_offset << ", " << lie.b.element_offset << " on");
    dot_test::expect_product(kernel_test::contents(c), a_values, b_values, m, n, k, TransposeA,
                             TransposeB);
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

TEST_F(PointerStreamTest, Float16) {
  check_type<float16_t>(here);
}
TEST_F(PointerStreamTest, Bfloat16) {
  check_type<bfloat16_t>(here);
}
TEST_F(PointerStreamTest, Float32) {
  check_type<float>(here);
}
TEST_F(PointerStreamTest, Int8) {
  check_type<std::int8_t>(here);
}

// Each row stride and offset needs another width of copies: 16 bytes, 8, 4, 2.
TEST_F(PointerStreamTest, EveryAlignment) {
  for (const int stride : {104, 100, 98, 97}) {
    for (const int offset : {0, 4, 2, 1, 8, 7}) {
      const layouts lie{{stride, offset}, {stride + 3 * (stride % 2), offset}, {}};
      check_product<float16_t, float, 3>(here, 128, 96, 96, lie);
      check_product<float16_t, float, 1>(here, 67, 95, 94, lie);
    }
  }
  check_product<float, float, 1>(here, 67, 61, 62, {{62, 1}, {63, 2}, {61, 3}});
  check_product<std::int8_t, std::int32_t, 1>(here, 67, 61, 90, {{90, 1}, {63, 2}, {61, 3}});
}
TEST_F(PointerStreamTest, RowsOfOddLengthFollowEachOther) {
  check_product<float16_t, float, 3>(here, 129, 127, 111);
  check_product<float16_t, float, 2, false, true>(here, 129, 127, 111);
  check_product<float16_t, float, 2, true, true>(here, 65, 131, 99);
}

// Sums stored as 16-bit floats pass through shared memory by rows.
TEST_F(PointerStreamTest, StoresSixteenBits) {
  check_product<float16_t, float16_t, 3, false, false, 128, 128, 64, 8>(here, 256, 256, 64);
  check_product<float16_t, float16_t, 3, false, false, 128, 128, 64, 8>(here, 133, 137, 65);
  check_product<bfloat16_t, bfloat16_t, 2, false, true, 64, 128, 32>(here, 130, 136, 40);
  check_product<float16_t, float16_t, 2, false, false, 64, 64, 64>(here, 70, 61, 70,
                                                                   {{}, {}, {64, 3}});
}

TEST_F(PointerStreamTest, LargeTiles) {
  if (const hopper_gpu gpu{here}) {  // no other GPU has room for them
    const int m = 300, n = 520, k = 128;
    const auto a_values = some_values<float16_t>(m * k, 1),
               b_values = some_values<float16_t>(k * n, 2);
    const buffer<float16_t, 2> a(here, {m, k}, a_values), b(here, {k, n}, b_values);
    buffer<float, 2> c(here, {m, n}), small(here, {m, n});
    launch<8>(gpu, grid(cdiv(n, 256), cdiv(m, 128)), Product<128, 256, 64, 3, false, false>{},
              a.cview(), b.cview(), c.view(), k);
    launch<4>(gpu, grid(cdiv(n, 64), cdiv(m, 64)), Product<64, 64, 32, 3, false, false>{},
              a.cview(), b.cview(), small.view(), k);
    EXPECT_EQ(c.download(), small.download());  // those of small tiles are tested above
  }
}

/// Adds up tiles of 32 x 64 under a mask that a functor makes.
template <class MakeMask>
struct Masked {
  template <class T>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> x, array<float, 2> out) const {
    auto rows = tl.arange(size<32>);
    auto columns = tl.arange(size<64>);
    auto sum = tl.zeros(shape<32, 64>);
    auto tiles = tl.stream(stages<3>, [&](int start) {
      auto pointers = x.row(start + rows(_, None)) + columns(None, _);
      return fetch(tile_at(pointers, MakeMask{}(start + rows, columns), 0.0f));
    });
    tiles.pipelined(0, x.rows(), 32, [&](int, auto tile) { sum += tl.load(tile).to(float32); });
    tl.store(out.row(rows(_, None)) + columns(None, _), sum);
  }
};

template <class T, class MakeMask, class Passes>
void check_mask(device here, MakeMask, Passes passes, int stride = 64) {
  constexpr int rows = 32 * 5;
  const auto values = some_values<T>(rows * 64);
  const buffer<T, 2> x(here, {rows, 64}, values, {.row_stride = stride});
  for_each_launch(here, [&](auto launch_it) {
    buffer<float, 2> out(here, {32, 64});
    launch_it(grid(1), Masked<MakeMask>{}, x.cview(), out.view());
    const auto got = out.download();
    for (int i = 0; i < 32; ++i) {
      for (int j = 0; j < 64; ++j) {
        float want = 0;
        for (int row = i; row < rows; row += 32) {
          if (passes(row, j)) {
            want += core::convert<float>(values[static_cast<std::size_t>(row * 64 + j)]);
          }
        }
        ASSERT_EQ(got[static_cast<std::size_t>(i * 64 + j)], want) << i << ", " << j;
      }
    }
  });
}

struct right_of_eleven {
  template <class Rows, class Columns>
  KW_HD auto operator()(Rows, Columns columns) const {
    return columns(None, _) >= 11;
  }
};
struct left_of_37_below_50 {
  template <class Rows, class Columns>
  KW_HD auto operator()(Rows rows, Columns columns) const {
    return (columns(None, _) < 37) & (rows(_, None) >= 50);
  }
};
struct one_row {
  template <class Rows, class Columns>
  KW_HD auto operator()(Rows rows, Columns) const {
    return rows(_, None) == 70;
  }
};
struct band {
  template <class Rows, class Columns>
  KW_HD auto operator()(Rows rows, Columns columns) const {
    return columns(None, _) <= rows(_, None);
  }
};
struct every_third {
  template <class Rows, class Columns>
  KW_HD auto operator()(Rows, Columns columns) const {
    return columns(None, _) % 3 == 1;
  }
};

template <class T>
void check_masks(device here, int stride) {
  check_mask<T>(
      here, right_of_eleven{}, [](int, int j) { return j >= 11; }, stride);
  check_mask<T>(
      here, left_of_37_below_50{}, [](int i, int j) { return j < 37 && i >= 50; }, stride);
  check_mask<T>(
      here, one_row{}, [](int i, int) { return i == 70; }, stride);
  check_mask<T>(
      here, band{}, [](int i, int j) { return j <= i; }, stride);
  check_mask<T>(
      here, every_third{}, [](int, int j) { return j % 3 == 1; }, stride);
}
TEST_F(PointerStreamTest, AnyMask) {
  check_masks<float16_t>(here, 64);
  check_masks<float16_t>(here, 67);
  check_masks<float>(here, 65);
  check_masks<std::int8_t>(here, 71);
}

/// Pointers whose rows go backwards, are the same, and whose columns are two apart.
struct Backwards {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, float* out, int last, int along) const {
    auto rows = tl.arange(size<16>);
    auto columns = tl.arange(size<32>);
    auto sum = tl.zeros(shape<16, 32>);
    auto tiles = tl.stream(stages<2>, [&](int step) {
      return fetch(tile_at(x + (last - (step + rows(_, None)) * 37) + columns(None, _)),
                   tile_at(x + (step + 0 * rows(_, None)) + columns(None, _)),
                   tile_at(x + rows(_, None) * 5 + columns(None, _) * along));
    });
    tiles.pipelined(0, 64, 16, [&](int step, auto up, auto same, auto apart) {
      sum += tl.load(up).to(float32) - 2.0f * tl.load(same).to(float32) +
             tl.load(apart).to(float32) * static_cast<float>(step / 16);
    });
    tl.store(out + rows(_, None) * 32 + columns(None, _), sum);
  }
};

template <class T>
void check_backwards(device here) {
  constexpr int last = 63 * 37, count = last + 32;
  const auto values = some_values<T>(count);
  const buffer<T> x(here, {count}, values);
  auto at = [&](int i) { return core::convert<float>(values[static_cast<std::size_t>(i)]); };
  for_each_launch(here, [&](auto launch_it) {
    buffer<float> out(here, {16 * 32});
    launch_it(grid(1), Backwards{}, x.cview(), out.view(), last, 2);
    const auto got = out.download();
    for (int i = 0; i < 16; ++i) {
      for (int j = 0; j < 32; ++j) {
        float want = 0;
        for (int step = 0; step < 64; step += 16) {
          want += at(last - (step + i) * 37 + j) - 2.0f * at(step + j) +
                  at(i * 5 + j * 2) * static_cast<float>(step / 16);
        }
        ASSERT_EQ(got[static_cast<std::size_t>(i * 32 + j)], want) << i << ", " << j;
      }
    }
  });
}
TEST_F(PointerStreamTest, AnyStride) {
  check_backwards<float16_t>(here);
  check_backwards<float>(here);
  check_backwards<std::int8_t>(here);
}

/// For row p of programs: the sum of `1 + p % 5` tiles of a stream and of one tile that is loaded.
/// The tiles are at pointers, or those of a tensor.
struct UnevenSum {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    auto r = tl.arange(size<16>)(_, None);
    auto c = tl.arange(size<32>)(None, _);
    sum(tl, x, out, [&](int row) { return tile_at(x.row(row + r) + c); });
  }
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x, float* out) const {
    sum(tl, x, out, [&](int row) { return x.tile(shape<16, 32>, row, 0); });
  }
  static KW_HD void sum(program auto& tl, const auto& x, float* out, const auto& tile_at_row) {
    const int p = tl.program_id(0) + tl.num_programs(0) * tl.program_id(1);
    const int n = x.extent(0) / 16;
    auto sum = tl.load(tile_at_row(p % n * 16)) + tl.zeros(shape<16, 32>);
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

TEST_F(PointerStreamTest, BlocksRunManyPrograms) {
  check_many_programs(here, grid(37, 31), 37 * 31);
}
TEST_F(PointerStreamTest, BlocksTakeProgramsOfAnUnevenGrid) {
  for (int i = 0; i < 3; ++i) {  // each launch leaves the counter as it found it
    check_many_programs(here, grid(37, 31).uneven(), 37 * 31);
  }
  check_many_programs(here, grid(3).uneven(), 3);
}
TEST_F(PointerStreamTest, AnEmptyGridRunsNothing) {
  check_many_programs(here, grid(0), 0);
}

// A stream reads ahead, and the checker checks each tile like a load.
struct ReadsPast {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    auto r = tl.arange(size<16>);
    auto c = tl.arange(size<32>);
    auto sum = tl.zeros(shape<16, 32>);
    auto tiles = tl.stream(stages<2>, [&](int step) {
      return fetch(tile_at(x.row(step + r(_, None)) + c(None, _), r(_, None) < 16));
    });
    tiles.pipelined(0, 32, 16, [&](int, auto tile) { sum += tl.load(tile); });
    tl.store(out + r(_, None) * 32 + c(None, _), sum);
  }
};
TEST_F(PointerStreamTest, TheCheckerLooksAtEachTile) {
  if (here.kind != device_kind::cpu) {
    GTEST_SKIP() << "the checker is the CPU's";
  }
  const buffer<float, 2> x(here, {20, 32}, some_values(20 * 32));
  buffer<float> out(here, {16 * 32});
  launch(here, grid(1), ReadsPast{}, x.cview(), out.view());
  const auto findings = take_findings();
  ASSERT_EQ(findings.size(), 1u);
}

}  // namespace pointer_stream_test
