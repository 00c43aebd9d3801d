/// \file
/// Which tiles the kernels of lesson 08 take for which head size, on which GPU.
#pragma once

#include <cstdint>

#include <kernelwright/compiler/hurry.hpp>

namespace lesson08 {

/// Tiles of tasks 2 to 5, which load by pointers: rows of q per program, rows of k and v per step,
/// and programs that share a multiprocessor (0: the compiler decides). With heads of 128 elements,
/// each load of k and v serves 128 rows of q, which made attention up to a fifth faster than 64
/// rows did. With heads of 64, steps of 128 rows of k and v were a sixth faster than steps of 64.
/// nvcc takes longer for these, so where a learner waits, both are 64.
template <int D>
struct pointer_tiles {
  static constexpr bool kIsQuick = kw::core::compiled_in_a_hurry;
  static constexpr int kWarps = D == 64 ? 4 : 8, kResident = D == 64 && !kIsQuick ? 3 : 0;
  static constexpr int kRows = D == 64 || kIsQuick ? 64 : 128;
  static constexpr int kColumns = D == 64 && !kIsQuick ? 128 : 64;
};
/// The same for shared heads, whose numbers leave too few registers for longer steps.
template <int D>
struct grouped_tiles : pointer_tiles<D> {
  static constexpr int kColumns = 64;
};

/// Tiles of task 7 that fit the registers and the shared memory of a Hopper GPU, whose warps
/// multiply from shared memory: rows of q per program, rows of k and v per step, and stages. With
/// heads of 64 elements attention is bound by its exponentials, which 12 warps hide better than 8.
template <int D>
struct hopper_tiles {
  static constexpr int kWarps = D == 64 ? 12 : 8, kRows = D == 64 ? 192 : 128;
  static constexpr int kColumns = 128, kStages = 2;
};
/// The same where a head of q has few rows, so tiles of 192 would leave many of their rows empty.
template <int D>
struct hopper_tiles_of_few_rows : hopper_tiles<D> {
  static constexpr int kWarps = 8, kRows = 128;
};
inline constexpr std::int64_t kFewRows = 1024;
/// The same for other devices, whose operands pass through registers.
template <int D>
struct other_tiles {
  static constexpr int kWarps = 8, kRows = 128, kColumns = 64, kStages = 2;
};

/// Tiles of the gradients of k and v: keys per program, rows of q per step.
template <int D>
struct hopper_key_tiles {
  static constexpr int kWarps = 8, kKeys = 128, kStep = D == 64 ? 128 : 64, kStages = 2;
};
/// The same for other devices.
template <int D>
struct other_key_tiles {
  static constexpr int kWarps = D < 128 ? 4 : 8, kKeys = 64, kStep = 32, kStages = 2;
};

/// Tiles of the gradient of q: rows of q per program, keys per step.
template <int D>
struct hopper_query_tiles {
  static constexpr int kWarps = 8, kRows = 128, kStep = D == 64 ? 128 : 64, kStages = 2;
};
/// The same for other devices.
template <int D>
struct other_query_tiles {
  static constexpr int kWarps = D < 128 ? 4 : 8, kRows = 64, kStep = 32, kStages = 2;
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
