// Tests of lesson 09. Times differ from machine to machine, so these tests look at what was chosen,
// at what was left out, at keys, and at differences that are large on any machine.
#include "autotune.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <kernelwright/runtime/tunings.hpp>
#include <kernelwright/testing/testing.hpp>

#include "autotune_reference.hpp"

namespace {

using kw::float16_t;
using kw::tuned;
using kw::testing::check_close;
using kw::testing::make_input;
using kw::testing::tolerance;
namespace reference = lesson09::reference;

/// A GPU's exponential and the rounding of x - max give a few 2^-24 of the largest exponent, some
/// 20; the result is rounded to T once.
template <class T>
constexpr tolerance limit() {
  return sizeof(T) == 4 ? tolerance{1e-7, 2e-5, "float32 exponentials of rounded exponents"}
                        : tolerance{1e-7, 6e-4, "rounded once to float16, by up to 2^-11"};
}

template <class T>
std::vector<double> to_doubles(const std::vector<T>& values) {
  std::vector<double> result(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    result[i] = kw::core::convert<double>(values[i]);
  }
  return result;
}

/// Results go to a folder of the test's own: what an earlier run found plays no part.
class autotune_test : public kw::testing::lesson_test {
 protected:
  void SetUp() override {
    char path[] = "/tmp/kernelwright-lesson09-XXXXXX";
    ASSERT_NE(mkdtemp(path), nullptr);
    folder_ = path;
    ::setenv("XDG_CACHE_HOME", path, 1);
    kw::set_tuning_effort({.seconds = 0.01, .least = 5, .most = 50});
    lesson_test::SetUp();
  }
  void TearDown() override {
    lesson_test::TearDown();
    std::filesystem::remove_all(folder_);
  }

  bool on_gpu() const { return device().kind == kw::device_kind::cuda; }

