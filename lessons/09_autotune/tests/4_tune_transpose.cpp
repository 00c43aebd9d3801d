// Tests of lesson 09, task 4. Times differ from machine to machine, so these tests look at
// what was chosen, at what was left out, at keys, and at differences that are large on any machine.
#include <utility>

#include "autotune_cases.hpp"

namespace lesson09 {
namespace {

constexpr std::int64_t kRoomy = 1 << 20;

auto turned(std::vector<double> values, std::int64_t columns) {
  return [=](std::int64_t column, std::int64_t row) { return values[row * columns + column]; };
}

class Transpose : public autotune_test {
 protected:
  std::string mistake_in_rule() const override {
    return reference::mistake_in_rule(decisions(),
                                      [](const reference::tuned_call& call, const kw::config& c) {
                                        return call.element_size * c.rows * c.cols <= call.budget;
                                      });
  }
  template <class T = float>
  tuned run(std::int64_t rows, std::int64_t columns, std::int64_t budget = kRoomy,
            int padding = 0) {
    const auto values = make_input<T>(rows * columns, 1);
    const kw::buffer<T, 2> x(device(), {rows, columns}, values, {.row_stride = columns + padding});
    const kw::buffer<T, 2> out(device(), {columns, rows}, {.row_stride = rows + padding});
    const tuned choice = noted({rows, columns, sizeof(T), budget},
                               [&] { return transpose<T>(x.cview(), out.view(), budget); });
    check_close(
        out, values_of({columns, rows}, turned(to_doubles(values), columns)), kExact,
        std::to_string(rows) + " x " + std::to_string(columns) + ", by " + to_text(choice.best));
    return choice;
  }
};

// A tile of 1 x 256 writes 256 lines of memory for 256 elements, one of 32 x 32 writes 64 for 1024.
// Three shapes, since a busy machine may once name another winner.
TEST_F(Transpose, FindsASquareTile) {
  const std::int64_t n = on_gpu() ? 4096 : 768;
  int square = 0;
  std::string chosen;
  for (const auto& [rows, columns] : {std::pair{n, n}, {n, n / 2}, {n / 2, n}}) {
    const tuned choice = run(rows, columns);
    EXPECT_GE(choice.configs, 3) << "a space of " << choice.configs << " leaves little to choose";
    square += choice.best.rows >= 8 && choice.best.cols >= 8 ? 1 : 0;
    chosen += (chosen.empty() ? "" : "; ") + to_text(choice.best);
  }
  EXPECT_GE(square, 2) << "a tile should have 8 rows and 8 columns at least, chosen were "
                       << chosen;
}

TEST_F(Transpose, Shapes) {
  run(1, 1);
  run(100, 1);
  run(3, 300);
  run(257, 129, kRoomy, 7);
  run(0, 50);
}

TEST_F(Transpose, Float16) {
  run<float16_t>(200, 333);
}

TEST_F(Transpose, StaysWithinTheBudget) {
  for (const std::int64_t budget : {64 << 10, 4 << 10, 2 << 10, 1 << 10}) {
    const tuned choice = run(150, 170, budget);
    EXPECT_LE(4 * choice.best.rows * choice.best.cols, budget)
        << "a tile of float32, chosen was " << to_text(choice.best);
  }
  EXPECT_GE(run(150, 170, 1024).left_out, 1) << "does the space have a tile of 32 x 32 or more?";
}

TEST_F(Transpose, TheBudgetIsInBytes) {
  int left_out = 0, left_out_of_half = 0;
  for (const std::int64_t budget : {1 << 10, 2 << 10, 4 << 10, 8 << 10, 16 << 10}) {
    left_out += run<float>(60, 70, budget).left_out;
    left_out_of_half += run<float16_t>(60, 70, budget).left_out;
  }
  EXPECT_GT(left_out, left_out_of_half)
      << "a tile of float32 has twice the bytes of one of float16, yet as few were left out";
}

TEST_F(Transpose, TheKeySaysWhatTheChoiceDependsOn) {
  const tuned first = run(90, 110);
  expect_keys(false, first, run(110, 90),
              "another shape shares its choice: the key needs rows and columns.");
  expect_keys(false, first, run<float16_t>(90, 110),
              "another type shares its choice: the key needs the element type, dtype<T>{}.");
  expect_keys(false, first, run(90, 110, 2048),
              "another budget shares its choice: the key needs the budget.");
  expect_keys(true, first, run(90, 110),
              "the same call is measured twice: what is in the key that changes from call to "
              "call?");
}

struct budget_case {
  std::int64_t rows, columns, budget;
};

template <class T>
bool check_any_transpose(const budget_case& c) {
  const auto x = make_input<T>(c.rows * c.columns, 1);
  return check_entry(std::to_string(c.rows) + " x " + std::to_string(c.columns), transpose<T>,
                     in({c.rows, c.columns}, x),
                     out({c.columns, c.rows}, turned(to_doubles(x), c.columns), kExact), c.budget);
}

budget_case any_budget(size_draw& d) {
  return {d.length(0, 60), d.length(1, kWidestRow), 1024 << d.below(6)};
}

const tests<budget_case, Transpose> any_transpose_tests = {
    "Transpose",
    {
        {"AnyShape", check_any_transpose<float>, any_budget},
        {"AnyShape", check_any_transpose<float16_t>, any_budget},
    },
};

}  // namespace
}  // namespace lesson09
