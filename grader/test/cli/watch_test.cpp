#include "grader/cli/watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>

#include "grader/test/fake_course.hpp"

// A learner at a terminal, with a course of shell scripts.
namespace kw::grader {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class Watch : public ::testing::Test {
 protected:
  void start() {
    fake_.folder().write_script("course", "echo \"the launcher: $1 $2\"");
    child_ = forkpty(&terminal_, nullptr, nullptr, nullptr);
    if (child_ == 0) {
      const std::string root = fake_.root().string();
      const std::string build = fake_.build_folder().string();
      setenv("NO_COLOR", "1", 1);
      setenv("LC_ALL", "C", 1);
      execl(KW_GRADER_PROGRAM, "grader", "watch", "--source-dir", root.c_str(), "--build-dir",
            build.c_str(), "--device", "cpu", nullptr);
      _exit(127);
    }
    ASSERT_GT(child_, 0);
  }

  ~Watch() override {
    if (child_ > 0) {
      kill(child_, SIGKILL);
      waitpid(child_, nullptr, 0);
      close(terminal_);
    }
  }

  void press(char key) {
    seen_.clear();
    ASSERT_EQ(write(terminal_, &key, 1), 1);
  }

  void save(const std::string& text) {
    seen_.clear();
    std::ofstream(fake_.root() / "exercises/01_first/first.cpp") << text;
  }

  /// What the screen shows until `text` appears, or for twenty seconds.
  std::string until(const std::string& text) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (seen_.find(text) == std::string::npos && std::chrono::steady_clock::now() < end) {
      pollfd source{terminal_, POLLIN, 0};
      char buffer[4096];
      if (poll(&source, 1, 100) > 0) {
        const ssize_t got = read(terminal_, buffer, sizeof buffer);
        if (got <= 0) {
          break;
        }
        seen_.append(buffer, static_cast<std::size_t>(got));
      }
    }
    return seen_;
  }

  fake_course fake_;
  std::string seen_;
  int terminal_ = -1;
  pid_t child_ = -1;
};

TEST_F(Watch, TellsHintsResetsAndMovesOn) {
  fake_.set_tests("lesson01.exercise.cpu",
                  {{"Main.A", "false"}, {"More.A", "true"}, {"Warm.A", "true"}});
  fake_.set_tests("lesson02.exercise.cpu", {{"Only.A", "false"}});
  start();
  EXPECT_THAT(until("q: quit"), HasSubstr("lesson01"));

  press('h');
  EXPECT_THAT(until("Ask again"), HasSubstr("main one"));
  press('h');
  EXPECT_THAT(until("Ask again"), HasSubstr("main two"));

  press('r');
  EXPECT_THAT(until("backups/"), Not(HasSubstr("the launcher")));
  press('r');
  EXPECT_THAT(until("the launcher"), HasSubstr("the launcher: reset lesson01"));

  press('s');
  EXPECT_THAT(until("s again"), HasSubstr("not complete yet"));
  press('s');
  EXPECT_THAT(until("the launcher"), HasSubstr("the launcher: solution lesson01"));

  press('n');
  EXPECT_THAT(until("q: quit"), HasSubstr("lesson02"));

  press('q');
  int status = 0;
  EXPECT_EQ(waitpid(child_, &status, 0), child_);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  child_ = -1;
  close(terminal_);
}

TEST_F(Watch, SurvivesABrokenBuildAndChecksAgainOnSave) {
  const std::string file = (fake_.root() / "exercises/01_first/first.cpp").string();
  fake_.set_build_failure("lesson01.exercise.cpu", file + ":3:9: error: expected something\n");
  start();
  EXPECT_THAT(until("q: quit"), HasSubstr("expected something"));
  press('h');
  EXPECT_THAT(until("before it compiles"), HasSubstr("nothing to hint at"));

  fake_.solve_everything();
  save("// solved\n");
  EXPECT_THAT(until("q: quit"), HasSubstr("lesson01 is complete"));
  press('s');
  EXPECT_THAT(until("the launcher"), HasSubstr("the launcher: solution lesson01"));
}

TEST_F(Watch, ContinuesWhereItWasLeft) {
  fake_.solve_everything();
  fake_.folder().write("build/cpu/grader/progress.json",
                       R"({"latest": "lesson01", "states": {"lesson01": "complete"},
                           "points": {"lesson01": [10, 10]}})");
  start();
  EXPECT_THAT(until("q: quit"), HasSubstr("lesson02 is complete"));
}

}  // namespace
}  // namespace kw::grader
