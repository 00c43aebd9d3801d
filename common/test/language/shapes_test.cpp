// Other shapes for the elements of a tile, and tiles of more than two axes, compared with plain
// loops, on the program's device.

#include <algorithm>

#include "kernel_test.hpp"

namespace shapes_test {

using namespace kw;
using kernel_test::expect_same, kernel_test::output, kernel_test::run, kernel_test::some_values;

struct ShapesTest : kernel_test::KernelTest {};

/// The elements `from(k)` of x.
template <class T, class From>
std::vector<T> picked(const std::vector<T>& x, std::size_t count, From from) {
  std::vector<T> result;
  for (std::size_t k = 0; k < count; ++k) {
    result.push_back(x[static_cast<std::size_t>(from(static_cast<int>(k)))]);
  }
  return result;
}

/// Loaded as (A, B * C), seen as (A, B, C) and in other orders of its axes.
template <int A, int B, int C>
struct Permutations {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out) const {
    constexpr int n = A * B * C;
    auto place = tl.arange(size<A>)(_, None) * (B * C) + tl.arange(size<B * C>)(None, _);
    auto v = tl.reshape(tl.load(x + place), shape<A, B, C>);
    auto flat = tl.arange(size<n>);
    tl.store(out + flat, tl.ravel(v));
    tl.store(out + n + flat, tl.ravel(tl.permute(v, axis<0>, axis<2>, axis<1>)));
    tl.store(out + 2 * n + flat, tl.ravel(tl.permute(v, axis<1>, axis<0>, axis<2>)));
    tl.store(out + 3 * n + flat, tl.ravel(tl.trans(v, axis<2>, axis<1>, axis<0>)));
    auto turned = tl.permute(v, axis<1>, axis<2>, axis<0>);
    tl.store(out + 4 * n + tl.reshape(flat, shape<B, C, A>), turned);
    tl.store(out + 5 * n + tl.permute(tl.reshape(flat, shape<A, B, C>), axis<1>, axis<2>, axis<0>),
             turned);
    tl.store(out + 6 * n + flat, tl.view(tl.trans(tl.reshape(v, shape<A * B, C>)), size<n>));
  }
};

template <int A, int B, int C, int NumWarps, class T = float>
void check_permutations(device here) {
  constexpr int n = A * B * C;
  const auto values = some_values<T>(n);
  const auto got = run<NumWarps>(here, grid(1), Permutations<A, B, C>{}, values, output<T>{7 * n});
  auto at = [](int a, int b, int c) { return (a * B + b) * C + c; };
  auto want = picked(values, 7 * n, [&](int k) {
    const int which = k / n, i = k % n;
    switch (which) {
      case 1:
        return at(i / (B * C), i % B, i / B % C);
      case 2:
        return at(i / C % A, i / (A * C), i % C);
      case 3:
        return at(i % A, i / A % B, i / (A * B));
      case 4:
        return at(i % A, i / (A * C), i / A % C);
      case 6:
        return i % (A * B) * C + i / (A * B);
      default:
        return i;
    }
  });
  expect_same(got, want, "permutation");
}

TEST_F(ShapesTest, ReshapesAndPermutations) {
  check_permutations<4, 8, 16, 4>(here);
  check_permutations<2, 2, 2, 1>(here);
  check_permutations<1, 16, 4, 2>(here);
  check_permutations<16, 1, 8, 4>(here);
  check_permutations<8, 32, 1, 8>(here);
  check_permutations<16, 16, 16, 4>(here);
  check_permutations<2, 4, 256, 16>(here);
  check_permutations<64, 2, 2, 32>(here);
  check_permutations<4, 8, 16, 4, std::int8_t>(here);
  check_permutations<4, 8, 16, 4, std::int16_t>(here);
  check_permutations<4, 8, 16, 2, std::int64_t>(here);
  check_permutations<4, 8, 16, 4, float16_t>(here);
  check_permutations<4, 8, 16, 1, bfloat16_t>(here);
  check_permutations<4, 8, 16, 4, double>(here);
}

