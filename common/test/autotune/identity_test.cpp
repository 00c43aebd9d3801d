// Which configs fit a GPU, and what is made of their times.
#include <gtest/gtest.h>

#include "common/autotune/steps.hpp"
#include "kernelwright/runtime/sampling.hpp"

namespace {

TEST(AutotunePruning, KernelsThatDoNotFitAGpu) {
  using kw::runtime::why_unfit;
  EXPECT_EQ(why_unfit({.registers = 64, .most_threads = 512}, 512, 1000, 1000), "");
  EXPECT_EQ(why_unfit({.most_threads = 512, .shared_bytes = 1}, 128, 300 << 10, 227 << 10),
            "it needs 301 KiB of shared memory, a program may have 227 KiB");
  EXPECT_EQ(why_unfit({.registers = 200, .most_threads = 256}, 512, 0, 1000),
            "its 512 threads of 200 registers do not fit, 256 would");
  EXPECT_EQ(why_unfit({.registers = 64, .most_threads = 512, .local_bytes = 512}, 256, 0, 1000),
            "");
  EXPECT_EQ(why_unfit({.registers = 255, .most_threads = 256, .local_bytes = 560}, 256, 0, 1000),
            "it spills: 48 bytes per thread do not fit into its registers");
}

TEST(Sampling, MedianAndSpread) {
  EXPECT_EQ(kw::summarise({}).samples, 0);
  EXPECT_EQ(kw::summarise({3}).seconds, 3);
  const kw::measurement m = kw::summarise({5, 1, 100, 2, 4});
  EXPECT_EQ(m.seconds, 4);
  EXPECT_EQ(m.samples, 5);
  EXPECT_EQ(m.spread, (5 - 2) / 2.0 / 4);
  EXPECT_EQ(kw::summarise({1, 2, 3, 4}).seconds, 2.5);
}

}  // namespace
