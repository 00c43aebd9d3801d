/// \file
/// Launching a kernel on the CPU: every program of the grid is one call of the functor.
#pragma once
#include "kernelwright/core/errors.hpp"
#include "kernelwright/grid.hpp"

#ifndef KW_NO_CPU_SIDE

#include "kernelwright/argument.hpp"
#include "kernelwright/cpu/context.hpp"
#include "kernelwright/runtime/kernel_call.hpp"

namespace kw::cpu {

/// The type of `tl` with which a launch asks what a kernel takes: one that the kernel runs with
/// anyway. OnGpu has those of a GPU.
template <class OnGpu>
struct asked_context {
  template <class Kernel, class... Received>
  using context = cpu::context;
};

/// One call of the functor with the arguments as it takes them.
template <bool IsMeasured, class Kernel, class... Arguments>
KW_SEEN_VOID call(const Kernel& kernel, runtime::program& program, const Arguments&... arguments) {
  if constexpr (core::is_callable<context, Kernel, Arguments...>()) {
    kernel(context(program), arguments...);
  }
}

/// What the kernel receives for the argument at `argument`: views and pointers arrive as `pointer`,
/// and so do the data of an array or a descriptor.
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
template <shaped_memory Array>
KW_HD Array received(std::type_identity<Array>, const void* argument, void* pointer) {
  auto x = *static_cast<const Array*>(argument);
  x.set_data(static_cast<typename Array::element_type*>(pointer));
  return x;
}

/// 0, 1, ... N - 1, without the <utility> that every kernel file would have to read.
template <int... I>
struct positions {};
template <int N, int... I>
struct count_to : count_to<N - 1, N - 1, I...> {};
template <int... I>
struct count_to<0, I...> {
  using type = positions<I...>;
};

/// What follows a program, such as the functions of libm that a reference calls, was not compiled
/// for AVX. While the upper halves of vectors are in use, it runs at a twentieth of its speed. g++
/// clears them by itself only from -O2 on.
inline void clear_vectors() {
#ifdef __AVX__
  __builtin_ia32_vzeroupper();
#endif
}

/// How to run a kernel: `run` is a plain function, whatever the types of its arguments.
template <bool IsMeasured, class Kernel, class Positions, class... Args>
struct kernel_runner;
template <bool IsMeasured, class Kernel, int... I, class... Args>
struct kernel_runner<IsMeasured, Kernel, positions<I...>, Args...> {
  static KW_SEEN_VOID run(const void* kernel, const void* const* arguments, void* const* pointers,
                          runtime::program& program) {
    call<IsMeasured>(*static_cast<const Kernel*>(kernel), program,
                     received(std::type_identity<Args>(), arguments[I], pointers[I])...);
    clear_vectors();
  }
};

template <bool IsMeasured, class Kernel, class... Args>
KW_SEEN_VOID launch(const grid& programs, const Kernel& kernel, const Args&... args) {
  static constexpr runtime::argument (*describers[])(const void*) = {describe_argument_at<Args>...,
                                                                     nullptr};
  using runner =
      kernel_runner<IsMeasured, Kernel, typename count_to<sizeof...(Args)>::type, Args...>;
  static constexpr runtime::kernel_code code{core::kernel_signature<Kernel>(), runner::run,
                                             describers, static_cast<int>(sizeof...(Args)),
                                             __BASE_FILE__};
  const void* const arguments[] = {&args..., nullptr};
  runtime::launch_kernel(programs, code, &kernel, arguments);
}

}  // namespace kw::cpu

#else  // kw_kernel_options in cmake/Warnings.cmake says why

namespace kw::cpu {
template <class OnGpu>
using asked_context = OnGpu;
template <bool, class Kernel, class... Args>
[[noreturn]] void launch(const grid& programs, const Kernel&, const Args&...) {
  runtime::kernel_lacks_cpu(programs.place);
}
}  // namespace kw::cpu

#endif
