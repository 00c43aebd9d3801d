// Lesson 05: softmax by a kernel for each step, and by more walks along a row than task 2's.
#include "../../solutions/05_softmax/4_softmax_long.cpp"

#include <kernelwright/benchmarking/benchmark.hpp>

namespace kb = kw::benchmarking;

template <int BLOCK_SIZE>
struct RowMaxima {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    tl.store(out + row, tl.max(tl.load(x.row(row) + cols, cols < x.columns(), -inf)));
  }
};
template <int BLOCK_SIZE>
struct Exponentials {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const float* m,
                            array<float, 2> out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    tl.store(out.row(row) + cols, tl.exp(tl.load(x.row(row) + cols, mask, 0.0f) - tl.load(m + row)),
             mask);
  }
};
template <int BLOCK_SIZE>
struct RowSums {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, float* out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    tl.store(out + row, tl.sum(tl.load(x.row(row) + cols, cols < x.columns(), 0.0f)));
  }
};
template <int BLOCK_SIZE>
struct Divided {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, const float* s,
                            array<float, 2> out) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<BLOCK_SIZE>);
    auto mask = cols < x.columns();
    tl.store(out.row(row) + cols, tl.load(x.row(row) + cols, mask, 0.0f) / tl.load(s + row), mask);
  }
};
template <int BLOCK_SIZE>
struct ThreeWalks {
  KW_KERNEL void operator()(program auto tl, array<const float, 2> x, array<float, 2> out) const {
    auto row = tl.program_id(0);
    auto tops = tl.full(size<BLOCK_SIZE>, -inf);
    for (int start = 0; start < x.columns(); start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      tops = tl.maximum(tops, tl.load(x.row(row) + cols, cols < x.columns(), -inf));
    }
    float largest = tl.max(tops);
    auto sums = tl.zeros(size<BLOCK_SIZE>);
    for (int start = 0; start < x.columns(); start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      sums += tl.exp(tl.load(x.row(row) + cols, cols < x.columns(), -inf) - largest);
    }
    float total = tl.sum(sums);
    for (int start = 0; start < x.columns(); start += BLOCK_SIZE) {
      auto cols = start + tl.arange(size<BLOCK_SIZE>);
      auto mask = cols < x.columns();
      auto v = tl.load(x.row(row) + cols, mask, 0.0f);
      tl.store(out.row(row) + cols, tl.exp(v - largest) * (1.0f / total), mask);
    }
  }
};

namespace {

template <int BLOCK_SIZE>
void four_kernels(view<const float, 2> x, view<float, 2> out, view<float, 1> of_rows) {
  const auto rows = grid(x.extent(0));
  launch<4>(x.device(), rows, RowMaxima<BLOCK_SIZE>{}, x, of_rows);
  launch<4>(x.device(), rows, Exponentials<BLOCK_SIZE>{}, x, of_rows, out);
  launch<4>(x.device(), rows, RowSums<BLOCK_SIZE>{}, out, of_rows);
  launch<4>(x.device(), rows, Divided<BLOCK_SIZE>{}, out, of_rows, out);
}

template <class Kernel, int WARPS>
void walked(view<const float, 2> x, view<float, 2> out) {
  launch<WARPS>(x.device(), grid(x.extent(0)), Kernel{}, x, out);
}

template <int BLOCK_SIZE>
void steps(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  const auto matrix = kb::sized(rows, columns);
  kb::call(four_kernels<BLOCK_SIZE>, matrix, matrix, kb::sized(rows))
      .run(state, {.bytes = 8.0 * rows * columns, .flops = 5.0 * rows * columns});
}

template <class Kernel, int WARPS>
void walks(benchmark::State& state) {
  const std::int64_t rows = state.range(0), columns = state.range(1);
  const auto matrix = kb::sized(rows, columns);
  kb::call(walked<Kernel, WARPS>, matrix, matrix).run(state, {.flops = 5.0 * rows * columns});
}

const kb::size_list kRows = {{32768, 1024}, {8192, 4096}};

const kb::suite rungs = {
    {5, "four kernels", steps<1024>, {{32768, 1024}}},
    {5, "four kernels", steps<4096>, {{8192, 4096}}},
    {5, "three walks in blocks of 1024", walks<ThreeWalks<1024>, 4>, kRows},
    {5, "two walks in blocks of 1024", walks<SoftmaxLong<1024>, 4>, kRows},
    {5, "three walks in blocks of 16384", walks<ThreeWalks<16384>, 16>, {{1024, 65536}}},
};

}  // namespace