/// Loads, operators, reductions and scans of (A, B, C) where each axis has its own edge.
template <int A, int B, int C>
struct ThreeAxes {
  template <class T, class R>
  KW_KERNEL void operator()(program auto tl, const T* x, T* out, R* sums, int* best, T* running,
                            int a, int b, int c) const {
    auto i = tl.arange(size<A>);
    auto j = tl.arange(size<B>);
    auto k = tl.arange(size<C>);
    auto place = i(_, None, None) * (b * c) + j(None, _, None) * c + k(None, None, _);
    auto mask = (i < a)(_, None, None) & (j(None, _, None) < b) & (k < c)(None, None, _);
    auto v = tl.load(x + place, mask, 0);
    auto weight = tl.load(x + i, i < a, 0);
    auto scaled = v + weight(_, None, None) * (j(None, _, None) + 1);
    tl.store(out + place, scaled, mask);
    tl.store(sums + (j(_, None) * C + k(None, _)), tl.sum(v, axis<0>));
    tl.store(sums + B * C + (i(_, None) * C + k(None, _)), tl.sum(v, axis<1>));
    tl.store(sums + B * C + A * C + (i(_, None) * B + j(None, _)), tl.sum(v, axis<2>));
    tl.store(sums + B * C + A * C + A * B, tl.sum(v));
    tl.store(best + (i(_, None) * C + k(None, _)), tl.argmax(v, axis<1>));
    auto whole = i(_, None, None) * (B * C) + j(None, _, None) * C + k(None, None, _);
    auto high = tl.max(v, axis<1>);
    tl.store(running + whole, tl.cumsum(v, axis<1>));
    tl.store(running + A * B * C + whole, tl.cumsum(v, axis<0>, reverse));
    tl.store(running + 2 * A * B * C + whole, v - high(_, None, _));
    tl.store(running + 3 * A * B * C + whole, tl.where(v > 0, v, weight(_, None, None)));
  }
};

template <int A, int B, int C, int NumWarps, class T = float>
void check_three_axes(device here, int a, int b, int c) {
  constexpr int n = A * B * C;
  using R = core::reduced_t<T>;
  std::vector<T> values(static_cast<std::size_t>(a * b * c));
  for (std::size_t e = 0; e < values.size(); ++e) {
    values[e] = static_cast<T>(static_cast<int>(e * e * 7 % 11) - 4);
  }
  const auto [out, sums, best, running] = run<NumWarps>(
      here, grid(1), ThreeAxes<A, B, C>{}, values, output<T>{a * b * c},
      output<R>{B * C + A * C + A * B + 1}, output<int>{A * C}, output<T>{4 * n}, a, b, c);
  auto at = [&](int i, int j, int k) {
    return i < a && j < b && k < c ? values[static_cast<std::size_t>((i * b + j) * c + k)] : T(0);
  };
  std::vector<T> want_out(values.size()), want_running(4 * n);
  std::vector<R> want_sums(B * C + A * C + A * B + 1);
  std::vector<int> want_best(A * C);
  for (int i = 0; i < A; ++i) {
    const T weight = i < a ? values[static_cast<std::size_t>(i)] : T(0);
    for (int k = 0; k < C; ++k) {
      int best_j = 0;
      T sum = 0;
      for (int j = 0; j < B; ++j) {
        const T v = at(i, j, k);
        best_j = v > at(i, best_j, k) ? j : best_j;
        sum = static_cast<T>(sum + v);
        want_sums[static_cast<std::size_t>(j * C + k)] += v;
        want_sums[static_cast<std::size_t>(B * C + i * C + k)] += v;
        want_sums[static_cast<std::size_t>(B * C + A * C + i * B + j)] += v;
        want_sums.back() += v;
        const auto e = static_cast<std::size_t>((i * B + j) * C + k);
        want_running[e] = sum;
        for (int later = i; later < A; ++later) {
          want_running[n + e] = static_cast<T>(want_running[n + e] + at(later, j, k));
        }
        want_running[3 * n + e] = v > 0 ? v : weight;
        if (i < a && j < b && k < c) {
          want_out[static_cast<std::size_t>((i * b + j) * c + k)] =
              static_cast<T>(v + weight * static_cast<T>(j + 1));
        }
      }
      want_best[static_cast<std::size_t>(i * C + k)] = best_j;
      for (int j = 0; j < B; ++j) {
        want_running[static_cast<std::size_t>(2 * n + (i * B + j) * C + k)] =
            static_cast<T>(at(i, j, k) - at(i, best_j, k));
      }
    }
  }
  expect_same(out, want_out, "sum of tiles");
  expect_same(sums, want_sums, "tl.sum");
  expect_same(best, want_best, "tl.argmax");
  expect_same(running, want_running, "tl.cumsum and others");
}

