#include "grader/cli/progress_line.hpp"

#include <gtest/gtest.h>

namespace kw::grader {
namespace {

TEST(ProgressBar, ShowsWhatRemains) {
  EXPECT_EQ(progress_bar("5/20", 10), "[#####...............] 5/20, about 30 s left");
  EXPECT_EQ(progress_bar("1/20", 10), "[#...................] 1/20") << "too early to guess";
  EXPECT_EQ(progress_bar("20/20", 10), "[####################] 20/20");
  EXPECT_EQ(progress_bar("10/100", 60), "[##..................] 10/100, about 9 min left");
}

TEST(ProgressBar, LeavesOtherDetailsAlone) {
  for (const char* detail : {"", "task 2", "4/", "/4", "4/0", "5/4", "3/4x"}) {
    EXPECT_EQ(progress_bar(detail, 1), detail);
  }
}

}  // namespace
}  // namespace kw::grader
