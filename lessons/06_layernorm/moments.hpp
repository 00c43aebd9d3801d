/// \file
/// Task 1 as a function, for task 3: the statistics of a block that is already in registers.
#pragma once

#include <kernelwright/kernelwright.hpp>

namespace lesson06 {

/// The statistics of a group of numbers.
struct moments {
  float mean;
  float squares;  ///< the sum of (v - mean)^2
};

/// The moments of the lanes of `v` in which `mask` is true.
///
/// \param v     float32 `[N]`, 0 in all other lanes
/// \param mask  `[N]`
/// \param count how many lanes that is, at least 1
template <class Tile, class Mask>
KW_HD moments moments_of(kw::program auto& tl, const Tile& v, const Mask& mask, float count) {
  float mean = tl.sum(v) / count;
  auto centred = tl.where(mask, v - mean, 0.0f);
  return {mean, tl.sum(centred * centred)};
}

}  // namespace lesson06
