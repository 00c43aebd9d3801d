// Stream-K: a product whose work is divided among programs by steps instead of by tiles.
#include "example.hpp"

namespace {
using namespace kw;
using namespace examples;

//! [kernel]
// c = a b, [m, k] by [k, n]. The steps of all tiles make one long line, and each program takes an
// equal share of it. A program whose share ends inside a tile leaves its sums in `parts`, which is
// [programs * BM, BN]. The program with the tile's last step adds them up. `ready` begins as 0.
template <int BM, int BN, int BK>
struct StreamK {
  KW_KERNEL void operator()(program auto tl, array<const float16_t, 2> a,
                            array<const float16_t, 2> b, array<float, 2> c, array<float, 2> parts,
                            int* ready) const {
    int across = tl.cdiv(c.columns(), BN);
    int steps = tl.cdiv(a.columns(), BK);  // of one tile
    int total = tl.cdiv(c.rows(), BM) * across * steps;
    int p = tl.program_id(0);
    int share = tl.cdiv(total, tl.num_programs(0));
    int begin = p * share;
    int end = tl.minimum(begin + share, total);
    while (end > begin) {  // from the last tile to the first, so what others wait for comes first
      int tile = (end - 1) / steps;
      int first = tl.maximum(begin, tile * steps);
      int m = tile / across * BM, n = tile % across * BN;  // of the tile's first element
      auto acc = tl.accumulator(shape<BM, BN>);
      for (int step = first; step < end; ++step) {
        int k = (step - tile * steps) * BK;
        auto at = tl.load(a.tile(shape<BM, BK>, m, k));
        acc = tl.dot(at, tl.load(b.tile(shape<BK, BN>, k, n)), acc);
      }
      if (end % steps != 0) {  // a later program finishes the tile
        tl.store(parts.tile(shape<BM, BN>, p * BM, 0), acc);
        tl.atomic_xchg(ready + p, 1, release);
      } else {
        for (int other = tile * steps / share; other < p; ++other) {
          while (tl.load(ready + other, is_volatile) == 0) {
          }
          acc += tl.load(parts.tile(shape<BM, BN>, other * BM, 0));
        }
        tl.store(c.tile(shape<BM, BN>, m, n), acc);
      }
      end = first;
    }
  }
};
//! [kernel]

void check(int m, int n, int k, int programs) {
  const device where = default_device();
  const auto a = pattern(m * k, 7), b = pattern(k * n, 5);
  const buffer<float, 2> parts(where, {programs * 32, 32}, {.workspace = true});
  const auto [c, ready] =
      run(where, grid(programs), StreamK<32, 32, 16>{}, matrix{m, k, to_half(a)},
          matrix{k, n, to_half(b)}, new_matrix<float>{m, n}, parts.view(),
          changed(std::vector<int>(programs)));
  EXPECT_EQ(c, product(a, b, m, n, k)) << programs;
}

TEST_F(Examples, RecipeStreamK) {
  check(50, 70, 100, 4);  // 6 tiles of 7 steps: 11 steps each, the last one 9
  check(50, 70, 100, 1);
  check(20, 20, 200, 5);  // one tile for five programs
  check(40, 40, 30, 20);  // more programs than steps
}

}  // namespace
