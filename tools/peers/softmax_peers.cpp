// Lesson 05's solution as plain C functions; see peers.cpp. Matrices are dense, [rows, cols];
// `type` is 0 for float32, 1 for float16, 2 for bfloat16.
#include "peer.hpp"
#include "softmax.hpp"

using namespace kw::peers;

extern "C" {

/// out = softmax of each row of x.
const char* kw_peer_softmax(std::int64_t type, const void* x, void* out, std::int64_t rows,
                            std::int64_t cols) {
  return guarded([&] {
    with_type(type, [&]<class T>(T) {
      const auto softmax =
          cols <= lesson05::kLongestTile ? lesson05::softmax<T> : lesson05::softmax_long<T>;
      softmax(matrix(static_cast<const T*>(x), rows, cols),
              matrix(static_cast<T*>(out), rows, cols));
    });
  });
}

/// dx = the gradient with respect to x, given y = softmax(x) and dy.
const char* kw_peer_softmax_backward(std::int64_t type, const void* y, const void* dy, void* dx,
                                     std::int64_t rows, std::int64_t cols) {
  return guarded([&] {
    with_type(type, [&]<class T>(T) {
      lesson05::softmax_backward<T>(matrix(static_cast<const T*>(y), rows, cols),
                                    matrix(static_cast<const T*>(dy), rows, cols),
                                    matrix(static_cast<T*>(dx), rows, cols));
    });
  });
}

}  // extern "C"
