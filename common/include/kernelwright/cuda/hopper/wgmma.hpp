/// \file
/// wgmma: a warpgroup multiplies a (64, 16) by a (16, N) tile of 16-bit floats into registers.
///
/// Source: PTX ISA, "Asynchronous Warpgroup Level Matrix Instructions".
#pragma once
#include "kernelwright/cuda/hopper/instructions.hpp"

namespace kw::cuda::hopper {

/// Which operands of a product are stored with their other axis contiguous: a with its rows (M), b
/// with its columns (N).
enum class major : int { k = 0, mn = 1 };

/// d = (keep ? d : 0) + a b. The lane with number 4 g + q holds, of the 16 rows of its warp, rows g
/// + 8 h, and of the columns, 8 j + 2 q + e; in d, e is fastest, then j, then h.
template <class T, int N>
struct wgmma;

/// The position in d of the instruction's register n, where h is faster than j.
template <int Count>
KW_HD constexpr int place_of(int n) {
  return (n >> 1 & 1) * (Count / 2) + (n >> 2) * 2 + (n & 1);
}

// Numbered places for 8, 16, ... 128 registers in an instruction's text, and the registers.
#define KW_8(a) "%" #a "0, %" #a "1, %" #a "2, %" #a "3, %" #a "4, %" #a "5, %" #a "6, %" #a "7"
#define KW_TEN(a) KW_8(a) ", %" #a "8, %" #a "9"
#define KW_PLACES_8 KW_8()
#define KW_PLACES_16 KW_TEN() ", %10, %11, %12, %13, %14, %15"
#define KW_PLACES_32 KW_TEN() ", " KW_TEN(1) ", " KW_TEN(2) ", %30, %31"
#define KW_PLACES_60 \
  KW_TEN() ", " KW_TEN(1) ", " KW_TEN(2) ", " KW_TEN(3) ", " KW_TEN(4) ", " KW_TEN(5)
#define KW_PLACES_64 KW_PLACES_60 ", %60, %61, %62, %63"
#define KW_PLACES_128                                                                   \
  KW_PLACES_60 ", " KW_TEN(6) ", " KW_TEN(7) ", " KW_TEN(8) ", " KW_TEN(9) ", " KW_TEN( \
      10) ", " KW_TEN(11) ", " KW_8(12)
#define KW_D(i) "+f"(d[place_of<kCount>(i)])
#define KW_D_8(i) \
  KW_D(i), KW_D(i + 1), KW_D(i + 2), KW_D(i + 3), KW_D(i + 4), KW_D(i + 5), KW_D(i + 6), KW_D(i + 7)
#define KW_D_16(i) KW_D_8(i), KW_D_8(i + 8)
#define KW_D_32(i) KW_D_16(i), KW_D_16(i + 16)
#define KW_D_64(i) KW_D_32(i), KW_D_32(i + 32)
#define KW_D_128(i) KW_D_64(i), KW_D_64(i + 64)

#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#define KW_WGMMA_ASM(...) asm volatile(__VA_ARGS__)
#else
#define KW_WGMMA_ASM(...) static_cast<void>(0)
#endif

#define KW_WGMMA(TYPE, NAME, N, COUNT, P1, P2, P3, P4, P5, P6)                                    \
  template <>                                                                                     \
  struct wgmma<TYPE, N> {                                                                         \
    static constexpr int kCount = COUNT;                                                          \
    /* Both operands in shared memory, by descriptor. */                                          \
    template <major A, major B>                                                                   \
    static KW_HD void run(float (&d)[COUNT], std::uint64_t a, std::uint64_t b, int keep) {        \
      static_cast<void>(d), static_cast<void>(a), static_cast<void>(b), static_cast<void>(keep);  \
      KW_WGMMA_ASM(                                                                               \
          "{\n.reg .pred p;\nsetp.ne.b32 p, %" #P2                                                \
          ", 0;\n"                                                                                \
          "wgmma.mma_async.sync.aligned.m64n" #N "k16.f32." NAME "." NAME " {" KW_PLACES_##COUNT  \
          "}, %" #COUNT ", %" #P1 ", p, 1, 1, %" #P3 ", %" #P4 ";\n}"                             \
          : KW_D_##COUNT(0)                                                                       \
          : "l"(a), "l"(b), "r"(keep), "n"(static_cast<int>(A)), "n"(static_cast<int>(B)));       \
    }                                                                                             \
    /* a in registers: rows g and g + 8, columns 2 q and 2 q + 8, two elements each. */           \
    template <major B>                                                                            \
    static KW_HD void run(float (&d)[COUNT], const std::uint32_t (&a)[4], std::uint64_t b,        \
                          int keep) {                                                             \
      static_cast<void>(d), static_cast<void>(a), static_cast<void>(b), static_cast<void>(keep);  \
      KW_WGMMA_ASM("{\n.reg .pred p;\nsetp.ne.b32 p, %" #P5                                       \
                   ", 0;\n"                                                                       \
                   "wgmma.mma_async.sync.aligned.m64n" #N "k16.f32." NAME "." NAME                \
                   " {" KW_PLACES_##COUNT "}, {%" #COUNT ", %" #P1 ", %" #P2 ", %" #P3 "}, %" #P4 \
                                          ", p, 1, 1, %" #P6 ";\n}"                               \
                   : KW_D_##COUNT(0)                                                              \
                   : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "l"(b), "r"(keep),               \
                     "n"(static_cast<int>(B)));                                                   \
    }                                                                                             \
  };
#define KW_WGMMA_SIZES(TYPE, NAME)                      \
  KW_WGMMA(TYPE, NAME, 16, 8, 9, 10, 11, 12, 13, 14)    \
  KW_WGMMA(TYPE, NAME, 32, 16, 17, 18, 19, 20, 21, 22)  \
  KW_WGMMA(TYPE, NAME, 64, 32, 33, 34, 35, 36, 37, 38)  \
  KW_WGMMA(TYPE, NAME, 128, 64, 65, 66, 67, 68, 69, 70) \
  KW_WGMMA(TYPE, NAME, 256, 128, 129, 130, 131, 132, 133, 134)

KW_WGMMA_SIZES(float16_t, "f16")
KW_WGMMA_SIZES(bfloat16_t, "bf16")

#undef KW_WGMMA_SIZES
#undef KW_WGMMA
#undef KW_WGMMA_ASM
#undef KW_D_128
#undef KW_D_64
#undef KW_D_32
#undef KW_D_16
#undef KW_D_8
#undef KW_D
#undef KW_PLACES_128
#undef KW_PLACES_64
#undef KW_PLACES_60
#undef KW_PLACES_32
#undef KW_PLACES_16
#undef KW_PLACES_8
#undef KW_TEN
#undef KW_8

}  // namespace kw::cuda::hopper
