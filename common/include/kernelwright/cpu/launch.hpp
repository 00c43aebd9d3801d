/// \file
/// Launching a kernel on the CPU: every program of the grid is one call of the functor.
#pragma once
#include "kernelwright/argument.hpp"
#include "kernelwright/cpu/context.hpp"
#include "kernelwright/grid.hpp"

namespace kw::cpu {

/// The name of the functor reaches the messages through this function's own name.
template <class Kernel>
constexpr const char* kernel_signature() {
  return __PRETTY_FUNCTION__;
}

template <class Kernel, class... Args>
void launch(const grid& programs, const Kernel& kernel, const Args&... args) {
  auto run_one = [&](runtime::program& program) {
    kernel(context(program), guarded(as_kernel_argument(args), program.pointers_guarded)...);
  };
  using Closure = decltype(run_one);
  const runtime::argument arguments[sizeof...(Args) + 1] = {describe_argument(args)..., {}};
  const runtime::launch_description description{
      kernel_signature<Kernel>(),
      programs.place,
      {programs.extent(0), programs.extent(1), programs.extent(2)},
      arguments,
      static_cast<int>(sizeof...(Args))};
  runtime::run_programs(
      description,
      [](const void* closure, runtime::program& program) {
        (*static_cast<const Closure*>(closure))(program);
      },
      &run_one);
}

}  // namespace kw::cpu
