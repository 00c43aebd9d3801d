// Random numbers by counter.
#include <algorithm>

#include <kernelwright/random.hpp>

#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

struct Dropout {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n, float p,
                            int seed) const {
    auto offsets = tl.program_id(0) * 128 + tl.arange(size<128>);
    auto mask = offsets < n;
    auto v = tl.load(x + offsets, mask);
    //! [dropout]
    auto keep = tl.rand(seed, offsets) > p;  // the backward pass finds the same mask again
    tl.store(out + offsets, tl.where(keep, v / (1 - p), 0.0f), mask);
    //! [dropout]
  }
};

TEST_F(Examples, Dropout) {
  constexpr int n = 1000;
  const auto dropped = [&] {
    return run(here, grid(cdiv(n, 128)), Dropout{}, std::vector<float>(n, 1.0f), output<float>{n},
               n, 0.5f, 123);
  };
  const auto got = dropped();
  EXPECT_EQ(got, dropped());
  const auto kept = std::count(got.begin(), got.end(), 2.0f);
  EXPECT_EQ(kept + std::count(got.begin(), got.end(), 0.0f), n);
  EXPECT_NEAR(kept, n / 2, 5 * std::sqrt(n / 4));
}

struct Noise {
  KW_KERNEL void operator()(program auto tl, float* out, int seed) const {
    //! [four]
    auto i = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto [a, b, c, d] = tl.randn4x(seed, i);  // 256 numbers with 64 counters
    tl.store(out + 4 * i, a);
    tl.store(out + (4 * i + 1), b);
    tl.store(out + (4 * i + 2), c);
    tl.store(out + (4 * i + 3), d);
    //! [four]
  }
};

TEST_F(Examples, Noise) {
  double sum = 0, squares = 0;
  for (const float v : run(here, grid(2), Noise{}, output<float>{512}, 7)) {
    sum += v;
    squares += static_cast<double>(v) * v;
  }
  EXPECT_NEAR(sum / 512, 0, 5 / std::sqrt(512));
  EXPECT_NEAR(squares / 512, 1, 7.1 / std::sqrt(512));
}

}  // namespace
