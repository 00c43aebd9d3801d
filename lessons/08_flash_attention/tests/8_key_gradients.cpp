// Tests of lesson 08, task 8: the gradients of k and v, by their formulas and by finite
// differences.
#include "gradient_test.hpp"

namespace lesson08 {
namespace {

void find_key_gradients(const backward_arrays& a) {
  key_gradients(a.q.cview(), a.k.cview(), a.v.cview(), a.o.cview(), a.lse.cview(), a.dout.cview(),
                a.sums.view(), a.dk.view(), a.dv.view(), a.problem.causal);
}

std::vector<gradient_result> key_results(const backward_arrays& a, const reference::gradients& want,
                                         std::vector<double>* inputs) {
  return {{"dv", a.dv, want.dv, &inputs[2]}, {"dk", a.dk, want.dk, &inputs[1]}};
}

const auto key_gradients_tests = gradient_tests<find_key_gradients, key_results>("KeyGradients");

}  // namespace
}  // namespace lesson08
