// The solutions as plain C functions, for tools/peers.py. Pointers refer to memory of the current
// CUDA device; counts and strides are in elements. Launches go to the default stream.
// Each function returns null, or what went wrong (valid until the next call).
#include "grid_math.hpp"
#include "masking.hpp"
#include "peer.hpp"
#include "vector_add.hpp"

using namespace kw::peers;

extern "C" {

/// Lesson 01: out = x + y for a multiple of its block.
const char* kw_peer_vector_add(const float* x, const float* y, float* out, std::int64_t n) {
  return guarded([&] { lesson01::vector_add(vector(x, n), vector(y, n), vector(out, n)); });
}

/// Lesson 01: out = (a + b) * c + d.
const char* kw_peer_fused(const float* a, const float* b, const float* c, const float* d,
                          float* out, std::int64_t n) {
  return guarded([&] {
    lesson01::fused(vector(a, n), vector(b, n), vector(c, n), vector(d, n), vector(out, n));
  });
}

/// Lesson 02: out = x * factor for matrices.
const char* kw_peer_scale(const float* x, std::int64_t x_stride, float factor, float* out,
                          std::int64_t out_stride, std::int64_t rows, std::int64_t cols) {
  return guarded([&] {
    lesson02::scale(matrix(x, rows, cols, x_stride), factor, matrix(out, rows, cols, out_stride));
  });
}

/// Lesson 02: out[c, r] = x[r, c]; x has `rows` x `cols`.
const char* kw_peer_transpose(const float* x, std::int64_t x_stride, float* out,
                              std::int64_t out_stride, std::int64_t rows, std::int64_t cols) {
  return guarded([&] {
    lesson02::transpose(matrix(x, rows, cols, x_stride), matrix(out, cols, rows, out_stride));
  });
}

/// Lesson 03: out = x + y for any length and alignment.
const char* kw_peer_masked_add(const float* x, const float* y, float* out, std::int64_t n) {
  return guarded([&] { lesson03::masked_add(vector(x, n), vector(y, n), vector(out, n)); });
}

/// Lesson 03: out = x + y for matrices of any shape, all with one row stride.
const char* kw_peer_masked_add_2d(const float* x, const float* y, float* out, std::int64_t stride,
                                  std::int64_t rows, std::int64_t cols) {
  return guarded([&] {
    lesson03::masked_add_2d(matrix(x, rows, cols, stride), matrix(y, rows, cols, stride),
                            matrix(out, rows, cols, stride));
  });
}

}  // extern "C"
