// The kernels of three_kernels.cpp as CUDA C++ writes them: what the page for readers who come from
// CUDA shows.
#include <cuda_fp16.h>

#include "example.hpp"

namespace in_cuda {

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

//! [softmax]
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

__global__ void softmax_kernel(const float* x, float* out, long x_stride, long out_stride,
                               int n_cols) {
  const float* row = x + blockIdx.x * x_stride;
  float* result = out + blockIdx.x * out_stride;
  float largest = -INFINITY;
  for (int c = threadIdx.x; c < n_cols; c += kThreads) {
    largest = fmaxf(largest, row[c]);
  }
  largest = over_block(largest, [](float a, float b) { return fmaxf(a, b); });
  float sum = 0;
  for (int c = threadIdx.x; c < n_cols; c += kThreads) {
    sum += expf(row[c] - largest);
  }
  sum = over_block(sum, [](float a, float b) { return a + b; });
  for (int c = threadIdx.x; c < n_cols; c += kThreads) {
    result[c] = expf(row[c] - largest) / sum;
  }
}

void softmax(const float* x, float* out, int n_rows, int n_cols) {
  softmax_kernel<<<n_rows, kThreads>>>(x, out, n_cols, n_cols, n_cols);
}
//! [softmax]

//! [matmul]
constexpr int kTile = 16;  // of rows, columns and k; one thread for each element of the tile

__global__ void matmul_kernel(const __half* a, const __half* b, float* c, int m, int n, int k) {
  __shared__ float a_tile[kTile][kTile], b_tile[kTile][kTile];
  int row = blockIdx.y * kTile + threadIdx.y;
  int col = blockIdx.x * kTile + threadIdx.x;
  float sum = 0;
  for (int start = 0; start < k; start += kTile) {
    int a_col = start + threadIdx.x;
    int b_row = start + threadIdx.y;
    bool in_a = row < m && a_col < k;
    bool in_b = b_row < k && col < n;
    a_tile[threadIdx.y][threadIdx.x] = in_a ? __half2float(a[row * k + a_col]) : 0.0f;
    b_tile[threadIdx.y][threadIdx.x] = in_b ? __half2float(b[b_row * n + col]) : 0.0f;
    __syncthreads();  // both tiles are complete
    for (int i = 0; i < kTile; ++i) {
      sum += a_tile[threadIdx.y][i] * b_tile[i][threadIdx.x];
    }
    __syncthreads();  // both tiles may be overwritten
  }
  if (row < m && col < n) {
    c[row * n + col] = sum;
  }
}

void matmul(const __half* a, const __half* b, float* c, int m, int n, int k) {
  dim3 blocks((n + kTile - 1) / kTile, (m + kTile - 1) / kTile);
  matmul_kernel<<<blocks, dim3(kTile, kTile)>>>(a, b, c, m, n, k);
}
//! [matmul]

using examples::counting;

TEST_F(Examples, InCudaVectorAdd) {
  kw::buffer<float> x(kw::cuda_device, {5000}, counting(5000));
  kw::buffer<float> y(kw::cuda_device, {5000}, counting(5000, 2.0f));
  kw::buffer<float> out(kw::cuda_device, {5000});
  vector_add(x.cview().data(), y.cview().data(), out.view().data(), 5000);
  EXPECT_EQ(out.download(), counting(5000, 3.0f));
}

TEST_F(Examples, InCudaSoftmax) {
  kw::buffer<float> x(kw::cuda_device, {4 * 781}, counting(4 * 781, 0.01f));
  kw::buffer<float> out(kw::cuda_device, {4 * 781});
  softmax(x.cview().data(), out.view().data(), 4, 781);
  const auto got = out.download();
  for (int row = 0; row < 4; ++row) {
    double sum = 0;
    for (int col = 0; col < 781; ++col) {
      sum += got[static_cast<std::size_t>(row * 781 + col)];
    }
    EXPECT_NEAR(sum, 1.0, 1e-5);
    EXPECT_NEAR(got[row * 781 + 50] / got[row * 781], std::exp(0.5), 1e-4);
  }
}

TEST_F(Examples, InCudaMatmul) {
  constexpr int m = 70, n = 90, k = 50;
  std::vector<kw::float16_t> left, right;
  for (int i = 0; i < m * k; ++i) {
    left.push_back(kw::to_float16(static_cast<float>(i % 7)));
  }
  for (int i = 0; i < k * n; ++i) {
    right.push_back(kw::to_float16(static_cast<float>(i % 5)));
  }
  kw::buffer<kw::float16_t> a(kw::cuda_device, {m * k}, left), b(kw::cuda_device, {k * n}, right);
  kw::buffer<float> c(kw::cuda_device, {m * n});
  matmul(reinterpret_cast<const __half*>(a.cview().data()),
         reinterpret_cast<const __half*>(b.cview().data()), c.view().data(), m, n, k);
  const auto got = c.download();
  for (int i = 0; i < m; ++i) {
    for (int j = 0; j < n; ++j) {
      int want = 0;
      for (int p = 0; p < k; ++p) {
        want += (i * k + p) % 7 * ((p * n + j) % 5);
      }
      EXPECT_EQ(got[static_cast<std::size_t>(i * n + j)], static_cast<float>(want));
    }
  }
}

}  // namespace in_cuda
