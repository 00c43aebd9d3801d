// Programs that add the same elements of an input to one output.
#include <gtest/gtest.h>

#include "common/checker/mistakes/reading.hpp"
#include "common/test/checker/checked.hpp"

using namespace kw;
using namespace runtime_test;

namespace {

// Program p adds `width` elements to one sum, from element p * apart on.
struct AddParts {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n, int apart) const {
    auto cols = tl.program_id(0) * apart + tl.arange(size<64>);
    tl.atomic_add(out, tl.sum(tl.load(x + cols, cols < n, 0.0f)));
  }
};

std::string sum_of_parts(int programs, int apart) {
  constexpr int kSize = 256;
  const auto x = iota(kSize);
  const buffer<float> out(cpu_device, {1}, std::vector<float>(1));
  (void)text_of(
      [&] { launch(cpu_device, grid(programs), AddParts{}, x.cview(), out.view(), kSize, apart); });
  const std::string text = what_reads_show().facts;
  return text.empty() ? "" : text.substr(text.find(": ") + 2);
}

TEST(CountedTwice, PartsThatMeetAreRight) {
  EXPECT_EQ(sum_of_parts(4, 64), "");
}

// Programs along axis 1 of the grid add all rows, or every second one.
struct AddRows {
  KW_KERNEL void operator()(program auto tl, matrix<const float> x, const float* weight, float* out,
                            bool shared) const {
    auto cols = tl.program_id(0) * 32 + tl.arange(size<32>);
    auto mask = cols < x.columns();
    auto totals = tl.zeros(size<32>);
    const int step = shared ? tl.num_programs(1) : 1;
    for (int row = shared ? tl.program_id(1) : 0; row < x.rows(); row += step) {
      totals += tl.load(x.row(row) + cols, mask, 0.0f);
    }
    tl.atomic_add(out + cols, totals * tl.load(weight + cols, mask, 0.0f), mask);
  }
};

std::string sum_of_rows(bool shared) {
  const auto x = ones(6, 40);
  const auto weight = iota(40);
  const buffer<float> out(cpu_device, {40}, std::vector<float>(40));
  (void)text_of([&] {
    launch(cpu_device, grid(2, 2), AddRows{}, matrix(x.cview()), weight.cview(), out.view(),
           shared);
  });
  const std::string text = what_reads_show().facts;
  return text.empty() ? "" : text.substr(text.find(": ") + 2);
}

TEST(CountedTwice, AWeightThatAllNeedIsRight) {
  EXPECT_EQ(sum_of_rows(true), "");
}

TEST(CountedTwice, ProgramsThatAddTheSame) {
  EXPECT_EQ(
      sum_of_rows(false),
      "programs (0, 0) and (0, 1) both read x[0..31], and both add to out[0..31], so elements "
      "of x count more than once. Programs along axis 1 of the grid are there to share x, so "
      "each needs a part of its own, which `tl.program_id(1)` gives it; or launch one program "
      "along this axis.");
}

// The first 40 elements of each part are its own, but the loop takes whole blocks.
struct AddStretches {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out, int n, int part) const {
    auto acc = tl.zeros(size<32>);
    int begin = tl.program_id(0) * part;
    for (int start = begin; start < begin + part; start += 32) {
      auto cols = start + tl.arange(size<32>);
      acc += tl.load(x + cols, cols < n, 0.0f);
    }
    tl.atomic_add(out, tl.sum(acc));
  }
};

TEST(CountedTwice, PartsThatReachIntoTheNext) {
  const auto x = iota(80);
  const buffer<float> out(cpu_device, {1}, std::vector<float>(1));
  (void)text_of(
      [&] { launch(cpu_device, grid(2), AddStretches{}, x.cview(), out.view(), 80, 40); });
  const std::string text = what_reads_show().facts;
  EXPECT_NE(text.find("programs (0) and (1) both read x[40..63], and both add to out[0], so "
                      "elements of x count more than once. The part of the second one begins at "
                      "x[40], and the first one reads until x[63]."),
            std::string::npos)
      << text;
}

}  // namespace
