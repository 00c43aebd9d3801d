// Refused where it is compiled for a Hopper GPU: the elements of a tile decide when the loop ends.
// The test `cuda` of cmake/test/all looks for the words.
#include "kernelwright/kernelwright.hpp"

namespace {

using namespace kw;

struct SumOfSmallTiles {
  KW_KERNEL void operator()(program auto tl, tensor_descriptor<const float> x,
                            tensor_descriptor<float> out) const {
    auto sum = tl.zeros(shape<64, 64>);
    for (int k : tl.range(0, x.extent(1), 64, stages<2>)) {
      auto tile = tl.load(x.tile(shape<64, 64>, 0, k));
      if (tl.max(tile) > 3.0f) {
        break;
      }
      sum += tile;
    }
    tl.store(out.tile(shape<64, 64>, 0, 0), sum);
  }
};

}  // namespace

void sum_of_small_tiles(const hopper_gpu& gpu, view<const float, 2> x, view<float, 2> out) {
  launch(gpu, grid(1), SumOfSmallTiles{}, tensor_descriptor(x), tensor_descriptor(out));
}
