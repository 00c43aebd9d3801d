/// \file
/// A call of a kernel on the CPU as data, so that a launch is little code: a learner waits for it
/// to be compiled, once for every kernel and every type of its arguments.
#pragma once
#include "kernelwright/grid.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// What is known of a launch when it is compiled.
struct kernel_code {
  const char* signature;  ///< `__PRETTY_FUNCTION__` of a template over the functor
  /// Runs one program. Argument i lies at `arguments[i]`; where it is a view, a matrix or a
  /// pointer, the kernel gets at its memory by `pointers[i]`.
  void (*run)(const void* kernel, const void* const* arguments, void* const* pointers, program&);
  argument (*const* describe)(const void* argument);  ///< a function for each argument
  int argument_count;
  const char* compiled_file;  ///< not the header with the launch, but the file that includes it
};

/// Runs the kernel once for every program of the grid, as run_programs does.
/// \throws kw::error for a grid out of range
void launch_kernel(const grid&, const kernel_code&, const void* kernel,
                   const void* const* arguments);

}  // namespace kw::runtime
