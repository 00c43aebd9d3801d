// Lesson 15, task 5: GELU, and its gradient.
// Page: lessons/15_small_model/README.md   Check while you edit: ./course watch lesson15.5
//
//   y = gelu(u)   dz = dy * gelu'(u)       u[r, c] = z[r, c] + bias[c]
//
//   gelu(u) = u * s(u),    s(u) = sigmoid(u * (A + B * u * u))
//   A = 2 * 0.79788456 = 1.59576912,    B = 0.044715 * A = 0.07135481,    3 * B = 0.21406443
//
// z, y, dy and dz are [rows, columns], bias is [columns]. The derivative of sigmoid(v) with respect
// to v is sigmoid(v) * (1 - sigmoid(v)).
#include "small_model.hpp"

using namespace kw;

template <int BLOCK_SIZE>
struct BiasGelu {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> z, const float* bias,
                            array<float, 2> y) const {
    int row = tl.program_id(0);
    auto cols = tl.program_id(1) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < z.columns();
    auto u = tl.load(z.row(row) + cols, mask) + tl.load(bias + cols, mask);
    // TODO(lesson15.5): y is u so far. What does the formula do with it?
    //{ solution
    tl.store(y.row(row) + cols, u * tl.sigmoid(u * (1.59576912f + 0.07135481f * u * u)), mask);
    //| tl.store(y.row(row) + cols, u, mask);
    //}
  }
};

template <int BLOCK_SIZE>
struct BiasGeluBackward {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> z, const float* bias,
                            array<const float, 2> dy, array<float, 2> dz) const {
    int row = tl.program_id(0);
    auto cols = tl.program_id(1) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);  // [BLOCK_SIZE]
    auto mask = cols < z.columns();
    auto u = tl.load(z.row(row) + cols, mask) + tl.load(bias + cols, mask);
    // TODO(lesson15.5): the slope is u so far. How fast does gelu(u) = u * s(u) grow with u? Both
    // factors change.
    //{ solution
    auto s = tl.sigmoid(u * (1.59576912f + 0.07135481f * u * u));
    auto slope = s + u * s * (1.0f - s) * (1.59576912f + 0.21406443f * u * u);
    //| auto slope = u;
    //}
    tl.store(dz.row(row) + cols, tl.load(dy.row(row) + cols, mask) * slope, mask);
  }
};

void lesson15::bias_gelu(view<const float, 2> z, view<const float> bias, view<float, 2> y) {
  constexpr int kBlockSize = 256;
  const auto blocks = cdiv(y.extent(1), std::int64_t{kBlockSize});
  launch(y.device(), grid(y.extent(0), blocks), BiasGelu<kBlockSize>{}, z, bias, y);
}

void lesson15::bias_gelu_backward(view<const float, 2> z, view<const float> bias,
                                  view<const float, 2> dy, view<float, 2> dz) {
  constexpr int kBlockSize = 256;
  const auto blocks = cdiv(dz.extent(1), std::int64_t{kBlockSize});
  launch(dz.device(), grid(dz.extent(0), blocks), BiasGeluBackward<kBlockSize>{}, z, bias, dy, dz);
}
