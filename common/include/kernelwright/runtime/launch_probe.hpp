/// \file
/// Asking a launch what it would do, without doing it. Only autotune asks; a launch answers.
#pragma once
#include <cstdint>

#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// Is the calling thread only asking? Then a launch describes itself by the functions below, and
/// returns.
bool probing_launches();

/// The arguments, which tell what memory the kernel may write.
void probe_arguments(const argument* arguments, int count);

/// A kernel on a GPU: \param function the __global__ function's host address
/// \param threads of one block \param dynamic_shared_bytes of one block, besides the static ones
void probe_cuda_kernel(const void* function, int threads, std::int64_t dynamic_shared_bytes);

}  // namespace kw::runtime
