// Lesson 11, task 3: a blank page, the gradient of a softmax.
// Page: lessons/11_pytorch/README.md   Check while you edit: ./course watch lesson11.3
//
//   dx[r, c] = y[r, c] * (dy[r, c] - sum(y[r, :] * dy[r, :]))      all of them [rows, columns]
//
// The kernel is lesson05::softmax_backward. checked.hpp has the answer of task 2 in parts: `answer`
// runs a call and throws nothing, `rows_of` makes a matrix of an array, or refuses it.
#include "pytorch.hpp"

#include "checked.hpp"  // answer, rows_of, require_same_sizes, require_columns

using namespace kw;
using namespace lesson11;

extern "C" result kw_softmax_backward(place where, c_array y, c_array dy, c_array dx) {
  // TODO(lesson11.3): views over all three, and the call. What must they have in common?
  //{ solution
  return answer(where, [&] {
    with_type("y", y.type, [&]<class T>(T) {
      const auto from = rows_of<const T>("y", y, where);
      const auto gradient = rows_of<const T>("dy", dy, where);
      const auto to = rows_of<T>("dx", dx, where);
      require_same_sizes("y", y, "dy", dy);
      require_same_sizes("y", y, "dx", dx);
      require_columns("y", from.extent(1), kLongestBackwardTile);
      lesson05::softmax_backward(from, gradient, to);
    });
  });
  //| return make_result(outcome::done, "");
  //}
}
