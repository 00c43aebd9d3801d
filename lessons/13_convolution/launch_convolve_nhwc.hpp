/// \file
/// Lesson 13, task 4: the tiles of `convolve_nhwc`.
#pragma once

#include "geometry.hpp"

namespace lesson13 {

/// An array of four axes as a matrix with its last axis in rows.
template <class T>
kw::view<T, 2> rows_of(const kw::view<T, 4>& v, int rows, int columns) {
  return {v.data(), {rows, columns}, v.device()};
}

}  // namespace lesson13

/// 128 places by 64 filters for a program of 8 warps: with twice as many filters, half as many
/// programs share the GPU, which was slower on an H200. One row of shared memory holds 64 channels
/// without conflicts between its banks.
void lesson13::convolve_nhwc(kw::view<const kw::float16_t, 4> x, kw::view<const kw::float16_t, 4> w,
                             int stride, int padding, kw::view<kw::float16_t, 4> out) {
  constexpr int kPlaces = 128, kFilters = 64, kChannels = 64;
  const geometry g = geometry_of_nhwc(x, w, stride, padding);
  kw::launch<8>(out.device(),
                kw::grid(kw::cdiv(g.places(), kPlaces), kw::cdiv(g.filters, kFilters)),
                ConvolveNhwc<kPlaces, kFilters, kChannels>{},
                rows_of(x, g.images * g.height * g.width, g.channels),
                rows_of(w, g.filters, g.taps()), rows_of(out, g.places(), g.filters), g);
}
