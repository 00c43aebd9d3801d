/// \file
/// What the benchmarks of lesson 09 share: each prints the space from which it has chosen.
#pragma once

#include <cstddef>
#include <cstdio>
#include <vector>

#include <kernelwright/benchmarking/benchmark.hpp>
#include <kernelwright/runtime/tunings.hpp>

namespace lesson09 {

/// Shows what the latest search found, once for each search.
inline void show_space() {
  static std::size_t shown = 0;
  const std::vector<kw::tuning> spaces = kw::tunings();
  for (; shown < spaces.size(); ++shown) {
    std::fprintf(stderr, "\n%s\n", to_text(spaces[shown]).c_str());
  }
}

}  // namespace lesson09
