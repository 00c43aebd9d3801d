// The load of the row has no value for masked lanes. Each program also waits for the one before it,
// by an atomic counter and as it should, and reads a number that this program has passed on. That
// is right, and of no use to anybody.
//
// task: lesson04.3
// earns: at most 0.75
#include "reductions.hpp"

#include <kernelwright/kernelwright.hpp>
#include <kernelwright/runtime/buffer.hpp>
#include <vector>

using namespace kw;

template <int BLOCK_SIZE>
struct RowMax {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int* turns, float* passed,
                            std::int64_t x_stride, int n_cols) const {
    int row = tl.program_id(0);
    while (row > 0 && tl.atomic_add(turns + row, 0) == 0) {
    }
    float rows_before = row > 0 ? tl.load(passed + row) : 0.0f;
    auto largest = tl.full(size<BLOCK_SIZE>, -inf);
    for (int start = 0; start < n_cols; start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      largest = tl.maximum(largest, tl.load(x + row * x_stride + cols, cols < n_cols));
    }
    tl.store(out + row, tl.max(largest));
    tl.store(passed + (row + 1), rows_before + 1.0f);
    tl.atomic_add(turns + (row + 1), 1);
  }
};

void lesson04::row_max(view<const float, 2> x, view<float> out) {
  const std::int64_t rows = x.extent(0);
  const auto zeros = static_cast<std::size_t>(rows) + 1;
  const buffer<int> turns(out.device(), {rows + 1}, std::vector<int>(zeros));
  const buffer<float> passed(out.device(), {rows + 1}, std::vector<float>(zeros));
  launch(out.device(), grid(rows), RowMax<1024>{}, x, out, turns.view(), passed.view(), x.stride(0),
         narrow<int>(x.extent(1)));
}
