// Products of 16-bit floats in a plain loop, with tiles as large as a GPU's tensor cores like them:
// the operands of one step pass through the memory that the step before reads.
#include "dot_reference.hpp"

namespace dot_loop_test {

using namespace kw;
using kernel_test::some_values;

struct DotLoopTest : kernel_test::KernelTest {};

template <class T, class R, int M, int N, int K, int NumWarps, bool TransposeA = false,
          bool TransposeB = false>
void check_product(device here, int m, int n, int k, const dot_test::layouts& layout = {}) {
  SCOPED_TRACE(::testing::Message()
               << "tiles " << M << " x " << N << " x " << K << ", warps " << NumWarps);
  dot_test::check_matrices<T, T, R>(
      here, m, n, k, TransposeA, TransposeB, layout, [&](auto a, auto b, auto c) {
        launch<NumWarps>(here, grid(cdiv(n, N), cdiv(m, M)),
                         dot_test::TiledProduct<M, N, K, 0, TransposeA, TransposeB>{}, a, b, c, 0,
                         k);
      });
}

// Operands that fill all of the memory that products have, half of it, and more than all.
TEST_F(DotLoopTest, AnyDepthOfTile) {
  check_product<float16_t, float16_t, 128, 128, 64, 8>(here, 128, 128, 128);
  check_product<float16_t, float16_t, 128, 128, 64, 8>(here, 200, 264, 104);
  check_product<float16_t, float16_t, 128, 128, 64, 8>(here, 129, 131, 67);
  check_product<float16_t, float, 128, 128, 32, 8>(here, 130, 136, 120);
  check_product<float16_t, float, 64, 128, 16, 4>(here, 70, 129, 100);
  check_product<float16_t, float, 64, 128, 128, 8>(here, 70, 136, 128);
  check_product<float16_t, float, 64, 256, 64, 8>(here, 70, 264, 128);
}
// Warpgroups side by side along columns, and products that are too small for them.
TEST_F(DotLoopTest, AnyShapeOfTile) {
  check_product<float16_t, float, 64, 256, 32, 8>(here, 65, 264, 96);
  check_product<float16_t, float, 64, 128, 64, 8>(here, 65, 136, 72);
  check_product<float16_t, float16_t, 64, 64, 32, 8>(here, 65, 72, 72);
  check_product<float16_t, float, 256, 64, 32, 8>(here, 264, 65, 72);
  check_product<float16_t, float, 64, 16, 64, 4>(here, 65, 24, 72);
  check_product<float16_t, float, 32, 128, 64, 4>(here, 65, 136, 72);
}
TEST_F(DotLoopTest, Transposed) {
  check_product<float16_t, float16_t, 128, 128, 64, 8, false, true>(here, 136, 200, 104);
  check_product<float16_t, float16_t, 128, 128, 64, 8, false, true>(here, 131, 133, 67);
  check_product<bfloat16_t, float, 64, 128, 32, 4, true, false>(here, 72, 136, 40);
  check_product<bfloat16_t, float, 64, 128, 32, 8, true, true>(here, 72, 136, 40);
  check_product<bfloat16_t, bfloat16_t, 64, 64, 64, 4, true, true>(here, 67, 129, 71);
}
TEST_F(DotLoopTest, AnyAlignment) {
  // Rows begin at multiples of 16 bytes and end anywhere; then nothing is aligned.
  check_product<float16_t, float16_t, 128, 128, 64, 8>(here, 131, 133, 67,
                                                       {{72, 0}, {136, 0}, {136, 0}});
  check_product<float16_t, float16_t, 128, 128, 64, 8>(here, 131, 133, 67,
                                                       {{72, 8}, {137, 0}, {139, 3}});
}

/// Two sums that are added to in turn, a product between them that is read at once, one whose left
/// operand is a result, and one in float32.
struct Several {
  KW_KERNEL void operator()(program auto tl, const float16_t* a, const float16_t* b, const float* x,
                            float* first, float* second, float* third, int steps) const {
    auto i = tl.arange(size<64>);
    auto square = i(_, None) * 64 + i(None, _);
    auto one = tl.accumulator(shape<64, 64>);
    auto two = tl.accumulator(shape<64, 64>);
    auto three = tl.accumulator(shape<64, 64>);
    for (int step = 0; step < steps; ++step) {
      auto at = tl.load(a + step * 4096 + square);
      auto bt = tl.load(b + step * 4096 + square);
      one = tl.dot(at, bt, one);
      auto s = tl.dot(at, tl.trans(bt));
      auto p = tl.where(s > 0, 1.0f, 0.5f).to(float16);
      two = tl.dot(p, bt, two);
      if (step % 2 == 1) {
        auto xt = tl.load(x + square);
        three = tl.dot(xt, xt, three);
      }
      two = tl.dot(tl.trans(bt), at, two);
    }
    tl.store(first + square, one);
    tl.store(second + square, two);
    tl.store(third + square, three * 2.0f);
  }
};

TEST_F(DotLoopTest, SeveralSumsInFlight) {
  constexpr int steps = 4, n = 64, size = n * n;
  // With small integers every sum is exact.
  auto small = [](int count, int seed) {
    auto values = some_values(count, seed);
    for (float& v : values) {
      v = std::fmod(std::floor(v), 4.0f);
    }
    return values;
  };
  const auto af = small(steps * size, 1), bf = small(steps * size, 2), x = small(size, 3);
  std::vector<float16_t> a, b;
  for (std::size_t i = 0; i < af.size(); ++i) {
    a.push_back(core::convert<float16_t>(af[i]));
    b.push_back(core::convert<float16_t>(bf[i]));
  }
  const kernel_test::output<float> out{size};
  const auto [got_one, got_two, got_three] =
      kernel_test::run(here, grid(1), Several{}, a, b, x, out, out, out, steps);
  std::vector<double> one(size), two(size), three(size);
  auto add = [](std::vector<double>& sum, auto left, auto right, double scale) {
    for (int i = 0; i < n; ++i) {
      for (int k = 0; k < n; ++k) {
        for (int j = 0; j < n; ++j) {
          sum[static_cast<std::size_t>(i * n + j)] += scale * left(i, k) * right(k, j);
        }
      }
    }
  };
  for (int step = 0; step < steps; ++step) {
    auto at = [&](int i, int j) -> double {
      return af[static_cast<std::size_t>(step * size + i * n + j)];
    };
    auto bt = [&](int i, int j) -> double {
      return bf[static_cast<std::size_t>(step * size + i * n + j)];
    };
    std::vector<double> s(size);
    add(
        s, at, [&](int i, int j) { return bt(j, i); }, 1);
    auto p = [&](int i, int j) { return s[static_cast<std::size_t>(i * n + j)] > 0 ? 1.0 : 0.5; };
    add(one, at, bt, 1);
    add(two, p, bt, 1);
    add(
        two, [&](int i, int j) { return bt(j, i); }, at, 1);
    auto xt = [&](int i, int j) -> double { return x[static_cast<std::size_t>(i * n + j)]; };
    add(three, xt, xt, step % 2 == 1 ? 2 : 0);
  }
  dot_test::expect_equal(got_one, one, n);
  dot_test::expect_equal(got_two, two, n);
  dot_test::expect_equal(got_three, three, n);
}

/// A left operand that changes as soon as its product is on its way. On a GPU it is in registers.
struct ChangedAtOnce {
  KW_KERNEL void operator()(program auto tl, const float16_t* a, const float16_t* b, float* sum,
                            int steps) const {
    auto i = tl.arange(size<64>);
    auto j = tl.arange(size<256>);
    auto at = tl.load(a + (i(_, None) * 64 + i(None, _)));
    auto bt = tl.load(b + (i(_, None) * 256 + j(None, _)));
    auto p = tl.where(tl.dot(at, tl.trans(at)) > 0, 2.0f, 1.0f).to(float16);
    auto acc = tl.accumulator(shape<64, 256>);
    for (int step = 0; step < steps; ++step) {
      acc = tl.dot(p, bt, acc);
      p = (p.to(float32) * 0.5f).to(float16);
    }
    tl.store(sum + (i(_, None) * 256 + j(None, _)), acc);
  }
};

TEST_F(DotLoopTest, TheOperandOfAProductInFlightChanges) {
  constexpr int steps = 6, n = 64, columns = 256;
  const auto a = some_values<float16_t>(n * n, 1), b = some_values<float16_t>(n * columns, 2);
  const auto sum = kernel_test::run(here, grid(1), ChangedAtOnce{}, a, b,
                                    kernel_test::output<float>{n * columns}, steps);
  auto p = dot_test::product(a, dot_test::transposed(a, n, n), n, n, n);
  for (double& value : p) {  // 1 + 1/2 + ... is 2 - 2^(1 - steps)
    value = (value > 0 ? 2 : 1) * (2 - std::exp2(1 - steps));
  }
  dot_test::expect_equal(sum, dot_test::product(p, b, n, columns, n), columns);
}

}  // namespace dot_loop_test
