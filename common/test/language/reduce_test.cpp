// The reductions beyond sums, and atomics of many programs, against plain loops, on the program's
// device.
#include "kernel_test.hpp"
#include "kernelwright/float8.hpp"

namespace reduce_test {

using namespace kw;
using kernel_test::some_values;

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
  buffer<T> x(here, {M * N}, values);
  buffer<int> indices(here, {2 * M + N});
  buffer<float> means(here, {2 * M + N + 1});
  buffer<T> of_rows(here, {M});
  launch<NumWarps>(here, grid(1), Everything<M, N>{}, x.cview(), indices.view(), means.view(),
                   of_rows.view());
  const auto got_index = indices.download();
  const auto got_mean = means.download();
  const auto got_largest = of_rows.download();
  auto at = [&](int r, int c) {
    return core::convert<double>(values[static_cast<std::size_t>(r * N + c)]);
  };
  double total = 0;
  for (int r = 0; r < M; ++r) {
    int best = 0, worst = 0;
    double sum = 0, largest = 0;
    for (int c = 0; c < N; ++c) {
      best = at(r, c) > at(r, best) ? c : best;
      worst = at(r, c) < at(r, worst) ? c : worst;
      sum += at(r, c);
      largest = std::fmax(largest, std::fabs(at(r, c)));
    }
    total += sum;
    ASSERT_EQ(got_index[static_cast<std::size_t>(r)], best) << "argmax of row " << r;
    ASSERT_EQ(got_index[static_cast<std::size_t>(M + r)], worst) << "argmin of row " << r;
    ASSERT_NEAR(got_mean[static_cast<std::size_t>(r)], sum / N, 1e-5);
    ASSERT_EQ(got_mean[static_cast<std::size_t>(M + N + 1 + r)],
              got_mean[static_cast<std::size_t>(r)]);
    ASSERT_EQ(std::fabs(core::convert<double>(got_largest[static_cast<std::size_t>(r)])), largest);
  }
  for (int c = 0; c < N; ++c) {
    int best = 0;
    double sum = 0;
    for (int r = 0; r < M; ++r) {
      best = at(r, c) > at(best, c) ? r : best;
      sum += at(r, c);
    }
    ASSERT_EQ(got_index[static_cast<std::size_t>(2 * M + c)], best) << "argmax of column " << c;
    ASSERT_NEAR(got_mean[static_cast<std::size_t>(M + c)], sum / M, 1e-5);
  }
  ASSERT_NEAR(got_mean[static_cast<std::size_t>(M + N)], total / (M * N), 1e-5);
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

TEST_F(ReduceTest, TiesGoLeftAndNaNLoses) {
  std::vector<float> x(256, 1.0f);
  x[70] = x[33] = x[201] = 9.0f;
  x[40] = x[250] = -9.0f;
  x[0] = x[34] = x[255] = NAN;
  buffer<float> in(here, {256}, x), extremes(here, {2});
  buffer<int> out(here, {2});
  launch(here, grid(1), Ties{}, in.cview(), out.view(), extremes.view());
  EXPECT_EQ(out.download(), (std::vector<int>{33, 40}));
  EXPECT_EQ(extremes.download(), (std::vector<float>{9, -9}));
  in.upload(std::vector<float>(256, NAN));
  launch(here, grid(1), Ties{}, in.cview(), out.view(), extremes.view());
  EXPECT_EQ(out.download(), (std::vector<int>{0, 0}));
  EXPECT_TRUE(std::isnan(extremes.download()[0]));
}

template <class T>
void check_ties_of(device here) {
  std::vector<T> x(256, core::convert<T>(1));
  x[70] = x[33] = x[201] = core::convert<T>(9);
  x[40] = x[250] = core::convert<T>(-9);
  buffer<T> in(here, {256}, x);
  buffer<float> extremes(here, {2});
  buffer<int> out(here, {2});
  launch<2>(here, grid(1), Ties{}, in.cview(), out.view(), extremes.view());
  EXPECT_EQ(out.download(), (std::vector<int>{33, 40}));
  EXPECT_EQ(extremes.download(), (std::vector<float>{9, -9}));
}

TEST_F(ReduceTest, ArgmaxOfEveryElementType) {
  kernel_test::for_each_type<std::int8_t, std::int16_t, std::int32_t, std::int64_t, float16_t,
                             bfloat16_t, double>([&]<class T> { check_ties_of<T>(here); });
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
  buffer<int> in(here, {n}, keys);
  buffer<T> counts(here, {7}, std::vector<T>(7, core::convert<T>(0)));
  buffer<T> total(here, {1}, std::vector<T>(1, core::convert<T>(0)));
  launch(here, grid(cdiv(n, 128)), Histogram{}, in.cview(), counts.view(), total.view(), n);
  const auto got = counts.download();
  for (std::size_t k = 0; k < 7; ++k) {
    EXPECT_EQ(core::convert<double>(got[k]), want[k]) << k;
  }
  EXPECT_EQ(core::convert<double>(total.download()[0]), n);
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
  buffer<T> x(here, {n}, values), largest(here, {2}, std::vector<T>(2, T(-50))), old(here, {n});
  buffer<int> lock(here, {1 + 5}, std::vector<int>(6, 0));
  launch(here, grid(5), Extremes{}, x.cview(), largest.view(), old.view(), lock.view(), n);
  EXPECT_EQ(largest.download(), std::vector<T>(2, want));
  for (T v : old.download()) {
    EXPECT_TRUE(v >= T(-50) && v <= want) << v;
  }
  const auto got = lock.download();
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
  buffer<float> scratch(here, {128}), out(here, {128});
  launch(here, grid(1), ThroughMemory{}, scratch.view(), out.view());
  const auto got = out.download();
  for (int i = 0; i < 128; ++i) {
    EXPECT_EQ(got[static_cast<std::size_t>(i)], static_cast<float>(127 - i));
  }
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
  buffer<float> x(here, {16 * 128}, values), out(here, {64});
  std::vector<float> first;
  for (int run = 0; run < 20; ++run) {
    launch<8>(here, grid(64), Repeated{}, x.cview(), out.view(), 5);
    const auto got = out.download();
    first = run == 0 ? got : first;
    ASSERT_EQ(got, first);
    ASSERT_EQ(got, std::vector<float>(64, got[0]));
  }
}

}  // namespace reduce_test
