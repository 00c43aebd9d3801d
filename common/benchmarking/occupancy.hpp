/// \file
/// What the launches of a benchmark take of a GPU's multiprocessors.
#pragma once
#include <cstdint>
#include <functional>
#include <string>

#include "common/runtime/cuda_seam.hpp"
#include "kernelwright/tensor.hpp"

namespace kw::benchmarking {

/// What a program of one launch needs, and what follows from it, in three lines for people.
std::string occupancy_text(const runtime::cuda::kernel_needs& needs, int threads,
                           std::int64_t dynamic_shared_bytes,
                           const runtime::cuda::residency& resident);

/// The same for each launch of a call, which runs nothing. \param gpu where the call launches
/// \throws kw::error for a CPU, which has no multiprocessors
std::string occupancy_of(device gpu, const std::function<void()>& call);

}  // namespace kw::benchmarking
