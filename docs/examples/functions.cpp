// Functions of lanes, functions that kernels call, and random numbers by counter.
#include <algorithm>
#include <cmath>

#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

struct Gelu {
  KW_KERNEL void operator()(program auto tl, const float* x, float* exact, float* fast,
                            int n) const {
    auto i = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + i, i < n);
    //! [gelu]
    auto gelu = 0.5f * v * (1.0f + tl.erf(v * 0.70710678f));
    auto nearly = 0.5f * v * (1.0f + tl.tanh(0.79788456f * (v + 0.044715f * v * v * v)));
    //! [gelu]
    tl.store(exact + i, gelu, i < n);
    tl.store(fast + i, nearly, i < n);
  }
};

TEST_F(Examples, Gelu) {
  const auto values = made(100, [](int i) { return static_cast<float>(i - 50) / 10; });
  const auto [got, got_fast] =
      run(here, grid(2), Gelu{}, values, output<float>{100}, output<float>{100}, 100);
  for (std::size_t k = 0; k < 100; ++k) {
    const double v = static_cast<double>(values[k]);
    EXPECT_NEAR(got[k], v * 0.5 * (1 + std::erf(v / std::sqrt(2.0))), 1e-6) << v;
    EXPECT_NEAR(got_fast[k], got[k], 1e-3) << v;
  }
}

struct Quantise {
  KW_KERNEL void operator()(program auto tl, const float* x, std::int8_t* out, float scale) const {
    auto i = tl.arange(size<64>);
    //! [quantise]
    auto steps = tl.rint(tl.load(x + i) / scale);
    tl.store(out + i, tl.clamp(steps, -127, 127).to(int8));
    //! [quantise]
  }
};

TEST_F(Examples, Quantise) {
  const auto values = made(64, [](int i) { return static_cast<float>(i - 32) * 1.25f; });
  EXPECT_EQ(run(here, grid(1), Quantise{}, values, output<std::int8_t>{64}, 0.25f),
            made(64, [](int i) {
              return static_cast<std::int8_t>(std::clamp((i - 32) * 5, -127, 127));
            }));
}

struct EscapeTimes {
  KW_KERNEL void operator()(program auto tl, std::int32_t* out, float step) const {
    auto rows = tl.arange(size<16>), columns = tl.arange(size<16>);
    auto place = rows(_, None) * 16 + columns(None, _);
    //! [map]
    // Mandelbrot's set: each lane leaves its loop when it may.
    auto times = tl.map(
        [](float re, float im) {
          float a = 0, b = 0;
          int count = 0;
          for (; count < 50 && a * a + b * b < 4; ++count) {
            const float next = a * a - b * b + re;
            b = 2 * a * b + im;
            a = next;
          }
          return count;
        },
        columns(None, _).to(float32) * step - 2.0f, rows(_, None).to(float32) * step - 1.0f);
    //! [map]
    tl.store(out + place, times);
  }
};

TEST_F(Examples, EscapeTimes) {
  const auto got = run(here, grid(1), EscapeTimes{}, output<std::int32_t>{256}, 0.125f);
  EXPECT_EQ(got[0], 1);             // -2 - i leaves at once
  EXPECT_EQ(got[8 * 16 + 8], 50);   // -1 stays
  EXPECT_EQ(got[8 * 16 + 15], 50);  // -0.125 as well
}

struct CubeRoots {
  KW_KERNEL void operator()(program auto tl, const float* in, float* out) const {
    auto x = tl.load(in + tl.arange(size<16>));
    //! [libdevice]
    auto root = tl.map([](float v) { return std::cbrt(v); }, x);
    //! [libdevice]
    tl.store(out + tl.arange(size<16>), tl.rint(root * root * root));
  }
};

TEST_F(Examples, CubeRoots) {
  EXPECT_EQ(run(here, grid(1), CubeRoots{}, counting(16), output<float>{16}), counting(16));
}

//! [helper]
// Also known as swish.
KW_HD auto silu(program auto& tl, const auto& x) {
  return x / (1.0f + tl.exp(-x));
}

struct Silu {
  KW_KERNEL void operator()(program auto tl, const float* x, float* y) const {
    auto i = tl.program_id(0) * 64 + tl.arange(size<64>);
    tl.store(y + i, silu(tl, tl.load(x + i)));
  }
};
//! [helper]

TEST_F(Examples, FunctionOfOnesOwn) {
  const std::vector<float> zeros(128);
  EXPECT_EQ(run(here, grid(2), Silu{}, zeros, output<float>{128}), zeros);
}

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
