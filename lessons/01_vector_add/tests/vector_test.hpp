/// \file
/// What the tests of lesson 01 have in common. Lengths of tasks 1 to 4 are whole blocks.
#pragma once

#include <kernelwright/testing/testing.hpp>

#include "vector_add.hpp"

namespace lesson01 {

using namespace kw::testing;

// Makes vectors of these many blocks of `SIZE` elements, of one more number that depends on the
// seed, and of no element.
template <int SIZE>
std::vector<vector_case> whole_blocks() {
  return {{1 * SIZE}, {2 * SIZE}, {3 * SIZE}, {SIZE * drawn_size(37, 70)}, {0}};
}
// The same of a single number of blocks.
template <int SIZE, int LEAST, int MOST>
std::vector<vector_case> drawn_blocks() {
  return {{SIZE * drawn_size(LEAST, MOST)}};
}
template <int SIZE, int MOST>
vector_case any_blocks(size_draw& d) {
  return {SIZE * d.length(0, MOST), static_cast<int>(d.below(3)), static_cast<int>(d.below(3))};
}

inline std::vector<vector_case> many_blocks() {
  const std::int64_t blocks = kw::default_device().kind == kw::device_kind::cuda ? 1024 : 256;
  return {{(blocks + drawn_size(0, 20)) * kBlockSize}};
}

}  // namespace lesson01
