// Constants as C++ programs write them: in a file, in a class, from the library. nvcc compiles a
// constant's value for a GPU, but not its address, so a function of the language that takes a
// number or an element type by reference fails to compile in this file.
#include <limits>
#include <numeric>

#include "kernel_test.hpp"

namespace constants_test {

using namespace kw;

constexpr int kSize = 16, kThree = 3, kSeed = 42;
const int kTwo = 2;
static constexpr unsigned kBits = 5u;
constexpr std::int64_t kWide = 7;
constexpr float kHalf = 0.5f, kTop = 6.0f;
inline constexpr double kPrecise = 0.25;
constexpr bool kYes = true, kNo = false;

struct Limits {
  static constexpr float kLargest = 6.0f;
  static constexpr int kShift = 1;
  static inline const float kUnused = 0.0f;
};
template <class T>
struct limits_of {
  static constexpr T lowest = std::numeric_limits<T>::lowest();
};
constexpr std::int16_t kOld = 4;

struct Constants : kernel_test::KernelTest {
  /// Runs a kernel on x = 0, 1, ... 15 and returns 16 numbers.
  template <class Kernel>
  std::vector<float> run(Kernel kernel) {
    std::vector<float> x(kSize);
    std::iota(x.begin(), x.end(), 0.0f);
    const kernel_test::output<float> out{kSize, std::vector<float>(kSize, -1.0f)};
    return kernel_test::run(here, grid(1), kernel, x, out);
  }
  template <class Kernel, class Want>
  void expect(Kernel kernel, Want want) {
    const auto got = run(kernel);
    for (int i = 0; i < kSize; ++i) {
      ASSERT_FLOAT_EQ(got[static_cast<std::size_t>(i)],
                      static_cast<float>(want(static_cast<float>(i))))
          << i;
    }
  }
};

struct Arithmetic {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<kSize>);
    auto v = tl.load(x + i);
    auto w = kHalf + v * kTop - Limits::kLargest / (v + kHalf) + (kHalf - v);
    w += kHalf;
    w -= Limits::kLargest;
    w *= kTop;
    w /= kTop;
    w = w + kPrecise * kTwo;
    tl.store(out + i, w);
  }
};
TEST_F(Constants, OfArithmetic) {
  expect(Arithmetic{}, [](float v) { return 6 * v - 6 / (v + 0.5f) + 1 - v - 5.5f + 0.5f; });
}

struct Indices {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<kSize>);
    auto k = (i * kThree + kTwo - kThree + kWide) % kSize;
    auto at = i + Limits::kShift;
    at += kTwo;
    at -= kThree;
    auto scaled = i * kThree;
    scaled *= kOld;
    auto n = tl.zeros(size<kSize>, int32) + k;
    n %= kSize;
    n <<= kTwo;
    n >>= Limits::kShift;
    n ^= kThree;
    n |= kOld;
    n &= kSize * kTwo - 1;
    n = (n & (kSize - 1)) | kThree;
    n = (n ^ kThree) << kTwo >> kTwo;
    auto v = tl.load(x + k + kThree - kThree) + (n * 0).to(float32);
    v = v + (scaled / kOld - i * kThree).to(float32);
    tl.store(out + at, v);
  }
};
TEST_F(Constants, OfIndices) {
  expect(Indices{}, [](float v) { return (static_cast<int>(v) * 3 + 6) % 16; });
}

struct Masks {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<kSize>);
    auto v = tl.load(x + i, (i < kSize) & kYes, kHalf);
    auto m = (v < kTop) | (v >= Limits::kLargest);
    m = m & ((kHalf < v) | (v == kHalf) | (v != kTop) | (v <= kTop) | (kTop > v)) & kYes;
    m = m ^ kNo;
    m &= kYes;
    v = tl.where(m, v, inf);
    v = tl.where(i != kThree, v, kTop);
    v = tl.where(kYes, v, kTop);
    v = tl.where(v > kTop, kHalf, v);
    v = v + tl.where(kNo, kTop, kHalf);
    v = v + tl.where(i > kTwo, kHalf, Limits::kLargest);
    tl.store(out + i, v, (i < kSize) & kYes);
    tl.device_assert(kYes, "holds");
    tl.assume(kYes);
  }
};
TEST_F(Constants, OfMasks) {
  expect(Masks{}, [](float v) {
    const float chosen = v == 3 ? 6 : v;
    return (chosen > 6 ? 0.5f : chosen) + 0.5f + (v > 2 ? 0.5f : 6.0f);
  });
}

