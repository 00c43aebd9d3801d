// What tests of tl.dot share: products in double, and a kernel that makes one product.
//
// The values of some_values are quarters of integers below 2^8: exact in every operand type of 16
// bits or more, tf32 included, and sums of up to 128 products of them are exact in float32. So most
// tests ask for equality; those of rounding say what they allow.
#pragma once
#include "kernel_test.hpp"

namespace dot_test {

using namespace kw;
using kernel_test::some_values;

template <class T>
using sum_t = core::dot_result_t<T>;

template <class T>
double at(const std::vector<T>& values, std::int64_t index) {
  return core::convert<double>(values[static_cast<std::size_t>(index)]);
}

/// a (M, K) times b (K, N), row-major; only of columns [begin, end) of a.
template <class A, class B>
std::vector<double> product(const std::vector<A>& a, const std::vector<B>& b, int m, int n, int k,
                            int begin = 0, int end = 1 << 30) {
  std::vector<double> c(static_cast<std::size_t>(m) * static_cast<std::size_t>(n));
  for (int i = 0; i < m; ++i) {
    for (int l = begin; l < k && l < end; ++l) {
      const double left = at(a, std::int64_t{i} * k + l);
      for (int j = 0; j < n; ++j) {
        c[static_cast<std::size_t>(i * n + j)] += left * at(b, std::int64_t{l} * n + j);
      }
    }
  }
  return c;
}

template <class T>
std::vector<T> transposed(const std::vector<T>& x, int rows, int columns) {
  std::vector<T> result(x.size());
  for (int i = 0; i < rows; ++i) {
    for (int j = 0; j < columns; ++j) {
      result[static_cast<std::size_t>(j * rows + i)] = x[static_cast<std::size_t>(i * columns + j)];
    }
  }
  return result;
}

template <class T>
void expect_equal(const std::vector<T>& got, const std::vector<double>& want, int columns) {
  ASSERT_EQ(got.size(), want.size());
  for (std::size_t k = 0; k < got.size(); ++k) {
    ASSERT_EQ(core::convert<double>(got[k]), want[k])
        << "row " << k / static_cast<std::size_t>(columns) << ", column "
        << k % static_cast<std::size_t>(columns);
  }
}

/// The same for a product that is rounded to the type of c; the operands may be transposed in
/// memory.
template <class R, class T>
void expect_product(const std::vector<R>& c, const std::vector<T>& a, const std::vector<T>& b,
                    int m, int n, int k, bool transposed_a, bool transposed_b) {
  auto want = product(transposed_a ? transposed(a, k, m) : a,
                      transposed_b ? transposed(b, n, k) : b, m, n, k);
  for (double& sum : want) {
    sum = core::convert<double>(core::convert<R>(static_cast<sum_t<T>>(sum)));
  }
  expect_equal(c, want, n);
}

/// One product; an operand may be transposed in memory.
template <int M, int N, int K, bool TransposeA, bool TransposeB, int Precision>
struct Product {
  template <class A, class B>
  KW_KERNEL void operator()(program auto tl, const A* a, const B* b, sum_t<A>* c) const {
    auto m = tl.arange(size<M>);
    auto n = tl.arange(size<N>);
    auto k = tl.arange(size<K>);
    constexpr core::input_precision<Precision> precision;
    auto left = [&] {
      if constexpr (TransposeA) {
        return tl.trans(tl.load(a + k(_, None) * M + m(None, _)));
      } else {
        return tl.load(a + m(_, None) * K + k(None, _));
      }
    }();
    auto right = [&] {
      if constexpr (TransposeB) {
        return tl.trans(tl.load(b + n(_, None) * K + k(None, _)));
      } else {
        return tl.load(b + k(_, None) * N + n(None, _));
      }
    }();
    tl.store(c + m(_, None) * N + n(None, _), tl.dot(left, right, precision));
  }
};

/// The operands of a product that is exact in the type of its sum.
template <class T>
std::vector<T> operand_values(std::int64_t count, int seed) {
  auto values = some_values<T>(count, seed);
  if constexpr (core::float8_type<T>) {
    const auto quarters = some_values<std::int8_t>(count, seed);
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = core::convert<T>(static_cast<float>(quarters[i] % 8) * 0.25f);
    }
  }
  return values;
}

template <int M, int N, int K, int NumWarps, class T, bool TransposeA = false,
          bool TransposeB = false, int Precision = core::kIeee, class U = T>
void check_product(device here) {
  const auto a = operand_values<T>(M * K, 3);
  const auto b = operand_values<U>(K * N, 4);
  const auto got = kernel_test::run<NumWarps>(
      here, grid(1), Product<M, N, K, TransposeA, TransposeB, Precision>{},
      TransposeA ? transposed(a, M, K) : a, TransposeB ? transposed(b, K, N) : b,
      kernel_test::output<sum_t<T>>{M * N});
  SCOPED_TRACE(::testing::Message()
               << M << " x " << N << " x " << K << ", " << NumWarps << " warps, transposed "
               << TransposeA << TransposeB << ", precision " << Precision);
  expect_equal(got, product(a, b, M, N, K), N);
}

}  // namespace dot_test