TEST_F(ShapesTest, ThreeAxes) {
  check_three_axes<4, 8, 16, 4>(here, 4, 8, 16);
  check_three_axes<4, 8, 16, 4>(here, 3, 7, 13);
  check_three_axes<2, 2, 64, 1>(here, 1, 2, 61);
  check_three_axes<32, 4, 4, 8>(here, 29, 3, 4);
  check_three_axes<8, 8, 8, 4, double>(here, 8, 5, 7);
  check_three_axes<8, 8, 8, 4, std::int32_t>(here, 8, 5, 7);
  check_three_axes<8, 8, 8, 2, std::int64_t>(here, 5, 8, 1);
}

/// Two tiles as one, and one as two, in every way; also indices and masks.
template <int M, int N>
struct SideBySide {
  template <class T>
  KW_KERNEL void operator()(program auto tl, const T* x, const T* y, T* out,
                            int* of_formulas) const {
    constexpr int n = 2 * M * N;
    auto place = tl.arange(size<M>)(_, None) * N + tl.arange(size<N>)(None, _);
    auto a = tl.load(x + place);
    auto b = tl.load(y + place);
    auto flat = tl.arange(size<n>);
    auto joined = tl.join(a, b);
    tl.store(out + tl.reshape(flat, shape<M, N, 2>), joined);
    auto [first, second] = tl.split(joined);
    tl.store(out + n + place, first);
    tl.store(out + n + n / 2 + place, second);
    tl.store(out + 2 * n + flat, tl.ravel(tl.interleave(a, b)));
    tl.store(out + 3 * n + flat, tl.ravel(tl.cat(a, b)));
    tl.store(out + 4 * n + flat, tl.ravel(tl.cat(a, b, axis<1>)));
    tl.barrier();
    auto loaded = tl.load(out + 2 * n + tl.reshape(flat, shape<n / 2, 2>));
    auto halves = tl.split(loaded);
    tl.store(out + 5 * n + tl.ravel(place), halves.template get<0>());
    tl.store(out + 5 * n + n / 2 + tl.ravel(place), halves.template get<1>());
    auto row = tl.sum(a, axis<0>);
    tl.store(out + 6 * n + flat,
             tl.ravel(tl.broadcast_to(tl.expand_dims(row, axis<0>), shape<2 * M, N>)));
    auto [column, wide] = tl.broadcast(tl.expand_dims(tl.sum(a, axis<1>), axis<1>), b);
    tl.store(out + 7 * n + place, column + wide * 0);
    auto deep = tl.expand_dims(a, axis<0>, axis<3>);
    tl.store(out + 7 * n + n / 2 + tl.reshape(tl.arange(size<n / 2>), shape<1, M, N, 1>), deep);
    tl.store(of_formulas + flat,
             tl.ravel(tl.join(tl.arange(size<n / 2>) * 3, tl.arange(size<n / 2>) % 5)));
    auto odd = tl.reshape(flat % 2 == 1, shape<2, M * N>);
    tl.store(of_formulas + n + tl.reshape(flat, shape<2, M * N>), tl.where(odd, 1, 0));
  }
};

