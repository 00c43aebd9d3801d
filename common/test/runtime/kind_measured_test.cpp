// A launch runs the kernel as its own file compiled it: see kind_fast_test.cpp.
#undef KW_COMPILE_FAST
#include "which_kind.hpp"

TEST(KindOfCode, MeasuredKernelsAreNotReplacedByThoseOfOtherFiles) {
  EXPECT_EQ(runtime_test::kind_of_launch(), 1);
}
