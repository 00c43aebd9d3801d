// A kernel in an unnamed namespace, with a function of its own that takes a tile of 64 bytes: it
// compiles without warnings and notes, with g++ and with nvcc.
#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/device.hpp>

using namespace kw;

namespace {

template <class Tile>
KW_HD auto twice(Tile tile) {
  return tile + tile;
}

struct Twice {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto i = tl.arange(size<16>);
    tl.store(out + i, twice(tl.load(x + i)));
  }
};

}  // namespace

void write_twice(device here, const float* x, float* out) {
  launch<8>(here, grid(1), Twice{}, x, out);
}