template <int M, int N, int NumWarps, class T = float>
void check_side_by_side(device here) {
  constexpr int n = 2 * M * N;
  std::vector<T> a(n / 2), b(n / 2), want(8 * n);
  std::vector<int> want_formulas(2 * n);
  for (int k = 0; k < n / 2; ++k) {
    a[static_cast<std::size_t>(k)] = static_cast<T>(k % 3);
    b[static_cast<std::size_t>(k)] = static_cast<T>(k % 7 - 3);
  }
  auto put = [&](int k, T value) { want[static_cast<std::size_t>(k)] = value; };
  for (int i = 0; i < M; ++i) {
    for (int j = 0; j < N; ++j) {
      const int k = i * N + j;
      const T x = a[static_cast<std::size_t>(k)], y = b[static_cast<std::size_t>(k)];
      put(2 * k, x);
      put(2 * k + 1, y);
      for (const int part : {1, 5}) {
        put(part * n + k, x);
        put(part * n + n / 2 + k, y);
      }
      put(2 * n + 2 * k, x);
      put(2 * n + 2 * k + 1, y);
      put(3 * n + k, x);
      put(3 * n + n / 2 + k, y);
      put(4 * n + i * 2 * N + j, x);
      put(4 * n + i * 2 * N + N + j, y);
      put(7 * n + n / 2 + k, x);
      for (int r = 0; r < 2 * M; ++r) {
        want[static_cast<std::size_t>(6 * n + r * N + j)] += x;
      }
      for (int c = 0; c < N; ++c) {
        want[static_cast<std::size_t>(7 * n + i * N + c)] += x;
      }
      want_formulas[static_cast<std::size_t>(2 * k)] = 3 * k;
      want_formulas[static_cast<std::size_t>(2 * k + 1)] = k % 5;
      want_formulas[static_cast<std::size_t>(n + 2 * k + 1)] = 1;
    }
  }
  const auto [out, of_formulas] =
      run<NumWarps>(here, grid(1), SideBySide<M, N>{}, a, b, output<T>{8 * n}, output<int>{2 * n});
  expect_same(out, want, "tiles side by side");
  expect_same(of_formulas, want_formulas, "formulas");
}

TEST_F(ShapesTest, JoinSplitCatAndBroadcast) {
  check_side_by_side<8, 16, 4>(here);
  check_side_by_side<1, 4, 1>(here);
  check_side_by_side<16, 1, 2>(here);
  check_side_by_side<64, 32, 4>(here);
  check_side_by_side<2, 512, 8>(here);
  check_side_by_side<8, 16, 16, double>(here);
  check_side_by_side<8, 16, 4, std::int8_t>(here);
  check_side_by_side<8, 16, 4, std::int32_t>(here);
}

/// Reductions that keep their axis, those that give a place, and those of bits.
struct KeptAxes {
  KW_KERNEL void operator()(program auto tl, const int* x, int* out, int* bits) const {
    auto r = tl.arange(size<16>);
    auto c = tl.arange(size<32>);
    auto place = r(_, None) * 32 + c(None, _);
    auto v = tl.load(x + place);
    tl.store(out + place, v - tl.max(v, axis<1>, keep_dims));
    tl.store(out + 512 + place, v - tl.sum(v, axis<0>, keep_dims));
    auto larger = [](auto a, auto b) { return a > b ? a : b; };
    tl.store(out + 1024 + place, v - tl.reduce(v, axis<1>, larger, keep_dims));
    auto [most, where] = tl.max(v, axis<1>, return_indices);
    tl.store(bits + r, most);
    tl.store(bits + 16 + r, where);
    auto [least, there] = tl.min(tl.ravel(v), axis<0>, return_indices);
    tl.store(bits + 32, least);
    tl.store(bits + 33, there);
    tl.store(bits + 34, tl.xor_sum(v));
    tl.store(bits + 35, tl.reduce_or(v));
    tl.store(bits + 36 + r, tl.xor_sum(v, axis<1>));
    tl.store(bits + 52 + r, tl.reduce_or(v == 59, axis<1>));
  }
};

