// What the plain C functions of tools/peers have in common.
#pragma once
#include <cstdint>
#include <exception>
#include <string>

#include <kernelwright/core/dtype.hpp>
#include <kernelwright/runtime/error.hpp>
#include <kernelwright/tensor.hpp>

namespace kw::peers {

/// Runs the call. \returns null, or what went wrong (valid until the thread's next call)
template <class Call>
const char* guarded(Call call) {
  static thread_local std::string text;
  try {
    call();
    return nullptr;
  } catch (const std::exception& failure) {
    text = failure.what();
    return text.c_str();
  }
}

template <class T>
view<T> vector(T* data, std::int64_t n) {
  return {data, {n}, cuda_device};
}

template <class T>
view<T, 2> matrix(T* data, std::int64_t rows, std::int64_t cols, std::int64_t row_stride) {
  return {data, {rows, cols}, {row_stride, 1}, cuda_device};
}
template <class T>
view<T, 2> matrix(T* data, std::int64_t rows, std::int64_t cols) {
  return matrix(data, rows, cols, cols);
}

/// Element types by number, for functions that take any of them: 0 float32, 1 float16, 2 bfloat16.
/// Calls `call(T{})`. \throws kw::error for another number
template <class Call>
void with_type(std::int64_t type, Call call) {
  switch (type) {
    case 0:
      return call(float{});
    case 1:
      return call(float16_t{});
    case 2:
      return call(bfloat16_t{});
    default:
      throw error("there is no element type " + std::to_string(type));
  }
}

}  // namespace kw::peers
