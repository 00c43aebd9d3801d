/// \file
/// Launching a kernel on the CPU: every program of the grid is one call of the functor.
#pragma once
#include <utility>

#include "kernelwright/argument.hpp"
#include "kernelwright/cpu/context.hpp"
#include "kernelwright/cpu/parts.hpp"
#include "kernelwright/runtime/kernel_call.hpp"

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

/// What the kernel takes for the argument at `argument`: views and pointers arrive as `pointer`.
template <class Argument>
KW_HD const Argument& received(std::type_identity<Argument>, const void* argument, void*) {
  return *static_cast<const Argument*>(argument);
}
template <class T>
KW_HD T* received(std::type_identity<T*>, const void*, void* pointer) {
  return static_cast<T*>(pointer);
}
template <class T, int Rank>
KW_HD T* received(std::type_identity<view<T, Rank>>, const void*, void* pointer) {
  return static_cast<T*>(pointer);
}

/// How to run a kernel: declared everywhere, defined in the part of the file that compiles it.
template <class Kernel, class Positions, class... Args>
struct kernel_runner {
  static void run(const void* kernel, const void* const* arguments, void* const* pointers,
                  runtime::program& program);
};
template <class Kernel, int... I, class... Args>
requires(compiled_here<Kernel, Args...>) struct kernel_runner<
    Kernel, std::integer_sequence<int, I...>, Args...> {
  static void run(const void* kernel, const void* const* arguments, void* const* pointers,
                  runtime::program& program) {
    call(*static_cast<const Kernel*>(kernel), program,
         received(std::type_identity<Args>(), arguments[I], pointers[I])...);
  }
};

template <class Argument>
runtime::argument describe(const void* argument) {
  return describe_argument(*static_cast<const Argument*>(argument));
}

template <class Kernel, class... Args>
void launch(const grid& programs, const Kernel& kernel, const Args&... args) {
  static constexpr runtime::argument (*describers[])(const void*) = {describe<Args>..., nullptr};
  using runner = kernel_runner<Kernel, std::make_integer_sequence<int, sizeof...(Args)>, Args...>;
  static constexpr runtime::kernel_code code{kernel_signature<Kernel>(), runner::run, describers,
                                             static_cast<int>(sizeof...(Args))};
  const void* const arguments[] = {&args..., nullptr};
  runtime::launch_kernel(programs, code, &kernel, arguments);
}

}  // namespace kw::cpu
