// Functions of the CUDA driver, found at run time, so no program links the driver's library: not
// every machine has it.
#pragma once
#include <cuda.h>
#include <cuda_runtime_api.h>

#include <string>

#include "kernelwright/runtime/cuda_launch.hpp"
#include "kernelwright/runtime/error.hpp"

namespace kw::runtime {

template <class Function>
Function driver_function(const char* name) {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
  check_cuda(cudaGetDriverEntryPointByVersion(name, &function, 12000, cudaEnableDefault, &result),
             "cudaGetDriverEntryPointByVersion", {});
#else
  check_cuda(cudaGetDriverEntryPoint(name, &function, cudaEnableDefault, &result),
             "cudaGetDriverEntryPoint", {});
#endif
  if (result != cudaDriverEntryPointSuccess) {
    throw error(std::string("the NVIDIA driver has no ") + name +
                ": driver 525 or newer is needed.");
  }
  return reinterpret_cast<Function>(function);
}

#define KW_DRIVER_FUNCTION(name) ::kw::runtime::driver_function<decltype(&name)>(#name)

}  // namespace kw::runtime
