/// \file
/// Whether a kernel can be called with what a launch passes, and the message if it cannot.
#pragma once
#include "kernelwright/core/shape.hpp"

namespace kw::core {

/// A launch whose arguments do not match the kernel's parameters. Their types are in the message.
template <class Kernel, class... Arguments>
struct this_kernel_is_launched_with {
  static_assert(never<Kernel>,
                "kernelwright: the arguments of launch do not fit the parameters of the kernel. "
                "They are matched in order, after tl.");
};

/// A concept of types only: over the parameters of a function, nvcc 13 takes `requires` for false.
template <class Kernel, class Context, class... Arguments>
concept runs_with = requires(Kernel& kernel, Context (&make_context)(),
                             const Arguments&... arguments) {
  kernel(make_context(), arguments...);
};

/// Can one program call the functor? If not, a static assertion says why.
template <class Context, class Kernel, class... Arguments>
constexpr bool is_callable() {
  constexpr bool result = runs_with<const Kernel, Context, Arguments...>;
  if constexpr (!result && runs_with<Kernel, Context, Arguments...>) {
    static_assert(never<Kernel>,
                  "kernelwright: the kernel's operator() is not const. All programs share one "
                  "functor, so write const after the parameters.");
  } else if constexpr (!result) {
    (void)this_kernel_is_launched_with<Kernel, Arguments...>{};
  }
  return result;
}

}  // namespace kw::core
