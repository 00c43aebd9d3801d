#include "../../../lessons/07_tiled_matmul/one_element.hpp"

#include "../kernels.hpp"

void kw::peers::matmul_one_element(view<const float, 2> a, view<const float, 2> b,
                                   view<float, 2> c) {
  lesson07::bench::one_element(a, b, c);
}
