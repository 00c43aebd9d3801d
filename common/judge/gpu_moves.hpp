// What a judge that measures does with the memory of a GPU, where the host would take too long. All
// wait until it is done. The kernels are written in the tile language, like those that are judged.
#pragma once
#include <cstdint>

#include "kernelwright/tensor.hpp"

namespace kw::remote {

/// Elements in memory: only their size in bytes (1, 2, 4 or 8) counts, not what they mean.
struct elements {
  void* data = nullptr;
  std::int64_t count = 0;
  int size = 4;
};

/// `to[i] = from[j]` with j drawn from the seed and i: the same draws whenever they are repeated.
/// `from` has as many elements as `to`, or others.
void draw(device where, const elements& from, const elements& to, std::uint64_t seed);
/// How many elements differ from those that `draw` makes of `from`.
std::int64_t count_undrawn(device where, const elements& from, const elements& drawn,
                           std::uint64_t seed);
/// How many elements of two arrays of one length differ.
std::int64_t count_others(device where, const elements& a, const elements& b);
/// Sets each element to the lower bytes of `value`.
void fill(device where, const elements& to, std::uint64_t value);

}  // namespace kw::remote
