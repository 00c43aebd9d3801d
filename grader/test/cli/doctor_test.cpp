#include "grader/cli/doctor.hpp"

#include <gtest/gtest.h>

namespace kw::grader {
namespace {

TEST(Doctor, SaysThatKernelsRunOnTheCpuBesideAnOldGpu) {
  for (const char* capability : {"3.5", "6.1", "7.0", "7.2"}) {
    const auto told = examine_capability("Some GPU", capability);
    ASSERT_TRUE(told) << capability;
    EXPECT_EQ(told->name, "GPU");
    EXPECT_EQ(told->found, examination::verdict::note);
    EXPECT_EQ(told->text, std::string("Some GPU, of compute capability ") + capability +
                              ": kernels run on the CPU");
    EXPECT_EQ(told->advice,
              "kernels are compiled for compute capability 7.5 (Turing, such as the T4) and later");
  }
}

TEST(Doctor, TriesAKernelOnAnyOtherGpu) {
  for (const char* capability : {"7.5", "8.0", "9.0", "10.0", "12.1", "", "[N/A]"}) {
    EXPECT_FALSE(examine_capability("Some GPU", capability)) << capability;
  }
}

}  // namespace
}  // namespace kw::grader
