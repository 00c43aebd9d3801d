// Lesson 06: LayerNorm by a kernel for each step.
#include "layernorm.hpp"

#include <kernelwright/benchmarking/benchmark.hpp>

namespace kb = kw::benchmarking;
using namespace kw;

namespace {
template <int BLOCK_SIZE>
struct Means {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    tl.store(out + row, tl.sum(tl.load(x.row(row) + cols, cols < x.columns(), 0.0f)) / x.columns());
  }
};
template <int BLOCK_SIZE>
struct Centred {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const float* mean,
                            array<float, 2> out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    tl.store(out.row(row) + cols, tl.load(x.row(row) + cols, mask, 0.0f) - tl.load(mean + row),
             mask);
  }
};
template <int BLOCK_SIZE>
struct Rstds {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto v = tl.load(x.row(row) + cols, cols < x.columns(), 0.0f);
    tl.store(out + row, tl.rsqrt(tl.sum(v * v) / x.columns() + 1e-5f));
  }
};
template <int BLOCK_SIZE>
struct Finished {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const float* rstd,
                            const float* weight, const float* bias, array<float, 2> out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    auto v = tl.load(x.row(row) + cols, mask, 0.0f) * tl.load(rstd + row);
    tl.store(out.row(row) + cols,
             v * tl.load(weight + cols, mask, 0.0f) + tl.load(bias + cols, mask, 0.0f), mask);
  }
};

template <int BLOCK_SIZE>
void four_kernels(view<const float, 2> x, view<const float, 1> weight, view<const float, 1> bias,
                  view<float, 2> y, view<float, 1> of_rows) {
  const auto rows = grid(x.extent(0));
  launch<4>(x.device(), rows, Means<BLOCK_SIZE>{}, x, of_rows);
  launch<4>(x.device(), rows, Centred<BLOCK_SIZE>{}, x, of_rows, y);
  launch<4>(x.device(), rows, Rstds<BLOCK_SIZE>{}, y, of_rows);
  launch<4>(x.device(), rows, Finished<BLOCK_SIZE>{}, y, of_rows, weight, bias, y);
}

template <int BLOCK_SIZE>
void steps(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  const auto matrix = kb::sized(rows, columns);
  const auto row = kb::sized(columns);
  kb::call(four_kernels<BLOCK_SIZE>, matrix, row, row, matrix, kb::sized(rows))
      .run(state, {.bytes = 8.0 * rows * columns, .flops = 8.0 * rows * columns});
}

/// The backward pass of tasks 4 and 5, with as many programs as there are partial sums.
void backward_and_sums(view<const float, 2> dy, view<const float, 2> x, view<const float, 1> weight,
                       view<const float, 1> mean, view<const float, 1> rstd, view<float, 2> dx,
                       view<float, 2> dw_partial, view<float, 2> db_partial, view<float, 1> dw,
                       view<float, 1> db) {
  lesson06::layer_norm_backward<float>(dy, x, weight, mean, rstd, dx, dw_partial, db_partial);
  lesson06::column_sums(dw_partial, db_partial, dw, db);
}

template <int PROGRAMS>
void backward(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  const auto matrix = kb::sized(rows, columns);
  const auto partial = kb::sized(std::int64_t{PROGRAMS}, columns);
  const auto row = kb::sized(columns), column = kb::sized(rows);
  kb::call(backward_and_sums, matrix, matrix, row, column, column, matrix, partial, partial, row,
           row)
      .run(state, {.bytes = 12.0 * rows * columns, .flops = 14.0 * rows * columns});
}

const kb::suite rungs = {
    {6, "four kernels", steps<1024>, {{32768, 1024}}},
    {6, "four kernels", steps<4096>, {{8192, 4096}}},
    {6, "backward, 132 programs", backward<132>, {{8192, 4096}}},
    {6, "backward, 264 programs", backward<264>, {{8192, 4096}}},
    {6, "backward, 1056 programs", backward<1056>, {{8192, 4096}}},
    {6, "backward, 8192 programs", backward<8192>, {{8192, 4096}}},
};

}  // namespace
