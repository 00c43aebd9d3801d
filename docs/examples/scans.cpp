// Running sums and other scans, and several tiles at once.
#include <kernelwright/tuple.hpp>
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

struct RunningSums {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<8>);
    auto v = tl.load(x + i);
    //! [cumsum]
    auto so_far = tl.cumsum(v);                     // element k is v[0] + ... + v[k]
    auto to_come = tl.cumsum(v, axis<0>, reverse);  // element k is v[k] + ... + v[7]
    //! [cumsum]
    tl.store(out + i, so_far);
    tl.store(out + 8 + i, to_come);
  }
};

TEST_F(Examples, RunningSums) {
  EXPECT_EQ(run(here, grid(1), RunningSums{}, counting(8), output<float>{16}),
            (std::vector<float>{0, 1, 3, 6, 10, 15, 21, 28, 28, 28, 27, 25, 22, 18, 13, 7}));
}

/// h[k] = a[k] * h[k - 1] + b[k], in parallel.
struct Recurrence {
  KW_KERNEL void operator()(program auto tl, const float* decay, const float* input,
                            float* out) const {
    auto i = tl.arange(size<8>);
    auto a = tl.load(decay + i);
    auto b = tl.load(input + i);
    //! [associative_scan]
    auto combine = [](auto a1, auto b1, auto a2, auto b2) { return tuple(a1 * a2, b1 * a2 + b2); };
    auto [factor, h] = tl.associative_scan(tuple(a, b), axis<0>, combine);
    tl.store(out + i, h);
    //! [associative_scan]
    tl.store(out + 8 + i, factor);
  }
};

TEST_F(Examples, Recurrence) {
  const auto got =
      run(here, grid(1), Recurrence{}, std::vector<float>(8, 0.5f), counting(8), output<float>{16});
  float h = 0;
  for (int k = 0; k < 8; ++k) {
    h = 0.5f * h + static_cast<float>(k);
    EXPECT_EQ(got[k], h);
  }
  EXPECT_EQ(got[15], 1.0f / 256);
}

/// The largest element and its index, each thing once.
struct Largest {
  KW_KERNEL void operator()(program auto tl, const float* x, float* value, int* index) const {
    auto i = tl.arange(size<8>);
    auto v = tl.load(x + i);
    //! [reduce]
    auto larger = [](auto v1, auto i1, auto v2, auto i2) {
      bool first = v1 > v2 || (v1 == v2 && i1 < i2);
      return tuple(first ? v1 : v2, first ? i1 : i2);
    };
    auto [best, where] = tl.reduce(tuple(v, i), axis<0>, larger);
    auto product = tl.reduce(v, None, [](auto a, auto b) { return a * b; });  // of all elements
    //! [reduce]
    tl.store(value, best);
    tl.store(value + 1, product);
    tl.store(index, where);
  }
};

TEST_F(Examples, Largest) {
  const auto [value, index] =
      run(here, grid(1), Largest{}, std::vector<float>{1, 2, 1, 4, 1, 4, 2, 1}, output<float>{2},
          output<int>{1});
  EXPECT_EQ(value, (std::vector<float>{4, 64}));
  EXPECT_EQ(index[0], 3);
}

}  // namespace
