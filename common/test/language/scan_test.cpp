// Scans and reductions with a function of the author's, also over several tiles together, against
// plain loops, on the program's device.
#include <functional>

#include "kernel_test.hpp"

namespace scan_test {

using namespace kw;
using kernel_test::expect_same, kernel_test::output, kernel_test::run, kernel_test::some_values;

struct ScanTest : kernel_test::KernelTest {};

/// The elements of line k along an axis of an (M, N) array, in the order of the scan.
template <class T>
std::vector<std::size_t> line_of(int rows, int columns, int axis, bool reverse, int k) {
  std::vector<std::size_t> places;
  const int count = axis == 0 ? rows : columns;
  for (int i = 0; i < count; ++i) {
    const int at = reverse ? count - 1 - i : i;
    places.push_back(static_cast<std::size_t>(axis == 0 ? at * columns + k : k * columns + at));
  }
  return places;
}

/// Keeps the later of two numbers unless it is 0: associative, not commutative, without a neutral
/// element that a scan could assume.
struct LastThatIsNotZero {
  template <class C>
  KW_HD constexpr C operator()(C a, C b) const {
    return b == C(0) ? a : b;
  }
};

template <int M, int N>
struct AllScans {
  template <class T, class R>
  KW_KERNEL void operator()(program auto tl, const T* x, R* sums, T* latest, R* back,
                            T* earliest) const {
    auto place = tl.arange(size<M>)(_, None) * N + tl.arange(size<N>)(None, _);
    auto a = tl.load(x + place);
    tl.store(sums + place, tl.cumsum(a));
    tl.store(sums + M * N + place, tl.cumsum(a, axis<1>));
    tl.store(back + place, tl.cumsum(a, axis<0>, reverse));
    tl.store(back + M * N + place, tl.cumsum(a, axis<1>, reverse));
    LastThatIsNotZero last;
    tl.store(latest + place, tl.associative_scan(a, axis<0>, last));
    tl.store(latest + M * N + place, tl.associative_scan(a, axis<1>, last));
    tl.store(earliest + place, tl.associative_scan(a, axis<0>, last, reverse));
    tl.store(earliest + M * N + place, tl.associative_scan(a, axis<1>, last, reverse));
  }
};

/// Running results along both axes of x, down first.
template <class R, class T, class Combine>
std::vector<R> scanned(const std::vector<T>& x, int rows, int columns, bool reverse,
                       Combine combine) {
  using C = core::accumulator_t<T>;
  std::vector<R> result(2 * x.size());
  for (int axis = 0; axis < 2; ++axis) {
    for (int k = 0; k < (axis == 0 ? columns : rows); ++k) {
      C running{};
      bool first = true;
      for (const std::size_t at : line_of<T>(rows, columns, axis, reverse, k)) {
        const C value = core::convert<C>(x[at]);
        running = first ? value : combine(running, value);
        first = false;
        result[static_cast<std::size_t>(axis) * x.size() + at] = core::convert<R>(running);
      }
    }
  }
  return result;
}

template <int M, int N, int NumWarps, class T>
void check_scans(device here) {
  using R = core::reduced_t<T>;
  auto values = some_values<T>(M * N, M + 7 * N);
  for (T& v : values) {  // whole numbers, for exact sums; two thirds of them are 0
    const int whole = static_cast<int>(core::convert<double>(v));
    v = core::convert<T>(whole % 3 == 0 ? (std::is_unsigned_v<T> ? std::abs(whole) : whole) % 8
                                        : 0);
  }
  const output<T> of_values{2 * M * N};
  const output<R> of_sums{2 * M * N};
  const auto [sums, latest, back, earliest] = run<NumWarps>(here, grid(1), AllScans<M, N>{}, values,
                                                            of_sums, of_values, of_sums, of_values);
  const LastThatIsNotZero last;
  expect_same(sums, scanned<R>(values, M, N, false, std::plus<>()), "cumsum");
  expect_same(back, scanned<R>(values, M, N, true, std::plus<>()), "cumsum, reverse");
  expect_same(latest, scanned<T>(values, M, N, false, last), "last");
  expect_same(earliest, scanned<T>(values, M, N, true, last), "last, reverse");
}

TEST_F(ScanTest, EveryShape) {
  check_scans<1, 1, 1, float>(here);
  check_scans<8, 64, 1, float>(here);
  check_scans<16, 32, 4, float>(here);
  check_scans<1, 1024, 4, float>(here);
  check_scans<1, 2048, 2, float>(here);
  check_scans<64, 4, 8, float>(here);
  check_scans<256, 1, 4, float>(here);
  check_scans<2, 512, 32, float>(here);
  check_scans<64, 64, 4, float>(here);
}

TEST_F(ScanTest, EveryType) {
  check_scans<16, 32, 2, std::int8_t>(here);
  check_scans<16, 32, 2, std::int16_t>(here);
  check_scans<16, 32, 2, std::int32_t>(here);
  check_scans<16, 32, 4, std::int64_t>(here);
  check_scans<16, 32, 4, float16_t>(here);
  check_scans<16, 32, 4, bfloat16_t>(here);
  check_scans<16, 32, 4, double>(here);
}

/// A scan of a transposed tile, and of a product's result: other layouts than a load's.
struct OfTransposed {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto r = tl.arange(size<64>);
    auto place = r(_, None) * 64 + r(None, _);
    auto a = tl.load(x + place);
    tl.store(out + place, tl.trans(tl.cumsum(tl.trans(a), axis<0>)));
  }
};
struct OfProduct {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto r = tl.arange(size<64>);
    auto place = r(_, None) * 64 + r(None, _);
    auto a = tl.load(x + place);
    auto unit = tl.where(r(_, None) == r(None, _), 1.0f, 0.0f);
    auto acc = tl.accumulator(shape<64, 64>);
    acc = tl.dot(a, unit, acc);
    tl.store(out + place, tl.cumsum(acc, axis<0>));
    tl.store(out + 64 * 64 + place, tl.cumsum(acc, axis<1>, reverse));
  }
};

