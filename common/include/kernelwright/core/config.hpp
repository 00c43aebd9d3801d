/// \file
/// What autotune chooses from, and what its choices depend on.
#pragma once
#include <initializer_list>

#include "kernelwright/core/dtype.hpp"
#include "kernelwright/core/errors.hpp"

namespace kw {

/// One choice of the numbers that are fixed when a kernel is compiled. Name the ones that your
/// kernel has: `config{.rows = 4, .cols = 1024, .warps = 8}`. The others have no effect.
struct config {
  int block = 0;                              ///< elements of a tile of rank 1
  int rows = 0, cols = 0;                     ///< extents of a tile of rank 2
  int block_m = 0, block_n = 0, block_k = 0;  ///< extents of the tiles of a matrix product
  int group = 0;                              ///< rows of tiles in a group of a grouped order
  int warps = 4;                              ///< of 32 threads that share a program on a GPU
  int stages = 1;                             ///< tiles under way at once in a pipeline

  friend constexpr bool operator==(const config&, const config&) = default;
};

namespace core {

/// A config as a type, so its fields can be template arguments: an empty object `c` with `c.rows`,
/// `c.warps` and so on as constants.
template <config Choice>
struct fixed_config {
  static constexpr int block = Choice.block, rows = Choice.rows, cols = Choice.cols,
                       block_m = Choice.block_m, block_n = Choice.block_n, block_k = Choice.block_k,
                       group = Choice.group, warps = Choice.warps, stages = Choice.stages;
};

/// The type's name as its tag is spelled, such as `float32`.
template <class T>
constexpr const char* dtype_name() {
  if constexpr (stored_float_type<T>) {
    return stored_float<T>::name;
  } else if constexpr (std::is_same_v<T, bool>) {
    return "int1";
  } else if constexpr (std::is_floating_point_v<T>) {
    return sizeof(T) == 4 ? "float32" : "float64";
  } else {
    static_assert(std::is_integral_v<T>, "kernelwright: a key takes numbers and element types");
    constexpr const char* names[] = {"int8",  "int16",  "int32",  "int64",
                                     "uint8", "uint16", "uint32", "uint64"};
    constexpr int width = sizeof(T) == 1 ? 0 : sizeof(T) == 2 ? 1 : sizeof(T) == 4 ? 2 : 3;
    return names[width + (std::is_unsigned_v<T> ? 4 : 0)];
  }
}

}  // namespace core

/// A space: the configs that autotune may choose from.
///
///     constexpr configs<config{.block = 256}, config{.block = 1024, .warps = 8}> space;
///
/// Each of them is compiled, so a long list takes a long time to compile.
template <config... Choices>
struct configs {
  static_assert(sizeof...(Choices) > 0, "kernelwright: a space has at least one config");
  static constexpr int count = static_cast<int>(sizeof...(Choices));

  /// All of them. (A function, because nvcc 13.0 cannot take the array as a member.)
  static const config* list() {
    static constexpr config choices[] = {Choices...};
    return choices;
  }
};

/// One part of a key: a number, or an element type.
struct key_part {
  const char* name = "";
  std::int64_t number = 0;
  const char* type = nullptr;  ///< null: the part is a number

  constexpr key_part() = default;
  template <class Integer>
  requires(std::is_integral_v<Integer>) constexpr key_part(const char* part, Integer value)
      : name(part), number(static_cast<std::int64_t>(value)) {}
  template <class T>
  constexpr key_part(const char* part, dtype<T>) : name(part), type(core::dtype_name<T>()) {}
};

/// What the fastest config depends on: sizes and element types. Autotune measures once for each
/// key, and calls with an equal key share the result.
///
///     const tuning_key key{{"columns", columns}, {"x", dtype<T>{}}};
///
/// \throws kw::error for more than 8 parts
struct tuning_key {
  static constexpr int kMost = 8;
  key_part parts[kMost];
  int count = 0;

  constexpr tuning_key(std::initializer_list<key_part> list) {
    if (list.size() > kMost) {
      runtime::key_too_long(static_cast<int>(list.size()), kMost);
    }
    for (const key_part& part : list) {
      parts[count++] = part;
    }
  }
};

}  // namespace kw
