/// \file
/// Whether nvcc compiles for a learner who waits (kw_quick_to_compile in cmake/Warnings.cmake).
#pragma once

namespace kw::core {

/// A launch that chooses among tiles may leave out those that make a kernel faster and not more
/// capable: each costs nvcc a good part of a second. For g++ that is never so.
#if defined(KW_COMPILE_FAST) && defined(__CUDACC__)
static constexpr bool compiled_in_a_hurry = true;
#else
static constexpr bool compiled_in_a_hurry = false;
#endif

}  // namespace kw::core
