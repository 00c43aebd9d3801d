// Rungs of lesson 07's ladder that no task has: see tools/matmul_peers.py.
#pragma once
#include <kernelwright/tensor.hpp>

namespace kw::peers {

/// c = a b, where a program computes one element of c. k must be a multiple of 32.
void matmul_one_element(view<const float, 2> a, view<const float, 2> b, view<float, 2> c);

/// Task 4's product, with programs in row-major order instead of groups.
void matmul_row_by_row(view<const float16_t, 2> a, view<const float16_t, 2> b,
                       view<float16_t, 2> c);

}  // namespace kw::peers
