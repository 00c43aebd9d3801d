// What explain/repair/find_change.py says becomes a clue. The search has tests of its own
// (explain/test/find_change_test.py).
#include "common/testing/asking.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "kernelwright/testing/lesson_info.hpp"

namespace {

namespace fs = std::filesystem;
using kw::testing::ask_for;
using kw::testing::one_change;

class OneChange : public ::testing::Test {
 protected:
  OneChange() { fs::create_directories(folder_); }
  ~OneChange() override {
    fs::remove_all(folder_);
    ask_for("");
  }

  const fs::path folder_ =
      fs::path(::testing::TempDir()) / ("one_change_" + std::to_string(getpid()));
};

constexpr const char* kAnswer =
    "17 All tests of this task pass with one change:\n  - auto mask = offsets <= n;\n  + auto mask "
    "= offsets < n;\nIt has `<` where you have "
    "`<=`.\n";

TEST_F(OneChange, BecomesAClue) {
  const auto found = kw::testing::read_change(kAnswer);
  ASSERT_TRUE(found);
  const std::string file = kw::testing::current_lesson.file;
  EXPECT_EQ(found->line, 17);
  EXPECT_EQ(found->file, file);
  EXPECT_EQ(found->facts, file + ":17: All tests of this task pass with one change:");
  EXPECT_EQ(found->code, "  - auto mask = offsets <= n;\n  + auto mask = offsets < n;");
  EXPECT_EQ(found->advice, "It has `<` where you have `<=`.");
  EXPECT_TRUE(found->tried);
}

TEST_F(OneChange, MayBeMissing) {
  for (const char* const nothing : {"", "\n", "17", "17 \n", "no number\n"}) {
    EXPECT_FALSE(kw::testing::read_change(nothing)) << nothing;
  }
}

TEST_F(OneChange, MayBeCutOff) {
  const auto found = kw::testing::read_change("17 All tests pass:\n");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->advice, "");
}

TEST_F(OneChange, NothingIsTriedOutsideOfABuildFolder) {
  ask_for(folder_ / "program");
  EXPECT_FALSE(one_change("Suite.Test", {}, 5));
}

TEST_F(OneChange, CanBeTurnedOff) {
  ask_for(folder_ / "program");
  setenv("KW_ONE_CHANGE", "0", 1);
  EXPECT_FALSE(one_change("Suite.Test", {}, 5));
  unsetenv("KW_ONE_CHANGE");
}

TEST_F(OneChange, NeedsAProgram) {
  EXPECT_FALSE(one_change("Suite.Test", {}, 5));
}

}  // namespace
