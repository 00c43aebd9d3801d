/// \file
/// Ends a kernel that must not continue.
#pragma once
#include "kernelwright/compiler/qualifiers.hpp"

namespace kw::compiler {

/// Ends the kernel on a GPU, and the launch fails. On the host it does nothing.
KW_HD void trap() {
#ifdef __CUDA_ARCH__
  __trap();
#endif
}

/// Ends the kernel on a GPU. On the host it calls `report`, which says why.
template <class Report>
KW_HD constexpr void trap_or(Report report) {
#ifdef __CUDA_ARCH__
  (void)report;
  __trap();
#else
  report();
#endif
}

}  // namespace kw::compiler
