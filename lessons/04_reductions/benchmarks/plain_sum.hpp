// The peer with which the benchmarks of tasks 7 and 8 compare a kernel.
#pragma once

#include <cstdint>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>

namespace lesson04 {

// A plain loop per block, on all threads; adding up the few partial sums is not worth measuring.
inline kw::benchmarking::peer plain_sum(const kw::buffer<float>& x,
                                        std::vector<float>& block_sums) {
  constexpr std::int64_t kBlock = 8192;
  const std::int64_t n = x.size();
  block_sums.resize(static_cast<std::size_t>(kw::cdiv(n, kBlock)));
  return kw::benchmarking::plain_loop(
      kw::cdiv(n, kBlock), [from = x.data(), to = block_sums.data(), n](std::int64_t block) {
        float total = 0;
        for (std::int64_t i = block * kBlock; i < n && i < (block + 1) * kBlock; ++i) {
          total += from[i];
        }
        to[block] = total;
      });
}

}  // namespace lesson04
