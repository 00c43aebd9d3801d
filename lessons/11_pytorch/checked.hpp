/// \file
/// The answer of task 2 as parts for later tasks: views that are checked before they are made, and
/// a call that throws nothing.
#pragma once
#include <algorithm>
#include <exception>
#include <string>
#include <type_traits>

#include "border.hpp"

namespace lesson11 {

/// The number of a type.
template <class T>
inline constexpr element element_of = std::is_same_v<T, kw::float16_t>    ? element::float16
                                      : std::is_same_v<T, kw::bfloat16_t> ? element::bfloat16
                                                                          : element::float32;
inline const char* name_of(element type) {
  return type == element::float16 ? "float16" : type == element::bfloat16 ? "bfloat16" : "float32";
}

/// Runs a call on the stream of its place, and turns whatever it throws into an answer.
template <class Run>
result answer(const place& where, Run run) {
  try {
    const kw::launch_stream queued(device_of(where), where.stream);
    run();
    return {};
  } catch (const refusal& problem) {
    return make_result(problem.code, problem.what());
  } catch (const std::exception& problem) {
    return make_result(outcome::failed, problem.what());
  } catch (...) {
    return make_result(outcome::failed, "something was thrown that is not a std::exception");
  }
}

/// \throws refusal with wrong_argument
[[noreturn]] inline void refuse_argument(const std::string& text) {
  throw refusal(outcome::wrong_argument, text);
}

/// Two arrays whose sizes must be the same.
inline void require_same_sizes(const char* a_name, const c_array& a, const char* b_name,
                               const c_array& b) {
  if (a.rank != b.rank) {
    refuse_argument(std::string(b_name) + " has " + std::to_string(b.rank) + " axes, but " +
                    a_name + " has " + std::to_string(a.rank) + ": they must have the same sizes");
  }
  if (!std::equal(a.sizes, a.sizes + axes_of(a), b.sizes)) {
    refuse_argument(std::string(b_name) + " is " + sizes_of(b) + ", but " + a_name + " is " +
                    sizes_of(a) + ": they must have the same sizes");
  }
}

/// A view of any strides over the elements of an array. T is const for an input.
/// \throws refusal for another type or rank, or for a null pointer to at least one element
template <class T, int Rank>
kw::view<T, Rank> view_of(const char* name, const c_array& a, const place& where) {
  constexpr element wanted = element_of<std::remove_const_t<T>>;
  if (a.type != wanted) {
    throw refusal(outcome::wrong_type, std::string(name) + " has the element type " +
                                           std::to_string(static_cast<std::int32_t>(a.type)) +
                                           ", but " + name_of(wanted) + " is needed here");
  }
  if (a.rank != Rank) {
    refuse_argument(std::string(name) + " has " + std::to_string(a.rank) + " axes, but " +
                    std::to_string(Rank) + " are needed");
  }
  if (a.data == nullptr && size_of(a) > 0) {
    refuse_argument(std::string(name) + " has " + sizes_of(a) +
                    " elements, but its address is null");
  }
  std::int64_t sizes[Rank], strides[Rank];
  for (int axis = 0; axis < Rank; ++axis) {
    sizes[axis] = a.sizes[axis];
    strides[axis] = a.strides[axis];
  }
  return {static_cast<T*>(a.data), sizes, strides, device_of(where)};
}

/// A matrix whose rows are adjacent elements and do not overlap. \throws refusal as `view_of`, and
/// for other strides
template <class T>
kw::view<T, 2> rows_of(const char* name, const c_array& a, const place& where) {
  const auto rows = view_of<T, 2>(name, a, where);
  if (rows.extent(1) > 1 && rows.stride(1) != 1) {
    refuse_argument(std::string(name) + " has the stride " + std::to_string(rows.stride(1)) +
                    " within a row, but elements of a row must be adjacent");
  }
  if (rows.extent(0) > 1 && rows.stride(0) < rows.extent(1)) {
    refuse_argument(std::string(name) + " has the stride " + std::to_string(rows.stride(0)) +
                    " from row to row, but rows of " + std::to_string(rows.extent(1)) +
                    " elements must not overlap");
  }
  return rows;
}

/// An array whose elements are in row-major order without gaps, with any number of axes.
/// \throws refusal as `view_of`, and for other strides
template <class T, int Rank>
kw::view<T, Rank> dense_of(const char* name, const c_array& a, const place& where) {
  const auto dense = view_of<T, Rank>(name, a, where);
  std::int64_t expected = 1;
  for (int axis = Rank - 1; axis >= 0; --axis) {
    if (dense.extent(axis) > 1 && dense.stride(axis) != expected && dense.size() > 0) {
      refuse_argument(std::string(name) + " has the stride " + std::to_string(dense.stride(axis)) +
                      " along axis " + std::to_string(axis) + ", but " + std::to_string(expected) +
                      " is needed: it must be dense");
    }
    expected *= dense.extent(axis);
  }
  return dense;
}

/// The same for an array with one axis of `size` elements.
template <class T>
kw::view<T> vector_of(const char* name, const c_array& a, std::int64_t size, const place& where) {
  const auto vector = dense_of<T, 1>(name, a, where);
  if (vector.extent(0) != size) {
    refuse_argument(std::string(name) + " has " + std::to_string(vector.extent(0)) +
                    " elements, but " + std::to_string(size) + " are needed");
  }
  return vector;
}

/// \throws refusal for rows that are too long for a kernel's tile
inline void require_columns(const char* name, std::int64_t columns, std::int64_t most) {
  if (columns < 1 || columns > most) {
    refuse_argument(std::string(name) + " has " + std::to_string(columns) +
                    " columns, but this kernel takes 1 to " + std::to_string(most));
  }
}

}  // namespace lesson11
