// Tests of lesson 08, task 9: the gradients of q, by their formulas and by finite differences.
#include "gradient_test.hpp"

namespace lesson08 {
namespace {

bool check_query_gradients(const gradient_check& check, decltype(&query_gradients) call) {
  return check(call, check.result("dq, ", check.want().dq, 0));
}

const auto query_gradients_tests =
    gradient_tests<check_query_gradients, query_gradients>("QueryGradients");

}  // namespace
}  // namespace lesson08
