/// \file
/// Products by cuBLAS, the CUDA toolkit's own library: the peer of a matrix product on a GPU.
#pragma once
#include <cstdint>
#include <type_traits>

#include "kernelwright/benchmarking/benchmark.hpp"
#include "kernelwright/core/dtype.hpp"
#include "kernelwright/runtime/cuda_tensor_map.hpp"

namespace kw::benchmarking {

/// As below, for elements that are known at run time.
peer cublas_matmul(std::int64_t m, std::int64_t n, std::int64_t k, const void* a, const void* b,
                   void* c, runtime::element_kind elements);

/// c = a b by cuBLAS on the default device, in the stream in which kernels are launched. Matrices
/// are dense, row-major and not empty: a `[m, k]`, b `[k, n]`, c `[m, n]`. cuBLAS multiplies as
/// strictly as lesson 07's kernels promise to: float32 in float32 and never in tf32, the 16-bit
/// types with sums in float32, rounded once.
///
/// \tparam T float, float16_t or bfloat16_t
/// \returns a peer for `run`; empty on a CPU, and if cuBLAS is missing (the first call on a GPU
///   then says so). It throws kw::error when cuBLAS fails.
/// Cost: the first call on a GPU loads the library, hundreds of megabytes.
template <class T>
peer cublas_matmul(std::int64_t m, std::int64_t n, std::int64_t k, const T* a, const T* b, T* c) {
  static_assert(std::is_same_v<T, float> || core::float16_type<T>);
  return cublas_matmul(m, n, k, a, b, c, runtime::element_kind_of<T>());
}

}  // namespace kw::benchmarking
