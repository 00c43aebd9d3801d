// What tests of tl.dot share: products in double, and a kernel that makes one product.
//
// The values of some_values are quarters of integers below 2^8: exact in every operand type of 16
// bits or more, tf32 included, and sums of up to 128 products of them are exact in float32. So most
// tests ask for equality; those of rounding say what they allow.
#pragma once
#include "kernel_test.hpp"
#include "kernelwright/testing/row_products.hpp"
#include "kernelwright/testing/rows.hpp"

namespace dot_test {

using namespace kw;
using kernel_test::some_values;

template <class T>
using sum_t = core::dot_result_t<T>;

/// a (M, K) times b (K, N), row-major; only of columns [begin, end) of a.
template <class A, class B>
std::vector<double> product(const std::vector<A>& a, const std::vector<B>& b, int m, int n, int k,
                            int begin = 0, int end = 1 << 30) {
  const auto left = kw::testing::to_doubles(a), right = kw::testing::to_doubles(b);
  std::vector<double> c(static_cast<std::size_t>(m) * static_cast<std::size_t>(n));
  for (int i = 0; i < m; ++i) {
    for (int l = begin; l < k && l < end; ++l) {
      kw::testing::add_multiple(c.data() + i * n, left[static_cast<std::size_t>(i * k + l)],
                                right.data() + l * n, static_cast<std::size_t>(n));
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

/// The sum of steps along K, from `begin` to `end`; an operand may be transposed in memory. The
/// tiles of a step are loaded (0 stages), or come from a stream.
template <int M, int N, int K, int Stages, bool TransposeA, bool TransposeB>
struct TiledProduct {
  template <class T, class U, class R>
  KW_KERNEL void operator()(program auto tl, array<const T, 2> a, array<const U, 2> b,
                            array<R, 2> c, int begin, int end) const {
    add<sum_t<T>>(tl, a, b, c, begin, end);
  }
  template <class T, class U, class R>
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const T> a,
                            tensor_descriptor<const U> b, tensor_descriptor<R> c, int begin,
                            int end) const {
    add<sum_t<T>>(tl, a, b, c, begin, end);
  }
  template <class Sum>
  static KW_HD void add(program auto& tl, const auto& a, const auto& b, const auto& c, int begin,
                        int end) {
    const int row = tl.program_id(1) * M, column = tl.program_id(0) * N;
    auto left = [&](int k) {
      if constexpr (TransposeA) {
        return a.tile(shape<K, M>, k, row);
      } else {
        return a.tile(shape<M, K>, row, k);
      }
    };
    auto right = [&](int k) {
      if constexpr (TransposeB) {
        return b.tile(shape<N, K>, column, k);
      } else {
        return b.tile(shape<K, N>, k, column);
      }
    };
    auto acc = tl.accumulator(shape<M, N>, dtype<Sum>{});
    auto step = [&](const auto& at, const auto& bt) {
      if constexpr (TransposeA && TransposeB) {
        acc = tl.dot(tl.trans(at), tl.trans(bt), acc);
      } else if constexpr (TransposeA) {
        acc = tl.dot(tl.trans(at), bt, acc);
      } else if constexpr (TransposeB) {
        acc = tl.dot(at, tl.trans(bt), acc);
      } else {
        acc = tl.dot(at, bt, acc);
      }
    };
    if constexpr (Stages == 0) {
      for (int k = begin; k < end; k += K) {
        step(tl.load(left(k)), tl.load(right(k)));
      }
    } else {
      auto ab = tl.stream(stages<Stages>, [&](int k) { return fetch(left(k), right(k)); });
      ab.pipelined(begin, end, K, [&](int, auto at, auto bt) { step(at, bt); });
    }
    tl.store(c.tile(shape<M, N>, row, column), acc);
  }
};

/// The layouts of the three matrices of a product.
struct layouts {
  buffer_layout a, b, c;
};

/// Compares what `run(a, b, c)` makes of views of the operands, for columns [begin, k) of a.
template <class T, class U, class R, class Run>
void check_matrices(device here, int m, int n, int k, bool transpose_a, bool transpose_b,
                    const layouts& layout, const Run& run, int begin = 0) {
  const auto a_values = operand_values<T>(m * k, 1);
  const auto b_values = operand_values<U>(k * n, 2);
  const buffer<T, 2> a(here, {transpose_a ? k : m, transpose_a ? m : k},
                       transpose_a ? transposed(a_values, m, k) : a_values, layout.a);
  const buffer<U, 2> b(here, {transpose_b ? n : k, transpose_b ? k : n},
                       transpose_b ? transposed(b_values, k, n) : b_values, layout.b);
  buffer<R, 2> c(here, {m, n}, layout.c);
  run(a.cview(), b.cview(), c.view());
  SCOPED_TRACE(::testing::Message()
               << m << " x " << n << " x " << k << ", transposed " << transpose_a << transpose_b
               << ", rows " << layout.a.row_stride << ", " << layout.b.row_stride << " apart from "
               << layout.a.element_offset << ", " << layout.b.element_offset << " on");
  auto want = product(a_values, b_values, m, n, k, begin);
  for (double& sum : want) {
    sum = core::convert<double>(core::convert<R>(static_cast<sum_t<T>>(sum)));
  }
  expect_equal(kernel_test::contents(c), want, n);
}

}  // namespace dot_test
