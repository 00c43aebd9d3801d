// In the place of cublas.cpp where there is no cuBLAS to compile with: no product has a peer.
#include "kernelwright/benchmarking/cublas.hpp"

namespace kw::benchmarking {

template <class T>
peer cublas_matmul(std::int64_t, std::int64_t, std::int64_t, const T*, const T*, T*) {
  return nullptr;
}

template peer cublas_matmul(std::int64_t, std::int64_t, std::int64_t, const float*, const float*,
                            float*);
template peer cublas_matmul(std::int64_t, std::int64_t, std::int64_t, const float16_t*,
                            const float16_t*, float16_t*);
template peer cublas_matmul(std::int64_t, std::int64_t, std::int64_t, const bfloat16_t*,
                            const bfloat16_t*, bfloat16_t*);

}  // namespace kw::benchmarking
