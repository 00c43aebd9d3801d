#include "common/base/child_process.hpp"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

namespace kw::base {
namespace {

start_request shell(const std::string& code) {
  start_request request;
  request.command = {"sh", "-c", code};
  return request;
}

std::string output_of(child_process& program) {
  std::string text;
  while (program.output() >= 0) {
    pollfd watched{program.output(), POLLIN, 0};
    poll(&watched, 1, 1000);
    program.read_output(text);
  }
  return text;
}

bool alive(pid_t id) {
  std::ifstream stat("/proc/" + std::to_string(id) + "/stat");
  std::string number, name, state;
  return stat >> number >> name >> state && state != "Z";
}

TEST(ChildProcess, RunsBesideItsParent) {
  child_process program(shell("echo out; echo err >&2; exit 7"));
  ASSERT_TRUE(program.running()) << program.start_error();
  EXPECT_EQ(output_of(program), "out\nerr\n");
  const int status = program.wait();
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
  EXPECT_FALSE(program.running());
  EXPECT_FALSE(program.ended());
}

TEST(ChildProcess, TellsHowItEndedWhereParentsIgnoreThat) {
  signal(SIGCHLD, SIG_IGN);
  child_process program(shell("exit 7"));
  const int status = program.wait();
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 7);
  signal(SIGCHLD, SIG_DFL);
}

TEST(ChildProcess, SaysWhyItCannotRun) {
  start_request request;
  request.command = {"no-such-program-anywhere"};
  child_process program(request);
  EXPECT_FALSE(program.running());
  EXPECT_EQ(program.start_error(), "No such file or directory");
  EXPECT_EQ(child_process(start_request{}).start_error(), "no program was named");
}

TEST(ChildProcess, HasAGroupOfItsOwnThatDiesWithTheObject) {
  pid_t group = 0, second = 0;
  {
    child_process program(shell("sleep 60 & echo $!; wait"));
    group = program.id();
    std::string text;
    while (text.find('\n') == std::string::npos) {
      program.read_output(text);
    }
    second = std::stoi(text);
    EXPECT_EQ(getpgid(second), group);
    EXPECT_FALSE(program.ended());
  }
  EXPECT_FALSE(alive(group));
  for (int tries = 0; tries < 500 && alive(second); ++tries) {
    poll(nullptr, 0, 10);
  }
  EXPECT_FALSE(alive(second));
}

TEST(ChildProcess, InTheForegroundSharesItsParentsGroup) {
  start_request request = shell("ps -o pgid= -p $$ || true; sleep 60");
  request.in_foreground = true;
  child_process program(request);
  EXPECT_EQ(getpgid(program.id()), getpgid(0));
  program.stop();
  EXPECT_FALSE(program.running());
}

TEST(ChildProcess, GetsTheDescriptorsItIsMeantToHaveAndNoOthers) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);  // without O_CLOEXEC
  const int third = dup2(ends[1], 40);
  start_request request = shell("echo to 3 >&3; echo to 4 >&4; ls /proc/$$/fd");
  request.descriptors = {third, ends[1]};
  child_process program(request);
  EXPECT_EQ(output_of(program), "0\n1\n2\n3\n4\n");
  program.wait();
  char text[64];
  const ssize_t got = read(ends[0], text, sizeof text);
  EXPECT_EQ(std::string(text, static_cast<std::size_t>(got)), "to 3\nto 4\n");
  for (const int end : {ends[0], ends[1], third}) {
    close(end);
  }
}

TEST(ChildProcess, HasNoInputAndTheVariablesAskedFor) {
  start_request request = shell("echo \"$KW_NAME\"; read line || echo nothing; pwd");
  request.environment = {{"KW_NAME", "here"}};
  request.working_folder = "/";
  child_process program(request);
  EXPECT_EQ(output_of(program), "here\nnothing\n/\n");
}

}  // namespace
}  // namespace kw::base
