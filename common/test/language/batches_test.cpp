// Products of batches of matrices, against plain loops, on the program's device.
#include "kernel_test.hpp"

namespace batches_test {

using namespace kw;
using kernel_test::expect_same;

struct BatchesTest : kernel_test::KernelTest {};

/// Products of batches of matrices, in one step and added up over two.
template <int B, int M, int N, int K>
struct Batches {
  template <class T, class R>
  KW_KERNEL void operator()(program auto tl, const T* x, const T* y, R* out) const {
    auto b = tl.arange(size<B>)(_, None, None);
    auto m = tl.arange(size<M>)(None, _, None);
    auto n = tl.arange(size<N>)(None, None, _);
    auto k = tl.arange(size<K>);
    auto p = tl.load(x + (b * (M * K) + m * K + k(None, None, _)));
    auto q = tl.load(y + (b * (K * N) + k(None, _, None) * N + n));
    auto place = b * (M * N) + m * N + n;
    tl.store(out + place, tl.dot(p, q));
    auto acc = tl.accumulator(shape<B, M, N>, dtype<R>{});
    auto plain = tl.zeros(shape<B, M, N>, dtype<R>{});
    for (int step = 0; step < 2; ++step) {
      acc = tl.dot(p, q, acc);
      plain = tl.dot(p, q, plain);
    }
    tl.store(out + B * M * N + place, acc);
    tl.store(out + 2 * B * M * N + place, plain);
  }
};

template <int B, int M, int N, int K, int NumWarps, class T>
void check_batches(device here) {
  using R = core::dot_result_t<T>;
  std::vector<T> x(B * M * K), y(B * K * N);
  std::vector<R> want(3 * B * M * N);
  for (std::size_t e = 0; e < x.size(); ++e) {
    x[e] = core::convert<T>(static_cast<int>(e * e % 7) - 3);
  }
  for (std::size_t e = 0; e < y.size(); ++e) {
    y[e] = core::convert<T>(static_cast<int>(e * 5 % 11) - 5);
  }
  for (int e = 0; e < B * M * N; ++e) {
    const int b = e / (M * N), m = e / N % M, n = e % N;
    double sum = 0;
    for (int k = 0; k < K; ++k) {
      sum += core::convert<double>(x[static_cast<std::size_t>((b * M + m) * K + k)]) *
             core::convert<double>(y[static_cast<std::size_t>((b * K + k) * N + n)]);
    }
    want[static_cast<std::size_t>(e)] = static_cast<R>(sum);
    want[static_cast<std::size_t>(B * M * N + e)] = static_cast<R>(2 * sum);
    want[static_cast<std::size_t>(2 * B * M * N + e)] = static_cast<R>(2 * sum);
  }
  const auto got = kernel_test::run<NumWarps>(here, grid(1), Batches<B, M, N, K>{}, x, y,
                                              kernel_test::output<R>{3 * B * M * N});
  expect_same(got, want, "batched product");
}

TEST_F(BatchesTest, EveryTypeOfProduct) {
  check_batches<2, 16, 16, 16, 4, float>(here);
  check_batches<4, 16, 32, 16, 4, float16_t>(here);
  check_batches<2, 32, 16, 64, 2, bfloat16_t>(here);
  check_batches<1, 64, 32, 32, 8, float16_t>(here);
  check_batches<2, 4, 2, 8, 4, float16_t>(here);
  check_batches<2, 16, 32, 32, 4, std::int8_t>(here);
}

}  // namespace batches_test
