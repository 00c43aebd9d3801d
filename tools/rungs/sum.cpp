// Lesson 04: sums of a vector with fewer programs, smaller blocks and more atomics than task 7's.
#include "../../solutions/04_reductions/7_sum_atomic.cpp"

#include <kernelwright/benchmarking/benchmark.hpp>

namespace kb = kw::benchmarking;

template <int BLOCK_SIZE>
struct SumEachStep {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n) const {
    float total = 0.0f;
    int step = tl.num_programs(0) * BLOCK_SIZE;
    for (int start = tl.program_id(0) * BLOCK_SIZE; start < n; start += step) {
      auto offsets = start + tl.arange(size<BLOCK_SIZE>);
      total += tl.sum(tl.load(x + offsets, offsets < n, 0.0f));
    }
    tl.atomic_add(out, total);
  }
};

namespace {

/// With PROGRAMS programs, or where that is 0 with one for each block.
template <class Kernel, int BLOCK_SIZE, int WARPS, int PROGRAMS>
void sum_with(view<const float, 1> x, view<float, 1> out) {
  const int n = static_cast<int>(x.extent(0));
  launch<1>(out.device(), grid(1), SetZero{}, out);
  launch<WARPS>(out.device(), grid(PROGRAMS == 0 ? cdiv(n, BLOCK_SIZE) : PROGRAMS), Kernel{}, x,
                out, n);
}

template <class Kernel, int BLOCK_SIZE, int WARPS, int PROGRAMS>
void sum(benchmark::State& state) {
  const std::int64_t n = state.range(0);
  kb::call(sum_with<Kernel, BLOCK_SIZE, WARPS, PROGRAMS>, kb::sized(n), kb::sized(1))
      .run(state, {.bytes = 4.0 * n, .flops = 1.0 * n});
}

const kb::suite rungs = {
    {4, "one program, blocks of 8192", sum<SumAtomic<8192>, 8192, 16, 1>, kb::vector_sizes},
    {4, "a program for each 256 elements", sum<SumAtomic<256>, 256, 2, 0>, kb::vector_sizes},
    {4, "a program for each 1024 elements", sum<SumAtomic<1024>, 1024, 4, 0>, kb::vector_sizes},
    {4, "a program for each 8192 elements", sum<SumAtomic<8192>, 8192, 16, 0>, kb::vector_sizes},
    {4, "1056 programs, blocks of 1024", sum<SumAtomic<1024>, 1024, 4, 1056>, kb::vector_sizes},
    {4, "1056 programs that reduce each block of 8192", sum<SumEachStep<8192>, 8192, 16, 1056>,
     kb::vector_sizes},
    {4, "1056 programs that reduce each block of 1024", sum<SumEachStep<1024>, 1024, 4, 1056>,
     kb::vector_sizes},
};

}  // namespace
