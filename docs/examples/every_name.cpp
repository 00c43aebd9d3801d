// The names of triton.language that no other example uses, each in a fact that must hold.
#include <cmath>

#include <kernelwright/float8.hpp>
#include <kernelwright/random.hpp>
#include <kernelwright/shapes.hpp>
#include <kernelwright/sort.hpp>
#include <kernelwright/tuple.hpp>

#include "example.hpp"

namespace {
using namespace kw;

/// x holds 1, 2, ... 16.
struct Functions {
  KW_KERNEL void operator()(program auto tl, const float* in, float* out) const {
    auto i = tl.arange(size<16>);
    auto x = tl.load(in + tl.max_contiguous(tl.multiple_of(tl.max_constancy(i, 1), 16), 16));
    tl.assume(tl.num_programs(0) == 1);
    auto near = [&](auto a, auto b) { return tl.abs(a - b) <= 1e-5f * tl.abs(b) + 1e-6f; };
    tl.device_assert(near(tl.sin(x) * tl.sin(x) + tl.cos(x) * tl.cos(x), 1.0f), "sin and cos");
    tl.device_assert(near(tl.tan(x), tl.sin(x) / tl.cos(x)), "tan");
    tl.device_assert(near(tl.atan2(tl.sin(x / 8), tl.cos(x / 8)), x / 8), "atan2");
    tl.device_assert(near(tl.sin(tl.asin(x / 16)), x / 16), "asin");
    tl.device_assert(near(tl.cos(tl.acos(x / 16)), x / 16), "acos");
    tl.device_assert(near(tl.tan(tl.atan(x)), x), "atan");
    tl.device_assert(near(tl.exp2(tl.log2(x)), x), "exp2 and log2");
    tl.device_assert(near(tl.expm1(tl.log1p(x)), x), "expm1 and log1p");
    tl.device_assert(near(tl.exp(tl.log(x)), x), "exp and log");
    tl.device_assert(near(tl.pow(x, 3), x * x * x), "pow");
    tl.device_assert(near(tl.sigmoid(x), 1 / (1 + tl.exp(-x))), "sigmoid");
    tl.device_assert(near(tl.tanh(x / 4), 2 * tl.sigmoid(x / 2) - 1), "tanh");
    tl.device_assert(near(tl.rsqrt(x), 1 / tl.sqrt(x)), "rsqrt and sqrt");
    tl.device_assert(near(tl.sqrt_rn(x * x), x), "sqrt_rn");
    tl.device_assert(near(tl.div_rn(x, 3), tl.fdiv(x, 3)), "div_rn and fdiv");
    tl.device_assert(tl.fma(x, x, 1.0f) == x * x + 1, "fma");
    tl.device_assert(tl.ceil(x / 2) - tl.floor(x / 2) == (x.to(int32) % 2).to(float32), "ceil");
    tl.device_assert(tl.round(x / 2) == tl.floor(x / 2 + 0.5f), "round");
    tl.device_assert(near(tl.sum(tl.softmax(x)), 1.0f), "softmax");
    tl.device_assert(tl.erf(x) > 0.8f, "erf");
    tl.device_assert(tl.umulhi(x.to(uint32) << 27, 32) == x.to(uint32), "umulhi");
    tl.device_assert(tl.map_elementwise([](float v) { return v + 1; }, x) == x + 1, "map");
    //! [libdevice]
    auto root = tl.map([](float v) { return std::cbrt(v); }, x);
    //! [libdevice]
    tl.device_assert(near(root * root * root, x), "cbrt");
    tl.store(out + i, tl.cast(x, float16).to(float32));
    tl.debug_barrier();
    tl.barrier();
    tl.device_assert(tl.load(out + tl.flip(i)) == 17 - x, "barrier");
  }
};

struct Shapes {
  KW_KERNEL void operator()(program auto tl, const float* in) const {
    auto x = tl.load(in + tl.arange(size<16>));
    auto wide = tl.broadcast_to(tl.expand_dims(x, axis<0>), shape<4, 16>);
    tl.device_assert(wide == x(None, _), "broadcast_to");
    auto [a, b] = tl.broadcast(x(_, None), x(None, _));
    tl.device_assert(a * b == x(_, None) * x(None, _), "broadcast");
    tl.device_assert(tl.interleave(x, x) == tl.ravel(tl.join(x, x)), "interleave");
    tl.device_assert(tl.view(x, shape<4, 4>) == tl.reshape(x, shape<4, 4>), "view");
    tl.device_assert(tl.zeros_like(x) == 0.0f, "zeros_like");
    tl.device_assert(tl.argmax(x, axis<0>) == 15 && tl.argmin(x, axis<0>) == 0, "argmax");
    auto [largest, at] = tl.max(x, axis<0>, return_indices);
    tl.device_assert(largest == 16 && at == 15, "return_indices");
    tl.device_assert(tl.sum(wide, axis<1>, keep_dims) == 136.0f, "keep_dims");
    tl.device_assert(tl.xor_sum(x.to(int32)) == 16 && tl.reduce_or(x.to(int32)) == 31, "bits");
    tl.device_assert(tl.cumprod(x) >= x, "cumprod");
    int steps = 0;
    for (int k : tl.static_range(3)) {
      steps += k;
    }
    auto [row, column] = tl.swizzle2d(0, 1, 4, 4, 2);
    tl.device_assert(steps == 3 && row == 1 && column == 0, "static_range and swizzle2d");
  }
};

/// Programs of 16 lanes change one word each way.
struct Atomics {
  KW_KERNEL void operator()(program auto tl, std::uint32_t* words) const {
    auto i = (tl.program_id(0) * 16 + tl.arange(size<16>)).to(uint32);
    tl.atomic_max(words + i * 0, i, relaxed);
    tl.atomic_min(words + (i * 0 + 1), i + 3, relaxed);
    tl.atomic_and(words + (i * 0 + 2), ~i, relaxed);
    tl.atomic_or(words + (i * 0 + 3), i, relaxed);
    tl.atomic_xor(words + (i * 0 + 4), i, relaxed);
  }
};

struct Random {
  KW_KERNEL void operator()(program auto tl, std::uint64_t seed) const {
    auto i = tl.arange(size<64>);
    auto bits = tl.randint(seed, i);
    auto [a, b, c, d] = tl.randint4x(seed, i);
    tl.device_assert(bits == a, "randint and randint4x");
    auto zero = tl.zeros(size<64>, uint32);
    auto [e, f, g, h] = tl.philox(seed, i.to(uint32), zero, zero, zero);
    tl.device_assert((a == e) & (b == f) & (c == g) & (d == h), "philox");
    auto [u, v, w, x] = tl.rand4x(seed, i);
    tl.device_assert((tl.uint_to_uniform_float(a) == u) & (tl.rand(seed, i) == u), "rand");
    auto [first, second] = tl.pair_uniform_to_normal(u, v);
    tl.device_assert(tl.abs(tl.randn(seed, i) - first) < 1e-5f, "randn");
    tl.device_assert(tl.abs(second) + w + x < 9.0f, "rand4x");
  }
};

struct Types {
  KW_KERNEL void operator()(program auto tl, const float* in) const {
    auto x = tl.load(in + tl.arange(size<16>));
    auto same = [&](auto type) { tl.device_assert(x.to(type).to(float32) == x, "conversions"); };
    same(float16), same(bfloat16), same(float32), same(float64);
    same(int8), same(int16), same(int32), same(int64);
    same(uint8), same(uint16), same(uint32), same(uint64);
    same(float8e4nv);
    tl.device_assert((x.to(float8e5).to(float32) == x) | (x > 8), "float8e5");
    tl.device_assert(x.to(kw::int1), "int1");
  }
};

TEST_F(Examples, EveryName) {
  const device where = default_device();
  auto numbers = examples::counting(17);
  numbers.erase(numbers.begin());
  const buffer<float> x(where, {16}, numbers), out(where, {16});
  launch(where, grid(1), Functions{}, x.cview(), out.view());
  launch(where, grid(1), Shapes{}, x.cview());
  launch(where, grid(1), Random{}, std::uint64_t{17});
  launch(where, grid(1), Types{}, x.cview());
  EXPECT_EQ(out.download(), numbers);
  const buffer<std::uint32_t> words(where, {5}, std::vector<std::uint32_t>{1, 99, 255, 0, 64});
  launch(where, grid(4), Atomics{}, words.view());
  EXPECT_EQ(words.download(), (std::vector<std::uint32_t>{63, 3, 192, 63, 64}));
}

}  // namespace