struct Elementwise {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<kSize>);
    auto v = tl.load(x + i);
    v = tl.minimum(v, inf);
    v = tl.minimum(Limits::kLargest, v);
    v = tl.maximum(v, limits_of<float>::lowest);
    v = tl.maximum(kHalf, v);
    v = tl.clamp(v, kHalf, inf);
    v = tl.clamp(v, v, kTop);
    v = tl.clamp(v, kHalf, v);
    v = tl.fma(v, kTop, kHalf) + tl.fma(kHalf, v, v) + tl.fma(v, v, kHalf);
    v = v + tl.fdiv(v, kHalf) + tl.fdiv(kHalf, v) + tl.div_rn(v, kHalf) + tl.fdiv(kTop, kHalf);
    v = v + tl.map([](float a, float b) { return a + b; }, v, kHalf);
    v = v + tl.map_elementwise([](float a) { return a; }, kHalf);
    auto bits = tl.umulhi(i.to(uint32) * 65536u, kBits << 16);
    tl.store(out + i, v + bits.to(float32) * 0.0f);
  }
};
TEST_F(Constants, OfFunctions) {
  expect(Elementwise{}, [](float x) {
    float v = std::fmin(6.0f, std::fmax(0.5f, x));
    v = v * 6 + 0.5f + 1.5f * v + v * v + 0.5f;
    v = v + 2 * v + 0.5f / v + 2 * v + 12;
    return v + v + 0.5f + 0.5f;
  });
}

struct Numbers {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<kSize>);
    const float a = tl.exp(kHalf) + tl.exp2(kHalf) + tl.log(kHalf) + tl.log2(kHalf);
    const float b = tl.sqrt(kHalf) + tl.rsqrt(kHalf) + tl.abs(kHalf) + tl.sqrt_rn(kHalf);
    const float c = tl.tanh(kHalf) + tl.sigmoid(kHalf) + tl.erf(kHalf) + tl.sin(kHalf);
    const float d = tl.cos(kHalf) + tl.tan(kHalf) + tl.asin(kHalf) + tl.log1p(kHalf);
    const float e = tl.expm1(kHalf) + tl.floor(kHalf) + tl.ceil(kHalf) + tl.round(kHalf);
    const float f = tl.rint(kHalf) + tl.atan2(kHalf, kTop) + tl.pow(kHalf, kTop);
    const float g = tl.maximum(kHalf, kTop) + tl.minimum(kHalf, kTop);
    const float h = tl.clamp(kHalf, kTop, inf) + tl.fma(kHalf, kTop, kHalf) + tl.fdiv(kTop, kHalf);
    auto v = tl.load(x + i) * 0.0f + (a + b + c + d + e + f + g + h);
    auto n = tl.pow(v, kTwo) * 0.0f + tl.atan2(kHalf, v) * 0.0f;
    tl.store(out + i, v + n + tl.cast(kTop, int32) + tl.cast(kThree, float32) +
                          tl.cast(kThree, uint32, bitcast));
  }
};
TEST_F(Constants, OfNumbers) {
  const auto got = run(Numbers{});
  for (const float v : got) {
    EXPECT_EQ(v, got[0]);
  }
  const double h = 0.5;
  const double a = std::exp(h) + std::exp2(h) + std::log(h) + std::log2(h);
  const double b = std::sqrt(h) + 1 / std::sqrt(h) + h + std::sqrt(h);
  const double c = std::tanh(h) + 1 / (1 + std::exp(-h)) + std::erf(h) + std::sin(h);
  const double d = std::cos(h) + std::tan(h) + std::asin(h) + std::log1p(h);
  const double e = std::expm1(h) + 0 + 1 + 1;
  const double f = 0 + std::atan2(h, 6) + std::pow(h, 6) + 6.5 + 6 + 3.5 + 12;
  EXPECT_NEAR(got[0], a + b + c + d + e + f + 6 + 3 + 3, 1e-4);
}

struct Memory {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<kSize>);
    tl.store(out + i, kHalf);
    tl.debug_barrier();
    tl.store(out + i, Limits::kLargest, i < kThree);
    tl.debug_barrier();
    tl.store(out + kThree, inf);
    tl.store(out + kOld, tl.load(x + kWide, kYes, inf), kYes);
    tl.store(out + (kOld + kTwo), tl.load(x + kThree, kNo, kTop), kYes);
    tl.debug_barrier();
    tl.atomic_add(out + i, kHalf);
    tl.debug_barrier();
    tl.atomic_add(out + i, kHalf, i == kSize - 1, relaxed);
    tl.atomic_max(out + kTwo, kTop, kYes);
    tl.atomic_min(out + kTwo, Limits::kLargest);
    tl.debug_barrier();
    tl.atomic_xchg(out, kHalf);
    tl.debug_barrier();
    tl.atomic_cas(out, kHalf, kTop);
    tl.atomic_cas(out + i, kTop, kHalf, i < 0);
  }
};
TEST_F(Constants, OfMemory) {
  expect(Memory{}, [](float v) {
    return v == 0    ? 6.0f
           : v == 2  ? 6.0f
           : v < 3   ? 6.5f
           : v == 3  ? inf
           : v == 4  ? 7.5f
           : v == 6  ? 6.5f
           : v == 15 ? 1.5f
                     : 1.0f;
  });
}

struct Bits {
  KW_KERNEL void operator()(program auto tl, std::int32_t* out) const {
    tl.atomic_and(out, kThree);
    tl.atomic_or(out + 1, kOld);
    tl.atomic_xor(out + 2, kThree);
    tl.atomic_xor(out + tl.arange(size<2>), kTwo);
  }
};
TEST_F(Constants, OfBitsInMemory) {
  const std::vector<std::int32_t> before{6, 1, 1};
  EXPECT_EQ(kernel_test::run(here, grid(1), Bits{}, kernel_test::changed(before)),
            (std::vector<std::int32_t>{0, 7, 2}));
}

