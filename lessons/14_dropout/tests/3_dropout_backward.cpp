// Tests of elective 14, task 3: the gradient finds out again which elements were dropped.
#include "dropout_test.hpp"

namespace lesson14 {
namespace {

bool check_dropout_backward(const dropout_case& c) {
  return check_dropped(c, dropout_backward, input(c.n, 2));
}

const std::vector<dropout_case> kSeeds = {{3000, 0.1f, 0},
                                          {3000, 0.1f, 1},
                                          {3000, 0.1f, 2},
                                          {3000, 0.1f, 123456789},
                                          {3000, 0.1f, 2147483647}};

const tests<dropout_case> dropout_backward_tests = {
    "DropoutBackward",
    {
        {"Half", check_dropout_backward, {{2000, 0.5f, 1}}},
        {"Seeds", check_dropout_backward, kSeeds},
        {"NothingDropped", check_dropout_backward, {{2000, 0.0f, 4}}},
        {"Sizes", check_dropout_backward, dropout_sizes},
        {"AnyShape", check_dropout_backward, any_dropout},
    },
};

}  // namespace
}  // namespace lesson14