template <int NumWarps>
void check_other_layouts(device here) {
  constexpr int n = 64 * 64;
  const auto values = some_values(n);
  const auto down = run<NumWarps>(here, grid(1), OfTransposed{}, values, output<float>{n});
  const auto out = run<NumWarps>(here, grid(1), OfProduct{}, values, output<float>{2 * n});
  const auto forward = scanned<float>(values, 64, 64, false, std::plus<>());
  const auto backward = scanned<float>(values, 64, 64, true, std::plus<>());
  expect_same(down, {forward.begin() + n, forward.end()}, "of a transposed tile");
  std::vector<float> want(forward.begin(), forward.begin() + n);
  want.insert(want.end(), backward.begin() + n, backward.end());
  expect_same(out, want, "of a product");
}

TEST_F(ScanTest, OtherLayouts) {
  check_other_layouts<1>(here);
  check_other_layouts<4>(here);
  check_other_layouts<8>(here);
}

/// h[k] = a[k] h[k - 1] + b[k], the recurrence of a selective scan, with functions of two tiles.
template <int M, int N, int Axis>
struct Recurrence {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* a, const T* b, T* h, T* last,
                            std::int8_t* found) const {
    auto place = tl.arange(size<M>)(_, None) * N + tl.arange(size<N>)(None, _);
    auto combine = [](auto a1, auto b1, auto a2, auto b2) { return tuple(a1 * a2, b1 * a2 + b2); };
    auto factors = tl.load(a + place);
    auto terms = tl.load(b + place);
    auto scans = tl.associative_scan(tuple(factors, terms), axis<Axis>, combine);
    tl.store(h + place, scans.template get<1>());
    auto [product, back] = tl.associative_scan(tuple(factors, terms), axis<Axis>, combine, reverse);
    tl.store(last + place, back + product * 0);
    auto any = [](auto p, auto q) { return p | q; };
    tl.store(found + place, tl.associative_scan(factors == 1, axis<Axis>, any));
  }
};

