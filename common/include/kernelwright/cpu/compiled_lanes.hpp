/// \file
/// Loops over lanes that are compiled beforehand, for the element types and operations that most
/// kernels use. Without them the compiler would optimise these loops at each save of a learner's.
///
/// Included by common/cpu/compiled_lanes.cpp, which makes them, and where KW_COMPILE_FAST makes
/// loops functions (compiler/qualifiers.hpp). All other loops are compiled with the kernel.
#pragma once
#include "kernelwright/core/reduce.hpp"
#include "kernelwright/cpu/backend.hpp"
#include "kernelwright/cpu/row_access.hpp"

#ifndef KW_COMPILED_LANES
#define KW_COMPILED_LANES extern template
#endif

namespace kw::core {

// float32 arithmetic: two tiles, a tile and a number, a number and a tile.
#define KW_COMPILED_OPERATION(op)                                                                \
  KW_COMPILED_LANES void map_lanes(float* __restrict, int, elementwise<cpu::backend, op, float>, \
                                   lane_values<float>, lane_values<float>);                      \
  KW_COMPILED_LANES void map_lanes(float* __restrict, int, elementwise<cpu::backend, op, float>, \
                                   lane_values<float>, same_value<float>);                       \
  KW_COMPILED_LANES void map_lanes(float* __restrict, int, elementwise<cpu::backend, op, float>, \
                                   same_value<float>, lane_values<float>)
KW_COMPILED_OPERATION(add_op);
KW_COMPILED_OPERATION(subtract_op);
KW_COMPILED_OPERATION(multiply_op);
KW_COMPILED_OPERATION(divide_op);
KW_COMPILED_OPERATION(maximum_op);
KW_COMPILED_OPERATION(minimum_op);
#undef KW_COMPILED_OPERATION

#define KW_COMPILED_FUNCTION(op)                                                                 \
  KW_COMPILED_LANES void map_lanes(float* __restrict, int, elementwise<cpu::backend, op, float>, \
                                   lane_values<float>)
KW_COMPILED_FUNCTION(exp_op);
KW_COMPILED_FUNCTION(exp2_op);
KW_COMPILED_FUNCTION(log_op);
KW_COMPILED_FUNCTION(log2_op);
KW_COMPILED_FUNCTION(sqrt_op);
KW_COMPILED_FUNCTION(rsqrt_op);
#undef KW_COMPILED_FUNCTION

// To float32 and back, to the type that a tile has already, and a constant in every lane.
#define KW_COMPILED_CONVERSION(To, From) \
  KW_COMPILED_LANES void map_lanes(To* __restrict, int, convert_to<To>, From)
KW_COMPILED_CONVERSION(float, lane_values<float>);
KW_COMPILED_CONVERSION(float, lane_values<float16_t>);
KW_COMPILED_CONVERSION(float, lane_values<bfloat16_t>);
KW_COMPILED_CONVERSION(float, same_value<float>);
KW_COMPILED_CONVERSION(float, same_value<int>);
KW_COMPILED_CONVERSION(float16_t, lane_values<float>);
KW_COMPILED_CONVERSION(float16_t, lane_values<float16_t>);
KW_COMPILED_CONVERSION(bfloat16_t, lane_values<float>);
KW_COMPILED_CONVERSION(bfloat16_t, lane_values<bfloat16_t>);
KW_COMPILED_CONVERSION(int, lane_values<int>);
KW_COMPILED_CONVERSION(int, same_value<int>);
#undef KW_COMPILED_CONVERSION

#define KW_COMPILED_COPY(T) \
  KW_COMPILED_LANES void copy_lanes(T* __restrict, const T*, int, int, int, T)
KW_COMPILED_COPY(float);
KW_COMPILED_COPY(float16_t);
KW_COMPILED_COPY(bfloat16_t);
KW_COMPILED_COPY(int);
#undef KW_COMPILED_COPY

#define KW_COMPILED_FOLD(op)                                           \
  KW_COMPILED_LANES float fold_lanes<cpu::backend::kFoldWidth, float>( \
      combine_with<cpu::backend, op>, const float*, int)
KW_COMPILED_FOLD(add_op);
KW_COMPILED_FOLD(maximum_op);
KW_COMPILED_FOLD(minimum_op);
#undef KW_COMPILED_FOLD

}  // namespace kw::core

namespace kw::cpu {

// Loads, and stores of a tile that has the type of the elements or is rounded to it.
#define KW_COMPILED_LOAD(T)                                                                    \
  KW_COMPILED_LANES void load_rows(runtime::program&, const T*, const row_runs&, const T*, T*, \
                                   source_place)
KW_COMPILED_LOAD(float);
KW_COMPILED_LOAD(float16_t);
KW_COMPILED_LOAD(bfloat16_t);
KW_COMPILED_LOAD(int);
#undef KW_COMPILED_LOAD
#define KW_COMPILED_STORE(T, Lanes) \
  KW_COMPILED_LANES void store_rows(runtime::program&, T*, const row_runs&, Lanes, source_place)
KW_COMPILED_STORE(float, core::lane_values<float>);
KW_COMPILED_STORE(float, core::same_value<float>);
KW_COMPILED_STORE(float16_t, core::lane_values<float>);
KW_COMPILED_STORE(float16_t, core::lane_values<float16_t>);
KW_COMPILED_STORE(bfloat16_t, core::lane_values<float>);
KW_COMPILED_STORE(bfloat16_t, core::lane_values<bfloat16_t>);
KW_COMPILED_STORE(int, core::lane_values<int>);
#undef KW_COMPILED_STORE

}  // namespace kw::cpu
