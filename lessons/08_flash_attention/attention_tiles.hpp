/// \file
/// Which head sizes lesson 08 has kernels for, and which tiles each of them takes.
#pragma once

#include <type_traits>

#include <kernelwright/kernelwright.hpp>

namespace lesson08 {

/// Calls `run(kw::size<D>)` for a head size `d` that has kernels of its own. Throws kw::error for
/// another one.
template <class T, class Run>
void for_head_size(std::int64_t d, Run run) {
  if (d == 64) {
    return run(kw::size<64>);
  } else if (d == 128) {
    return run(kw::size<128>);
  }
  if constexpr (std::is_same_v<T, kw::float16_t>) {
    if (d == 32) {
      return run(kw::size<32>);
    } else if (d == 256) {
      return run(kw::size<256>);
    }
  }
  kw::refuse(
      "attention has no kernel for heads of {} elements: float16 has 32, 64, 128 and 256, bfloat16 "
      "64 and 128",
      d);
}

/// What fits the registers and the shared memory of a Hopper GPU, whose warps multiply from shared
/// memory. The numbers are rows of q per program, rows of k and v per step, and stages.
template <int D>
struct hopper_tiles {
  static constexpr int kWarps = D == 64 ? 12 : 8, kRows = D == 64 ? 192 : 128;
  static constexpr int kColumns = D == 256 ? 64 : 128, kStages = D == 256 ? 1 : D == 32 ? 3 : 2;
};
/// The same for other devices, whose operands pass through registers.
template <int D>
struct other_tiles {
  static constexpr int kWarps = 8, kRows = D == 256 ? 64 : 128;
  static constexpr int kColumns = D == 256 ? 16 : 64, kStages = D == 256 ? 1 : 2;
};

/// How many of `heads` heads run together because their k and v fit into a third of an H200's
/// second-level cache: a power of two that divides `heads`.
/// \param head_elements  elements of one head's k, two bytes each
inline std::int64_t heads_in_cache(std::int64_t heads, std::int64_t head_elements) {
  constexpr std::int64_t kCacheBytes = 16 << 20;
  std::int64_t section = 1;
  while (section < heads && heads % (2 * section) == 0 &&
         2 * section * head_elements * 4 <= kCacheBytes) {
    section *= 2;
  }
  return section;
}

}  // namespace lesson08
