/// \file
/// What launches on a GPU need from the runtime. Only the CUDA half of the device seam defines it.
#pragma once
#include "kernelwright/grid.hpp"
#include "kernelwright/runtime/program.hpp"
#include "kernelwright/tensor.hpp"

namespace kw::runtime {

/// Turns a CUDA error code into an exception; does nothing for cudaSuccess (0).
/// \param call the failed call as text, such as `cudaLaunchKernel`
/// \throws kw::error with call, file:line, CUDA's name and text of the error, and a hint
void check_cuda(int error_code, const char* call, source_place place);

/// Begins every launch: makes the device the current one and, if autotune only asks what would run,
/// reports the arguments to it. They are passed as data, so a launch is little code.
/// \param describe a function for each of the arguments, which are at `arguments`
/// \returns whether the grid has any programs
/// \throws kw::error as check_cuda
bool begin_cuda_launch(int device, const grid& programs, argument (*const* describe)(const void*),
                       const void* const* arguments, int count);

struct gpu_limits {
  unsigned multiprocessors;
  int shared_memory;  ///< bytes that a block of this kernel can have at run time
};

/// Also lets the kernel use that much shared memory.
gpu_limits limits_of(device, const void* kernel, source_place);

}  // namespace kw::runtime