template <int M, int N, int Axis, int NumWarps, class T>
void check_recurrence(device here) {
  std::vector<T> a(M * N), b(M * N), forward(M * N), backward(M * N);
  std::vector<bool> found(M * N);
  for (std::size_t k = 0; k < M * N; ++k) {  // makes every result exact
    a[k] = static_cast<T>(k % 5 == 0 ? 0 : k % 3 == 0 ? -1 : 1);
    b[k] = static_cast<T>(static_cast<int>(k * k % 7) - 3);
  }
  for (const bool reverse : {false, true}) {
    for (int k = 0; k < (Axis == 0 ? N : M); ++k) {
      T running{};
      bool one = false;
      for (const std::size_t at : line_of<T>(M, N, Axis, reverse, k)) {
        running = a[at] * running + b[at];
        one = one || a[at] == 1;
        (reverse ? backward : forward)[at] = running;
        found[at] = reverse ? found[at] : one;
      }
    }
  }
  const auto [h, last, got] =
      run<NumWarps>(here, grid(1), Recurrence<M, N, Axis>{}, a, b, output<T>{M * N},
                    output<T>{M * N}, output<std::int8_t>{M * N});
  expect_same(h, forward, "forward");
  expect_same(last, backward, "backward");
  for (std::size_t k = 0; k < got.size(); ++k) {
    ASSERT_EQ(got[k] != 0, found[k]) << k;
  }
}

TEST_F(ScanTest, SeveralTilesTogether) {
  check_recurrence<1, 256, 1, 4, float>(here);
  check_recurrence<16, 64, 1, 4, float>(here);
  check_recurrence<64, 16, 0, 4, float>(here);
  check_recurrence<512, 2, 0, 8, float>(here);
  check_recurrence<32, 32, 0, 1, double>(here);
  check_recurrence<32, 32, 1, 2, std::int32_t>(here);
  check_recurrence<2, 1024, 1, 16, std::int64_t>(here);
}

struct Products {
  template <class T, class R>
  KW_KERNEL void operator()(program auto tl, const T* x, R* products) const {
    auto i = tl.arange(size<64>);
    auto a = tl.load(x + i);
    tl.store(products + i, tl.cumprod(a));
    tl.store(products + 64 + i, tl.cumprod(a, axis<0>, reverse));
    tl.store(products + 128 + i, tl.cumprod(tl.arange(size<64>) % 3 - 1));
  }
};

template <class T>
void check_products(device here) {
  using R = core::reduced_t<T>;
  std::vector<T> values(64);
  std::vector<R> want(3 * 64, core::convert<R>(0));
  for (int k = 0; k < 64; ++k) {
    values[static_cast<std::size_t>(k)] = core::convert<T>(k % 9 == 4 ? 2 : k % 2 == 0 ? 1 : -1);
  }
  double running = 1, back = 1;
  for (std::size_t k = 0; k < 64; ++k) {
    running *= core::convert<double>(values[k]);
    back *= core::convert<double>(values[63 - k]);
    want[k] = core::convert<R>(running);
    want[64 + 63 - k] = core::convert<R>(back);
    want[128 + k] = core::convert<R>(k == 0 ? -1 : 0);
  }
  expect_same(run(here, grid(1), Products{}, values, output<R>{3 * 64}), want, "cumprod");
}

TEST_F(ScanTest, RunningProducts) {
  kernel_test::for_each_type<float, double, float16_t, bfloat16_t, std::int8_t, std::int32_t,
                             std::int64_t>([&]<class T> { check_products<T>(here); });
}

/// Counts, means and sums of squared differences of two groups as one: Welford's update, which
/// rounds differently with the groups exchanged.
struct Welford {
  KW_HD constexpr auto operator()(float n1, float mean1, float m1, float n2, float mean2,
                                  float m2) const {
    const float n = n1 + n2;
    const float delta = mean2 - mean1;
    return tuple(n, mean1 + delta * (n2 / n), m1 + m2 + delta * delta * n1 * (n2 / n));
  }
};

template <int M, int N>
struct Moments {
  KW_KERNEL void operator()(program auto tl, const float* x, float* means, float* variances,
                            float* of_all, float* copies) const {
    auto r = tl.arange(size<M>);
    auto c = tl.arange(size<N>);
    auto place = r(_, None) * N + c(None, _);
    auto a = tl.load(x + place);
    auto ones = tl.full(shape<M, N>, 1.0f);
    auto zeros = tl.zeros(shape<M, N>);
    auto groups = tuple(ones, a, zeros);
    auto [n, mean, m2] = tl.reduce(groups, axis<1>, Welford{});
    tl.store(means + r, mean);
    tl.store(variances + r, m2 / n);
    tl.store(copies + place, tl.zeros(shape<M, N>) + mean(_, None));
    auto down = tl.reduce(groups, axis<0>, Welford{});
    tl.store(means + M + c, down.template get<1>());
    tl.store(variances + M + c, down.template get<2>() / down.template get<0>());
    auto all = tl.reduce(groups, None, Welford{});
    tl.store(of_all, all.template get<1>());
    tl.store(of_all + 1, all.template get<2>() / all.template get<0>());
  }
};

