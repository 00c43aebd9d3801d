// Lesson 13, task 6: tiles of the image that run ahead (stretch).
// Page: lessons/13_convolution/README.md   Check while you edit: ./course watch lesson13.6
//
//   out[n, p, q, k] = sum over i, j, c of x[n, p - padding + i, q - padding + j, c] * w[k, i, j, c]
//
// A tile of an image descriptor is a patch of the image, HEIGHT rows of WIDTH places, with BK
// channels of each place: [BM, BK]. Places outside the image are 0. Program (b, d) owns a patch of
// places and BN filters. Each step of the stream is for BK channels of one tap: number i * g.s + j.
#include "convolution.hpp"

using namespace kw;

template <int BM, int WIDTH, int BN, int BK, int STAGES>
struct ConvolveStreamed {
  KW_KERNEL void operator()(program auto tl, image_descriptor<const float16_t, WIDTH> x,
                            tensor_descriptor<const float16_t, 3> w,
                            image_descriptor<float16_t, WIDTH> out, lesson13::geometry g) const {
    constexpr int HEIGHT = BM / WIDTH;
    int patches = cdiv(g.rows, HEIGHT) * cdiv(g.columns, WIDTH);  // of an image
    int patch = tl.program_id(0) % patches;
    int image = tl.program_id(0) / patches;
    int p = patch / cdiv(g.columns, WIDTH) * HEIGHT;  // the first place
    int q = patch % cdiv(g.columns, WIDTH) * WIDTH;
    int k = tl.program_id(1) * BN;  // the first filter
    int blocks = cdiv(g.channels, BK);
    auto acc = tl.accumulator(shape<BM, BN>);  // [BM, BN]
    auto tiles = tl.stream(stages<STAGES>, [&](int step) {
      int tap = step / blocks;
      int c = step % blocks * BK;
      auto wt = w.tile(shape<BN, BK>, tap, k, c);
      // TODO(lesson13.6): which patch of the image does this tap meet?
      //{ solution
      int y = p - g.padding + tap / g.s;
      int z = q - g.padding + tap % g.s;
      auto xt = x.tile(shape<BM, BK>, image, y, z, c);
      //| auto xt = x.tile(shape<BM, BK>, image, p, q, c);
      //}
      return fetch(xt, wt);
    });
    tiles.pipelined(0, g.r * g.s * blocks, 1, [&](int, auto xt, auto wt) {
      acc = tl.dot(xt, tl.trans(wt), acc);  // [BM, BK] by [BK, BN]
    });
    tl.store(out.tile(shape<BM, BN>, image, p, q, k), acc);
  }
};

#include "launch_convolve_streamed.hpp"  // which patches for which image; no need to read it
