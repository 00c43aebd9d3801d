/// \file
/// The kernels that the model of elective 15 consists of: contracts of this and of other lessons.
#pragma once

#include <kernelwright/runtime/buffer.hpp>

#include "lessons/02_grid_math/grid_math.hpp"
#include "lessons/03_masking/masking.hpp"
#include "lessons/05_softmax/softmax.hpp"
#include "lessons/06_layernorm/layernorm.hpp"
#include "lessons/07_tiled_matmul/tiled_matmul.hpp"
#include "lessons/08_flash_attention/flash_attention.hpp"
#include "lessons/14_dropout/dropout.hpp"
#include "lessons/15_small_model/small_model.hpp"

namespace training {

using vector_in = kw::view<const float>;
using vector_out = kw::view<float>;
using matrix_in = kw::view<const float, 2>;
using matrix_out = kw::view<float, 2>;
using heads_in = kw::view<const kw::float16_t, 4>;
using heads_out = kw::view<kw::float16_t, 4>;

/// The elements of a dense matrix, row by row.
template <class T>
kw::view<T> flat(kw::view<T, 2> m) {
  return {m.data(), {m.size()}, m.device()};
}

/// The first rows of a dense buffer.
template <class T>
kw::view<T, 2> top(const kw::buffer<T, 2>& b, std::int64_t rows) {
  return {b.data(), {rows, b.extent(1)}, b.device()};
}
template <class T>
kw::view<T> top(const kw::buffer<T>& b, std::int64_t n) {
  return {b.data(), {n}, b.device()};
}

}  // namespace training
