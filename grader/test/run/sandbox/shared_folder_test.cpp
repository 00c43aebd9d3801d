#include "grader/run/sandbox/shared_folder.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <fstream>
#include <thread>
#include <vector>

#include "grader/test/fake_course.hpp"

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

TEST(SharedFolder, IsNotRemovedByARunThatStartsAtTheSameTime) {
  const temporary_folder temporary;
  const char* const before = getenv("TMPDIR");
  const std::string kept = before != nullptr ? before : "";
  setenv("TMPDIR", temporary.path().c_str(), 1);
  std::atomic<int> lost = 0;
  std::vector<std::thread> runs;
  for (int run = 0; run < 8; ++run) {
    runs.emplace_back([&] {
      for (int i = 0; i < 500; ++i) {
        const shared_folder folder;
        std::ofstream(folder.path() / "file") << "x";
        std::this_thread::yield();
        lost += std::filesystem::exists(folder.path() / "file") ? 0 : 1;
      }
    });
  }
  for (std::thread& run : runs) {
    run.join();
  }
  EXPECT_EQ(lost, 0);
  EXPECT_TRUE(std::filesystem::is_empty(temporary.path()));
  if (before != nullptr) {
    setenv("TMPDIR", kept.c_str(), 1);
  } else {
    unsetenv("TMPDIR");
  }
}

}  // namespace
}  // namespace kw::grader
