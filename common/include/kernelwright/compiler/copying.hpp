/// \file
/// Copies of a row in the processor's vectors.
///
/// From a few KB on, glibc's memcpy takes the instruction `rep movsb`, which on AMD's processors
/// takes up to twice as long for a row of 4 KB.
#pragma once
#include "kernelwright/compiler/qualifiers.hpp"

namespace kw::compiler {

// As for stream_copy: g++ 12 takes a row that a loop has just filled for uninitialised.
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
/// Copies bytes between two places that do not overlap, each aligned as anything.
KW_HD void copy_row(void* to, const void* from, int bytes) {
  int done = 0;
#if defined(__x86_64__) && !defined(__CUDACC__)
  constexpr int kVector = 32, kTogether = 4;  // vectors whose loads do not wait for stores
  // Not `using`, for which clang++ forgets that it is not aligned.
  typedef float vector __attribute__((vector_size(kVector), may_alias, aligned(1)));
  const vector* source = static_cast<const vector*>(from);  // with `auto`, g++ forgets may_alias
  vector* target = static_cast<vector*>(to);
  for (; done + kTogether * kVector <= bytes; done += kTogether * kVector) {
    const vector a = source[0], b = source[1], c = source[2], d = source[3];
    target[0] = a;
    target[1] = b;
    target[2] = c;
    target[3] = d;
    source += kTogether;
    target += kTogether;
  }
#endif
  if (done < bytes) {
    __builtin_memcpy(static_cast<char*>(to) + done, static_cast<const char*>(from) + done,
                     static_cast<unsigned long>(bytes - done));
  }
}
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif

}  // namespace kw::compiler
