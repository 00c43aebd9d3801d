// The kernels of three_kernels.cpp in CUDA Tile C++, which the page for readers who come from it
// shows. They need CUDA Toolkit 13.3, which is newer than the one that we build with, so no target
// compiles this file. With that toolkit or a newer one, this command does:
//   nvcc --enable-tile -std=c++20 -arch=sm_80 -c docs/examples/cuda_tile/in_cuda_tile.cu
#include <cuda_fp16.h>
#include <cuda_tile.h>

#include <cmath>
#include <cstdint>

namespace in_cuda_tile {

//! [vector add]
namespace ct = cuda::tiles;
using namespace ct::literals;  // 1024_ic is the number 1024 as a type

__tile_global__ void vector_add_kernel(const float* __restrict__ x, const float* __restrict__ y,
                                       float* __restrict__ out, int n) {
  x = ct::assume_aligned(x, 16_ic);
  y = ct::assume_aligned(y, 16_ic);
  out = ct::assume_aligned(out, 16_ic);
  auto xs = ct::partition_view{ct::tensor_span{x, ct::extents{n}}, ct::shape{1024_ic}};
  auto ys = ct::partition_view{ct::tensor_span{y, ct::extents{n}}, ct::shape{1024_ic}};
  auto outs = ct::partition_view{ct::tensor_span{out, ct::extents{n}}, ct::shape{1024_ic}};
  auto block = ct::bid().x;
  auto a = xs.load_masked(block);
  auto b = ys.load_masked(block);
  outs.store_masked(a + b, block);
}

void vector_add(const float* x, const float* y, float* out, int n) {
  vector_add_kernel<<<(n + 1023) / 1024, 1>>>(x, y, out, n);
}
//! [vector add]

//! [scale rows]
__tile_global__ void scale_rows_kernel(const float* __restrict__ x, float* __restrict__ out,
                                       std::int64_t x_stride, std::int64_t out_stride, int n_cols) {
  std::int64_t row = ct::bid().x;
  auto cols = ct::iota<ct::tile<int, ct::shape<1024>>>();
  auto mask = cols < n_cols;
  auto minus_infinity = ct::full<ct::tile<float, ct::shape<1024>>>(-INFINITY);
  auto v = ct::load_masked(x + row * x_stride + cols, mask, INFINITY);
  auto lowest = ct::reduce_min(v, 0_ic);
  auto highest = ct::reduce_max(ct::select(mask, v, minus_infinity), 0_ic);
  auto scaled = (v - lowest) / (highest - lowest);
  ct::store_masked(out + row * out_stride + cols, scaled, mask);
}

void scale_rows(const float* x, float* out, int n_rows, int n_cols) {  // rows of at most 1024
  scale_rows_kernel<<<n_rows, 1>>>(x, out, n_cols, n_cols, n_cols);
}
//! [scale rows]

//! [linear]
__tile_global__ void linear_kernel(const __half* __restrict__ x, const __half* __restrict__ w,
                                   float* __restrict__ y, int m, int n, int k) {
  x = ct::assume_aligned(x, 16_ic);
  w = ct::assume_aligned(w, 16_ic);
  y = ct::assume_aligned(y, 16_ic);
  auto xs = ct::partition_view{ct::tensor_span{x, ct::extents{m, k}}, ct::shape{64_ic, 32_ic}};
  auto ws = ct::partition_view{ct::tensor_span{w, ct::extents{n, k}}, ct::shape{64_ic, 32_ic}};
  auto ys = ct::partition_view{ct::tensor_span{y, ct::extents{m, n}}, ct::shape{64_ic, 64_ic}};
  auto [row, col, unused] = ct::bid();
  auto acc = ct::zeros<ct::tile<float, ct::shape<64, 64>>>();
  for (auto step : ct::irange(0, (k + 31) / 32)) {
    auto xt = xs.load_masked(row, step);
    auto wt = ct::transpose(ws.load_masked(col, step));
    acc = ct::mma(xt, wt, acc);
  }
  ys.store_masked(acc, row, col);
}

void linear(const __half* x, const __half* w, float* y, int m, int n, int k) {
  linear_kernel<<<dim3((m + 63) / 64, (n + 63) / 64), 1>>>(x, w, y, m, n, k);
}
//! [linear]

}  // namespace in_cuda_tile
