// Tests of lesson 08, task 9: the gradients of q, by their formulas and by finite differences.
#include "gradient_test.hpp"

namespace lesson08 {
namespace {

void find_query_gradients(const backward_arrays& a) {
  query_gradients(a.q.cview(), a.k.cview(), a.v.cview(), a.o.cview(), a.lse.cview(), a.dout.cview(),
                  a.sums.view(), a.dq.view(), a.problem.causal);
}

std::vector<gradient_result> query_results(const backward_arrays& a,
                                           const reference::gradients& want,
                                           std::vector<double>* inputs) {
  return {{"dq", a.dq, want.dq, &inputs[0]}};
}

const auto query_gradients_tests =
    gradient_tests<find_query_gradients, query_results>("QueryGradients");

}  // namespace
}  // namespace lesson08
