// What the reads of a launch show, for a test whose values are wrong.
#include <gtest/gtest.h>

#include "common/checker/mistakes/reading.hpp"
#include "common/test/checker/checked.hpp"

using namespace kw;
using namespace runtime_test;

namespace {

struct SumOfSteps {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n, int begin, int step,
                            int move) const {
    auto acc = tl.zeros(size<64>);
    for (int start = begin; start < n; start += step) {
      auto cols = start * move + tl.arange(size<64>);
      acc += tl.load(x + cols, cols < n, 0.0f);
    }
    tl.store(out, tl.sum(acc));
  }
};

// What is said of `sum of n elements`, without the place.
std::string sum_of(int n, int begin, int step, int move = 1) {
  const auto x = iota(n);
  const buffer<float> out(cpu_device, {1});
  (void)text_of([&] {
    launch(cpu_device, grid(1), SumOfSteps{}, x.cview(), out.view(), n, begin, step, move);
  });
  const std::string text = what_reads_show();
  return text.empty() ? "" : text.substr(text.find(": ") + 2);
}

const std::string kLoop =
    "the loop in line 16 (`for (int start = begin; start < n; start += step)`) ";

TEST(Reading, NothingStrange) {
  EXPECT_EQ(sum_of(1000, 0, 64), "");
  EXPECT_EQ(sum_of(64, 0, 64), "");
}

TEST(Reading, StepsOfALoop) {
  EXPECT_EQ(sum_of(1000, 0, 32), kLoop +
                                     "goes on by 32 elements, but each step reads 64 of them, so "
                                     "most elements of x count twice. Let the loop go on by the "
                                     "width of its tile, 64.");
  EXPECT_EQ(sum_of(1000, 0, 128),
            kLoop +
                "goes on by 128 elements, but each step reads only 64 of them. It skips the "
                "others: elements 64..127, 192..255 and so on of x are never read. Let it go on by "
                "the width of its tile, 64.");
  EXPECT_EQ(sum_of(256, 0, 64, 0),
            "every step of " + kLoop +
                "reads the same elements of x, so x[64..255] are never read. The offsets of this "
                "line have to depend on `start`, as in `start + tl.arange(size<64>)`.");
  EXPECT_EQ(sum_of(256, 64, 64),
            "the first part of x is left out: x[0..63] are never read. Look at where " + kLoop +
                "begins.");
}

struct CopyOneRow {
  KW_KERNEL void operator()(program auto tl, matrix<const float> x, matrix<float> out,
                            int of) const {
    auto row = tl.program_id(0);
    auto cols = tl.arange(size<64>);
    auto v = tl.load(x.row(row * of) + cols, cols < x.columns());
    tl.store(out.row(row) + cols, v, cols < x.columns());
  }
};

std::string copy_rows(int of) {
  const auto x = ones(5, 40);
  const buffer<float, 2> out(cpu_device, {5, 40});
  (void)text_of([&] {
    launch(cpu_device, grid(5), CopyOneRow{}, matrix(x.cview()), matrix(out.view()), of);
  });
  const std::string text = what_reads_show();
  return text.empty() ? "" : text.substr(text.find(": ") + 2);
}

TEST(Reading, Rows) {
  EXPECT_EQ(copy_rows(1), "");
  EXPECT_EQ(copy_rows(0),
            "all 5 programs read the same part of x, so rows 1..4 of x are never read. The row has "
            "to depend on the program, as in `x.row(row)`.");
}

TEST(Reading, AnotherLaunchIsNotAsked) {
  EXPECT_NE(copy_rows(0), "");
  EXPECT_EQ(sum_of(64, 0, 64), "");  // which has nothing to do with the rows
}

}  // namespace
