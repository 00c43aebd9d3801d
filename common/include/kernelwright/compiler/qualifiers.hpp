/// \file
/// How functions are marked so that one source compiles for a plain C++ compiler and for nvcc.
#pragma once

// An older standard would lead to a thousand errors, so the compiler stops here: no file has the
// name that it is asked to include.
#if !defined(__cpp_concepts) || __cplusplus < 201709L
#error "kernelwright needs C++20: compile with -std=c++20"
#include <kernelwright needs C++20: compile with -std=c++20>
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 750
#error "kernelwright needs a GPU of compute capability 7.5 or later: compile with -arch=sm_75"
#endif

/// `void`, for the functions that lead from a launch to the kernel. Each kernel has them once more
/// for each of its types, and g++ takes as long for them as for the kernel unless they are part of
/// their callers. clangd passes over the bodies of functions in headers unless their results are
/// deduced, and so would not look into the kernel; `.clangd` defines KW_EDITOR.
#ifdef KW_EDITOR
#define KW_SEEN_VOID auto
#else
#define KW_SEEN_VOID inline __attribute__((always_inline)) void
#endif

/// A function that calls another one by a type with other names for the same plain structs.
#ifdef __clang__
#define KW_CASTS_FUNCTIONS __attribute__((no_sanitize("function")))
#else
#define KW_CASTS_FUNCTIONS
#endif

#ifdef __CUDACC__
/// Library functions that run in a kernel, on either backend.
#define KW_HD __host__ __device__ __forceinline__
/// Marks the call operator of a kernel functor.
#define KW_KERNEL __host__ __device__ __forceinline__
/// Library functions that are better called than inlined: rare paths that would cost registers.
#define KW_HD_OUTLINED __host__ __device__ __noinline__
/// Operations on whole tiles, and loops over the lanes of one: see below.
#define KW_TILE_OP KW_HD
#define KW_LANE_LOOP KW_HD
/// Functions of the compiled CPU runtime, declared so that nvcc accepts calls from shared code.
#define KW_RUNTIME_API __host__ __device__
#else
// The integers that the build watches in a kernel are the learner's: in the library's loops over
// lanes that would keep them from being vectorised.
// (Hundreds of functions are marked, and each string costs the compiler time: g++ takes both as
// one.)
#ifdef __clang__
#define KW_NOT_WATCHED no_sanitize("signed-integer-overflow", "integer-divide-by-zero")
#else
#define KW_NOT_WATCHED no_sanitize("signed-integer-overflow,integer-divide-by-zero")
#endif
#define KW_HD inline __attribute__((always_inline, KW_NOT_WATCHED))
#define KW_KERNEL inline __attribute__((always_inline))
#define KW_HD_OUTLINED __attribute__((noinline, KW_NOT_WATCHED))
#define KW_RUNTIME_API
#ifdef KW_COMPILE_FAST
// For a learner who waits for the compiler (kw_quick_to_compile in cmake/Warnings.cmake): an
// operation is one function for all its uses, and a loop over lanes, which knows element types but
// no sizes, one for tiles of every size. Those few are optimised, and nothing else. Otherwise both
// become part of each kernel.
#define KW_TILE_OP inline __attribute__((KW_NOT_WATCHED))
#ifdef __clang__
#define KW_LANE_LOOP __attribute__((noinline, KW_NOT_WATCHED))  // it has no level for a function
#else
#define KW_LANE_LOOP __attribute__((noinline, optimize("O3"), KW_NOT_WATCHED))
#endif
#else
#define KW_TILE_OP KW_HD
#define KW_LANE_LOOP KW_HD
#endif
#endif

// Loops over registers must unroll on a GPU: registers have no run-time index. A CPU compiler
// vectorises the same loops better when it sees them whole.
#ifdef __CUDA_ARCH__
#define KW_UNROLL _Pragma("unroll")
#define KW_ROLLED _Pragma("unroll 1")
#define KW_PRAGMA(text) _Pragma(#text)
#define KW_UNROLL_BY(count) KW_PRAGMA(unroll count)
#else
#define KW_UNROLL
#define KW_ROLLED
#define KW_UNROLL_BY(count)
#endif
