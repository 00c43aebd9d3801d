// Launches whose programs run from the last to the first, as a judge wants it.
#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "../checker/checked.hpp"
#include "common/runtime/hooks.hpp"
#include "kernelwright/kernelwright.hpp"

namespace {

using namespace kw;
using runtime_test::findings_of;

constexpr int kPrograms = 40;

class Backwards : public ::testing::Test {
 protected:
  void SetUp() override { runtime::hooks().backwards = true; }
  void TearDown() override {
    runtime::hooks().backwards = false;
    runtime::hooks().marks_of_waiting = runtime::filling::marked;
  }
};

/// Adds its number to what the program before it has passed on, for which it does not wait.
struct Chain {
  KW_KERNEL void operator()(program auto tl, float* passed) const {
    const int me = tl.program_id(0);
    tl.store(passed + (me + 1), tl.load(passed + me) + 1.0f);
  }
};

TEST_F(Backwards, ProgramsSeeNothingOfTheOneBefore) {
  const buffer<float> passed(cpu_device, {kPrograms + 1}, std::vector<float>(kPrograms + 1));
  (void)findings_of(grid(kPrograms), Chain{}, passed.view());
  EXPECT_EQ(passed.download().back(), 1.0f);
}

/// Stores its number at its own place, which only the first ten programs have.
struct OwnPlace {
  KW_KERNEL void operator()(program auto tl, float* out) const {
    tl.store(out + tl.program_id(0), static_cast<float>(tl.program_id(0)));
  }
};

TEST_F(Backwards, AFarProgramsMistakeIsThatOfTheLowestOneAsWell) {
  const buffer<float> out(cpu_device, {10});
  const auto found = findings_of(grid(5000), OwnPlace{}, out.view());
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, "out-of-bounds");
  EXPECT_NE(found[0].facts.find("program (10)"), std::string::npos) << found[0].facts;
  EXPECT_EQ(out.download().back(), 9.0f);
}

/// The same, with a wait; and the largest of two numbers, of which the second is not an element.
struct WaitingChain {
  KW_KERNEL void operator()(program auto tl, const float* x, float* largest, float* passed,
                            int* turns) const {
    const int me = tl.program_id(0);
    while (me > 0 && tl.atomic_add(turns + me, 0) == 0) {
    }
    auto lanes = tl.arange(size<2>);
    tl.store(largest + me,
             tl.max(tl.maximum(tl.full(size<2>, -inf), tl.load(x + lanes, lanes < 1))));
    tl.store(passed + (me + 1), tl.load(passed + me) + 1.0f);
    tl.atomic_add(turns + (me + 1), 1);
  }
};

class BackwardsWaiting : public Backwards {
 protected:
  void run(runtime::filling marks) {
    runtime::hooks().marks_of_waiting = marks;
    found_ = findings_of(grid(kPrograms), WaitingChain{}, x_.cview(), largest_.view(),
                         passed_.view(), turns_.view());
  }

  std::vector<finding> found_;
  buffer<float> x_{cpu_device, {1}, std::vector<float>{5.0f}};
  buffer<float> largest_{cpu_device, {kPrograms}};
  buffer<float> passed_{cpu_device, {kPrograms + 1}, std::vector<float>(kPrograms + 1)};
  buffer<int> turns_{cpu_device, {kPrograms + 1}, std::vector<int>(kPrograms + 1)};
};

TEST_F(BackwardsWaiting, ProgramsGetWhatTheyWaitFor) {
  run(runtime::filling::negative);
  EXPECT_EQ(passed_.download().back(), static_cast<float>(kPrograms));
}

TEST_F(BackwardsWaiting, LanesWithoutAValueHoldRandomNumbers) {
  for (const auto marks : {runtime::filling::large, runtime::filling::negative}) {
    turns_ = buffer<int>(cpu_device, {kPrograms + 1}, std::vector<int>(kPrograms + 1));
    run(marks);
    int right = 0;
    for (const float value : largest_.download()) {
      right += value == 5.0f ? 1 : 0;
    }
    EXPECT_EQ(right, kPrograms / 2);
  }
}

}  // namespace
