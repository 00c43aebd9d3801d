// The lowest rung of lesson 07's ladder: one element per program, and one warp for each of them.
#include "../../../docs/figures/one_element.hpp"

#include "../kernels.hpp"

void kw::peers::matmul_one_element(view<const float, 2> a, view<const float, 2> b,
                                   view<float, 2> c) {
  launch<1>(c.device(), grid(c.extent(0), c.extent(1)), figures::OneElement<32>{}, kw::matrix(a),
            kw::matrix(b), kw::matrix(c));
}
