#include "grader/run/sandbox/shared_folder.hpp"

#include <gtest/gtest.h>

namespace kw::grader {
namespace {

TEST(SharedFolder, GoesAwayWithItsFiles) {
  std::filesystem::path path;
  {
    const shared_folder folder;
    path = folder.path();
    EXPECT_TRUE(std::filesystem::is_directory(path));
  }
  EXPECT_FALSE(std::filesystem::exists(path));
}

}  // namespace
}  // namespace kw::grader