TEST_F(ShapesTest, KeptAxesPlacesAndBits) {
  const auto values = some_values<int>(512);
  const auto [out, bits] =
      run(here, grid(1), KeptAxes{}, values, output<int>{3 * 512}, output<int>{68});
  std::vector<int> want(3 * 512), want_bits(68);
  std::vector<int> sums(32);
  for (std::size_t e = 0; e < 512; ++e) {
    sums[e % 32] += values[e];
    want_bits[34] ^= values[e];
    want_bits[35] |= values[e];
    want_bits[36 + e / 32] ^= values[e];
    want_bits[52 + e / 32] |= values[e] == 59;
  }
  for (std::size_t r = 0; r < 16; ++r) {
    const auto row = values.begin() + static_cast<std::ptrdiff_t>(32 * r);
    const auto most = std::max_element(row, row + 32);
    want_bits[r] = *most;
    want_bits[16 + r] = static_cast<int>(most - row);
    for (std::size_t c = 0; c < 32; ++c) {
      want[32 * r + c] = want[1024 + 32 * r + c] = values[32 * r + c] - *most;
      want[512 + 32 * r + c] = values[32 * r + c] - sums[c];
    }
  }
  const auto least = std::min_element(values.begin(), values.end());
  want_bits[32] = *least;
  want_bits[33] = static_cast<int>(least - values.begin());
  expect_same(out, want, "keep_dims");
  expect_same(bits, want_bits, "places and bits");
}

/// Two tiles of three axes together: the larger of pairs, and pairs of running sums.
struct PairsOfThreeAxes {
  KW_KERNEL void operator()(program auto tl, const int* x, int* out) const {
    auto i = tl.arange(size<256>);
    auto v = tl.reshape(tl.load(x + i), shape<4, 16, 4>);
    auto number = tl.reshape(i, shape<4, 16, 4>);
    auto add = [](auto a1, auto b1, auto a2, auto b2) { return tuple(a1 + a2, b1 + b2); };
    auto [sums, numbers] = tl.associative_scan(tuple(v, number), axis<1>, add);
    tl.store(out + i, tl.ravel(sums));
    tl.store(out + 256 + i, tl.ravel(numbers));
    auto larger = [](auto v1, auto i1, auto v2, auto i2) {
      const bool first = v1 > v2 || (v1 == v2 && i1 < i2);
      return tuple(first ? v1 : v2, first ? i1 : i2);
    };
    auto best = tl.reduce(tuple(v, number), axis<0>, larger);
    tl.store(out + 512 + tl.arange(size<64>), tl.ravel(best.template get<1>()));
    auto [most, where] = tl.reduce(tuple(v, number), None, larger);
    tl.store(out + 576, most);
    tl.store(out + 577, where);
  }
};

TEST_F(ShapesTest, PairsOfTilesOfThreeAxes) {
  const auto values = some_values<int>(256);
  std::vector<int> want(578);
  int best = 0;
  for (int e = 0; e < 256; ++e) {
    const int i = e / 64, j = e / 4 % 16, k = e % 4;
    for (int before = 0; before <= j; ++before) {
      const int at = (i * 16 + before) * 4 + k;
      want[static_cast<std::size_t>(e)] += values[static_cast<std::size_t>(at)];
      want[static_cast<std::size_t>(256 + e)] += at;
    }
    int& of_column = want[static_cast<std::size_t>(512 + e % 64)];
    of_column = i == 0 ? e : of_column;
    auto at = [&](int n) { return values[static_cast<std::size_t>(n)]; };
    of_column = at(e) > at(of_column) ? e : of_column;
    best = at(e) > at(best) ? e : best;
  }
  want[576] = values[static_cast<std::size_t>(best)];
  want[577] = best;
  expect_same(run(here, grid(1), PairsOfThreeAxes{}, values, output<int>{578}), want, "pairs");
}

}  // namespace shapes_test
