/// \file
/// How the arguments of a launch are described to the runtime.
#pragma once
#include "kernelwright/descriptor.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw {

template <class T>
runtime::argument describe_argument(const T&) {
  return {runtime::argument_kind::scalar, true, sizeof(T), nullptr, 0, {}, {},
          std::is_integral_v<T>};
}
template <class T>
runtime::argument describe_argument(T* const& pointer) {
  return {runtime::argument_kind::pointer,
          std::is_const_v<T>,
          sizeof(T),
          pointer,
          0,
          {},
          {},
          std::is_integral_v<T>};
}
template <class T, int Rank>
runtime::argument describe_argument(const view<T, Rank>& v) {
  runtime::argument result{
      runtime::argument_kind::view, std::is_const_v<T>, sizeof(T), v.data(), Rank, {}, {},
      std::is_integral_v<T>};
  for (int d = 0; d < Rank; ++d) {
    result.extents[d] = v.extent(d);
    result.strides[d] = v.stride(d);
  }
  return result;
}
template <class T, int Rank>
runtime::argument describe_argument(const tensor_descriptor<T, Rank>& tensor) {
  runtime::argument result{
      runtime::argument_kind::view, std::is_const_v<T>, sizeof(T), tensor.data(), Rank, {}, {},
      std::is_integral_v<T>};
  for (int d = 0; d < Rank; ++d) {
    result.extents[d] = tensor.extent(d);
    result.strides[d] = tensor.stride(d);
  }
  return result;
}
/// The same for an argument whose type only the caller knows.
template <class Argument>
runtime::argument describe_argument_at(const void* argument) {
  return describe_argument(*static_cast<const Argument*>(argument));
}

}  // namespace kw
