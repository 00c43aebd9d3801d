/// \file
/// What launches on a GPU need of the runtime. Only the CUDA half of the device seam defines it.
#pragma once
#include "kernelwright/core/source_place.hpp"

namespace kw::runtime {

/// Turns a CUDA error code into an exception; does nothing for cudaSuccess (0).
/// \param call the failed call as text, such as `cudaLaunchKernel`
/// \throws kw::error with call, file:line, CUDA's name and text of the error, and a hint
void check_cuda(int error_code, const char* call, source_place place);

}  // namespace kw::runtime
