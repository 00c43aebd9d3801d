#include "grader/cli/watch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <csignal>
#include <fstream>

#include "grader/test/fake_course.hpp"

// A learner at a terminal, with a course of shell scripts.
namespace kw::grader {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

class Watch : public ::testing::Test {
 protected:
  /// \param type of the terminal, which has 60 columns and 24 rows
  void start(const char* part = nullptr, const char* type = "dumb", const char* editor = "") {
    fake_.folder().write_script("course", "echo \"the launcher: $1 $2\"");
    winsize size{};
    size.ws_col = 60;
    size.ws_row = 24;
    child_ = forkpty(&terminal_, nullptr, nullptr, &size);
    if (child_ == 0) {
      const std::string root = fake_.root().string();
      const std::string build = fake_.build_folder().string();
      setenv("NO_COLOR", "1", 1);
      setenv("TERM", type, 1);
      setenv("LC_ALL", "C", 1);
      execl(KW_GRADER_PROGRAM, "grader", "watch", "--source-dir", root.c_str(), "--build-dir",
            build.c_str(), "--device", "cpu", "--edit-cmd", editor, part, nullptr);
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

  void save(const std::string& stem) {
    seen_.clear();
    std::ofstream(fake_.root() / "exercises/01_first" / (stem + ".cpp")) << "// saved\n";
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

TEST_F(Watch, OpensTheNextExercise) {
  fake_.set_tests("lesson01.1.exercise.cpu", {{"Warm.A", "true"}});
  const std::filesystem::path opened = fake_.folder().path() / "opened";
  const std::string editor = "echo >>" + opened.string() + " {} edited";
  const auto text = [&] {
    std::ifstream file(opened);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const auto wait_for = [&](const std::string& part) {
    for (int i = 0; i < 200 && text().find(part) == std::string::npos; ++i) {
      usleep(50'000);
    }
    return text();
  };
  start(nullptr, "dumb", editor.c_str());
  until("q: quit");
  EXPECT_THAT(wait_for("edited"), HasSubstr("exercises/01_first/2_main.cpp edited\n"));
  fake_.set_tests("lesson01.2.exercise.cpu", {{"Main.A", "true"}});
  save("2_main");
  until("lesson01.2 is complete");
  const std::string all = wait_for("3_more");
  EXPECT_THAT(all, HasSubstr("exercises/01_first/3_more.cpp edited\n"));
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 2) << "nothing is opened twice";
}

TEST_F(Watch, TellsHintsResetsAndMovesOn) {
  fake_.set_tests("lesson01.1.exercise.cpu", {{"Warm.A", "true"}});
  start();
  const std::string first = until("q: quit");
  EXPECT_THAT(first, HasSubstr("lesson01.2  0 / 6  The main thing"));
  EXPECT_THAT(first, ContainsRegex("ok 1 Warm up .* 2 / 2"));
  EXPECT_THAT(first, ContainsRegex("x 3 And more .* 0 / 3"));

  press('h');
  EXPECT_THAT(until("Ask again"), HasSubstr("main one"));
  press('h');
  EXPECT_THAT(until("Ask again"), HasSubstr("main two"));

  press('r');
  EXPECT_THAT(until("backups/"), Not(HasSubstr("the launcher")));
  press('r');
  EXPECT_THAT(until("the launcher"), HasSubstr("the launcher: reset lesson01.2"));

  press('s');
  EXPECT_THAT(until("s again"), HasSubstr("not complete yet"));
  press('s');
  EXPECT_THAT(until("the launcher"), HasSubstr("the launcher: solution lesson01.2"));

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
  const std::string file = (fake_.root() / "exercises/01_first/1_warm.cpp").string();
  fake_.set_build_failure("lesson01.1.exercise.cpu", file + ":3:9: error: expected something\n");
  start();
  EXPECT_THAT(until("q: quit"), HasSubstr("expected something"));
  press('h');
  EXPECT_THAT(until("before it compiles"), HasSubstr("nothing to hint at"));

  fake_.solve_everything();
  save("1_warm");
  EXPECT_THAT(until("q: quit"), HasSubstr("lesson01.1 is complete: 2 / 2"));
  press('s');
  EXPECT_THAT(until("the launcher"), HasSubstr("the launcher: solution lesson01.1"));
}

TEST_F(Watch, NoticesThatAFileIsGone) {
  start();
  until("q: quit");
  std::filesystem::remove(fake_.root() / "exercises/01_first/3_more.cpp");
  seen_.clear();
  EXPECT_THAT(until("q: quit"), HasSubstr("exercises/01_first/3_more.cpp is missing"));
  EXPECT_THAT(seen_, HasSubstr("./course reset lesson01.3"));
}

TEST_F(Watch, TellsTheSavedTaskFirstAndRunsNoOther) {
  start();
  until("q: quit");
  fake_.solve_everything();
  fake_.set_build_failure("lesson01.1.exercise.cpu", "nobody builds this\n");
  save("3_more");
  const std::string seen = until("q: quit");
  EXPECT_THAT(seen, HasSubstr("lesson01.3 is complete: 3 / 3"));
  EXPECT_THAT(seen, ContainsRegex("x 2 The main thing .* 0 / 6")) << "as it was known";
  EXPECT_LT(seen.find("lesson01.3 is complete"), seen.find("x 2 The main thing"));
  EXPECT_THAT(seen, Not(HasSubstr("nobody builds this")));
}

TEST_F(Watch, ASaveInAnotherLessonMovesThere) {
  fake_.solve_everything();
  fake_.set_tests("lesson01.2.exercise.cpu", {{"Main.A", "{ echo 'got 0'; false; }"}});
  start("lesson02");
  EXPECT_THAT(until("q: quit"), HasSubstr("lesson02 is complete"));
  save("2_main");
  const std::string seen = until("q: quit");
  EXPECT_LT(seen.find("got 0"), seen.find("1 Warm up")) << seen;
  EXPECT_THAT(seen, ContainsRegex("ok 1 Warm up .* 2 / 2")) << "checked after the saved one";
}

TEST_F(Watch, OneTaskAlone) {
  fake_.set_tests("lesson01.2.exercise.cpu", {{"Main.A", "true"}});
  start("lesson01.2");
  const std::string seen = until("q: quit");
  EXPECT_THAT(seen, HasSubstr("lesson01.2 is complete: 6 / 6"));
  EXPECT_THAT(seen, HasSubstr("Watching exercises/01_first/2_main.cpp"));
  EXPECT_THAT(seen, Not(HasSubstr("Warm up")));
  fake_.set_tests("lesson01.2.exercise.cpu", {{"Main.A", "{ echo 'got 0'; false; }"}});
  save("1_warm");
  save("2_main");
  EXPECT_THAT(until("q: quit"), HasSubstr("got 0"));
  press('n');
  EXPECT_THAT(until("q: quit"), HasSubstr("lesson01.3  0 / 3  And more"));
  press('n');
  EXPECT_THAT(until("q: quit"), HasSubstr("lesson02.1  0 / 5  The only thing"));
}

/// What a terminal shows: its rows, from what was written since the screen was cleared last.
std::vector<std::string> rows_of(const std::string& written) {
  const std::size_t cleared = written.rfind("\x1b[H\x1b[2J");
  std::vector<std::string> rows(1);
  for (std::size_t at = cleared == std::string::npos ? 0 : cleared + 7; at < written.size(); ++at) {
    if (written[at] == '\x1b') {  // a colour, or a link up to ESC and a backslash
      at = written[at + 1] == ']' ? written.find("\x1b\\", at) + 1
                                  : written.find_first_of("mKJ", at);
    } else if (written[at] == '\n') {
      rows.emplace_back();
    } else if (written[at] != '\r') {
      rows.back() += written[at];
    }
  }
  return rows;
}

/// Without the escapes of an address: the folder for temporary files may have any letters in its
/// name.
std::string without_escapes(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%' && i + 2 < text.size() &&
        std::isxdigit(static_cast<unsigned char>(text[i + 1])) != 0) {
      plain += static_cast<char>(std::stoi(text.substr(i + 1, 2), nullptr, 16));
      i += 2;
    } else {
      plain += text[i];
    }
  }
  return plain;
}

TEST_F(Watch, RedrawsTheScreenWithTheKeysAtItsBottom) {
  fake_.set_tests("lesson01.1.exercise.cpu", {{"Warm.A", "{ echo 'got 0'; false; }"}});
  start(nullptr, "xterm");
  std::vector<std::string> rows = rows_of(until("q: quit"));
  ASSERT_EQ(rows.size(), 24U) << "23 lines, and a row for what is going on";
  EXPECT_THAT(rows[0], ContainsRegex("^lesson01  First steps   [0-9:]+, checked in [0-9.]+ s$"));
  for (const std::string& row : rows) {
    EXPECT_LE(row.size(), 60U) << row;
  }
  EXPECT_THAT(rows[22], HasSubstr("q: quit"));
  EXPECT_THAT(seen_, HasSubstr("exercises/01_first/1_warm.cpp:2"));
  EXPECT_THAT(without_escapes(seen_), HasSubstr("\x1b]8;;file://" + fake_.root().string()));

  fake_.set_tests("lesson01.1.exercise.cpu", {{"Warm.A", ""}});
  save("1_warm");
  EXPECT_THAT(until("01 2/11"), HasSubstr("lesson01.1 has passed: Warm up"));
  EXPECT_THAT(seen_, HasSubstr("next   lesson01.2, The main thing"));
  EXPECT_THAT(seen_, HasSubstr("exercises/01_first/2_main.cpp"));

  press('?');
  EXPECT_THAT(until("the kernel touches"), HasSubstr("a picture of what the kernel touches"));
  press('l');
  EXPECT_THAT(until("to do"), ContainsRegex("lesson02  Second steps +to do"));
  press('\n');
  EXPECT_THAT(until("is complete"), HasSubstr("lesson01.1")) << "back, without another check";
}

TEST_F(Watch, EndsOnTheNextLesson) {
  fake_.solve_everything();
  start("lesson01", "xterm");
  EXPECT_THAT(until("q: quit"), HasSubstr("Next: lesson02, Second steps (press n)"));
  press('n');
  EXPECT_THAT(until("every lesson is complete"), HasSubstr("lesson02"));
}

TEST_F(Watch, ContinuesWhereItWasLeft) {
  fake_.solve_everything();
  fake_.folder().write("build/cpu/grader/progress.json", R"({"latest": "lesson01", "checks":
      {"lesson01": {"warm": [true, 2, 2], "main": [true, 6, 6], "more": [true, 3, 3]}}})");
  start();
  EXPECT_THAT(until("q: quit"), HasSubstr("lesson02 is complete"));
}

}  // namespace
}  // namespace kw::grader
