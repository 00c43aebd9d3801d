// A fetched tile whose rows were themselves loaded.
#include <kernelwright/kernelwright.hpp>

using namespace kw;

struct Kernel {
  KW_KERNEL void operator()(program auto tl, matrix<const float> x, const int* index, matrix<float> out) const {
    auto rows = tl.arange(size<16>);
    auto cols = tl.arange(size<32>);
    auto sum = tl.zeros(shape<16, 32>);
    auto tiles = tl.stream(stages<2>, [&](int row) {
      auto picked = tl.load(index + row + rows);
      return fetch(tile_at(x.row(picked(_, None)) + cols(None, _)));
    });
    tiles.pipelined(0, x.rows(), 16, [&](int, auto tile) { sum += tl.load(tile); });
    tl.store(out.row(rows(_, None)) + cols(None, _), sum);
  }
};

void run(view<const float, 2> x, view<const int> index, view<float, 2> out) {
  launch(out.device(), grid(1), Kernel{}, matrix(x), index, matrix(out));
}

/* The message:
common/test/compile_fail/fetch_of_loaded_pointers.cpp:13:20: error: the pointers and the mask of tile_at must be made of tl.arange and plain numbers
  13 | return fetch(tile_at(x.row(picked(_, None)) + cols(None, _)));
     |              ^~~~~~~
  These depend on a loaded or computed tile, which the threads that fetch ahead do not have. Read
  this tile with tl.load.
  (KW_RAW_ERRORS=1 in the environment shows the compiler's own words.)
*/
