// What a launch had on its stack, seen afterwards.
#include "common/judge/stack_watch.hpp"

#include <gtest/gtest.h>

namespace {

using kw::remote::stack_watch;

[[gnu::noinline]] int touch(volatile char* bytes, int count) {
  bytes[count - 1] = 0;
  bytes[0] = 1;
  return bytes[0];
}

template <int Bytes>
[[gnu::noinline]] int use_stack() {
  char bytes[Bytes];
  return touch(bytes, Bytes);
}

TEST(StackWatch, SeesTheDeepestFrame) {
  constexpr int kLittle = 20'000, kMuch = 600'000;
  const stack_watch watch;
  EXPECT_LT(watch.deepest(), kLittle);
  EXPECT_EQ(use_stack<kMuch>(), 1);
  EXPECT_EQ(use_stack<kLittle>(), 1);
  EXPECT_GE(watch.deepest(), kMuch - kLittle);
  EXPECT_LT(watch.deepest(), kMuch + kLittle);
}

TEST(StackWatch, StopsCountingAtItsLimit) {
  const stack_watch watch;
  EXPECT_EQ(use_stack<2 * static_cast<int>(stack_watch::kWatched)>(), 1);
  EXPECT_LE(watch.deepest(), stack_watch::kWatched);
}

}  // namespace
