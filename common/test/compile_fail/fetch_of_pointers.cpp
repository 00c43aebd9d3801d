// Pointers and a mask where fetch takes tiles.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, matrix<const float> x, matrix<float> out) const {
    auto rows = tl.arange(size<16>);
    auto cols = tl.arange(size<32>);
    auto sum = tl.zeros(shape<16, 32>);
    auto tiles = tl.stream(stages<2>, [&](int row) {
      return fetch(x.row(row + rows(_, None)) + cols(None, _), cols(None, _) < 30);
    });
    tiles.pipelined(0, x.rows(), 16, [&](int, auto tile) { sum += tl.load(tile); });
    tl.store(out.row(rows(_, None)) + cols(None, _), sum);
  }
};

void run(view<const float, 2> x, view<float, 2> out) {
  launch(out.device(), grid(1), Kernel{}, matrix(x), matrix(out));
}

/* The message:
common/test/compile_fail/fetch_of_pointers.cpp:12:14: error: fetch takes tiles
  12 | return fetch(x.row(row + rows(_, None)) + cols(None, _), cols(None, _) < 30);
     |        ^~~~~
  Make one from pointers and their mask with tile_at: fetch(tile_at(pointers, mask, 0.0f), ...).
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
