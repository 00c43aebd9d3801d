// Lesson 08's solutions as plain C functions; see peers.cpp. Arrays are dense and row-major:
// q, k, v and o [batch, heads, n, d], lse [batch, heads, n]; `type` is 1 for float16, 2 for
// bfloat16.
#include <type_traits>

#include "flash_attention.hpp"
#include "peer.hpp"
#include "streams.hpp"

using namespace kw::peers;

extern "C" {

/// o = softmax(q k^T / sqrt(d)) v. \param streams 1 for tensors and streams, which write lse too; 0
/// for pointers, where only float16 may be causal
const char* kw_peer_attention(std::int64_t type, std::int64_t streams, const void* q, const void* k,
                              const void* v, void* o, float* lse, std::int64_t batch,
                              std::int64_t heads, std::int64_t n, std::int64_t d,
                              std::int64_t causal) {
  return guarded([&] {
    with_type(type, [&]<class T>(T) {
      const auto array = [&]<class Element>(Element* data) {
        return kw::view<Element, 4>(data, {batch, heads, n, d}, kw::cuda_device);
      };
      const auto x = array(static_cast<const T*>(q)), y = array(static_cast<const T*>(k)),
                 z = array(static_cast<const T*>(v));
      const auto out = array(static_cast<T*>(o));
      if constexpr (std::is_same_v<T, float>) {
        throw kw::error("attention has no kernel for float32");
      } else if (streams != 0) {
        const kw::view<float, 3> sums(lse, {batch, heads, n}, kw::cuda_device);
        lesson08::attention_pipelined<T>(x, y, z, out, sums, causal != 0);
      } else if (causal == 0) {
        lesson08::attention<T>(x, y, z, out);
      } else if constexpr (std::is_same_v<T, kw::float16_t>) {
        lesson08::causal_attention(x, y, z, out);
      } else {
        throw kw::error("causal attention with pointers has a kernel for float16 alone");
      }
    });
  });
}

/// o = softmax(q k^T / sqrt(d)) v, by a stream of tiles at pointers.
const char* kw_peer_attention_pointer_stream(const kw::float16_t* q, const kw::float16_t* k,
                                             const kw::float16_t* v, kw::float16_t* o,
                                             std::int64_t batch, std::int64_t heads, std::int64_t n,
                                             std::int64_t d, std::int64_t causal) {
  return guarded([&] {
    const auto array = [&]<class T>(T* data) {
      return kw::view<T, 4>(data, {batch, heads, n, d}, kw::cuda_device);
    };
    attention_pointer_stream(array(q), array(k), array(v), array(o), causal != 0);
  });
}

/// The gradients of q, k and v, one after the other in `gradients`, [3, batch, heads, n, d]. o and
/// lse are what attention gave; `sums`, [batch, heads, 2, n], is workspace.
const char* kw_peer_attention_gradients(const kw::float16_t* q, const kw::float16_t* k,
                                        const kw::float16_t* v, const kw::float16_t* o,
                                        const float* lse, const kw::float16_t* dout, float* sums,
                                        kw::float16_t* gradients, std::int64_t batch,
                                        std::int64_t heads, std::int64_t n, std::int64_t d,
                                        std::int64_t causal) {
  return guarded([&] {
    const auto array = [&]<class T>(T* data) {
      return kw::view<T, 4>(data, {batch, heads, n, d}, kw::cuda_device);
    };
    const kw::view<const float, 3> sum(lse, {batch, heads, n}, kw::cuda_device);
    const kw::view<float, 4> workspace(sums, {batch, heads, 2, n}, kw::cuda_device);
    const std::int64_t size = batch * heads * n * d;
    lesson08::query_gradients(array(q), array(k), array(v), array(o), sum, array(dout), workspace,
                              array(gradients), causal != 0);
    lesson08::key_gradients(array(q), array(k), array(v), array(o), sum, array(dout), workspace,
                            array(gradients + size), array(gradients + 2 * size), causal != 0);
  });
}

}  // extern "C"
