// Lesson 09, task 3: tune a softmax.
// Page: lessons/09_autotune/README.md   Check while you edit: ./course watch lesson09.3
//
//   out[r, :] = softmax(x[r, :])      x, out: [rows, columns]
//
// The kernel is given: a program of Softmax<ROWS, COLS> computes ROWS rows, each of at most COLS
// columns. You say which configs there are, which of them may run, and what the choice depends on.
#include "autotune.hpp"

#include <kernelwright/autotune.hpp>

#include "softmax_kernel.hpp"

using namespace kw;

// TODO(lesson09.3): the space. The first config serves every width, and wastes most of its lanes on
// narrow rows. Which configs would not?
//{ solution
constexpr configs<
    config{.rows = 1, .cols = 4096, .warps = 8}, config{.rows = 1, .cols = 1024, .warps = 2},
    config{.rows = 4, .cols = 256, .warps = 4}, config{.rows = 16, .cols = 64, .warps = 4}>
    softmax_space;
//| constexpr configs<config{.rows = 1, .cols = 4096, .warps = 8}> softmax_space;
//}

template <class T>
tuned lesson09::softmax(view<const T, 2> x, view<T, 2> out) {
  const int n_rows = narrow<int>(out.extent(0));
  const int n_cols = narrow<int>(out.extent(1));
  // TODO(lesson09.3): the key. On what does the best config depend: rows, columns, type?
  //{ solution
  const tuning_key key{{"columns", n_cols}, {"x", dtype<T>{}}};
  //| const tuning_key key{};
  //}
  // TODO(lesson09.3): the rule. Which configs can hold a row?
  //{ solution
  const auto allowed = [&](config c) { return c.cols >= n_cols; };
  //| const auto allowed = [&](config c) { return c.cols > 0 && n_cols > 0; };
  //}
  return autotune("Softmax", out.device(), key, softmax_space, allowed, [&](auto c) {
    launch<c.warps>(out.device(), grid(cdiv(n_rows, c.rows)), Softmax<c.rows, c.cols>{}, x, out);
  });
}

#include "softmax_types.hpp"  // float32 and float16; no need to read it
