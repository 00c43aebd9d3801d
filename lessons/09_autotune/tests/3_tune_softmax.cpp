// Tests of lesson 09, task 3. Times differ from machine to machine, so these tests look at
// what was chosen, at what was left out, at keys, and at differences that are large on any machine.

#include "../../05_softmax/softmax_reference.hpp"
#include "../../05_softmax/tests/limits.hpp"
#include "autotune_cases.hpp"

namespace lesson09 {
namespace {

class softmax_test : public autotune_test {
 protected:
  /// The choice for a matrix of random values, whose result is compared with the oracle.
  template <class T = float>
  tuned run(std::int64_t rows, std::int64_t columns, bool in_place = false) {
    const auto values = make_input<T>(rows * columns, 1, {-6, 6});
    const kw::buffer<T, 2> x(device(), {rows, columns}, values);
    const kw::buffer<T, 2> other(device(), {rows, columns});
    const kw::buffer<T, 2>& out = in_place ? x : other;
    const tuned choice =
        noted({rows, columns, sizeof(T), 0}, [&] { return softmax<T>(x.cview(), out.view()); });
    right_ = check_close(
        out, lesson05::reference::softmax(to_doubles(values), columns), lesson05::limit<T>(),
        std::to_string(rows) + " x " + std::to_string(columns) + ", by " + to_text(choice.best));
    return choice;
  }
  std::string mistake_in_rule() const override {
    return reference::mistake_in_rule(decisions(),
                                      [](const reference::tuned_call& call, const kw::config& c) {
                                        return c.cols >= call.columns;
                                      });
  }
  bool right() const { return right_; }
  /// Enough rows that a launch takes longer than starting it.
  std::int64_t many_rows() const { return on_gpu() ? 200000 : 300; }

 private:
  bool right_ = true;
};

class SoftmaxSpace : public softmax_test {};

// 50 columns in a tile of 4096 are 80 idle lanes for each busy one; in one of 64, a quarter of one.
TEST_F(SoftmaxSpace, NarrowRows) {
  const tuned choice = run(many_rows(), 50);
  EXPECT_GE(choice.configs, 3) << "a space of " << choice.configs << " leaves little to choose";
  EXPECT_LE(choice.best.cols, 256)
      << "50 columns in a tile that wide: chosen was " << to_text(choice.best);
  EXPECT_GE(choice.slowest_seconds, 1.5 * choice.seconds)
      << "the best config should leave the first guess far behind";
}

TEST_F(SoftmaxSpace, WideRows) {
  EXPECT_GE(run(10, 4096).best.cols, 4096);
  run(3, 2000);
}

class SoftmaxRule : public softmax_test {};

TEST_F(SoftmaxRule, LeavesOutWhatCannotHoldARow) {
  const tuned choice = run(100, 1000);
  EXPECT_GE(choice.best.cols, 1000) << to_text(choice.best);
  EXPECT_GE(choice.left_out, 1) << "does the space have a config for narrow rows?";
}

TEST_F(SoftmaxRule, Widths) {
  for (const std::int64_t columns : {1, 63, 64, 65, 256, 257, 1024, 1025, 4096}) {
    run(37, columns);
    if (!right()) {
      break;  // one failure says enough
    }
  }
}

TEST_F(SoftmaxRule, Float16) {
  for (const std::int64_t columns : {50, 256, 781, 1025}) {
    run<float16_t>(37, columns);
  }
}

TEST_F(SoftmaxRule, InPlace) {
  run(60, 100, true);
  run<float16_t>(60, 100, true);
}

TEST_F(SoftmaxRule, NoRows) {
  run(0, 100);
}

class SoftmaxKey : public softmax_test {};

TEST_F(SoftmaxKey, TypesHaveTheirOwnChoice) {
  expect_keys(false, run<float>(50, 300), run<float16_t>(50, 300),
              "float32 and float16 share a choice: the second one was never measured. The key "
              "needs the element type, such as {\"x\", dtype<T>{}}.");
}

TEST_F(SoftmaxKey, WidthsHaveTheirOwnChoice) {
  expect_keys(false, run(50, 40), run(50, 900),
              "40 and 900 columns share a choice: the key needs the number of columns.");
}

TEST_F(SoftmaxKey, RowsShareAChoice) {
  expect_keys(true, run(60, 77), run(61, 77),
              "one row more, and everything is measured again: the number of rows does not belong "
              "in the key, because the best config does not depend on it.");
}

// Each shape is a separate key: first all configs are timed, unchecked, then one runs checked.
template <class T>
bool check_any(const matrix_case& c) {
  const auto x = make_input<T>(c.rows * c.columns, 1, {-6, 6});
  const auto want = lesson05::reference::softmax(to_doubles(x), c.columns);
  return check_entry(shape(c), softmax<T>, in(c, x), out(c, want, lesson05::limit<T>()));
}

const tests<matrix_case, SoftmaxRule> any_softmax_tests = {
    "SoftmaxRule",
    {
        {"AnyShape", check_any<float>, rows_up_to(60, kWidestRow)},
        {"AnyShape", check_any<float16_t>, rows_up_to(60, kWidestRow)},
    },
};

}  // namespace
}  // namespace lesson09
