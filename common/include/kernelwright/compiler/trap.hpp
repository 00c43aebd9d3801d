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

/// The same on a GPU; on the host, calls Error::raise(what...), which only the host has.
template <class Error, class... What>
KW_HD void trap_or_raise([[maybe_unused]] What... what) {
#ifdef __CUDA_ARCH__
  __trap();
#else
  Error::raise(what...);
#endif
}

}  // namespace kw::compiler
