// Lesson 08's solution behind a plain C function; see peers.cpp. Arrays are dense and row-major:
// q, k, v and o [batch, heads, n, d], lse [batch, heads, n]; `type` is 1 for float16, 2 for
// bfloat16.
#include <type_traits>

#include "flash_attention.hpp"
#include "peer.hpp"

using namespace kw::peers;

extern "C" {

/// o = softmax(q k^T / sqrt(d)) v. \param streams 1 for tensors and streams, 0 for pointers
const char* kw_peer_attention(std::int64_t type, std::int64_t streams, const void* q, const void* k,
                              const void* v, void* o, float* lse, std::int64_t batch,
                              std::int64_t heads, std::int64_t n, std::int64_t d,
                              std::int64_t causal) {
  return guarded([&] {
    with_type(type, [&]<class T>(T) {
      if constexpr (std::is_same_v<T, float>) {
        throw kw::error("attention has no kernel for float32");
      } else {
        const auto array = [&]<class Element>(Element* data) {
          return kw::view<Element, 4>(data, {batch, heads, n, d}, kw::cuda_device);
        };
        const auto run = streams != 0 ? lesson08::attention_pipelined<T> : lesson08::attention<T>;
        run(array(static_cast<const T*>(q)), array(static_cast<const T*>(k)),
            array(static_cast<const T*>(v)), array(static_cast<T*>(o)),
            kw::view<float, 3>(lse, {batch, heads, n}, kw::cuda_device), causal != 0);
      }
    });
  });
}

}  // extern "C"
