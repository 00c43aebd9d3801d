// The kernels of three_kernels.cpp in CUDA C++, which the page for readers who come from CUDA
// shows.
#include <cuda_fp16.h>

#include "example.hpp"

namespace in_cuda {
using namespace examples;

//! [vector add]
__global__ void vector_add_kernel(const float* x, const float* y, float* out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    out[i] = x[i] + y[i];
  }
}

void vector_add(const float* x, const float* y, float* out, int n) {
  vector_add_kernel<<<(n + 255) / 256, 256>>>(x, y, out, n);
}
//! [vector add]

//! [scale rows]
constexpr int kThreads = 256;

// Combines one value of each thread: shuffles inside a warp, then shared memory between warps.
template <class Combine>
__device__ float over_block(float value, Combine combine) {
  __shared__ float of_warp[kThreads / 32];
  for (int distance = 16; distance > 0; distance /= 2) {
    value = combine(value, __shfl_xor_sync(0xffffffff, value, distance));
  }
  if (threadIdx.x % 32 == 0) {
    of_warp[threadIdx.x / 32] = value;
  }
  __syncthreads();  // every warp has written its value
  value = of_warp[0];
  for (int warp = 1; warp < kThreads / 32; ++warp) {
    value = combine(value, of_warp[warp]);
  }
  __syncthreads();  // every thread has read them, so the next call may overwrite them
  return value;
}

__global__ void scale_rows_kernel(const float* x, float* out, long x_stride, long out_stride,
                                  int n_cols) {
  const float* row = x + blockIdx.x * x_stride;
  float* result = out + blockIdx.x * out_stride;
  float lowest = INFINITY, highest = -INFINITY;
  for (int c = threadIdx.x; c < n_cols; c += kThreads) {
    lowest = fminf(lowest, row[c]);
    highest = fmaxf(highest, row[c]);
  }
  lowest = over_block(lowest, [](float a, float b) { return fminf(a, b); });
  highest = over_block(highest, [](float a, float b) { return fmaxf(a, b); });
  for (int c = threadIdx.x; c < n_cols; c += kThreads) {
    result[c] = (row[c] - lowest) / (highest - lowest);
  }
}

void scale_rows(const float* x, float* out, int n_rows, int n_cols) {
  scale_rows_kernel<<<n_rows, kThreads>>>(x, out, n_cols, n_cols, n_cols);
}
//! [scale rows]

//! [linear]
constexpr int kTile = 16;  // of rows, columns and k; one thread for each element of the tile

__global__ void linear_kernel(const __half* x, const __half* w, float* y, int m, int n, int k) {
  __shared__ float x_tile[kTile][kTile], w_tile[kTile][kTile];
  int row = blockIdx.y * kTile + threadIdx.y;
  int col = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int start = 0; start < k; start += kTile) {
    int x_col = start + threadIdx.x;
    int w_row = blockIdx.x * kTile + threadIdx.y;  // neighbouring threads read neighbours of w
    bool in_x = row < m && x_col < k;
    bool in_w = w_row < n && x_col < k;
    x_tile[threadIdx.y][threadIdx.x] = in_x ? __half2float(x[row * k + x_col]) : 0.0f;
    w_tile[threadIdx.x][threadIdx.y] = in_w ? __half2float(w[w_row * k + x_col]) : 0.0f;
    __syncthreads();  // both tiles are complete
    for (int i = 0; i < kTile; ++i) {
      sum += x_tile[threadIdx.y][i] * w_tile[i][threadIdx.x];
    }
    __syncthreads();  // both tiles may be overwritten
  }
  if (row < m && col < n) {
    y[row * n + col] = sum;
  }
}

void linear(const __half* x, const __half* w, float* y, int m, int n, int k) {
  dim3 blocks((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  linear_kernel<<<blocks, dim3(kTile, kTile)>>>(x, w, y, m, n, k);
}
//! [linear]

TEST_F(Examples, InCudaVectorAdd) {
  kw::buffer<float> x(kw::cuda_device, {5000}, counting(5000));
  kw::buffer<float> y(kw::cuda_device, {5000}, counting(5000, 2.0f));
  kw::buffer<float> out(kw::cuda_device, {5000});
  vector_add(x.cview().data(), y.cview().data(), out.view().data(), 5000);
  EXPECT_EQ(out.download(), counting(5000, 3.0f));
}

TEST_F(Examples, InCudaScaleRows) {
  kw::buffer<float> x(kw::cuda_device, {4 * 781}, counting(4 * 781, 0.01f));
  kw::buffer<float> out(kw::cuda_device, {4 * 781});
  scale_rows(x.cview().data(), out.view().data(), 4, 781);
  const auto got = out.download();
  for (int row = 0; row < 4; ++row) {
    for (int col = 0; col < 781; ++col) {
      EXPECT_NEAR(got[static_cast<std::size_t>(row * 781 + col)], col / 780.0, 1e-5);
    }
  }
}

TEST_F(Examples, InCudaLinear) {
  constexpr int m = 70, n = 90, k = 50;
  const auto left = pattern(m * k, 7), right = pattern(n * k, 5);
  const kw::buffer<kw::float16_t, 2> x(kw::cuda_device, {m, k}, to_half(left));
  const kw::buffer<kw::float16_t, 2> w(kw::cuda_device, {n, k}, to_half(right));
  kw::buffer<float> y(kw::cuda_device, {m * n});
  linear(reinterpret_cast<const __half*>(x.cview().data()),
         reinterpret_cast<const __half*>(w.cview().data()), y.view().data(), m, n, k);
  EXPECT_EQ(y.download(), product(left, turned(right, n, k), m, n, k));
}

}  // namespace in_cuda
