// Lesson 09, task 5: tune a matrix product (stretch).
// Page: lessons/09_autotune/README.md   Check while you edit: ./course watch lesson09.5
//
//   c = a b      a: [m, k], b: [k, n], c: [m, n]
//
// The kernel is given: program (i, j) of Matmul<BM, BN, BK> computes the tile of c that begins at
// row i * BM and column j * BN, in steps of BK along k. The best tile depends on all three sizes,
// and must fit into the fast memory of a core, fast_memory(device) bytes.
#include "autotune.hpp"

#include <kernelwright/autotune.hpp>

#include "matmul_kernel.hpp"

using namespace kw;

//{ solution
constexpr configs<config{.block_m = 16, .block_n = 16, .block_k = 16, .warps = 1},
                  config{.block_m = 64, .block_n = 64, .block_k = 32, .warps = 4},
                  config{.block_m = 128, .block_n = 128, .block_k = 32, .warps = 8}>
    matmul_space;

//}
tuned lesson09::matmul(view<const float, 2> a, view<const float, 2> b, view<float, 2> c) {
  // TODO(lesson09.5): space, key, rule and the call of autotune.
  //{ solution
  const int m = narrow<int>(c.extent(0));
  const int n = narrow<int>(c.extent(1));
  const int k = narrow<int>(a.extent(1));
  const tuning_key key{{"m", m}, {"n", n}, {"k", k}};
  const auto allowed = [&](config t) {
    const int elements = t.block_m * t.block_k + t.block_k * t.block_n + t.block_m * t.block_n;
    return 4 * elements <= fast_memory(c.device());
  };
  return autotune("Matmul", c.device(), key, matmul_space, allowed, [&](auto t) {
    launch<t.warps>(c.device(), grid(cdiv(m, t.block_m), cdiv(n, t.block_n)),
                    Matmul<t.block_m, t.block_n, t.block_k>{}, a, b, c);
  });
  //| return {};
  //}
}
