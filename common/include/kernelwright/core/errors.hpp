/// \file
/// The errors of the language's headers. The compiled runtime writes the messages, so kernel files
/// need neither `<string>` nor `<stdexcept>`. Every function throws kw::error.
#pragma once
#include <cstdint>

#include "kernelwright/core/source_place.hpp"

namespace kw::runtime {

/// kw::narrow: names the value and the limits of an integer with this many bits.
[[noreturn]] void value_does_not_fit(long long value, int bits);

/// Names the axis of the grid and its limit.
[[noreturn]] void grid_out_of_range(source_place, int axis, long long extent, long long limit);

/// Says which rule of tensor descriptors the array breaks, and what to do.
[[noreturn]] void array_needs_other_layout(source_place, const void* data, int element_size,
                                           int rank, const std::int64_t* strides);

/// An array of a view with neighbours along the last axis that are `stride` elements apart.
[[noreturn]] void last_axis_not_contiguous(source_place, int rank, std::int64_t stride);

/// An array of a kernel for rows of `columns` elements without gaps, which has others.
[[noreturn]] void array_has_other_rows(source_place, int columns, int rows, int row,
                                       std::int64_t stride);

/// A tuning_key with too many parts.
[[noreturn]] void key_too_long(int parts, int most);

/// This kernel was compiled only for GPUs, so it cannot run on the CPU.
[[noreturn]] void kernel_lacks_cpu(source_place);

/// This kernel was compiled without CUDA, so it cannot run on a GPU.
[[noreturn]] void kernel_lacks_cuda(source_place);

}  // namespace kw::runtime
