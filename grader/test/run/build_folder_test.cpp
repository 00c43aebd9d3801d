#include "grader/run/build_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "common/base/files.hpp"
#include "grader/model/error.hpp"
#include "grader/run/file_turn.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

std::string open_error(const fs::path& folder) {
  try {
    build_folder::open(folder, ".");
  } catch (const machine_error& error) {
    return error.what();
  }
  return "it opened";
}

TEST(BuildFolder, TellsVersions) {
  const fake_course fake;
  const build_folder folder = build_folder::open(fake.build_folder(), fake.root());
  EXPECT_EQ(folder.compiler(), "g++ 12.2.0");
  EXPECT_EQ(folder.cmake_version(), "3.25.1");
  EXPECT_EQ(folder.cuda_compiler(), "");
  EXPECT_FALSE(folder.has_cuda());
}

TEST(BuildFolder, SaysWhatToDoWhenItIsMissing) {
  const temporary_folder folder;
  EXPECT_THAT(open_error(folder.path() / "build"), HasSubstr("does not exist"));
  EXPECT_THAT(open_error(folder.path()), HasSubstr("is not configured"));
  EXPECT_THAT(open_error(folder.path()), HasSubstr("cmake --preset cpu"));
}

TEST(BuildFolder, SaysThatCMakeOrTheCompilerIsGone) {
  const fake_course fake;
  fs::remove(fake.root() / "tools" / "g++");
  EXPECT_THAT(open_error(fake.build_folder()), HasSubstr("apt-get install g++"));
  fs::remove(fake.root() / "tools" / "cmake");
  EXPECT_THAT(open_error(fake.build_folder()), HasSubstr("apt-get install cmake"));
}

TEST(BuildFolder, BuildsOneAfterTheOther) {
  const fake_course fake;
  fake.solve_everything();
  const build_folder folder = build_folder::open(fake.build_folder(), fake.root());
  std::atomic<bool> built = false;
  std::thread other;
  {
    const file_turn turn(fake.build_folder() / "building.lock");
    other = std::thread([&] {
      folder.build({"lesson01.2.exercise.cpu"}, 20);
      built = true;
    });
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    EXPECT_FALSE(built);
  }
  other.join();
  EXPECT_TRUE(built);
}

TEST(BuildFolder, BuildsAndFindsPrograms) {
  const fake_course fake;
  fake.solve_everything();
  const build_folder folder = build_folder::open(fake.build_folder(), fake.root());
  std::string seen;
  const build_outcome outcome =
      folder.build({"lesson01.2.exercise.cpu"}, 20, [&](std::string_view piece) { seen += piece; });
  EXPECT_TRUE(outcome.succeeded) << outcome.output;
  EXPECT_THAT(seen, HasSubstr("[1/2] Building"));
  EXPECT_EQ(folder.program("lesson01.2.exercise.cpu").filename(), "lesson01.2.exercise.cpu");
  EXPECT_EQ(folder.program("lesson09.1.exercise.cpu"), "");
  EXPECT_THAT(folder.build_command("x"), HasSubstr("--target x"));
}

TEST(BuildFolder, StartsNinjaItself) {
  const fake_course fake;
  const fs::path ninja = fake.folder().write_script("tools/ninja", "echo \"$PWD: $*\"\n");
  const fs::path cache = fake.build_folder() / "CMakeCache.txt";
  fake.folder().write(
      cache, base::read_text_file(cache) + "CMAKE_MAKE_PROGRAM:FILEPATH=" + ninja.string() + "\n");
  const build_folder folder = build_folder::open(fake.build_folder(), fake.root());
  EXPECT_THAT(folder.build({"one", "two"}, 20).output, HasSubstr("build/cpu: -k 0 one two\n"));
}

TEST(BuildFolder, AnErrorInTheSubmissionIsAnOutcome) {
  const fake_course fake;
  fake.set_build_failure("lesson01.2.exercise.cpu", "2_main.cpp:3:1: error: no\n");
  const build_folder folder = build_folder::open(fake.build_folder(), fake.root());
  const build_outcome outcome = folder.build({"lesson01.2.exercise.cpu"}, 20);
  EXPECT_FALSE(outcome.succeeded);
  EXPECT_THAT(outcome.output, HasSubstr("error: no"));
}

TEST(BuildFolder, AnErrorOfTheMachineIsNot) {
  const fake_course fake;
  const build_folder folder = build_folder::open(fake.build_folder(), fake.root());
  for (const char* output : {"/tmp/x.s: No space left on device\n",
                             "g++: fatal error: Killed signal terminated program\n",
                             "CMake Error at CMakeLists.txt:3:\n", "ninja: fatal: posix_spawn\n"}) {
    fake.set_build_failure("lesson01.2.exercise.cpu", output);
    EXPECT_THROW(folder.build({"lesson01.2.exercise.cpu"}, 20), machine_error) << output;
  }
  EXPECT_THROW(folder.build({"no-such-target"}, 20), machine_error);
}

}  // namespace
}  // namespace kw::grader
