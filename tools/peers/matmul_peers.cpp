// Lesson 07's solution as plain C functions; see peers.cpp. Matrices are dense and row-major:
// a [m, k], b [k, n], c [m, n]; `type` is 0 for float32, 1 for float16, 2 for bfloat16.
#include <type_traits>

#include "ladder.hpp"
#include "peer.hpp"
#include "streams.hpp"
#include "tiled_matmul.hpp"

using namespace kw::peers;

extern "C" {

/// c = a b: for 16-bit types by streams, for float32 in float32.
const char* kw_peer_matmul(std::int64_t type, const void* a, const void* b, void* c, std::int64_t m,
                           std::int64_t n, std::int64_t k) {
  return guarded([&] {
    with_type(type, [&]<class T>(T) {
      const auto x = matrix(static_cast<const T*>(a), m, k);
      const auto y = matrix(static_cast<const T*>(b), k, n);
      const auto out = matrix(static_cast<T*>(c), m, n);
      if constexpr (std::is_same_v<T, float>) {
        lesson07::matmul_float32(x, y, out);
      } else {
        lesson07::matmul_pipelined<T>(x, y, out);
      }
    });
  });
}

/// c = a b in float16 by a stream of tiles at pointers.
const char* kw_peer_matmul_pointer_stream(const void* a, const void* b, void* c, std::int64_t m,
                                          std::int64_t n, std::int64_t k) {
  return guarded([&] {
    using T = kw::float16_t;
    matmul_pointer_stream(matrix(static_cast<const T*>(a), m, k),
                          matrix(static_cast<const T*>(b), k, n), matrix(static_cast<T*>(c), m, n));
  });
}

/// c = a b in float16, split along k into `parts` parts. \param sums [parts, m, n], workspace
const char* kw_peer_matmul_split(const void* a, const void* b, float* sums, void* c, std::int64_t m,
                                 std::int64_t n, std::int64_t k, std::int64_t parts) {
  return guarded([&] {
    using T = kw::float16_t;
    matmul_split(matrix(static_cast<const T*>(a), m, k), matrix(static_cast<const T*>(b), k, n),
                 kw::view<float, 3>(sums, {parts, m, n}, kw::cuda_device),
                 matrix(static_cast<T*>(c), m, n));
  });
}

/// The same by pointers and masks. \param type 1 or 2
const char* kw_peer_matmul_pointers(std::int64_t type, const void* a, const void* b, void* c,
                                    std::int64_t m, std::int64_t n, std::int64_t k) {
  return guarded([&] {
    with_type(type, [&]<class T>(T) {
      if constexpr (std::is_same_v<T, float>) {
        throw kw::error("float32 has only one version: kw_peer_matmul");
      } else {
        lesson07::matmul<T>(matrix(static_cast<const T*>(a), m, k),
                            matrix(static_cast<const T*>(b), k, n),
                            matrix(static_cast<T*>(c), m, n));
      }
    });
  });
}

/// The lowest rung of the lesson's ladder, in float32: one element per program. \param k a multiple
/// of 32
const char* kw_peer_matmul_one_element(const float* a, const float* b, float* c, std::int64_t m,
                                       std::int64_t n, std::int64_t k) {
  return guarded([&] { matmul_one_element(matrix(a, m, k), matrix(b, k, n), matrix(c, m, n)); });
}

/// A rung between tiles and grouped order, in float16: tensor cores, and programs row by row.
const char* kw_peer_matmul_row_by_row(const void* a, const void* b, void* c, std::int64_t m,
                                      std::int64_t n, std::int64_t k) {
  return guarded([&] {
    matmul_row_by_row(matrix(static_cast<const kw::float16_t*>(a), m, k),
                      matrix(static_cast<const kw::float16_t*>(b), k, n),
                      matrix(static_cast<kw::float16_t*>(c), m, n));
  });
}

}  // extern "C"
