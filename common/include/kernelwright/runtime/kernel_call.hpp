/// \file
/// A call of a kernel on the CPU as data, so a launch is little code. A learner waits for it to
/// compile, once for every kernel and every combination of argument types.
#pragma once
#include "kernelwright/grid.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// What is known about a launch when it is compiled.
struct kernel_code {
  const char* signature;  ///< `__PRETTY_FUNCTION__` of a template over the functor
  /// Runs one program. Argument i is at `arguments[i]`; if it is a view, an array or a pointer, the
  /// kernel reaches its memory through `pointers[i]`.
  void (*run)(const void* kernel, const void* const* arguments, void* const* pointers, program&);
  argument (*const* describe)(const void* argument);  ///< a function for each argument
  int argument_count;
  const char* compiled_file;  ///< the file that includes the header with the launch
};

/// Runs the kernel once for every program of the grid, as run_programs does.
/// \throws kw::error for a grid that is out of range
void launch_kernel(const grid&, const kernel_code&, const void* kernel,
                   const void* const* arguments);

}  // namespace kw::runtime
