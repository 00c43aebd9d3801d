// Products that stream tiles at pointers, which no task of the course does: see
// tools/matmul_peers.py.
#pragma once
#include <kernelwright/tensor.hpp>

namespace kw::peers {

/// c = a b, where rows of any length and any alignment are streamed.
void matmul_pointer_stream(view<const float16_t, 2> a, view<const float16_t, 2> b,
                           view<float16_t, 2> c);

}  // namespace kw::peers
