#include "grader/class/class_grading.hpp"

#include <gtest/gtest.h>

namespace kw::grader {
namespace {

// 59 tasks that sleep took almost ten hours: now it is a little more than one.
TEST(TaskClock, GivesLessTimeOnceATaskHasUsedItsOwnUp) {
  task_clock clock(600);
  double all = 0;
  for (int task = 0; task < 59; ++task) {
    const double took = clock.for_next_task();
    all += took;
    clock.note(took);
  }
  EXPECT_EQ(all, 600 + 58 * 60);
}

TEST(TaskClock, GivesEachTaskOfAnHonestSubmissionAllOfItsTime) {
  task_clock clock(600);
  clock.note(599);
  EXPECT_FALSE(clock.is_short());
  EXPECT_EQ(clock.for_next_task(), 600);
}

}  // namespace
}  // namespace kw::grader
