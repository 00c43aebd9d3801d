#include "kernelwright/cpu/lane.hpp"

#include <gtest/gtest.h>

#include <string>

#include "kernelwright/cpu/backend.hpp"

namespace kw::cpu {
namespace {

constexpr int kLanes = 32;

// A mask of one row, of any form: lane j passes where the text has an x.
struct written_mask {
  using is_lazy_tile = void;
  using value_type = bool;
  using shape_type = core::tile_shape<1, kLanes>;
  std::string text;
  bool at(int, int j) const { return text[static_cast<std::size_t>(j)] == 'x'; }
};

passing_lanes<kLanes> lanes_of(const std::string& text) {
  return passing_lanes<kLanes>(written_mask{text + std::string(kLanes - text.size(), '.')}, 0);
}

TEST(PassingLanes, FindsARange) {
  const auto middle = lanes_of("...xxxx");
  EXPECT_TRUE(middle.is_range());
  EXPECT_EQ(middle.begin(), 3);
  EXPECT_EQ(middle.end(), 7);
  const auto all = lanes_of(std::string(kLanes, 'x'));
  EXPECT_TRUE(all.is_range());
  EXPECT_EQ(all.begin(), 0);
  EXPECT_EQ(all.end(), kLanes);
  const auto last = lanes_of(std::string(kLanes - 1, '.') + "x");
  EXPECT_TRUE(last.is_range());
  EXPECT_EQ(last.begin(), kLanes - 1);
  EXPECT_EQ(last.end(), kLanes);
}

TEST(PassingLanes, OfNoneAreAnEmptyRange) {
  const auto none = lanes_of("");
  EXPECT_TRUE(none.is_range());
  EXPECT_EQ(none.begin(), none.end());
}

TEST(PassingLanes, WithAGapAreNoRange) {
  const auto lanes = lanes_of("x.x");
  EXPECT_FALSE(lanes.is_range());
  EXPECT_TRUE(lanes[0]);
  EXPECT_FALSE(lanes[1]);
  EXPECT_TRUE(lanes[2]);
  EXPECT_FALSE(lanes[3]);
  EXPECT_FALSE(lanes_of("xxx......x").is_range());
}

}  // namespace
}  // namespace kw::cpu
