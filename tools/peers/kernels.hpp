// The kernels of no task that tools/peers.py measures beside those of tasks.
#pragma once
#include <kernelwright/tensor.hpp>

namespace kw::peers {

/// c = a b with a split along k into as many parts as `sums`, [parts, m, n], has planes.
void matmul_split(view<const float16_t, 2> a, view<const float16_t, 2> b, view<float, 3> sums,
                  view<float16_t, 2> c);

}  // namespace kw::peers
