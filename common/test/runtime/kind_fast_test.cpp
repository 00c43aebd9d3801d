// The kernel of kind_measured_test.cpp, compiled for somebody who waits for the compiler.
#ifndef KW_COMPILE_FAST
#define KW_COMPILE_FAST
#endif
#include "which_kind.hpp"

TEST(KindOfCode, QuicklyCompiledKernelsAreNotReplacedByThoseOfOtherFiles) {
  EXPECT_EQ(runtime_test::kind_of_launch(), 2);
}
