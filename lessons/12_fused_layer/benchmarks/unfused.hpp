/// \file
/// The layer as three kernels, with which task 4 is compared on a CPU: LayerNorm, the product with
/// its bias, and GELU. Two arrays go to memory and come back in between.
#pragma once

#include <cstdint>

#include <kernelwright/kernelwright.hpp>

#include "fused_layer.hpp"
#include "gelu.hpp"
#include "row_rstd.hpp"
#include "tiles.hpp"

namespace lesson12::bench {

using namespace kw;

template <int BLOCK_SIZE>
struct NormaliseRows {
  KW_KERNEL void operator()(program auto tl, matrix<const float16_t> x, float eps,
                            matrix<float16_t> h) const {
    int row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, 0.0f).to(float32);
    float mean = tl.sum(v) / x.columns();
    auto centred = tl.where(mask, v - mean, 0.0f);
    float rstd = tl.rsqrt(tl.sum(centred * centred) / x.columns() + eps);
    tl.store(h.row(row) + cols, centred * rstd, mask);
  }
};

template <int BM, int BN, int BK>
struct Linear {
  KW_KERNEL void operator()(program auto tl, matrix<const float16_t> x, matrix<const float16_t> w,
                            const float* shift, matrix<float16_t> out) const {
    auto rows = tl.program_id(0) * BM + tl.arange(size<BM>);
    auto cols = tl.program_id(1) * BN + tl.arange(size<BN>);
    auto acc = tl.accumulator(shape<BM, BN>);
    for (int start = 0; start < x.columns(); start += BK) {
      auto ks = start + tl.arange(size<BK>);
      acc = tl.dot(load_tile(tl, x, rows, ks), load_tile(tl, w, ks, cols), acc);
    }
    auto t = tl.load(shift + cols, cols < out.columns(), 0.0f);
    store_tile(tl, out, rows, cols, acc + t(None, _));
  }
};

template <int BLOCK_SIZE>
struct GeluRows {
  KW_KERNEL void operator()(program auto tl, matrix<const float16_t> z,
                            matrix<float16_t> out) const {
    int row = tl.program_id(0);
    auto cols = tl.program_id(1) * BLOCK_SIZE + tl.arange(size<BLOCK_SIZE>);
    auto v = tl.load(z.row(row) + cols, cols < z.columns()).to(float32);
    tl.store(out.row(row) + cols, gelu(tl, v), cols < z.columns());
  }
};

/// out = gelu(layer_norm(x) w + shift) in three kernels, for rows of at most 1024 elements. h is
/// `[m, k]` and z `[m, n]`. The tiles are those of task 4.
inline void unfused_layer(view<const float16_t, 2> x, view<const float16_t, 2> w,
                          view<const float> shift, float eps, const buffer<float16_t, 2>& h,
                          const buffer<float16_t, 2>& z, view<float16_t, 2> out) {
  const device where = out.device();
  launch(where, grid(x.extent(0)), NormaliseRows<1024>{}, matrix(x), eps, matrix(h.view()));
  launch<8>(where, grid(cdiv(out.extent(0), 128), cdiv(out.extent(1), 128)), Linear<128, 128, 32>{},
            matrix(h.cview()), matrix(w), shift, matrix(z.view()));
  launch(where, grid(out.extent(0), cdiv(out.extent(1), 1024)), GeluRows<1024>{}, matrix(z.cview()),
         matrix(out));
}

}  // namespace lesson12::bench
