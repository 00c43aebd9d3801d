/// \file
/// Lesson 13, task 5: the tiles of `convolve_nchw`.
#pragma once

#include "geometry.hpp"

/// Each element of a tile has a separate address, so tiles are smaller than in task 4: a program
/// spends more registers on addresses.
void lesson13::convolve_nchw(kw::view<const kw::float16_t, 4> x, kw::view<const kw::float16_t, 4> w,
                             int stride, int padding, kw::view<kw::float16_t, 4> out) {
  constexpr int kPlaces = 64, kFilters = 64, kTaps = 32;
  const geometry g = geometry_of(x, w, stride, padding);
  kw::launch<4>(out.device(),
                kw::grid(kw::cdiv(g.places(), kPlaces), kw::cdiv(g.filters, kFilters)),
                ConvolveNchw<kPlaces, kFilters, kTaps>{}, x, w, out, g);
}
