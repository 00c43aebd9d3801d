#include "common/base/mechanism.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

namespace kw::base {
namespace {

TEST(Mechanism, IsNamedWhereItIsAskedFor) {
  ::unsetenv("KW_SOURCES");
  EXPECT_EQ(said_by("reads", "x is not read"), "x is not read");
  ::setenv("KW_SOURCES", "1", 1);
  EXPECT_EQ(said_by("reads", "x is not read"), "{reads} x is not read");
  EXPECT_EQ(said_by("reads", ""), "");
  ::unsetenv("KW_SOURCES");
}

TEST(Mechanism, IsSwitchedOffByItsName) {
  ::setenv("KW_WITHOUT", "finding,wrong kernels", 1);
  EXPECT_TRUE(is_off("finding"));
  EXPECT_TRUE(is_off("wrong kernels"));
  EXPECT_FALSE(is_off("kernels"));
  ::unsetenv("KW_WITHOUT");
  EXPECT_FALSE(is_off("finding"));
}

}  // namespace
}  // namespace kw::base
