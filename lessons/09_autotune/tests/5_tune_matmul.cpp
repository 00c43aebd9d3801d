// Tests of lesson 09, task 5. Times differ from machine to machine, so these tests look at
// what was chosen, at what was left out, at keys, and at differences that are large on any machine.
#include <functional>
#include <set>

#include <kernelwright/testing/products.hpp>

#include "autotune_cases.hpp"

namespace lesson09 {
namespace {

class Matmul : public autotune_test {
 protected:
  tuned run(std::int64_t m, std::int64_t n, std::int64_t k, bool compare = true) {
    const auto a_values = make_input<float>(m * k, 1);
    const auto b_values = make_input<float>(k * n, 2);
    const kw::buffer<float, 2> a(device(), {m, k}, a_values);
    const kw::buffer<float, 2> b(device(), {k, n}, b_values);
    const kw::buffer<float, 2> c(device(), {m, n});
    const tuned choice = noted({m, n, sizeof(float), memory_, "a fast memory"},
                               [&] { return matmul(a.cview(), b.cview(), c.view()); });
    if (compare) {
      const auto x = to_doubles(a_values), y = to_doubles(b_values);
      check_close(c, product_of(x, y, m, n, k),
                  {2e-7 * static_cast<double>(k), 1e-5, "k products added in float32"},
                  std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k) +
                      ", by " + to_text(choice.best));
    }
    return choice;
  }
  /// Lets fast_memory(device) be this many bytes, as on another machine.
  void set_memory(std::int64_t bytes) { kw::set_fast_memory(memory_ = bytes); }

  /// Bytes of the tiles of a, b and c together.
  static std::int64_t bytes_of(const kw::config& c) {
    const std::int64_t m = c.block_m, n = c.block_n, k = c.block_k;
    return 4 * (m * k + k * n + m * n);
  }
  /// What the rule said of the configs that it allows when the memory has no end: a rule may have
  /// other reasons to refuse one.
  static std::vector<reference::decision> about_memory(std::vector<reference::decision> all) {
    std::erase_if(all, [](const reference::decision& d) {
      return std::find(allowed().begin(), allowed().end(), to_text(d.choice)) == allowed().end();
    });
    return all;
  }
  static std::vector<std::string>& allowed() {
    static std::vector<std::string> texts;
    return texts;
  }
  std::string mistake_in_rule() const override {
    return reference::mistake_in_rule(about_memory(decisions()),
                                      [](const reference::tuned_call& call, const kw::config& c) {
                                        return bytes_of(c) <= call.budget;
                                      });
  }
  void prepare() override {
    autotune_test::prepare();
    set_memory(256 << 10);  // of an H200, and the least of a CPU; a judge has no device to ask
  }
  void TearDown() override {
    autotune_test::TearDown();
    kw::set_fast_memory(0);
  }

 private:
  std::int64_t memory_ = 0;
};

// A tile of 16 x 16 does 8 multiplications for each number it loads, one of 64 x 64 does 32. Three
// sizes, since a busy machine may once name another winner, and none of them just above a multiple
// of 64, where a large tile is mostly padding.
TEST_F(Matmul, FindsALargeTile) {
  const std::int64_t size = on_gpu() ? 2048 : 256;
  int large = 0;
  std::string chosen;
  for (const std::int64_t n : {size, size - 1, size - 2}) {
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

// Each tile of the space meets a machine on which it just fits, and one on which it does not.
TEST_F(Matmul, TilesFitIntoTheFastMemory) {
  std::int64_t k = 20;
  set_memory(std::int64_t{1} << 40);
  run(30, 40, k);
  std::set<std::int64_t, std::greater<>> sizes;  // in bytes, the largest first
  for (const reference::decision& d : latest()) {
    if (d.allowed) {
      allowed().push_back(to_text(d.choice));
      sizes.insert(bytes_of(d.choice));
    }
  }
  std::string first_wrong;
  for (const std::int64_t size : sizes) {
    for (const std::int64_t memory : {size, size - 1}) {
      if (memory < *sizes.rbegin()) {
        break;  // no config would be left
      }
      set_memory(memory);
      run(30, 40, ++k);
      for (const reference::decision& d : about_memory(latest())) {
        if (d.allowed != (bytes_of(d.choice) <= memory) && first_wrong.empty()) {
          first_wrong = to_text(d.choice) + " has tiles of " + std::to_string(bytes_of(d.choice)) +
                        " bytes for a, b and c together, so on a device with "
                        "fast_memory(device) = " +
                        std::to_string(memory) + " the rule should " +
                        (d.allowed ? "refuse it." : "allow it.");
        }
      }
    }
  }
  if (!first_wrong.empty()) {
    ADD_FAILURE() << first_wrong;
  }
}

TEST_F(Matmul, EachShapeHasItsOwnChoice) {
  const tuned first = run(40, 50, 60);
  expect_keys(false, first, run(41, 50, 60), "another m shares its choice: the key needs m.");
  expect_keys(false, first, run(40, 51, 60), "another n shares its choice: the key needs n.");
  expect_keys(false, first, run(40, 50, 61), "another k shares its choice: the key needs k.");
}

bool check_any_product(const product_case& c) {
  return check_product_of(shape(c), matmul, c, make_input<float>(c.m * c.k, 1),
                          make_input<float>(c.k * c.n, 2),
                          {2e-7 * static_cast<double>(c.k), 1e-5, "k products added in float32"});
}

product_case any_product(size_draw& d) {
  return {d.length(0, 120), d.length(0, 120), d.length(0, 120)};
}

const tests<product_case, Matmul> any_product_tests = {
    "Matmul", {{"AnyShape", check_any_product, any_product}}};

}  // namespace
}  // namespace lesson09
