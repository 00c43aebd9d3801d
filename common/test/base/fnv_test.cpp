#include "common/base/fnv.hpp"

#include <gtest/gtest.h>

namespace kw::base {
namespace {

TEST(Fnv, KnownHashes) {  // published by the authors of the hash
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325u);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cu);
  EXPECT_EQ(fnv1a("foobar"), 0x85944171f73967e8u);
  EXPECT_EQ(fnv1a_digits("foobar"), "85944171f73967e8");
}

}  // namespace
}  // namespace kw::base
