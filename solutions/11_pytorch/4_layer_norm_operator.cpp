// Lesson 11, task 4: LayerNorm, with what its gradient needs.
// Page: lessons/11_pytorch/README.md   Check while you edit: ./course watch lesson11.4
//
//   y[r, c] = (x[r, c] - mean[r]) * rstd[r] * weight[c] + bias[c]
//
// x and y are [rows, columns], weight and bias [columns], mean and rstd [rows]. The statistics are
// float32, whatever the type of x: PyTorch keeps both until the backward pass.
#include "pytorch.hpp"

#include "checked.hpp"  // answer, rows_of, vector_of, require_same_sizes, require_columns

using namespace kw;
using namespace lesson11;

extern "C" result kw_layer_norm(place where, c_array x, c_array weight, c_array bias, double eps,
                                c_array y, c_array mean, c_array rstd) {
  return answer(where, [&] {
    with_type("x", x.type, [&]<class T>(T) {
      const auto from = rows_of<const T>("x", x, where);
      require_same_sizes("x", x, "y", y);
      require_columns("x", from.extent(1), 65536);
      // TODO(lesson11.4): six views in all, each of the type and the size that its array must have;
      // then lesson06::layer_norm, or layer_norm_long for more than kLongestNormTile columns.
      //{ solution
      const std::int64_t rows = from.extent(0), columns = from.extent(1);
      const auto run = columns <= kLongestNormTile ? &lesson06::layer_norm<T>  // a row is a tile
                                                   : &lesson06::layer_norm_long<T>;
      run(from, vector_of<const T>("weight", weight, columns, where),
          vector_of<const T>("bias", bias, columns, where), rows_of<T>("y", y, where),
          vector_of<float>("mean", mean, rows, where), vector_of<float>("rstd", rstd, rows, where),
          static_cast<float>(eps));
      //}
    });
  });
}
