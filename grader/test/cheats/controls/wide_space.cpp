// A space of eight configs, two of them alike on a CPU, a key with more in it than is needed, and a
// count of the calls.
//
// task: lesson09.3
// earns: everything
#include "autotune.hpp"

#include <kernelwright/autotune.hpp>

#include "softmax_kernel.hpp"

using namespace kw;

constexpr configs<
    config{.rows = 1, .cols = 4096, .warps = 8}, config{.rows = 2, .cols = 4096, .warps = 8},
    config{.rows = 1, .cols = 1024, .warps = 2}, config{.rows = 2, .cols = 1024, .warps = 4},
    config{.rows = 4, .cols = 256, .warps = 4}, config{.rows = 8, .cols = 256, .warps = 4},
    config{.rows = 16, .cols = 64, .warps = 4}, config{.rows = 16, .cols = 64, .warps = 8}>
    space;

template <class T>
tuned lesson09::softmax(view<const T, 2> x, view<T, 2> out) {
  static int calls = 0;
  ++calls;  // counts, for no purpose
  const int n_rows = narrow<int>(out.extent(0));
  const int n_cols = narrow<int>(out.extent(1));
  const tuning_key key{{"n", n_cols}, {"of", dtype<T>{}}, {"bytes", sizeof(T)}};
  const auto allowed = [&](config c) { return c.cols >= n_cols; };
  const tuned found = autotune("a softmax", out.device(), key, space, allowed, [&](auto c) {
    const auto programs = grid(cdiv(n_rows, c.rows));
    launch<c.warps>(out.device(), programs, Softmax<c.rows, c.cols>{}, matrix(x), matrix(out));
  });
  return found;
}

#include "softmax_types.hpp"
