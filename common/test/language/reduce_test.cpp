// The reductions beyond sums, and atomics of many programs, against plain loops, on the program's
// device.
#include "kernel_test.hpp"

namespace reduce_test {

using namespace kw;
using kernel_test::at, kernel_test::expect_lanes, kernel_test::output, kernel_test::run,
    kernel_test::some_values;

struct ReduceTest : kernel_test::KernelTest {};

/// argmax, argmin, mean, and the largest by reduce, along both axes of a 2-D tile.
template <int M, int N>
struct Everything {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, int* indices, float* means,
                            T* largest) const {
    auto r = tl.arange(size<M>);
    auto c = tl.arange(size<N>);
    auto place = r(_, None) * N + c(None, _);
    auto a = tl.load(x + place);
    tl.store(indices + r, tl.argmax(a, axis<1>));
    tl.store(indices + M + r, tl.argmin(a, axis<1>));
    tl.store(indices + 2 * M + c, tl.argmax(a, axis<0>));
    tl.store(means + r, tl.mean(a, axis<1>));
    tl.store(means + M + c, tl.mean(a, axis<0>));
    tl.store(means + M + N, tl.mean(a));
    tl.store(means + M + N + 1 + r(_, None), tl.mean(a, axis<1>, keep_dims));
    auto larger_by_size = [](auto p, auto q) { return p * p > q * q ? p : q; };
    tl.store(largest + r, tl.reduce(a, axis<1>, larger_by_size));
  }
};

template <int M, int N, int NumWarps, class T>
void check_everything(device here) {
  const auto values = some_values<T>(M * N);
  const auto [indices, means, of_rows] =
      run<NumWarps>(here, grid(1), Everything<M, N>{}, values, output<int>{2 * M + N},
                    output<float>{2 * M + N + 1}, output<T>{M});
  auto x = [&](int r, int c) { return core::convert<double>(at(values, r * N + c)); };
  double total = 0;
  for (int r = 0; r < M; ++r) {
    int best = 0, worst = 0;
    double sum = 0, largest = 0;
    for (int c = 0; c < N; ++c) {
      best = x(r, c) > x(r, best) ? c : best;
      worst = x(r, c) < x(r, worst) ? c : worst;
      sum += x(r, c);
      largest = std::fmax(largest, std::fabs(x(r, c)));
    }
    total += sum;
    ASSERT_EQ(at(indices, r), best) << "argmax of row " << r;
    ASSERT_EQ(at(indices, M + r), worst) << "argmin of row " << r;
    ASSERT_NEAR(at(means, r), sum / N, 1e-5);
    ASSERT_EQ(at(means, M + N + 1 + r), at(means, r));
    ASSERT_EQ(std::fabs(core::convert<double>(at(of_rows, r))), largest);
  }
  for (int c = 0; c < N; ++c) {
    int best = 0;
    double sum = 0;
    for (int r = 0; r < M; ++r) {
      best = x(r, c) > x(best, c) ? r : best;
      sum += x(r, c);
    }
    ASSERT_EQ(at(indices, 2 * M + c), best) << "argmax of column " << c;
    ASSERT_NEAR(at(means, M + c), sum / M, 1e-5);
  }
  ASSERT_NEAR(at(means, M + N), total / (M * N), 1e-5);
}

TEST_F(ReduceTest, EveryReductionOfEveryShape) {
  check_everything<8, 64, 1, float>(here);
  check_everything<16, 32, 4, float>(here);
  check_everything<1, 128, 4, float>(here);
  check_everything<64, 4, 8, float>(here);
  check_everything<2, 512, 32, float>(here);
  check_everything<128, 2, 16, float>(here);
  check_everything<16, 32, 2, std::int32_t>(here);
  check_everything<16, 32, 4, double>(here);
}

// Sums that these types do not have: means are of float32.
TEST_F(ReduceTest, EveryReductionOfNarrowFloats) {
  kernel_test::for_each_type<float16_t, bfloat16_t, float8_e4m3_t, float8_e5m2_t>([&]<class T> {
    check_everything<1, 1024, 4, T>(here);
    check_everything<4, 64, 4, T>(here);
  });
}

struct Ties {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, int* out, float* extremes) const {
    auto a = tl.load(x + tl.arange(size<256>));
    tl.store(out, tl.argmax(a, axis<0>));
    tl.store(out + 1, tl.argmin(a, axis<0>));
    tl.store(extremes, tl.max(a));
    tl.store(extremes + 1, tl.min(a));
  }
};

template <class T>
void check_ties(device here, const std::vector<T>& x, const std::vector<int>& places,
                const std::vector<float>& values) {
  const auto [where, extremes] = run<2>(here, grid(1), Ties{}, x, output<int>{2}, output<float>{2});
  EXPECT_EQ(where, places);
  expect_lanes(extremes, 2, [&](int k) { return at(values, k); });
}
template <class T>
std::vector<T> with_ties() {
  std::vector<T> x(256, core::convert<T>(1));
  x[70] = x[33] = x[201] = core::convert<T>(9);
  x[40] = x[250] = core::convert<T>(-9);
  return x;
}

TEST_F(ReduceTest, TiesGoLeftAndNaNLoses) {
  auto x = with_ties<float>();
  x[0] = x[34] = x[255] = NAN;
  check_ties(here, x, {33, 40}, {9, -9});
  const auto [where, extremes] =
      run(here, grid(1), Ties{}, std::vector<float>(256, NAN), output<int>{2}, output<float>{2});
  EXPECT_EQ(where, (std::vector<int>{0, 0}));
  EXPECT_TRUE(std::isnan(extremes[0]));
}

