// Lesson 16, task 2: repair the four patients that have a finding.
// Page: lessons/16_clinic/README.md   Check while you edit: ./course watch lesson16.2
//
//   clamp: min(max(x, low), high)      negate: -x      block_sums: a sum for each 256 elements
//   blend: (x[i] + x[i + 256]) / 2, with 0 past the end
//
// Each has one fault. Change as little as you can.
#include "clinic.hpp"

using namespace kw;

struct Clamp {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, float low, float high,
                            int n) const {
    // TODO(lesson16.2): which lanes should do nothing?
    auto offsets = tl.program_id(0) * 256 + tl.arange(size<256>);
    auto v = tl.load(x + offsets, offsets < n);
    tl.store(out + offsets, tl.minimum(tl.maximum(v, low), high));
  }
};

struct Negate {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int columns,
                            int64_t x_stride, int64_t out_stride) const {
    // TODO(lesson16.2): where does a row begin?
    int64_t row = tl.program_id(0);
    auto cols = tl.program_id(1) * 64 + tl.arange(size<64>);
    auto v = tl.load(x + row * columns + cols, cols < columns);
    tl.store(out + row * out_stride + cols, -v, cols < columns);
  }
};

struct BlockSums {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    // TODO(lesson16.2): whose element of out is this?
    auto offsets = tl.program_id(0) * 256 + tl.arange(size<256>);
    float sum = tl.sum(tl.load(x + offsets, offsets < n, 0.0f));
    tl.store(out + tl.program_id(1), sum);
  }
};

struct Blend {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n,
                            int distance) const {
    auto offsets = tl.program_id(0) * 256 + tl.arange(size<256>);
    auto here = tl.load(x + offsets, offsets < n);
    auto there = tl.load(x + (offsets + distance), offsets + distance < n, 0.0f);
    tl.store(out + offsets, (here + there) * 0.5f, offsets < n);
  }
};

void lesson16::clamp(view<const float> x, view<float> out, float low, float high) {
  const int n = narrow<int>(x.extent(0));
  launch(out.device(), grid(cdiv(n, 256)), Clamp{}, x, out, low, high, n);
}

void lesson16::negate(view<const float, 2> x, view<float, 2> out) {
  launch(out.device(), grid(x.extent(0), cdiv(x.extent(1), 64)), Negate{}, x, out,
         narrow<int>(x.extent(1)), x.stride(0), out.stride(0));
}

void lesson16::block_sums(view<const float> x, view<float> out) {
  const int n = narrow<int>(x.extent(0));
  launch(out.device(), grid(cdiv(n, 256)), BlockSums{}, x, out, n);
}

void lesson16::blend(view<const float> x, view<float> out) {
  const int n = narrow<int>(x.extent(0));
  // TODO(lesson16.2): what does a program read here, and who writes it?
  launch(out.device(), grid(cdiv(n, 256)), Blend{}, x, out, n, 0);  // a copy
  launch(out.device(), grid(cdiv(n, 256)), Blend{}, out, out, n, 256);
}