 private:
  std::string folder_;
};

// ---- median_seconds --------------------------------------------------------------------------

/// What a wrong time hints at.
std::string diagnosis(double got, double want) {
  if (got < 0.2 * want) {
    return "That is what starting a run takes. Is the clock read after the run has ended?";
  }
  if (got < 0.9 * want) {
    return "Too fast: does a sample find its data in the cache?";
  }
  return "Too slow: is the kernel warm, is each input the same, and is nothing else under way when "
         "the clock starts?";
}

bool check_time(double kernel_seconds, int samples) {
  const double want = kernel_seconds + 2e-6;  // and the start of the run
  const double got = lesson09::median_seconds(lesson09::practice_gpu(kernel_seconds), samples);
  if (kw::testing::close(got, want, {0, 0.1})) {
    return true;
  }
  ADD_FAILURE() << "One run takes " << std::lround(want * 1e6) << " us, but the median of "
                << samples << (samples == 1 ? " sample" : " samples") << " is "
                << std::lround(got * 1e6) << " us. " << diagnosis(got, want);
  return false;
}

TEST(MedianSeconds, OneSample) {
  check_time(100e-6, 1);
}

TEST(MedianSeconds, SomeSamples) {
  for (const int samples : {3, 5, 9, 21, 63}) {
    if (!check_time(100e-6, samples)) {
      break;  // one failure says enough
    }
  }
}

TEST(MedianSeconds, OtherKernels) {
  check_time(40e-6, 9);
  check_time(3e-3, 9);
}

// ---- fastest ---------------------------------------------------------------------------------

int fastest_of(const std::vector<double>& seconds) {
  const auto n = static_cast<std::int64_t>(seconds.size());
  const kw::buffer<double> buffer(kw::cpu_device, {n}, seconds);
  return lesson09::fastest(buffer.cview());
}

void expect_fastest(int want, const std::vector<double>& seconds) {
  const int got = fastest_of(seconds);
  std::string list;
  for (const double one : seconds) {
    list += (list.empty() ? "" : ", ") + std::to_string(one * 1e6) + " us";
  }
  EXPECT_TRUE(got == want) << "Of {" << list << "} number " << want
                           << " is the fastest (-1: none), but fastest says " << got;
}

constexpr double kLeftOut = std::numeric_limits<double>::quiet_NaN();

TEST(Fastest, AnyPlace) {
  expect_fastest(0, {1e-6, 3e-6, 2e-6});
  expect_fastest(1, {3e-6, 1e-6, 2e-6});
  expect_fastest(2, {3e-6, 2e-6, 1e-6});
  expect_fastest(0, {1e-3});
}

TEST(Fastest, FirstOfEquals) {
  expect_fastest(1, {2e-6, 1e-6, 1e-6});
}

TEST(Fastest, SomeAreLeftOut) {
  expect_fastest(2, {kLeftOut, 3e-6, 1e-6, kLeftOut});
  expect_fastest(0, {1e-6, kLeftOut, 3e-6});
}

TEST(Fastest, AllAreLeftOut) {
  expect_fastest(-1, {kLeftOut, kLeftOut});
}

// ---- softmax ---------------------------------------------------------------------------------

class softmax_test : public autotune_test {
 protected:
  /// The choice for a matrix of random values, whose result is compared with the oracle.
  template <class T = float>
  tuned run(std::int64_t rows, std::int64_t columns, bool in_place = false) {
    const auto values = make_input<T>(rows * columns, 1, {-6, 6});
    const kw::buffer<T, 2> x(device(), {rows, columns}, values);
    const kw::buffer<T, 2> other(device(), {rows, columns});
    const kw::buffer<T, 2>& out = in_place ? x : other;
    const tuned choice = lesson09::softmax<T>(x.cview(), out.view());
    right_ = check_close(
        out, reference::softmax(to_doubles(values), columns), limit<T>(),
        std::to_string(rows) + " x " + std::to_string(columns) + ", by " + to_text(choice.best));
    return choice;
  }
  bool right() const { return right_; }
  /// Enough of them that a launch takes longer than to start it.
  std::int64_t many_rows() const { return on_gpu() ? 200000 : 2000; }

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
  for (const std::int64_t columns : {1, 2, 63, 64, 65, 256, 257, 1023, 1024, 1025, 3000, 4096}) {
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
  run(300, 100, true);
  run<float16_t>(300, 100, true);
}

TEST_F(SoftmaxRule, NoRows) {
  run(0, 100);
}

class SoftmaxKey : public softmax_test {};

TEST_F(SoftmaxKey, TypesHaveTheirOwnChoice) {
  EXPECT_TRUE(run<float>(50, 300).key != run<float16_t>(50, 300).key)
      << "float32 and float16 share a choice: the second one was never measured";
}

TEST_F(SoftmaxKey, WidthsHaveTheirOwnChoice) {
  const std::uint64_t narrow = run(50, 40).key;
  EXPECT_TRUE(narrow != run(50, 900).key) << "40 and 900 columns share a choice";
}

TEST_F(SoftmaxKey, RowsShareAChoice) {
  EXPECT_TRUE(run(60, 77).key == run(61, 77).key)
      << "one row more, and everything is measured again";
}

// ---- transpose -------------------------------------------------------------------------------

constexpr std::int64_t kRoomy = 1 << 20;

class Transpose : public autotune_test {
 protected:
  template <class T = float>
  tuned run(std::int64_t rows, std::int64_t columns, std::int64_t budget = kRoomy,
            int padding = 0) {
    const auto values = make_input<T>(rows * columns, 1);
    const kw::buffer<T, 2> x(device(), {rows, columns}, values, {.row_stride = columns + padding});
    const kw::buffer<T, 2> out(device(), {columns, rows}, {.row_stride = rows + padding});
    const tuned choice = lesson09::transpose<T>(x.cview(), out.view(), budget);
    check_close(
        out, reference::transpose(to_doubles(values), rows, columns),
        {0, 0, "values are only moved"},
        std::to_string(rows) + " x " + std::to_string(columns) + ", by " + to_text(choice.best));
    return choice;
  }
};

// A tile of 1 x 256 writes 256 lines of memory for 256 elements, one of 32 x 32 writes 64 for 1024.
// Three shapes, since a machine that is busy may name another winner once.
TEST_F(Transpose, FindsASquareTile) {
  const std::int64_t n = on_gpu() ? 4096 : 1024;
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
  const std::uint64_t key = run(90, 110).key;
  EXPECT_TRUE(key != run(110, 90).key) << "another shape shares its choice";
  EXPECT_TRUE(key != run<float16_t>(90, 110).key) << "another type shares its choice";
  EXPECT_TRUE(key != run(90, 110, 2048).key) << "another budget shares its choice";
  EXPECT_TRUE(key == run(90, 110).key) << "the same call is measured twice";
}

// ---- matmul ----------------------------------------------------------------------------------

class Matmul : public autotune_test {
 protected:
  tuned run(std::int64_t m, std::int64_t n, std::int64_t k, bool compare = true) {
    const auto a_values = make_input<float>(m * k, 1);
    const auto b_values = make_input<float>(k * n, 2);
    const kw::buffer<float, 2> a(device(), {m, k}, a_values);
    const kw::buffer<float, 2> b(device(), {k, n}, b_values);
    const kw::buffer<float, 2> c(device(), {m, n});
    const tuned choice = lesson09::matmul(a.cview(), b.cview(), c.view());
    if (compare) {
      check_close(c, reference::matmul(to_doubles(a_values), to_doubles(b_values), m, n, k),
                  {2e-7 * static_cast<double>(k), 1e-5, "k products added in float32"},
                  std::to_string(m) + " x " + std::to_string(n) + " x " + std::to_string(k) +
                      ", by " + to_text(choice.best));
    }
    return choice;
  }
};

// A tile of 16 x 16 does 8 multiplications for each number it loads, one of 64 x 64 does 32. Three
// sizes, since a machine that is busy may name another winner once.
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
  EXPECT_TRUE(key != run(41, 50, 60).key) << "another m shares its choice";
  EXPECT_TRUE(key != run(40, 51, 60).key) << "another n shares its choice";
  EXPECT_TRUE(key != run(40, 50, 61).key) << "another k shares its choice";
}

}  // namespace
