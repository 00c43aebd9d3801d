// Tests of lesson 07, task 1. Sizes are whole tiles.
#include "tiled_matmul.hpp"

#include "matmul_test.hpp"

namespace lesson07 {
namespace {

class MatmulBlocks : public matmul_test {};

TEST_F(MatmulBlocks, OneTileTwoSteps) {
  check(matmul_blocks, {64, 64, 64});
}

TEST_F(MatmulBlocks, ManyTiles) {
  check_all(matmul_blocks, {{64, 128, 32}, {128, 64, 96}, {192, 256, 160}});
}

TEST_F(MatmulBlocks, PaddedRows) {
  check_all(matmul_blocks, {{64, 128, 64, 8}, {128, 64, 32, 5}});
}

}  // namespace
}  // namespace lesson07
