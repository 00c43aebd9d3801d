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

/// A launch whose arguments are not what the kernel takes. Their types stand in the message.
template <class Kernel, class... Arguments>
struct this_kernel_is_launched_with {
  static_assert(core::never<Kernel>,
                "kernelwright: the arguments of launch do not fit the parameters of the kernel. "
                "They are matched in order, after tl.");
};

/// A concept of types alone: over the parameters of a function, nvcc 13 takes `requires` for false.
template <class Kernel, class... Arguments>
concept runs_with = requires(Kernel& kernel, runtime::program& program,
                             const Arguments&... arguments) {
  kernel(context(program), arguments...);
};

/// One call of the functor with the arguments as it takes them, or the reason why there is none.
template <class Kernel, class... Arguments>
void call(const Kernel& kernel, runtime::program& program, const Arguments&... arguments) {
  if constexpr (runs_with<const Kernel, Arguments...>) {
    kernel(context(program), arguments...);
  } else if constexpr (runs_with<Kernel, Arguments...>) {
    static_assert(core::never<Kernel>,
                  "kernelwright: the kernel's operator() is not const. All programs share one "
                  "functor, so write const behind the parameters.");
  } else {
    (void)this_kernel_is_launched_with<Kernel, Arguments...>{};
  }
}

template <class Kernel, class... Args>
void launch(const grid& programs, const Kernel& kernel, const Args&... args) {
  auto run_one = [&](runtime::program& program) {
    call(kernel, program, guarded(as_kernel_argument(args), program.pointers_guarded)...);
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
