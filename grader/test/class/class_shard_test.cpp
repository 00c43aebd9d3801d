#include "grader/class/class_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "grader/model/error.hpp"

namespace kw::grader {
namespace {

TEST(ClassShard, ReadsItsNumberAndHowManyThereAre) {
  const class_shard shard = class_shard::parse("2/8");
  EXPECT_EQ(shard.number, 2);
  EXPECT_EQ(shard.count, 8);
  EXPECT_EQ(class_shard::parse("1/1").count, 1);
  for (const char* text : {"", "2", "/", "2/", "/8", "0/8", "9/8", "-1/8", "2/8/9", "2 / 8", "a/8",
                           "2/0", "1/99999999999"}) {
    EXPECT_THROW(class_shard::parse(text), usage_error) << text;
  }
}

TEST(ClassShard, HasEachSubmissionOnceAndSharesAreAlike) {
  constexpr int kShards = 8;
  std::vector<int> sizes(kShards);
  for (std::size_t place = 0; place < 83; ++place) {
    int owners = 0;
    for (int number = 1; number <= kShards; ++number) {
      if (class_shard{number, kShards}.has(place)) {
        ++owners;
        ++sizes[static_cast<std::size_t>(number - 1)];
      }
    }
    EXPECT_EQ(owners, 1) << place;
  }
  EXPECT_THAT(sizes, testing::Each(testing::AnyOf(10, 11)));
}

}  // namespace
}  // namespace kw::grader