TEST_F(ReduceTest, ArgmaxOfEveryElementType) {
  kernel_test::for_each_type<std::int8_t, std::int16_t, std::int32_t, std::int64_t, float16_t,
                             bfloat16_t, double>([&]<class T> {
    check_ties(here, with_ties<T>(), {33, 40}, {9, -9});
  });
}

/// Many programs add to the same few elements, by tiles and by scalars.
struct Histogram {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const int* keys, T* counts, T* total, int n) const {
    auto i = tl.program_id(0) * 128 + tl.arange(size<128>);
    auto mask = i < n;
    auto key = tl.load(keys + i, mask, 0);
    tl.atomic_add(counts + key, 1, mask);
    tl.atomic_add(total, tl.sum(tl.where(mask, 1, 0)));
  }
};

template <class T>
void check_histogram(device here) {
  constexpr int n = 800;  // bfloat16 holds every count up to 256
  std::vector<int> keys(n), want(7);
  for (int i = 0; i < n; ++i) {
    keys[static_cast<std::size_t>(i)] = (i * i) % 7;
    ++want[static_cast<std::size_t>(keys[static_cast<std::size_t>(i)])];
  }
  const auto [counts, total] =
      run(here, grid(cdiv(n, 128)), Histogram{}, keys, kernel_test::changed(std::vector<T>(7)),
          kernel_test::changed(std::vector<T>(1)), n);
  expect_lanes(counts, 7, [&](int k) { return at(want, k); });
  EXPECT_EQ(core::convert<double>(total[0]), n);
}

TEST_F(ReduceTest, AtomicAddsLoseNothing) {
  kernel_test::for_each_type<std::int32_t, std::int64_t, float, double, float16_t, bfloat16_t>(
      [&]<class T> { check_histogram<T>(here); });
}

struct Extremes {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* largest, T* old, int* lock,
                            int n) const {
    auto i = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto mask = i < n;
    auto v = tl.load(x + i, mask, -100);
    tl.atomic_max(largest, tl.max(v));
    tl.store(old + i, tl.atomic_max(largest + tl.zeros(size<64>, int32) + 1, v, mask), mask);
    tl.store(lock + 1 + tl.program_id(0), tl.atomic_cas(lock, 0, tl.program_id(0) + 1));
  }
};

template <class T>
void check_extremes(device here) {
  constexpr int n = 300;
  const auto values = some_values<T>(n);
  T want = values[0];
  for (T v : values) {
    want = v > want ? v : want;
  }
  const auto [largest, old, got] =
      run(here, grid(5), Extremes{}, values, kernel_test::changed(std::vector<T>(2, T(-50))),
          output<T>{n}, kernel_test::changed(std::vector<int>(6)), n);
  EXPECT_EQ(largest, std::vector<T>(2, want));
  for (T v : old) {
    EXPECT_TRUE(v >= T(-50) && v <= want) << v;
  }
  int winners = 0;
  for (std::size_t p = 1; p <= 5; ++p) {
    winners += got[p] == 0;
    EXPECT_TRUE(got[p] == 0 || got[p] == got[0]) << got[p];
  }
  EXPECT_EQ(winners, 1) << "one program finds the lock open";
}

TEST_F(ReduceTest, AtomicMaxAndCompareAndSwap) {
  check_extremes<std::int32_t>(here);
  check_extremes<std::int64_t>(here);
  check_extremes<float>(here);
}

/// Passes values from lane to lane through memory.
struct ThroughMemory {
  KW_KERNEL void operator()(program auto tl, float* scratch, float* out) const {
    auto i = tl.arange(size<128>);
    tl.store(scratch + i, tl.zeros(size<128>) + i);
    tl.barrier();
    tl.store(out + i, tl.load(scratch + (127 - i)));
  }
};

TEST_F(ReduceTest, ABarrierOrdersStoresAndLoads) {
  const auto got =
      std::get<1>(run(here, grid(1), ThroughMemory{}, output<float>{128}, output<float>{128}));
  expect_lanes(got, 128, [](int i) { return 127 - i; });
}

/// Many reductions in a row, of different shapes: each uses the shared memory of another.
struct Repeated {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int rounds) const {
    auto r = tl.arange(size<16>);
    auto c = tl.arange(size<128>);
    auto a = tl.load(x + r(_, None) * 128 + c(None, _));
    auto row = tl.load(x + c);
    float total = 0;
    for (int k = 0; k < rounds; ++k) {
      a = a - tl.max(a, axis<1>)(_, None);
      total += tl.sum(tl.sum(a, axis<0>)) + tl.max(row) * static_cast<float>(k);
      row = row + tl.sum(a, axis<0>);
      total += static_cast<float>(tl.argmin(row, axis<0>));
    }
    tl.store(out + tl.program_id(0), total);
  }
};

TEST_F(ReduceTest, RepeatedReductionsAgreeInEveryProgramAndRun) {
  const auto values = some_values(16 * 128);
  std::vector<float> first;
  for (int round = 0; round < 20; ++round) {
    const auto got = run<8>(here, grid(64), Repeated{}, values, output<float>{64}, 5);
    first = round == 0 ? got : first;
    ASSERT_EQ(got, first);
    ASSERT_EQ(got, std::vector<float>(64, got[0]));
  }
}

}  // namespace reduce_test
