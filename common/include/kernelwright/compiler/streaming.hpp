/// \file
/// Stores past the caches, for outputs that are larger than them: each compiler has its own name
/// for the instruction.
///
/// An ordinary store first reads the cache line it writes to. For an output that no cache holds,
/// that is a third of the traffic of a copy, and wasted: the line is overwritten whole.
#pragma once
#include <cstdint>

#include "kernelwright/compiler/copying.hpp"
#include "kernelwright/compiler/qualifiers.hpp"

namespace kw::compiler {

/// Bytes of the largest streaming store, whose address is a multiple of it.
#ifdef __AVX__
inline constexpr int kStreamBytes = 32;
#else
inline constexpr int kStreamBytes = 16;
#endif

inline constexpr int kCacheLine = 64;

/// Is it worth while to store a row past the caches? A row that begins within a line has to be
/// long, because the lines of which it has only a part are written as usual: memory takes whole
/// lines.
/// \param bytes  a multiple of kStreamBytes
KW_HD bool can_stream(const void* to, int bytes) {
  return reinterpret_cast<std::uintptr_t>(to) % kStreamBytes == 0 || bytes >= 8 * kCacheLine;
}

// g++ 12 takes a row that a loop has just filled for uninitialised, and reports it in the learner's
// file.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
/// Copies whole vectors past the caches, to an address that is aligned to them.
KW_HD void stream_vectors(void* to, const void* from, int bytes) {
#if defined(__x86_64__) && !defined(__CUDACC__)
  // The rows hold any type: without may_alias their stores could be moved after these loads.
  using vector = float __attribute__((vector_size(kStreamBytes), may_alias));
  // Not `using`, for which clang++ forgets that it is not aligned.
  typedef float unaligned __attribute__((vector_size(kStreamBytes), may_alias, aligned(1)));
  const unaligned* source =
      static_cast<const unaligned*>(from);  // with `auto`, g++ forgets may_alias
  vector* target = static_cast<vector*>(to);
  for (int k = 0; k < bytes / kStreamBytes; ++k) {
#if defined(__clang__)
    __builtin_nontemporal_store(static_cast<vector>(source[k]), target + k);
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

/// Copies a row for which can_stream holds past the caches.
KW_HD void stream_copy(void* to, const void* from, int bytes) {
  const auto address = reinterpret_cast<std::uintptr_t>(to);
  if (address % kStreamBytes == 0) {
    stream_vectors(to, from, bytes);
    return;
  }
  const int first = static_cast<int>((kCacheLine - address % kCacheLine) % kCacheLine);
  const int lines = (bytes - first) / kCacheLine * kCacheLine;
  auto* target = static_cast<char*>(to);
  const auto* source = static_cast<const char*>(from);
  copy_row(target, source, first);
  stream_vectors(target + first, source + first, lines);
  copy_row(target + first + lines, source + first + lines, bytes - first - lines);
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
