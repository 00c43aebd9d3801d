// It checks nothing and computes nothing: each call is refused with the same code, and with a
// message that has all the words in it that a test may look for.
//
// task: lesson11.2
// earns: nothing
#include "pytorch.hpp"

#include "border.hpp"

using namespace kw;
using namespace lesson11;

extern "C" result kw_softmax(place, array, array) {
  return make_result(outcome::wrong_argument,
                     "x or y is null, or has 0, 1, 2, 3, 4, 5, 7, 38, 39, 40, 41 or 48 where "
                     "something else is needed");
}
