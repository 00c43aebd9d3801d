/// \file
/// The exception of the library's host side.
#pragma once
#include <stdexcept>

namespace kw {

/// A failure after which the program cannot continue: no device, no memory, a failed CUDA call, a
/// wrong size. The text says what happened, where, and what to try. Mistakes in a kernel are not
/// errors but findings (runtime/findings.hpp).
struct error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace kw
