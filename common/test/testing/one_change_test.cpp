// What explain/repair/find_change.py says becomes a finding. The search has tests of its own
// (explain/test/find_change_test.py).
#include "common/testing/one_change.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "kernelwright/testing/lesson_info.hpp"

namespace {

namespace fs = std::filesystem;
using kw::testing::look_for_one_change;
using kw::testing::one_change;

class OneChange : public ::testing::Test {
 protected:
  OneChange() { fs::create_directories(folder_); }
  ~OneChange() override {
    fs::remove_all(folder_);
    look_for_one_change("");
  }

  const fs::path folder_ =
      fs::path(::testing::TempDir()) / ("one_change_" + std::to_string(getpid()));
};

constexpr const char* kAnswer =
    "17 All tests of this task pass with one change:\n  - auto mask = offsets <= n;\n  + auto mask "
    "= offsets < n;\nIt has `<` where you have "
    "`<=`.\n";

TEST_F(OneChange, BecomesAFinding) {
  const auto found = kw::testing::read_change(kAnswer);
  ASSERT_TRUE(found);
  const std::string file = kw::testing::current_lesson.file;
  EXPECT_EQ(found->kind, "one-change");
  EXPECT_EQ(found->line, 17);
  EXPECT_EQ(found->file, file);
  EXPECT_EQ(found->advice, "It has `<` where you have `<=`.");
  EXPECT_EQ(found->message, file +
                                ":17: All tests of this task pass with one change:\n"
                                "  - auto mask = offsets <= n;\n"
                                "  + auto mask = offsets < n;\n"
                                "It has `<` where you have `<=`.");
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
  look_for_one_change(folder_ / "program");
  EXPECT_FALSE(one_change("Suite.Test", {}, 5));
}

TEST_F(OneChange, CanBeTurnedOff) {
  look_for_one_change(folder_ / "program");
  setenv("KW_ONE_CHANGE", "0", 1);
  EXPECT_FALSE(one_change("Suite.Test", {}, 5));
  unsetenv("KW_ONE_CHANGE");
}

TEST_F(OneChange, ShowsWhichAdviceLeadsElsewhere) {
  const fs::path file = folder_ / "exercise.cpp";
  std::ofstream(file) << "auto mask = offsets <= n;\ntl.store(out + offsets, v, mask);\n";
  setenv("KW_EXERCISE_FILE", file.c_str(), 1);
  kw::finding change;
  change.message =
      "All tests pass:\n  - auto mask = offsets <= n;\n  + auto mask = offsets < n;\nWhy?";
  const auto advised = [&](const std::string& advice) {
    kw::finding f;
    f.message =
        "f.cpp:2: tl.store writes out[8]\n    tl.store(out + offsets, v, mask);\n  " + advice;
    f.advice = advice;
    return kw::testing::fitting(f, change);
  };
  for (const std::string good :
       {"Use `offsets < n`.", "`mask` lets one lane through.", "Look there."}) {
    EXPECT_EQ(advised(good).advice, good);
  }
  const kw::finding bad = advised("Use `offsets < n - 1`, or `mask`.");
  EXPECT_EQ(bad.advice, "");
  EXPECT_EQ(bad.message, "f.cpp:2: tl.store writes out[8]\n    tl.store(out + offsets, v, mask);");
  unsetenv("KW_EXERCISE_FILE");
}

TEST_F(OneChange, NeedsAProgram) {
  EXPECT_FALSE(one_change("Suite.Test", {}, 5));
}

}  // namespace
