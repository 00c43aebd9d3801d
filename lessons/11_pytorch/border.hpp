/// \file
/// What every function of elective 11 needs at the border to C: a device, a type, an answer.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include <kernelwright/core/dtype.hpp>
#include <kernelwright/runtime/error.hpp>
#include <kernelwright/runtime/launch_stream.hpp>
#include <kernelwright/tensor.hpp>

#include "lesson_kernels.hpp"
#include "pytorch.hpp"

namespace lesson11 {

/// An error about an argument, thrown on this side of the border. It must not cross it.
struct refusal : kw::error {
  outcome code;
  refusal(outcome ends_with, const std::string& text) : kw::error(text), code(ends_with) {}
};

/// The answer of a call that failed. A text that is too long is cut.
inline result make_result(outcome code, const char* text) {
  result answer{};
  answer.code = code;
  for (std::size_t i = 0; i + 1 < sizeof answer.message && text[i] != 0; ++i) {
    answer.message[i] = text[i];
  }
  return answer;
}

/// The device that a place names. \throws refusal for a kind that does not exist
inline kw::device device_of(const place& where) {
  if (where.kind != 0 && where.kind != 1) {
    throw refusal(outcome::wrong_argument, "the place has the kind " + std::to_string(where.kind) +
                                               ", but there are only 0, the CPU, and 1, a GPU");
  }
  return {where.kind == 1 ? kw::device_kind::cuda : kw::device_kind::cpu, where.index};
}

/// Calls `run(T{})` with the type that the number means.
/// \param name of the array, for the message \throws refusal for a number without a type
template <class Run>
void with_type(const char* name, element type, Run run) {
  switch (type) {
    case element::float32:
      return run(float{});
    case element::float16:
      return run(kw::float16_t{});
    case element::bfloat16:
      return run(kw::bfloat16_t{});
  }
  throw refusal(outcome::wrong_type,
                std::string(name) + " has the element type " +
                    std::to_string(static_cast<std::int32_t>(type)) +
                    ", but there are only 0, float32, 1, float16, and 2, bfloat16");
}

/// How many of an array's sizes may be read, even if its rank is none that an array can have.
inline std::int32_t axes_of(const c_array& a) {
  return std::clamp<std::int32_t>(a.rank, 0, 4);
}

/// How many elements an array has.
inline std::int64_t size_of(const c_array& a) {
  std::int64_t size = 1;
  for (std::int32_t axis = 0; axis < axes_of(a); ++axis) {
    size *= a.sizes[axis];
  }
  return size;
}

/// "3 x 1024", for messages.
inline std::string sizes_of(const c_array& a) {
  std::string text;
  for (std::int32_t axis = 0; axis < axes_of(a); ++axis) {
    text += (axis == 0 ? "" : " x ") + std::to_string(a.sizes[axis]);
  }
  return text;
}

}  // namespace lesson11
