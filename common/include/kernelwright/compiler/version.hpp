/// \file
/// How the including file is compiled, which makes the same kernel faster or slower. All functions
/// are static, since each object file has its own answer.
#pragma once

namespace kw::compiler {

/// The compiler of the host's code and the vector instructions that it may use, in words.
static constexpr const char* description() {
#if !defined(__OPTIMIZE__)
  return __VERSION__ ", not optimised";
#elif defined(__AVX512F__)
  return __VERSION__ ", avx512";
#elif defined(__AVX2__)
  return __VERSION__ ", avx2";
#else
  return __VERSION__;
#endif
}

/// nvcc's version, such as 130088 for 13.0.88; 0 where the file is compiled without CUDA.
static constexpr int nvcc_version() {
#ifdef __CUDACC__
  return __CUDACC_VER_MAJOR__ * 10000 + __CUDACC_VER_MINOR__ * 1000 + __CUDACC_VER_BUILD__;
#else
  return 0;
#endif
}

}  // namespace kw::compiler
