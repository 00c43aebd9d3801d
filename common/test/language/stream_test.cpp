// Streams: every step brings its tiles, for any number of stages; a product over a stream.
#include <array>

#include "dot_reference.hpp"

namespace stream_test {

using namespace kw;
using dot_test::expect_equal;
using dot_test::product;
using kernel_test::some_values;

struct StreamTest : kernel_test::KernelTest {};

template <class T, int Stages, bool Transposed, int TileM = 64, int TileK = 32, class U = T>
void check_product(device here, int m, int n, int k, int begin = 0) {
  using R = core::dot_result_t<T>;
  const auto pad = [](int columns, int bytes) {
    const std::int64_t lanes = 16 / bytes;
    return buffer_layout{.row_stride = cdiv(columns, lanes) * lanes};
  };
  constexpr int bytes = static_cast<int>(sizeof(T));
  dot_test::check_matrices<T, U, R>(
      here, m, n, k, false, Transposed,
      {pad(k, bytes), pad(Transposed ? k : n, bytes), pad(n, sizeof(R))},
      [&](auto a, auto b, auto c) {
        launch(here, grid(cdiv(n, 64), cdiv(m, TileM)),
               dot_test::TiledProduct<TileM, 64, TileK, Stages, false, Transposed>{},
               tensor_descriptor(a), tensor_descriptor(b), tensor_descriptor(c), begin, k);
      },
      begin);
}

template <class T>
void check_type(device here) {
  check_product<T, 1, false>(here, 64, 64, 32);
  check_product<T, 2, false>(here, 70, 90, 100);
  check_product<T, 3, false>(here, 1, 1, 1);
  check_product<T, 4, false>(here, 130, 66, 257);
  check_product<T, 3, true>(here, 64, 128, 96);
  check_product<T, 2, true>(here, 70, 90, 100);
}

TEST_F(StreamTest, ProductsOfEveryType) {
  kernel_test::for_each_type<float16_t, bfloat16_t, float, std::int8_t>(
      [&]<class T> { check_type<T>(here); });
}
TEST_F(StreamTest, ProductsOfFloat8) {
  check_product<float8_e4m3_t, 3, true, 64, 64>(here, 67, 131, 97);
  check_product<float8_e5m2_t, 3, true, 64, 64, float8_e4m3_t>(here, 64, 64, 256);
  check_product<float8_e4m3_t, 3, true, 8, 64>(here, 5, 64, 100);
}
TEST_F(StreamTest, LoopWithoutSteps) {
  check_product<float16_t, 3, false>(here, 70, 90, 64, 64);
}
TEST_F(StreamTest, BeginsAnywhere) {
  check_product<float16_t, 3, false>(here, 70, 90, 96, 40);
}

/// A loop over tiles around the stream, as in programs that stay on a multiprocessor.
struct AllTiles {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t> a,
                            tensor_descriptor<const float16_t> b,
                            tensor_descriptor<float> c) const {
    const int columns = cdiv(c.extent(1), 64), tiles = cdiv(c.extent(0), 64) * columns;
    for (int tile = tl.program_id(0); tile < tiles; tile += tl.num_programs(0)) {
      const int m = tile / columns * 64, n = tile % columns * 64;
      auto acc = tl.accumulator(shape<64, 64>);
      auto ab = tl.stream(stages<3>, [&](int k) {
        return fetch(a.tile(shape<64, 32>, m, k), b.tile(shape<32, 64>, k, n));
      });
      ab.pipelined(0, a.extent(1), 32, [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
      tl.store(c.tile(shape<64, 64>, m, n), acc);
    }
  }
};

// 35 tiles: more than there are places for streams, and not a multiple of the programs.
TEST_F(StreamTest, InALoopOverTiles) {
  const int m = 300, n = 420, k = 100;
  const auto a_values = some_values<float16_t>(m * k, 1),
             b_values = some_values<float16_t>(k * n, 2);
  const buffer<float16_t, 2> a(here, {m, k}, a_values, {.row_stride = 104});
  const buffer<float16_t, 2> b(here, {k, n}, b_values, {.row_stride = 424});
  const buffer<float, 2> c(here, {m, n});
  launch(here, grid(3), AllTiles{}, tensor_descriptor(a.cview()), tensor_descriptor(b.cview()),
         tensor_descriptor(c.view()));
  expect_equal(c.download(), product(a_values, b_values, m, n, k), n);
}

TEST_F(StreamTest, AnEmptyGridRunsNothing) {
  check_product<float16_t, 2, false>(here, 0, 90, 96);
  check_product<float16_t, 2, false>(here, 70, 0, 96);
}

/// Two loops over one stream, and tiles copied to registers: the sum of all tiles, times their
/// step.
struct Weighted {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x, float* out) const {
    auto sum = tl.zeros(shape<16, 32>);
    auto tiles =
        tl.stream(stages<3>, [&](int row) { return fetch(x.tile(shape<16, 32>, row, 0)); });
    auto add = [&](int row, auto tile) { sum += tl.load(tile) * static_cast<float>(row / 16); };
    tiles.pipelined(0, 48, 16, add);
    tiles.pipelined(48, 96, 16, add);
    auto r = tl.arange(size<16>);
    auto c = tl.arange(size<32>);
    tl.store(out + r(_, None) * 32 + c(None, _), sum);
  }
};

TEST_F(StreamTest, RunsTwiceAndLoads) {
  const auto values = some_values(96 * 32);
  const buffer<float, 2> x(here, {96, 32}, values);
  buffer<float> out(here, {16 * 32});
  launch(here, grid(1), Weighted{}, tensor_descriptor(x.cview()), out.view());
  const auto got = out.download();
  for (std::size_t i = 0; i < got.size(); ++i) {
    float want = 0;
    for (std::size_t step = 0; step < 6; ++step) {
      want += values[step * 512 + i] * static_cast<float>(step);
    }
    ASSERT_EQ(got[i], want) << i;
  }
}

/// The functions that a kernel calls around a stream: on Hopper one warp walks the kernel without
/// its tiles, and computes only what steers the kernel.
struct ProductWithDropout {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t> a,
                            tensor_descriptor<const float16_t> b, tensor_descriptor<float> c,
                            const float* bias, const int* first, int k, int seed) const {
    auto [row, column] =
        tl.swizzle2d(tl.program_id(1), tl.program_id(0), tl.num_programs(1), tl.num_programs(0), 2);
    const int m = tl.multiple_of(row * 64, 64), n = column * 64;
    auto acc = tl.accumulator(shape<64, 64>);
    auto ab = tl.stream(stages<2>, [&](int at) {
      return fetch(a.tile(shape<64, 32>, m, at), b.tile(shape<32, 64>, at, n));
    });
    const int begin = tl.load(first, bias != nullptr, 0);
    for (int part : tl.range(begin, 2)) {
      ab.pipelined(part * k, (part + 1) * k, tl.cdiv(k, 2),
                   [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    }
    tl.assume(k > 0);
    auto rows = tl.arange(size<64>)(_, None);
    auto columns = tl.arange(size<64>)(None, _);
    auto [u, v, w, x] = tl.rand4x(seed, (m + rows) * 256 + n + columns);
    auto [y, z] = tl.pair_uniform_to_normal(v, w);
    auto sum = tl.clamp(tl.floor(acc * 4.0f), -4000, 4000) + tl.load(bias, k > 0, 0.0f);
    auto kept = tl.where((u < 0.5f) & (k > 0), sum, tl.map([](float) { return -1.0f; }, x * y * z));
    tl.debug_barrier();
    tl.store(c.tile(shape<64, 64>, m, n), kept);
  }
};

TEST_F(StreamTest, AProductWithDropout) {
  constexpr int M = 192, N = 128, K = 128;
  const auto a_values = some_values<float16_t>(M * K, 1),
             b_values = some_values<float16_t>(K * N, 2);
  const buffer<float16_t, 2> a(here, {M, K}, a_values), b(here, {K, N}, b_values);
  buffer<float, 2> c(here, {M, N});
  const buffer<float> bias(here, {1}, std::vector<float>{0.5f});
  const buffer<int> first(here, {1}, std::vector<int>{0});
  launch(here, grid(N / 64, M / 64), ProductWithDropout{}, tensor_descriptor(a.cview()),
         tensor_descriptor(b.cview()), tensor_descriptor(c.view()), bias.cview(), first.cview(),
         K / 2, 42);
  const auto got = c.download();
  const auto sums = product(a_values, b_values, M, N, K);
  int kept = 0;
  for (std::size_t i = 0; i < got.size(); ++i) {
    const double want = std::fmin(std::fmax(std::floor(sums[i] * 4), -4000), 4000) + 0.5;
    const double value = static_cast<double>(got[i]);
    ASSERT_TRUE(value == want || value == -1) << i << ": " << value << ", " << want;
    kept += value == want ? 1 : 0;
  }
  EXPECT_NEAR(kept, M * N / 2, 5 * std::sqrt(M * N / 4));
}

/// Steps just below the largest int: one more would pass it.
template <int Stages>
struct StepsUpToTheEnd {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t> a,
                            tensor_descriptor<float> c, int begin, int end, int step) const {
    auto acc = tl.accumulator(shape<64, 64>);
    auto tiles = tl.stream(stages<Stages>, [&](int k) {
      return fetch(a.tile(shape<64, 64>, (std::int64_t{k} - begin) / step * 64, 0));
    });
    tiles.pipelined(begin, end, step,
                    [&](int, auto at) { acc = tl.dot(tl.keep(at), tl.trans(at), acc); });
    tiles.pipelined(end, begin, step,
                    [&](int, auto at) { acc = tl.dot(tl.keep(at), tl.trans(at), acc); });
    tl.store(c.tile(shape<64, 64>, 0, 0), acc);
  }
};
template <int Stages>
void check_steps(device here, int begin, int end, int step, int wanted) {
  const buffer<float16_t, 2> a(here, {320, 64},
                               std::vector<float16_t>(320 * 64, core::convert<float16_t>(1.0f)));
  const buffer<float, 2> c(here, {64, 64});
  launch(here, grid(1), StepsUpToTheEnd<Stages>{}, tensor_descriptor(a.cview()),
         tensor_descriptor(c.view()), begin, end, step);
  EXPECT_EQ(c.download(), std::vector<float>(64 * 64, 64.0f * static_cast<float>(wanted)))
      << begin << ", " << end << ", " << step;
}
TEST_F(StreamTest, StepsUpToTheLargestInt) {
  constexpr int most = 2147483647;
  for (const auto& [begin, end, step, wanted] :
       {std::array{most - 100, most, 32, 4}, std::array{most - 96, most, 32, 3},
        std::array{most - 1, most, most, 1}, std::array{-most, most, 1431655765, 3},
        std::array{most, most, 5, 0}}) {
    check_steps<1>(here, begin, end, step, wanted);
    check_steps<2>(here, begin, end, step, wanted);
    check_steps<4>(here, begin, end, step, wanted);
  }
}

/// Numbers from functions of `tl` decide what a stream fetches: the threads that only fetch, and
/// the host that plans their memory, need them too. Adds up the products of one share of k.
struct ProductOfAShare {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t> a,
                            tensor_descriptor<const float16_t> b, tensor_descriptor<float> c,
                            int parts) const {
    int part = tl.program_id(0);
    int steps = tl.cdiv(a.extent(1), 32);
    int share = tl.maximum(tl.cdiv(steps, parts), 1);
    int begin = tl.minimum(part * share, steps) * 32;
    int end = tl.clamp((part + 1) * share, 0, steps) * 32;
    int across = static_cast<int>(tl.floor(tl.sqrt(2.5f)) + tl.abs(-1.0f));  // 2
    auto ab = tl.stream(stages<2>, [&](int k) {
      int at = tl.where(end > begin, k, 0);
      return fetch(a.tile(shape<64, 32>, 0, at), b.tile(shape<32, 64>, at, 0));
    });
    auto acc = tl.accumulator(shape<64, 64>);
    ab.pipelined(begin, end, tl.maximum(32, across),
                 [&](int, auto at, auto bt) { acc = tl.dot(at, bt, acc); });
    tl.store(c.tile(shape<64, 64>, part * 64, 0), acc);
  }
};

TEST_F(StreamTest, NumbersOfTheLanguageControlAStream) {
  constexpr int N = 64, K = 224, PARTS = 3;  // 7 steps: shares of 3, 3 and 1
  const auto a_values = some_values<float16_t>(N * K, 1),
             b_values = some_values<float16_t>(K * N, 2);
  const buffer<float16_t, 2> a(here, {N, K}, a_values), b(here, {K, N}, b_values);
  buffer<float, 2> c(here, {PARTS * N, N});
  const auto run = [&](auto where) {
    launch(where, grid(PARTS), ProductOfAShare{}, tensor_descriptor(a.cview()),
           tensor_descriptor(b.cview()), tensor_descriptor(c.view()), PARTS);
  };
  if (const hopper_gpu gpu{here}) {
    run(gpu);
  } else {
    run(gpu.other());
  }
  std::vector<double> want;
  for (int begin = 0; begin < K; begin += 96) {
    const auto part = product(a_values, b_values, N, N, K, begin, begin + 96);
    want.insert(want.end(), part.begin(), part.end());
  }
  expect_equal(c.download(), want, N);
}

}  // namespace stream_test