template <int M, int N, int NumWarps>
void check_moments(device here) {
  const auto values = some_values(M * N);
  const output<float> of_lines{M + N};
  const auto [got_means, got_variances, got_all, got_copies] =
      run<NumWarps>(here, grid(1), Moments<M, N>{}, values, of_lines, of_lines, output<float>{2},
                    output<float>{M * N});
  double total = 0, squares = 0;
  for (int axis = 1; axis >= 0; --axis) {
    for (int k = 0; k < (axis == 0 ? N : M); ++k) {
      const auto line = line_of<float>(M, N, axis, false, k);
      double sum = 0, square = 0;
      for (const std::size_t at : line) {
        sum += values[at];
        square += static_cast<double>(values[at]) * values[at];
      }
      const double count = static_cast<double>(line.size());
      const auto to = static_cast<std::size_t>(axis == 1 ? k : M + k);
      ASSERT_NEAR(got_means[to], sum / count, 1e-4) << to;
      ASSERT_NEAR(got_variances[to], square / count - sum / count * (sum / count), 1e-2) << to;
      total += axis == 1 ? sum : 0;
      squares += axis == 1 ? square : 0;
      for (const std::size_t at : line) {  // every thread holds the same bits
        ASSERT_TRUE(axis == 0 || got_copies[at] == got_means[to]) << at;
      }
    }
  }
  ASSERT_NEAR(got_all[0], total / (M * N), 1e-4);
  ASSERT_NEAR(got_all[1], squares / (M * N) - got_all[0] * got_all[0], 1e-2);
}

TEST_F(ScanTest, MeansAndVariancesInOnePass) {
  check_moments<8, 64, 1>(here);
  check_moments<16, 128, 4>(here);
  check_moments<1, 512, 4>(here);
  check_moments<256, 4, 8>(here);
  check_moments<2, 1024, 32>(here);
}

/// The largest element and where it is, by hand; masks and index tiles take part.
struct BestByHand {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* best, int* where, int* flags,
                            int n) const {
    auto i = tl.arange(size<256>);
    auto mask = i < n;
    auto combine = [](auto v1, auto i1, auto v2, auto i2) {
      const bool first = v1 > v2 || (v1 == v2 && i1 < i2);
      return tuple(first ? v1 : v2, first ? i1 : i2);
    };
    auto [value, index] = tl.reduce(tuple(tl.load(x + i, mask, -100), i), axis<0>, combine);
    tl.store(best, value);
    tl.store(where, index);
    auto both = [](auto a1, auto b1, auto a2, auto b2) { return tuple(a1 & a2, b1 | b2); };
    auto [every, any] = tl.reduce(tuple(mask, i == 3), None, both);
    tl.store(flags, every);
    tl.store(flags + 1, any);
    tl.store(flags + 2, tl.reduce(i, None, [](auto p, auto q) { return p > q ? p : q; }));
  }
};

template <class T>
void check_best(device here) {
  for (const int n : {1, 200, 256}) {
    const auto values = some_values<T>(n);
    std::size_t want = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
      want = core::convert<double>(values[k]) > core::convert<double>(values[want]) ? k : want;
    }
    const auto [best, where, flags] = run<2>(here, grid(1), BestByHand{}, values, output<T>{1},
                                             output<int>{1}, output<int>{3}, n);
    EXPECT_EQ(core::convert<double>(best[0]), core::convert<double>(values[want]));
    EXPECT_EQ(where[0], static_cast<int>(want));
    EXPECT_EQ(flags, (std::vector<int>{n == 256, 1, 255}));
  }
}

TEST_F(ScanTest, TheBestAndItsPlaceForEveryType) {
  kernel_test::for_each_type<float, double, float16_t, bfloat16_t, std::int8_t, std::int16_t,
                             std::int32_t, std::int64_t>([&]<class T> { check_best<T>(here); });
}

}  // namespace scan_test
