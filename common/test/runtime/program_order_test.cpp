#include "common/runtime/program_order.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace kw::runtime {
namespace {

std::string text(const program& p) {
  return std::to_string(p.id[0]) + "," + std::to_string(p.id[1]) + "," + std::to_string(p.id[2]);
}

// The programs in their order, as `advance` goes through them.
std::vector<program> walk(const std::array<unsigned, 3>& extents, bool in_strips) {
  const unsigned grid[3] = {extents[0], extents[1], extents[2]};
  const program_order order(grid, in_strips);
  const auto total = std::int64_t{1} * extents[0] * extents[1] * extents[2];
  std::vector<program> programs;
  program p{};
  order.place(0, &p);
  for (std::int64_t position = 0; position < total; order.advance(++position, &p)) {
    program there{};
    order.place(position, &there);
    EXPECT_EQ(text(there), text(p)) << position;
    EXPECT_EQ(there.index, p.index) << position;
    programs.push_back(p);
  }
  return programs;
}

TEST(ProgramOrder, HasEachProgramOnce) {
  for (const auto& extents : {std::array{1u, 1u, 1u},
                              {7u, 1u, 1u},
                              {3u, 5u, 2u},
                              {1u, 100u, 1u},
                              {9u, 70u, 1u},
                              {5u, 32u, 1u}}) {
    for (const bool in_strips : {false, true}) {
      std::vector<int> runs(std::size_t{extents[0]} * extents[1] * extents[2]);
      for (const program& p : walk(extents, in_strips)) {
        const auto index = p.id[0] + std::int64_t{p.count[0]} * (p.id[1] + p.count[1] * p.id[2]);
        EXPECT_EQ(index, p.index);
        ++runs[static_cast<std::size_t>(index)];
      }
      EXPECT_EQ(runs, std::vector<int>(runs.size(), 1)) << extents[0] << " x " << extents[1];
    }
  }
}

TEST(ProgramOrder, FollowsARowOfTilesInStrips) {
  const auto programs = walk({2, 33, 1}, true);
  EXPECT_EQ(text(programs[1]), "0,1,0");
  EXPECT_EQ(text(programs[31]), "0,31,0");
  EXPECT_EQ(text(programs[32]), "1,0,0");
  EXPECT_EQ(text(programs[64]), "0,32,0");
  EXPECT_EQ(text(programs[65]), "1,32,0");
}

TEST(ProgramOrder, HasAxis0FastestElsewhere) {
  EXPECT_EQ(text(walk({2, 33, 1}, false)[1]), "1,0,0");
  EXPECT_EQ(text(walk({2, 3, 2}, true)[1]), "1,0,0");
}

// What the documentation promises to a program that waits for another.
TEST(ProgramOrder, RisesAlongEachAxis) {
  std::vector<std::vector<int>> position(9, std::vector<int>(70));
  const auto programs = walk({9, 70, 1}, true);
  for (std::size_t at = 0; at < programs.size(); ++at) {
    position[static_cast<std::size_t>(programs[at].id[0])]
            [static_cast<std::size_t>(programs[at].id[1])] = static_cast<int>(at);
  }
  for (std::size_t i = 0; i < 9; ++i) {
    for (std::size_t j = 0; j < 70; ++j) {
      EXPECT_TRUE(i == 0 || position[i - 1][j] < position[i][j]);
      EXPECT_TRUE(j == 0 || position[i][j - 1] < position[i][j]);
    }
  }
}

}  // namespace
}  // namespace kw::runtime
