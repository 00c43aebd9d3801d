// The text of a failed comparison, and that nothing wrong passes.
#include "kernelwright/testing/compare.hpp"

#include <gtest/gtest-spi.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <set>

#include "common/test/testing/failures.hpp"
#include "kernelwright/kernelwright.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/testing/cpu_side.hpp"
#include "kernelwright/testing/inputs.hpp"
#include "kernelwright/testing/lesson_info.hpp"
#include "kernelwright/testing/lesson_test.hpp"

namespace {

using namespace kw;
using kw::testing::check_close;
using kw::testing::close;
using kw::testing::failures_of;
using kw::testing::filled;
using kw::testing::kLimit;
using kw::testing::last_line;
using kw::testing::tolerance;
using kw::testing::wanted;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(Close, NanNeverPasses) {
  const tolerance everything{1e300, 1e300, ""};
  EXPECT_FALSE(close(kNan, 1, everything));
  EXPECT_FALSE(close(1, kNan, everything));
  EXPECT_FALSE(close(kNan, kNan, everything));
  EXPECT_FALSE(close(kInf, 1, kLimit));
  EXPECT_FALSE(close(1, kInf, everything));
  EXPECT_FALSE(close(-kInf, kInf, everything));
  EXPECT_TRUE(close(kInf, kInf, kLimit));
  EXPECT_TRUE(close(1, 1 + 1.9e-6, kLimit));
  EXPECT_FALSE(close(1, 1 + 2.1e-6, kLimit));
}

TEST(CheckClose, RightValuesPass) {
  const auto want = wanted(1000);
  EXPECT_EQ(failures_of(filled(want), want), "");
  EXPECT_EQ(failures_of(buffer<float>(cpu_device, {0}), {}), "");
}

TEST(CheckClose, WholeText) {
  const auto want = wanted(100);
  auto values = want;
  values[70] += 2;
  values[71] += 1;
  EXPECT_EQ(
      failures_of(filled(values), want),
      "Failed\nWrong values: lesson library testing, common/test/testing on cpu; a case, output of "
      "100 float32, seed 1\n  2 of 100 elements differ, the first at [70], the worst at [70]:\n    "
      "got     108.09375\n    want    106.09375\n    off by  2, allowed 1e-06 + 1e-06 * |want|: "
      "for the test\n  where, one sign for 1 element (. right, x some wrong, # all wrong):\n    "
      "[0]          ................................................................\n    [64]     "
      "    ......##............................");
}

TEST(CheckClose, OneOfTwoAxes) {
  const auto want = wanted(6);
  std::vector<float> values(want.begin(), want.end());
  values[4] = 0;
  const buffer<float, 2> got(cpu_device, {2, 3}, values, {.row_stride = 5});
  EXPECT_EQ(
      failures_of(got, want),
      "Failed\nWrong values: lesson library testing, common/test/testing on cpu; a case, output of "
      "2 x 3 float32, seed 1\n  1 of 6 elements differs, at [1, 1]:\n    got     0\n    want    "
      "6.0625\n    off by  6.06, allowed 1e-06 + 1e-06 * |want|: for the test\n  where, one sign "
      "for 1 x 1 elements (. right, x some wrong, # all wrong):\n    [0, 0]       ...\n    [1, 0]  "
      "     .#.");
}

TEST(CheckClose, ZerosFail) {
  const auto input = kw::testing::make_input<float>(1000, 1);
  const std::vector<double> want(input.begin(), input.end());
  const std::vector<double> zeros(1000, 0.0);
  EXPECT_NE(failures_of(filled(zeros), want), "");
}

TEST(CheckClose, UntouchedOutputFails) {
  const std::string text = failures_of(buffer<float>(cpu_device, {100}), wanted(100));
  EXPECT_NE(text.find("got     nan (what the test put there: never written)"), std::string::npos)
      << text;
  EXPECT_NE(failures_of(buffer<std::int32_t>(cpu_device, {100}), wanted(100)), "");
}

TEST(CheckClose, RoundingErrorsAreNamed) {
  const auto want = wanted(1000);
  std::vector<double> nearly, far;
  for (const double value : want) {
    nearly.push_back(value * (1 + 2e-5));
    far.push_back(3 * value);
  }
  EXPECT_NE(failures_of(filled(nearly), want).find("This looks like a rounding error"),
            std::string::npos);
  EXPECT_EQ(failures_of(filled(far), want).find("rounding error"), std::string::npos);
}

TEST(CheckClose, GuardZones) {
  const auto want = wanted(10);
  const auto got = filled(want);
  got.data()[12] = 1.0f;
  EXPECT_EQ(failures_of(got, want),
            "Failed\nA store left its buffer (a case): element 12 was written, which is after the "
            "last element of the buffer. On the CPU with checks on, the checker names the line.");
}

TEST(CheckClose, OnlyTheFirstTextIsWhole) {
  const auto want = wanted(10);
  const std::vector<double> zeros(10, 0.0);
  (void)failures_of(filled(zeros), want);
  EXPECT_EQ(failures_of(filled(zeros), want, kLimit, "n = 10"),
            "Failed\nWrong values again: n = 10, 9 of 10 elements.");
}

struct NoMask {
  KW_KERNEL void operator()(program auto tl, float* out) const {
    tl.store(out + tl.arange(size<64>), tl.full(size<64>, 1.0f));
  }
};

TEST(CheckClose, FindingsComeFirst) {
  const buffer<float> out(cpu_device, {50});
  collect_findings(true);
  launch(cpu_device, grid(1), NoMask{}, out.view());
  const std::string text = failures_of(out, wanted(50));
  collect_findings(false);
  EXPECT_EQ(text.rfind("Failed\n[out-of-bounds] NoMask, program (0), ", 0), 0u) << text;
  EXPECT_NE(text.find("Wrong values again: a case, 50 of 50 elements."), std::string::npos) << text;
}

struct Roots {
  KW_KERNEL void operator()(program auto tl, const float* x, float* out) const {
    auto offsets = tl.program_id(0) * 64 + tl.arange(size<64>);
    auto a = tl.load(x + offsets);
    tl.store(out + offsets, tl.sqrt(a - 1.0f));
  }
};

// Only a NaN that should not be there is explained.
TEST(CheckClose, NanIsTracedToItsOperation) {
  const buffer<float> x(cpu_device, {64}, std::vector<float>(64, 0.5f)), out(cpu_device, {64});
  launch(cpu_device, grid(1), Roots{}, x.cview(), out.view());
  const std::string line =
      "The first NaN or infinity was made by program (0) in common/test/testing/compare_test.cpp:";
  const std::string text = failures_of(out, std::vector<double>(64, 0.25));
  EXPECT_NE(text.find(line), std::string::npos) << text;
  EXPECT_NE(text.find("tl.sqrt(a - 1.0f));`): 0 / 0"), std::string::npos) << text;
  EXPECT_EQ(failures_of(out, std::vector<double>(64, kNan)).find(line), std::string::npos);
}

TEST(NextStep, IsAHintForAnExercise) {
  const kw::testing::lesson_info exercise{"03", "masking", "exercise", "", "cpu"};
  EXPECT_EQ(next_step(exercise),
            "Next: ./course hint lesson03 says more, step by step; the findings and values above "
            "say where.\n");
  const kw::testing::lesson_info solution{"03", "masking", "solution", "", "cpu"};
  EXPECT_EQ(next_step(solution), "");
}

TEST(CpuSide, IsMissingFromProgramsForAGpu) {
  const kw::testing::lesson_info cuda{"03", "masking", "exercise", "", "cuda"};
  const kw::testing::lesson_info cpu{"03", "masking", "exercise", "", "cpu"};
  EXPECT_EQ(
      lacks_kernels(cuda, kw::cpu_device, "build/lesson03.exercise.cuda.bench"),
      "build/lesson03.exercise.cuda.bench holds kernels for GPUs alone. For the CPU, build and "
      "run: build/lesson03.exercise.cpu.bench");
  EXPECT_EQ(lacks_kernels(cuda, kw::cuda_device, "lesson03.exercise.cuda"), "");
  EXPECT_EQ(lacks_kernels(cpu, kw::cpu_device, "lesson03.exercise.cpu"), "");
}

TEST(MakeInput, IsAsymmetricAndRepeatable) {
  const auto x = kw::testing::make_input<float>(10000, 1);
  EXPECT_EQ(x, kw::testing::make_input<float>(10000, 1));
  EXPECT_NE(x, kw::testing::make_input<float>(10000, 2));
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / 10000;
  EXPECT_NEAR(mean, 0.5, 0.05);
  EXPECT_LT(*std::min_element(x.begin(), x.end()), -0.99f);
  EXPECT_GT(*std::max_element(x.begin(), x.end()), 1.99f);
  const auto integers = kw::testing::make_input<std::int32_t>(10000, 1);
  EXPECT_EQ(*std::min_element(integers.begin(), integers.end()), -100);
  EXPECT_EQ(*std::max_element(integers.begin(), integers.end()), 154);
  kw::testing::set_seed(2);
  EXPECT_NE(x, kw::testing::make_input<float>(10000, 1));
  kw::testing::set_seed(1);
}

TEST(AwkwardSizes, OfABlock) {
  EXPECT_EQ(kw::testing::awkward_sizes(1024),
            (std::vector<std::int64_t>{0, 1, 1023, 1024, 1025, 3413, 7168}));
  EXPECT_EQ(kw::testing::awkward_sizes(1), (std::vector<std::int64_t>{0, 1, 2, 3, 7}));
}

// A learner sees the same sizes every time; a class, which has another seed, sees others.
TEST(DrawnSize, DependsOnTheSeed) {
  const std::uint64_t before = kw::testing::seed();
  kw::testing::set_seed(1);
  EXPECT_EQ(kw::testing::drawn_size(4, 9), 4);
  std::set<std::int64_t> drawn;
  for (std::uint64_t seed = 2; seed < 200; ++seed) {
    kw::testing::set_seed(seed);
    drawn.insert(kw::testing::drawn_size(4, 9));
  }
  EXPECT_EQ(drawn, (std::set<std::int64_t>{5, 6, 7, 8, 9}));
  EXPECT_EQ(kw::testing::drawn_size(4, 4), 4);
  EXPECT_GE(kw::testing::awkward_sizes(1024).size(), 7u);
  kw::testing::set_seed(before);
}

}  // namespace
