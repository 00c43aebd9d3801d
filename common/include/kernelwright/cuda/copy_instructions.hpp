/// \file
/// The instructions that bring a tile of an array to shared memory: asynchronous copies that bypass
/// the registers, and loads and stores where those are impossible.
#pragma once
#include "kernelwright/cuda/memory.hpp"

namespace kw::cuda {

/// An address in shared memory, as instructions take it.
using shared_address = std::uint32_t;

KW_HD shared_address to_shared_address([[maybe_unused]] const void* pointer) {
#ifdef __CUDA_ARCH__
  return static_cast<shared_address>(__cvta_generic_to_shared(pointer));
#else
  return 0;
#endif
}

/// Does the GPU have asynchronous copies?
constexpr bool has_async_copies() {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 800
  return false;
#else
  return true;
#endif
}

/// A 32-bit word that starts at byte `shift` of two of them.
KW_HD std::uint32_t shifted_word([[maybe_unused]] std::uint32_t low,
                                 [[maybe_unused]] std::uint32_t high, unsigned shift) {
#ifdef __CUDA_ARCH__
  return __funnelshift_r(low, high, shift * 8);
#else
  const std::uint64_t both = static_cast<std::uint64_t>(high) << 32 | low;
  return static_cast<std::uint32_t>(both >> (shift * 8));
#endif
}

/// What pointer_copy calls.
struct copy_instructions {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define KW_COPY_ASM(...) asm volatile(__VA_ARGS__)
#else
#define KW_COPY_ASM(...) static_cast<void>(0)
#endif
  /// Starts a copy of 4, 8 or 16 bytes. Those of 16 bypass the first-level cache: a step's tiles
  /// are not read again.
  template <int Bytes>
  static KW_HD void copy([[maybe_unused]] shared_address to, [[maybe_unused]] const void* from) {
    if constexpr (Bytes == 16) {
      KW_COPY_ASM("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(to), "l"(from) : "memory");
    } else {
      KW_COPY_ASM("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(to), "l"(from), "n"(Bytes)
                  : "memory");
    }
  }
  /// The same, but only `count` bytes are read, and the rest becomes zero.
  template <int Bytes>
  static KW_HD void copy([[maybe_unused]] shared_address to, [[maybe_unused]] const void* from,
                         [[maybe_unused]] int count) {
    if constexpr (Bytes == 16) {
      KW_COPY_ASM("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to), "l"(from), "r"(count)
                  : "memory");
    } else {
      KW_COPY_ASM("cp.async.ca.shared.global [%0], [%1], %2, %3;" ::"r"(to), "l"(from), "n"(Bytes),
                  "r"(count)
                  : "memory");
    }
  }
  /// The same, but where `active` is false nothing is read, and all becomes zero.
  template <int Bytes>
  static KW_HD void copy_if([[maybe_unused]] shared_address to, [[maybe_unused]] const void* from,
                            [[maybe_unused]] bool active) {
    if constexpr (Bytes == 16) {
      KW_COPY_ASM(
          "{\n.reg .pred p;\nsetp.eq.s32 p, %2, 0;\n"
          "cp.async.cg.shared.global [%0], [%1], 16, p;\n}" ::"r"(to),
          "l"(from), "r"(static_cast<int>(active))
          : "memory");
    } else {
      KW_COPY_ASM(
          "{\n.reg .pred p;\nsetp.eq.s32 p, %2, 0;\n"
          "cp.async.ca.shared.global [%0], [%1], %3, p;\n}" ::"r"(to),
          "l"(from), "r"(static_cast<int>(active)), "n"(Bytes)
          : "memory");
    }
  }
#undef KW_COPY_ASM

  /// Reads an element or a word if `active`.
  template <class T>
  static KW_HD void load(T& value, const T* from, bool active) {
    load_vector<1>(&value, from, active);
  }
  static KW_HD void store_piece([[maybe_unused]] shared_address to,
                                [[maybe_unused]] const std::uint32_t (&words)[4]) {
#ifdef __CUDA_ARCH__
    asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(to), "r"(words[0]), "r"(words[1]),
                 "r"(words[2]), "r"(words[3])
                 : "memory");
#endif
  }
};

}  // namespace kw::cuda
