/// \file
/// Whether nvcc compiles for a learner who waits (kw_quick_to_compile in cmake/Warnings.cmake).
#pragma once

namespace kw::core {

/// False in a kernel that is only tested: what makes it faster would take longer to compile.
///
/// A program may contain files of both kinds, and the linker keeps one of equal functions. So those
/// that lead from a launch to its kernel have the kind as a template argument, down to the first
/// that is part of its caller wherever it is called.
#ifdef KW_COMPILE_FAST
static constexpr bool kIsMeasured = false;
#else
static constexpr bool kIsMeasured = true;
#endif

/// A launch that chooses among tiles may leave out those that make a kernel faster and not more
/// capable: each costs nvcc a good part of a second. For g++ that is never so.
#if defined(KW_COMPILE_FAST) && defined(__CUDACC__)
static constexpr bool compiled_in_a_hurry = true;
#else
static constexpr bool compiled_in_a_hurry = false;
#endif

}  // namespace kw::core
