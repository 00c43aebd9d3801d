/// \file
/// The grid of a launch.
#pragma once
#include <cstdint>

#include "kernelwright/core/errors.hpp"
#include "kernelwright/core/source_place.hpp"

namespace kw {

/// How many programs a launch has along each axis; axes that are not given have one.
///
/// `grid(cdiv(n, BLOCK_SIZE))`, `grid(cdiv(M, BM), cdiv(N, BN))`. An extent of 0 launches nothing.
/// Axis 0 takes up to 2^31 - 1, axes 1 and 2 up to 65,535, on both devices.
struct grid {
  std::int64_t extents[3];
  source_place place;  ///< where it was written: on the line of the launch
  bool is_uneven = false;

  constexpr grid(std::int64_t x, std::int64_t y = 1, std::int64_t z = 1,
                 source_place written_at = source_place::here())
      : extents{x, y, z}, place(written_at) {}

  /// For programs that take different amounts of time, the longest first: a Hopper GPU hands them
  /// out one by one, as blocks become free, instead of giving each block its share beforehand. It
  /// only matters to kernels with tensor descriptors.
  constexpr grid uneven() const {
    grid result = *this;
    result.is_uneven = true;
    return result;
  }

  /// \throws kw::error when the extent is negative or past the limit of its axis
  unsigned extent(int axis) const {
    const std::int64_t limit = axis == 0 ? 2147483647 : 65535;
    if (extents[axis] < 0 || extents[axis] > limit) {
      runtime::grid_out_of_range(place, axis, extents[axis], limit);
    }
    return static_cast<unsigned>(extents[axis]);
  }
};

}  // namespace kw
