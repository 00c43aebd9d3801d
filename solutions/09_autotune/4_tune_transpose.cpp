// Lesson 09, task 4: tune a transpose.
// Page: lessons/09_autotune/README.md   Check while you edit: ./course watch lesson09.4
//
//   out[c, r] = x[r, c]      x: [rows, columns], out: [columns, rows]
//
// The kernel is given: program (i, j) of Transpose<ROWS, COLS> moves the tile of x that begins at
// row i * ROWS and column j * COLS. A tile may hold at most `budget` bytes.
#include "autotune.hpp"

#include <kernelwright/autotune.hpp>

#include "transpose_kernel.hpp"

using namespace kw;

// TODO(lesson09.4): write the space. A tile of 1 x 256, the first guess, reads well and writes
// badly. Which shapes touch few lines of memory on both sides?
//{ solution
constexpr configs<config{.rows = 1, .cols = 256}, config{.rows = 16, .cols = 16, .warps = 1},
                  config{.rows = 32, .cols = 32}, config{.rows = 64, .cols = 64}>
    transpose_space;
//}

template <class T>
tuned lesson09::transpose(view<const T, 2> x, view<T, 2> out, std::int64_t budget) {
  const int n_rows = narrow<int>(x.extent(0));
  const int n_cols = narrow<int>(x.extent(1));
  // TODO(lesson09.4): key, rule and the call of autotune. As it stands, every matrix gets the first
  // guess, even if the budget does not allow it.
  //{ solution
  const tuning_key key{
      {"rows", n_rows}, {"columns", n_cols}, {"x", dtype<T>{}}, {"budget", budget}};
  const auto allowed = [&](config c) {
    return static_cast<std::int64_t>(sizeof(T)) * c.rows * c.cols <= budget;
  };
  return autotune("Transpose", out.device(), key, transpose_space, allowed, [&](auto c) {
    launch<c.warps>(out.device(), grid(cdiv(n_rows, c.rows), cdiv(n_cols, c.cols)),
                    Transpose<c.rows, c.cols>{}, x, out);
  });
  //| launch(out.device(), grid(n_rows, cdiv(n_cols, 256)), Transpose<1, 256>{}, x, out);
  //| return {};
  //}
}

#include "transpose_types.hpp"  // float32 and float16; no need to read it
