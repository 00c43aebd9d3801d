/// \file
/// Launching a kernel on the CPU: every program of the grid is one call of the functor.
#pragma once
#include "kernelwright/cpu/context.hpp"
#include "kernelwright/grid.hpp"

namespace kw::cpu {

template <class T>
runtime::argument describe(const T&) {
  return {runtime::argument_kind::scalar, true, sizeof(T), nullptr, 0, {}, {}};
}
template <class T>
runtime::argument describe(T* const& pointer) {
  return {runtime::argument_kind::pointer, std::is_const_v<T>, sizeof(T), pointer, 0, {}, {}};
}
template <class T, int Rank>
runtime::argument describe(const view<T, Rank>& v) {
  runtime::argument result{
      runtime::argument_kind::view, std::is_const_v<T>, sizeof(T), v.data(), Rank, {}, {}};
  for (int d = 0; d < Rank; ++d) {
    result.extents[d] = v.extent(d);
    result.strides[d] = v.stride(d);
  }
  return result;
}

/// The name of the functor reaches the messages through this function's own name.
template <class Kernel>
constexpr const char* kernel_signature() {
  return __PRETTY_FUNCTION__;
}

template <class Kernel, class... Args>
void launch(const grid& programs, const Kernel& kernel, const Args&... args) {
  auto run_one = [&](runtime::program& program) {
    kernel(context(program), as_kernel_argument(args)...);
  };
  using Closure = decltype(run_one);
  const runtime::argument arguments[sizeof...(Args) + 1] = {describe(args)..., {}};
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
