/// \file
/// How the including file is compiled for the CPU, in words.
#pragma once

namespace kw::cpu {

/// Compiler and vector instructions: what makes the same kernel faster or slower. Static, since
/// each object file has its own answer.
static constexpr const char* compiled_by() {
#if !defined(__OPTIMIZE__)
  return __VERSION__ ", not optimised";
#elif defined(__AVX512F__)
  return __VERSION__ ", avx512";
#elif defined(__AVX2__)
  return __VERSION__ ", avx2";
#else
  return __VERSION__;
#endif
}

}  // namespace kw::cpu