struct Types {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<kSize>);
    auto v = (tl.load(x + i) + 1).to(float16).to(float32);
    auto n = (v * 2).to(int32).to(float64).to(bfloat16).to(float32);
    n = n + tl.cast(v + v, int64).to(float32) + tl.full(size<kSize>, kHalf, float32);
    n = n + tl.full(size<kSize>, kTop) + tl.zeros(size<kSize>, float32) + (i + i).to(float32);
    n = n + (i < kThree).to(float32) + tl.cast(i % kThree, float32);
    n = n + (v.to(int32, bitcast) + 0).to(float32, bitcast);
    auto all = tl.sum(n, axis<0>) * 0.0f + tl.max(n(_, None), axis<1>);
    all = all + tl.sum(tl.cumsum(n * 0.0f, axis<0>, reverse));
    tl.store(out + i, all);
  }
};
TEST_F(Constants, OfTypesAndAxes) {
  expect(Types{}, [](float v) {
    const int k = static_cast<int>(v);
    return 4 * (v + 1) + 6.5f + 2 * v + (v < 3 ? 1.0f : 0.0f) + static_cast<float>(k % 3) + v + 1;
  });
}

struct Others {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<kSize>);
    auto v = tl.load(x + tl.multiple_of(i, kSize));
    auto r = tl.rand(kSeed, i) + tl.randn(kSeed, i + kThree) + tl.rand(kSeed, kThree);
    auto bits = tl.randint(kSeed, i, kThree + kOld);
    auto [a, b, c, d] = tl.philox(kSeed, bits, kBits, kBits, kBits);
    auto u = tl.uint_to_uniform_float(kBits) + tl.uint_to_uniform_float(a ^ b ^ c ^ d);
    auto pair = tuple(v, kHalf);
    auto [first, second] = pair;
    int count = 0;
    for (int k : tl.range(kTwo, kSize, kThree)) {
      count += k > 0 ? 1 : 0;
    }
    for (int k : tl.static_range(kTwo)) {
      count += k;
    }
    auto n = tl.cdiv(i + Limits::kShift, kThree) + tl.cdiv(kSize, kThree) - tl.cdiv(kSize, i + 16);
    auto order = tl.swizzle2d(0, 0, kThree, kTwo, kThree);
    tl.store(out + i, first + second + (count + order.first) + n.to(float32) + (r + u) * 0.0f);
  }
};
TEST_F(Constants, OfEverythingElse) {
  expect(Others{}, [](float v) { return v + 0.5f + 6 + std::ceil((v + 1) / 3) + 6 - 1; });
}

struct Printing {
  KW_KERNEL void operator()(program auto tl, const float* x) const {
    tl.device_print("constants", kHalf, tl.load(x + tl.arange(size<1>)), kThree, inf);
  }
};
TEST_F(Constants, ArePrinted) {
  const buffer<float> x(here, {1}, std::vector<float>{1.0f});
  testing::internal::CaptureStdout();
  launch(here, grid(1), Printing{}, x.cview());
  synchronize(here);
  const std::string printed = testing::internal::GetCapturedStdout();
  for (const char* number : {"0.5", "1", "3", "inf"}) {
    kernel_test::expect_part(printed, number);
  }
}

struct Tensors {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float16_t, 2> x,
                            tensor_descriptor<float, 2> out) const {
    constexpr int kWidth = 64;
    auto sum = tl.accumulator(shape<kWidth, kWidth>);
    auto tiles = tl.stream(stages<2>, [&](int k) {
      return fetch(x.tile(shape<kWidth, kWidth>, 0, k), x.tile(shape<kWidth, kWidth>, k, 0));
    });
    tiles.pipelined(0, kWidth, kWidth, [&](int, auto a, auto b) { sum = tl.dot(a, b, sum); });
    auto v = tl.where(sum > kTop, Limits::kLargest, sum * kHalf).to(float32);
    v = tl.minimum(v + kHalf, inf) + tl.load(x.tile(shape<kWidth, kWidth>, 0, 0)).to(float32);
    v = tl.maximum(v, kHalf) - (v.to(float16) + kHalf).to(float32) * 0.0f;
    tl.store(out.tile(shape<kWidth, kWidth>, 0, 0), v);
    if (tl.num_programs(0) > 1) {
      tl.store(out.tile(shape<kWidth, kWidth>, 0, 0), kHalf);
    }
  }
};
TEST_F(Constants, InKernelsWithoutTiles) {  // planners and producers, which see no values
  const buffer<float16_t, 2> x(here, {64, 64},
                               std::vector<float16_t>(4096, core::convert<float16_t>(0.25f)));
  const buffer<float, 2> out(here, {64, 64});
  launch(here, grid(1), Tensors{}, tensor_descriptor(x.cview()), tensor_descriptor(out.view()));
  kernel_test::expect_same(out.download(), std::vector<float>(4096, 2.75f), "64 * 0.25 * 0.25");
}

}  // namespace constants_test
