// Lesson 06's solution as plain C functions; see peers.cpp. Matrices are dense, [rows, cols];
// `type` is 0 for float32, 1 for float16, 2 for bfloat16; statistics and sums are float32.
#include "layernorm.hpp"
#include "peer.hpp"

using namespace kw::peers;

extern "C" {

const char* kw_peer_layer_norm(std::int64_t type, const void* x, const void* weight,
                               const void* bias, void* y, float* mean, float* rstd, float eps,
                               std::int64_t rows, std::int64_t cols) {
  return guarded([&] {
    with_type(type, [&]<class T>(T) {
      const bool fills_tile =
          sizeof(T) == 2 && cols <= lesson06::kLongestRow && cols > lesson06::kLongestRow / 4 * 3;
      const auto layer_norm =
          cols <= 8192 || fills_tile ? lesson06::layer_norm<T> : lesson06::layer_norm_long<T>;
      layer_norm(matrix(static_cast<const T*>(x), rows, cols),
                 vector(static_cast<const T*>(weight), cols),
                 vector(static_cast<const T*>(bias), cols), matrix(static_cast<T*>(y), rows, cols),
                 vector(mean, rows), vector(rstd, rows), eps);
    });
  });
}

/// How many rows `kw_peer_layer_norm_backward` wants in dw_partial and db_partial.
std::int64_t kw_peer_layer_norm_partial_rows(std::int64_t rows, std::int64_t cols) {
  return lesson06::partial_rows(rows, cols);
}

const char* kw_peer_layer_norm_backward(std::int64_t type, const void* dy, const void* x,
                                        const void* weight, const float* mean, const float* rstd,
                                        void* dx, float* dw, float* db, float* dw_partial,
                                        float* db_partial, std::int64_t rows, std::int64_t cols,
                                        std::int64_t programs) {
  return guarded([&] {
    with_type(type, [&]<class T>(T) {
      lesson06::layer_norm_backward<T>(
          matrix(static_cast<const T*>(dy), rows, cols),
          matrix(static_cast<const T*>(x), rows, cols), vector(static_cast<const T*>(weight), cols),
          vector(mean, rows), vector(rstd, rows), matrix(static_cast<T*>(dx), rows, cols),
          matrix(dw_partial, programs, cols), matrix(db_partial, programs, cols));
    });
    lesson06::column_sums(matrix(dw_partial, programs, cols), matrix(db_partial, programs, cols),
                          vector(dw, cols), vector(db, cols));
  });
}

}  // extern "C"
