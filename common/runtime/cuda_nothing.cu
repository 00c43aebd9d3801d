// A kernel that does nothing, for what a launch costs by itself.
#include <cuda_runtime.h>

#include "common/runtime/cuda_lent_memory.hpp"
#include "kernelwright/runtime/cuda_launch.hpp"

namespace {

__global__ void nothing() {}

}  // namespace

void kw::runtime::cuda::run_nothing(int device) {
  check_cuda(cudaSetDevice(device), "cudaSetDevice", {});
  nothing<<<1, 1>>>();
  check_cuda(cudaGetLastError(), "a launch of an empty kernel", {});
}
