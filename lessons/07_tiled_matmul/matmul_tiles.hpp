/// \file
/// Which tiles a product gets for which size of c.
#pragma once

#include <algorithm>

#include <kernelwright/compiler/hurry.hpp>

#include "tiled_matmul.hpp"

namespace lesson07 {

/// How a program of a stream multiplies: warps, rows and columns of its tile of c, and the length
/// and number of its steps under way.
template <int WARPS, int BM, int BN, int BK, int STAGES>
struct product_tiles {
  static constexpr int kRows = BM, kColumns = BN;
};

/// The tiles of rows x columns that cover c.
template <class T>
int tiles_of(kw::view<T, 2> c, int rows, int columns) {
  return kw::narrow<int>(kw::cdiv(c.extent(0), rows) * kw::cdiv(c.extent(1), columns));
}

/// Large tiles use each element that they load more often. Small matrices still take small tiles,
/// because otherwise there would be too few programs for all the processors of a GPU.
template <class T>
bool takes_large_tiles(kw::view<T, 2> c) {
  return c.extent(0) >= 1024 && c.extent(1) >= 1024;
}

/// How long a product takes with these tiles, in no unit. The processors of an H200 take turns of
/// one tile each, and the last turn takes as long as a full one.
/// \param speed  of such a tile, of the largest one's, where there are enough of them
template <class Tiles, class T>
float turns_of(Tiles, kw::view<T, 2> c, float speed) {
  constexpr int kProcessors = 132;
  const int turns = (tiles_of(c, Tiles::kRows, Tiles::kColumns) + kProcessors - 1) / kProcessors;
  return static_cast<float>(turns) * Tiles::kRows * Tiles::kColumns / speed;
}

/// Calls `run` with the tiles that suit c on a Hopper GPU, for streams of descriptors or pointers.
///
/// Large tiles move fewer bytes, and small ones fill the last turn of the processors. Where a
/// program has only a small tile, the products of a step are over sooner than its loads, so small
/// tiles get longer steps and more of them ahead: 192 KiB, which other GPUs do not have for a
/// program. In TFLOP/s (float16, H200, 2026-11-29, descriptors; bold: what this function chooses):
///
/// | m x n x k | 128 x 256 | 192 x 128 | 64 x 128 | 64 x 64 |
/// |---|---:|---:|---:|---:|
/// | 4096 x 4096 x 4096 | **744** | 660 | | 380 |
/// | 2048 x 2048 x 2048 | **590** | 446 | | 412 |
/// | 1792 x 1792 x 1792 | **463** | 342 | | |
/// | 2304 x 2304 x 2304 | 460 | **586** | | |
/// | 3072 x 1024 x 4096 | 569 | **653** | 532 | 388 |
/// | 1536 x 1536 x 1536 | 333 | **395** | 323 | 304 |
/// | 768 x 3072 x 768 | 248 | **282** | 223 | 224 |
/// | 1280 x 1280 x 1280 | 220 | 261 | **272** | |
/// | 2048 x 1024 x 2048 | 328 | 395 | **430** | |
/// | 1024 x 1024 x 1024 | 130 | 152 | **216** | 197 |
/// | 128 x 4096 x 4096 | 96 | 117 | | **222** |
/// | 512 x 512 x 512 | 23 | 27 | | **39** |
template <class T, class Run>
void with_hopper_tiles(kw::view<T, 2> c, Run run) {
  constexpr product_tiles<8, 128, 256, 64, 4> largest;
  constexpr product_tiles<12, 192, 128, 64, 4> large;
  constexpr product_tiles<4, 64, 128, 128, 4> small;
  constexpr product_tiles<4, 64, 64, 128, 6> smallest;
  const float of_largest = turns_of(largest, c, 1.0f), of_large = turns_of(large, c, 0.95f);
  const float of_small = turns_of(small, c, 0.75f), of_smallest = turns_of(smallest, c, 0.5f);
  const float quickest = std::min({of_largest, of_large, of_small, of_smallest});
  if constexpr (!kw::core::compiled_in_a_hurry) {
    if (of_large == quickest) {
      return run(large);
    }
  }
  if (of_largest == quickest) {
    run(largest);
  } else if (of_smallest == quickest) {
    run(smallest);
  } else {
    run(small);
  }
}

}  // namespace lesson07
