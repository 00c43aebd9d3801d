// A fetched tile with another value than zero outside of the mask.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, matrix<const float> x, matrix<float> out) const {
    auto rows = tl.arange(size<16>);
    auto cols = tl.arange(size<32>);
    auto sum = tl.zeros(shape<16, 32>);
    auto tiles = tl.stream(stages<2>, [&](int row) {
      return fetch(tile_at(x.row(row + rows(_, None)) + cols(None, _), cols(None, _) < 30, -1.0f));
    });
    tiles.pipelined(0, x.rows(), 16, [&](int, auto tile) { sum += tl.load(tile); });
    tl.store(out.row(rows(_, None)) + cols(None, _), sum);
  }
};

void run(view<const float, 2> x, view<float, 2> out) {
  if (const hopper_gpu gpu{out.device()}) {
    launch(gpu, grid(1), Kernel{}, matrix(x), matrix(out));
  } else {
    launch(gpu.other(), grid(1), Kernel{}, matrix(x), matrix(out));
  }
}

/* The message:
common/test/compile_fail/fetch_with_other_than_zero.cpp:12:20: error: a tile that a stream fetches has zeros outside its mask
  12 | return fetch(tile_at(x.row(row + rows(_, None)) + cols(None, _), cols(None, _) < 30, -1.0f));
     |              ^~~~~~~
  The copy can only fill in zeros, so `other` must be a constant zero. For another value, load the
  tile in the body, and choose with tl.where.
  Try: fetch(tile_at(pointers, mask, 0.0f))
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/

