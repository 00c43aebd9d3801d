// Tests of lesson 08, task 8: the gradients of k and v, by their formulas and by finite
// differences.
#include "gradient_test.hpp"

namespace lesson08 {
namespace {

using in_heads = kw::view<const float16_t, 4>;
using out_heads = kw::view<float16_t, 4>;

/// The gradient of v comes first: that of k is only right if the weights are.
void gradients_of_v_and_k(in_heads q, in_heads k, in_heads v, in_heads o,
                          kw::view<const float, 3> lse, in_heads dout, kw::view<float, 4> sums,
                          out_heads dv, out_heads dk, bool causal) {
  key_gradients(q, k, v, o, lse, dout, sums, dk, dv, causal);
}

bool check_key_gradients(const gradient_check& check, decltype(&gradients_of_v_and_k) call) {
  const reference::gradients want = check.want();
  return check(call, check.result("dv, ", want.dv, 2), check.result("dk, ", want.dk, 1));
}

const auto key_gradients_tests =
    gradient_tests<check_key_gradients, gradients_of_v_and_k>("KeyGradients");

}  // namespace
}  // namespace lesson08
