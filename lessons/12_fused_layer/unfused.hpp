/// \file
/// The layer as three kernels, with which task 4 is compared on a CPU: LayerNorm, the product with
/// its bias, and GELU. Two arrays go to memory and come back in between.
#pragma once

#include <cstdint>

#include <kernelwright/kernelwright.hpp>

#include "fused_layer.hpp"
#include "gelu.hpp"
#include "row_rstd.hpp"

namespace lesson12::bench {

template <int BLOCK_SIZE>
struct NormaliseRows {
  KW_KERNEL void operator()(kw::program auto tl, kw::array<const kw::float16_t, 2> x, float eps,
                            kw::array<kw::float16_t, 2> h) const {
    int row = tl.program_id(0);
    auto cols = tl.arange(kw::size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, 0.0f).to(kw::float32);
    float mean = tl.sum(v) / x.columns();
    auto centred = tl.where(mask, v - mean, 0.0f);
    float rstd = tl.rsqrt(tl.sum(centred * centred) / x.columns() + eps);
    tl.store(h.row(row) + cols, centred * rstd, mask);
  }
};

template <int BM, int BN, int BK>
struct Linear {
  KW_KERNEL void operator()(kw::program auto tl, kw::array<const kw::float16_t, 2> x,
                            kw::array<const kw::float16_t, 2> w, kw::array<const float, 1> shift,
                            kw::array<kw::float16_t, 2> out) const {
    using kw::_, kw::None;
    int m = tl.program_id(0) * BM, n = tl.program_id(1) * BN;
    auto acc = tl.accumulator(kw::shape<BM, BN>);
    for (int k = 0; k < x.columns(); k += BK) {
      auto xt = tl.load(x.tile(kw::shape<BM, BK>, m, k));
      acc = tl.dot(xt, tl.load(w.tile(kw::shape<BK, BN>, k, n)), acc);
    }
    auto t = tl.load(shift.tile(kw::size<BN>, n));
    tl.store(out.tile(kw::shape<BM, BN>, m, n), acc + t(None, _));
  }
};

template <int BLOCK_SIZE>
struct GeluRows {
  KW_KERNEL void operator()(kw::program auto tl, kw::array<const kw::float16_t, 2> z,
                            kw::array<kw::float16_t, 2> out) const {
    int row = tl.program_id(0);
    auto cols = tl.program_id(1) * BLOCK_SIZE + tl.arange(kw::size<BLOCK_SIZE>);
    auto v = tl.load(z.row(row) + cols, cols < z.columns()).to(kw::float32);
    tl.store(out.row(row) + cols, gelu(tl, v), cols < z.columns());
  }
};

/// out = gelu(layer_norm(x) w + shift) in three kernels, for rows of at most 1024 elements. h is
/// `[m, k]` and z `[m, n]`. The tiles are those of task 4.
inline void unfused_layer(kw::view<const kw::float16_t, 2> x, kw::view<const kw::float16_t, 2> w,
                          kw::view<const float> shift, float eps, kw::view<kw::float16_t, 2> h,
                          kw::view<kw::float16_t, 2> z, kw::view<kw::float16_t, 2> out) {
  using input = kw::view<const kw::float16_t, 2>;
  const kw::device where = out.device();
  kw::launch(where, kw::grid(x.extent(0)), NormaliseRows<1024>{}, x, eps, h);
  kw::launch<8>(where, kw::grid(kw::cdiv(out.extent(0), 128), kw::cdiv(out.extent(1), 128)),
                Linear<128, 128, 32>{}, input(h), w, shift, z);
  kw::launch(where, kw::grid(out.extent(0), kw::cdiv(out.extent(1), 1024)), GeluRows<1024>{},
             input(z), out);
}

}  // namespace lesson12::bench
