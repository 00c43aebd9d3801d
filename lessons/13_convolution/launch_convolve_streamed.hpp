/// \file
/// Lesson 13, task 6: the patches of `convolve_streamed`.
#pragma once

#include <kernelwright/compiler/hurry.hpp>

#include "geometry.hpp"

namespace lesson13 {

/// How many places the patches of one image have, Width wide and `places` in all: those outside the
/// image are computed in vain.
constexpr int places_computed(const geometry& g, int width, int places) {
  return kw::cdiv(g.rows, places / width) * kw::cdiv(g.columns, width) * places;
}

/// Patches of BM places, Width wide, by BN filters, for programs of `Warps` warps on that device,
/// with BK channels per step.
template <int Warps, int BM, int Width, int BN, int BK = 64, int kStages = 4, class Device>
void launch_patches(Device where, kw::view<const kw::float16_t, 4> x,
                    kw::view<const kw::float16_t, 4> w, const geometry& g,
                    kw::view<kw::float16_t, 4> out) {
  // The matrix of filters and channels of one tap after the other.
  const kw::view<const kw::float16_t, 3> taps(w.data(),
                                              {std::int64_t{g.r} * g.s, g.filters, g.channels},
                                              {g.channels, g.taps(), 1}, w.device());
  const int patches = places_computed(g, Width, BM) / BM;
  kw::launch<Warps>(where, kw::grid(g.images * patches, kw::cdiv(g.filters, BN)),
                    ConvolveStreamed<BM, Width, BN, BK, kStages>{},
                    kw::image_descriptor<const kw::float16_t, Width>(x),
                    kw::tensor_descriptor<const kw::float16_t, 3>(taps),
                    kw::image_descriptor<kw::float16_t, Width>(out), g);
}

/// On Hopper 256 places for wide patches, of which each uses the weights that it fetched, and 128
/// for others. Other GPUs hold fewer sums in the registers of a program.
template <int Width>
void launch_patches(kw::view<const kw::float16_t, 4> x, kw::view<const kw::float16_t, 4> w,
                    const geometry& g, kw::view<kw::float16_t, 4> out) {
  if (const kw::hopper_gpu hopper{out.device()}) {
    if (g.filters > 64) {
      launch_patches<8, 8 * Width, Width, 128>(hopper, x, w, g, out);
    } else {
      launch_patches<8, 8 * Width, Width, 64>(hopper, x, w, g, out);
    }
  } else {
    launch_patches<4, 64, Width, 64>(hopper.other(), x, w, g, out);
  }
}

/// Small images, such as 7 x 7, in patches of 8 x 8 places. They give few programs, so each takes
/// longer steps and has more of them ahead: 192 KiB, which other GPUs than Hopper do not have for a
/// program.
inline void launch_small_patches(kw::view<const kw::float16_t, 4> x,
                                 kw::view<const kw::float16_t, 4> w, const geometry& g,
                                 kw::view<kw::float16_t, 4> out) {
  constexpr int kProcessors = 132;  // of an H200
  if (const kw::hopper_gpu hopper{out.device()}) {
    const int patches = g.images * places_computed(g, 8, 64) / 64;
    if constexpr (!kw::core::compiled_in_a_hurry) {
      if (patches * kw::cdiv(g.filters, 64) > kProcessors) {
        return launch_patches<4, 64, 8, 128, 128, 4>(hopper, x, w, g, out);
      }
    }
    launch_patches<4, 64, 8, 64, 128, 6>(hopper, x, w, g, out);
  } else {
    launch_patches<4, 64, 8, 64>(hopper.other(), x, w, g, out);
  }
}

}  // namespace lesson13

/// Patches of 8 rows, 32, 16 or 8 places wide: of 14 columns, patches of 32 places would waste more
/// than half, and of 7 columns patches of 16.
void lesson13::convolve_streamed(kw::view<const kw::float16_t, 4> x,
                                 kw::view<const kw::float16_t, 4> w, int padding,
                                 kw::view<kw::float16_t, 4> out) {
  const geometry g = geometry_of_nhwc(x, w, 1, padding);
  if (2 * places_computed(g, 8, 64) <= places_computed(g, 16, 128)) {
    launch_small_patches(x, w, g, out);
  } else if (places_computed(g, 32, 256) <= places_computed(g, 16, 128)) {
    launch_patches<32>(x, w, g, out);
  } else {
    launch_patches<16>(x, w, g, out);
  }
}
