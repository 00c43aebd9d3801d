// The solution of elective 12 as plain C functions; see peers.cpp. Matrices are dense and
// row-major float16: x [m, k], w [k, n], out [m, n].
#include "fused_layer.hpp"
#include "peer.hpp"

using namespace kw::peers;

extern "C" {

/// What depends on the weights alone: folded [k, n] and shift [n], from gamma and beta [k], w and
/// bias [n].
const char* kw_peer_fold_weights(const void* gamma, const void* beta, const void* w,
                                 const void* bias, void* folded, float* shift, std::int64_t k,
                                 std::int64_t n) {
  return guarded([&] {
    using T = kw::float16_t;
    lesson12::fold_weights(
        vector(static_cast<const T*>(gamma), k), vector(static_cast<const T*>(beta), k),
        matrix(static_cast<const T*>(w), k, n), vector(static_cast<const T*>(bias), n),
        matrix(static_cast<T*>(folded), k, n), vector(shift, n));
  });
}

/// out = gelu(LayerNorm(x) w + bias), with what kw_peer_fold_weights made; rstd [m] is workspace.
const char* kw_peer_fused_layer(const void* x, const void* folded, const float* shift, float* rstd,
                                void* out, std::int64_t m, std::int64_t n, std::int64_t k) {
  return guarded([&] {
    using T = kw::float16_t;
    lesson12::fused_layer_pipelined(matrix(static_cast<const T*>(x), m, k),
                                    matrix(static_cast<const T*>(folded), k, n), vector(shift, n),
                                    1e-5f, vector(rstd, m), matrix(static_cast<T*>(out), m, n));
  });
}

}  // extern "C"
