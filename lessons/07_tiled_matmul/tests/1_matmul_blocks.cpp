// Tests of lesson 07, task 1. Sizes are whole tiles.
#include "matmul_test.hpp"

namespace lesson07 {
namespace {

product_case any_blocks(size_draw& d) {
  return {d.length(1, 4) * kBlock, d.length(1, 4) * kBlock, d.length(1, 8) * 32, d.below(40)};
}

const tests<product_case> matmul_blocks_tests = {
    "MatmulBlocks",
    {
        {"OneTileTwoSteps", check_product<matmul_blocks>, {{64, 64, 64}}},
        {"ManyTiles",
         check_product<matmul_blocks>,
         {{64, 128, 32}, {128, 64, 96}, {192, 256, 160}}},
        {"PaddedRows", check_product<matmul_blocks>, {{64, 128, 64, 8}, {128, 64, 32, 5}}},
        {"AnyShape", check_product<matmul_blocks>, any_blocks},
    },
};

}  // namespace
}  // namespace lesson07
