/// \file
/// How the including file is compiled for a GPU.
#pragma once

namespace kw::cuda {

/// nvcc's version, such as 130088 for 13.0.88; 0 where the file is compiled without CUDA.
static constexpr int nvcc_version() {
#ifdef __CUDACC__
  return __CUDACC_VER_MAJOR__ * 10000 + __CUDACC_VER_MINOR__ * 1000 + __CUDACC_VER_BUILD__;
#else
  return 0;
#endif
}

}  // namespace kw::cuda
