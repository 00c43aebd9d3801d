/// \file
/// Whether a file is compiled for a learner who waits (kw_quick_to_compile in
/// cmake/Warnings.cmake).
#pragma once

namespace kw::core {

/// A launch that chooses among tiles may leave out those that make a kernel faster and not more
/// capable.
#ifdef KW_COMPILE_FAST
static constexpr bool compiled_in_a_hurry = true;
#else
static constexpr bool compiled_in_a_hurry = false;
#endif

}  // namespace kw::core
