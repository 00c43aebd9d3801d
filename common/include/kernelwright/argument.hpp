/// \file
/// The arguments of a launch: what the kernel receives for them, and how they are described to the
/// runtime.
#pragma once
#include "kernelwright/descriptor.hpp"
#include "kernelwright/matrix.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw {

/// What the kernel's parameter receives for an argument of launch: a view arrives as its pointer.
template <class T>
KW_HD constexpr const T& as_kernel_argument(const T& value) {
  return value;
}
template <class T, int Rank>
constexpr T* as_kernel_argument(const view<T, Rank>& v) {
  return v.data();
}

template <class T>
runtime::argument describe_argument(const T& value) {
  std::int64_t number = 0;
  if constexpr (std::is_integral_v<T>) {
    number = static_cast<std::int64_t>(value);
  }
  return {runtime::argument_kind::scalar, true, sizeof(T), nullptr, 0, {number}, {},
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
/// Of a view or a tensor descriptor.
template <int Rank, class T, class Array>
runtime::argument describe_array(const Array& array) {
  runtime::argument result{
      runtime::argument_kind::view, std::is_const_v<T>, sizeof(T), array.data(), Rank, {}, {},
      std::is_integral_v<T>};
  for (int d = 0; d < Rank; ++d) {
    result.extents[d] = array.extent(d);
    result.strides[d] = array.stride(d);
  }
  return result;
}
template <class T, int Rank>
runtime::argument describe_argument(const view<T, Rank>& v) {
  return describe_array<Rank, T>(v);
}
template <class T, int Rank, int Width>
runtime::argument describe_argument(const tensor_descriptor<T, Rank, Width>& tensor) {
  return describe_array<Rank, T>(tensor);
}
template <class T>
runtime::argument describe_argument(const matrix<T>& m) {
  return {runtime::argument_kind::view,
          std::is_const_v<T>,
          sizeof(T),
          m.data(),
          2,
          {m.rows(), m.columns()},
          {m.stride(), 1},
          std::is_integral_v<T>};
}
/// The same for an argument whose type is known only to the caller.
template <class Argument>
runtime::argument describe_argument_at(const void* argument) {
  return describe_argument(*static_cast<const Argument*>(argument));
}

}  // namespace kw
