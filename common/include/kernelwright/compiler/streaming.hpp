/// \file
/// Stores past the caches, for outputs that are larger than them: each compiler has its own name
/// for the instruction.
///
/// An ordinary store first reads the cache line it writes to. For an output that no cache holds,
/// that is a third of the traffic of a copy, and wasted: the line is overwritten whole.
#pragma once
#include <cstdint>

#include "kernelwright/compiler/qualifiers.hpp"

namespace kw::compiler {

/// Bytes of the largest streaming store; rows must be aligned to it.
#ifdef __AVX__
inline constexpr int kStreamBytes = 32;
#else
inline constexpr int kStreamBytes = 16;
#endif

KW_HD bool can_stream(const void* to) {
  return reinterpret_cast<std::uintptr_t>(to) % kStreamBytes == 0;
}

// g++ 12 takes a row that a loop has just filled for uninitialised, and reports it in the learner's
// file.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
/// Copies bytes (a multiple of kStreamBytes, both sides aligned to it) past the caches.
KW_HD void stream_copy(void* to, const void* from, int bytes) {
#if defined(__x86_64__) && !defined(__CUDACC__)
  // The rows hold any type: without may_alias their stores could be moved after these loads.
  using vector = float __attribute__((vector_size(kStreamBytes), may_alias));
  const vector* source = static_cast<const vector*>(from);  // with `auto`, g++ forgets may_alias
  vector* target = static_cast<vector*>(to);
  for (int k = 0; k < bytes / kStreamBytes; ++k) {
#if defined(__clang__)
    __builtin_nontemporal_store(source[k], target + k);
#elif defined(__AVX__)
    __builtin_ia32_movntps256(reinterpret_cast<float*>(target + k), source[k]);
#else
    __builtin_ia32_movntps(reinterpret_cast<float*>(target + k), source[k]);
#endif
  }
#else
  __builtin_memcpy(to, from, static_cast<unsigned long>(bytes));
#endif
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

/// Makes streamed data visible to other threads; at the end of a run of programs.
inline void finish_streaming() {
#if defined(__x86_64__)
  __builtin_ia32_sfence();
#endif
}

}  // namespace kw::compiler
