// Lesson 11, task 5: the gradients of LayerNorm, with a workspace from the caller.
// Page: lessons/11_pytorch/README.md   Check while you edit: ./course watch lesson11.5
//
//   dx: [rows, columns], of the type of x      dw, db: [columns], float32
//
// lesson06::layer_norm_backward leaves dw and db as n partial sums each, and lesson06::column_sums
// adds them up. The caller brings memory for both: `workspace` is [2 n, columns], float32.
#include "pytorch.hpp"

#include "checked.hpp"  // answer, rows_of, vector_of, dense_of, refuse_argument, ...

using namespace kw;
using namespace lesson11;

extern "C" result kw_layer_norm_backward(place where, c_array dy, c_array x, c_array weight,
                                         c_array mean, c_array rstd, c_array dx, c_array dw,
                                         c_array db, c_array workspace) {
  return answer(where, [&] {
    with_type("x", x.type, [&]<class T>(T) {
      const auto from = rows_of<const T>("x", x, where);
      const std::int64_t rows = from.extent(0), columns = from.extent(1);
      require_same_sizes("x", x, "dy", dy);
      require_same_sizes("x", x, "dx", dx);
      require_columns("x", columns, kLongestBackwardTile);
      const auto sums = dense_of<float, 2>("workspace", workspace, where);
      if (sums.extent(0) < 2 || sums.extent(0) % 2 != 0 || sums.extent(1) != columns) {
        refuse_argument("workspace is " + sizes_of(workspace) + ", but must be 2 n x " +
                        std::to_string(columns) + " for an n from 1 on");
      }
      // TODO(lesson11.5): one half of the workspace is for dw, the other one for db. Where does the
      // second half begin? As it stands, both gradients share the first, and nothing adds them up.
      const view<float, 2> dw_partial(sums.data(), {1, columns}, sums.device());
      const view<float, 2> db_partial = dw_partial;
      lesson06::layer_norm_backward<T>(rows_of<const T>("dy", dy, where), from,
                                       vector_of<const T>("weight", weight, columns, where),
                                       vector_of<const float>("mean", mean, rows, where),
                                       vector_of<const float>("rstd", rstd, rows, where),
                                       rows_of<T>("dx", dx, where), dw_partial, db_partial);
    });
  });
}
