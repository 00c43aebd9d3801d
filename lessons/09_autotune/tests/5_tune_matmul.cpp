// Tests of lesson 09, task 5. Times differ from machine to machine, so these tests look at
// what was chosen, at what was left out, at keys, and at differences that are large on any machine.
#include "autotune.hpp"

#include <cstdint>
#include <string>

#include "autotune_cases.hpp"
#include "autotune_reference.hpp"

namespace {

using kw::tuned;
using kw::testing::check_close;
using kw::testing::make_input;
using kw::testing::to_doubles;
namespace reference = lesson09::reference;

class Matmul : public lesson09::autotune_test {
 protected:
  tuned run(std::int64_t m, std::int64_t n, std::int64_t k, bool compare = true) {
    const auto a_values = make_input<float>(m * k, 1);
    const auto b_values = make_input<float>(k * n, 2);
    const kw::buffer<float, 2> a(device(), {m, k}, a_values);
    const kw::buffer<float, 2> b(device(), {k, n}, b_values);
    const kw::buffer<float, 2> c(device(), {m, n});
    const tuned choice = lesson09::matmul(a.cview(), b.cview(), c.view());
    if (compare) {
      const auto x = to_doubles(a_values), y = to_doubles(b_values);
      check_close(c, reference::matmul(x, y, m, n, k),
                  {2e-7 * static_cast<double>(k), 1e-5, "k products added in float32"},
                  std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k) +
                      ", by " + to_text(choice.best),
                  m == n && n == k ? reference::of_tuned_matmul(x, y, n) : kw::testing::suspects{});
    }
    return choice;
  }
};

// A tile of 16 x 16 does 8 multiplications for each number it loads, one of 64 x 64 does 32. Three
// sizes, since a busy machine may once name another winner.
TEST_F(Matmul, FindsALargeTile) {
  const std::int64_t size = on_gpu() ? 2048 : 256;
  int large = 0;
  std::string chosen;
  for (const std::int64_t n : {size, size + 1, size - 1}) {
    const tuned choice = run(n, n, n, !on_gpu());  // on a GPU the other tests compare values
    EXPECT_GE(choice.configs, 3) << "a space of " << choice.configs << " leaves little to choose";
    large += choice.best.block_m * choice.best.block_n >= 1024 ? 1 : 0;
    chosen += (chosen.empty() ? "" : "; ") + to_text(choice.best);
  }
  EXPECT_GE(large, 2) << "large matrices want tiles of 32 x 32 or more, chosen were " << chosen;
}

TEST_F(Matmul, Shapes) {
  run(1, 1, 1);
  run(17, 65, 33);
  run(1, 200, 70);
  run(130, 129, 31);
}

TEST_F(Matmul, EachShapeHasItsOwnChoice) {
  const std::uint64_t key = run(40, 50, 60).key;
  EXPECT_TRUE(key != run(41, 50, 60).key)
      << "another m shares its choice: the key needs m." << reference::key_text();
  EXPECT_TRUE(key != run(40, 51, 60).key)
      << "another n shares its choice: the key needs n." << reference::key_text();
  EXPECT_TRUE(key != run(40, 50, 61).key)
      << "another k shares its choice: the key needs k." << reference::key_text();
}

}  // namespace
