// Lesson 07: a product without tiles, and task 4's with programs in row-major order.
#include "../../solutions/07_tiled_matmul/4_matmul.cpp"

#include <kernelwright/benchmarking/benchmark.hpp>

#include "one_element.hpp"

namespace kb = kw::benchmarking;

namespace {

void row_by_row(view<const float16_t, 2> a, view<const float16_t, 2> b, view<float16_t, 2> c) {
  constexpr int kTile = 128, kDepth = 64, kOneRow = 1;  // the tiles of launch_matmul.hpp
  launch<8, 2>(c.device(), grid(cdiv(c.extent(0), kTile) * cdiv(c.extent(1), kTile)),
               Matmul<kTile, kTile, kDepth, false>{}, a, b, c, kOneRow);
}

template <auto Entry>
void product(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  const auto square = kb::sized(n, n);
  kb::call(Entry, square, square, square).run(state, {.flops = 2.0 * n * n * n});
}

const kb::size_list kSquares = {
    {512, 512, 512}, {1024, 1024, 1024}, {2048, 2048, 2048}, {4096, 4096, 4096}};

const kb::suite rungs = {
    {7, "one element per program, float32", product<lesson07::bench::one_element>, kSquares},
    {7, "task 4, row by row", product<row_by_row>, kSquares},
};

}  // namespace
