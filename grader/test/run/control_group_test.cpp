// Limits that the kernel keeps: on a folder that looks like a control group, and on a real one
// where this machine lets the test make it.
#include "grader/run/control_group.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "grader/model/error.hpp"
#include "grader/run/files.hpp"
#include "grader/run/process.hpp"
#include "grader/run/sandbox.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

constexpr int kSelf = 4711;

class FakeControlGroup : public testing::Test {
 protected:
  FakeControlGroup() {
    folder_.write("cgroup.controllers", "cpu memory pids\n");
    folder_.write("cgroup.procs", "4711\n");
  }

  std::unique_ptr<control_groups> take() {
    return control_groups::take(folder_.path(), kSelf, why_);
  }
  std::string text(const std::string& file) { return read_text_file(folder_.path() / file); }

  temporary_folder folder_;
  std::string why_;
};

TEST_F(FakeControlGroup, IsTakenByTheProcessThatIsAloneInIt) {
  ASSERT_NE(take(), nullptr) << why_;
  EXPECT_EQ(text("kernelwright-grader/cgroup.procs"), "4711");
  EXPECT_EQ(text("cgroup.subtree_control"), "+memory +pids");
}

TEST_F(FakeControlGroup, IsLeftAloneWhereAShellIsInIt) {
  folder_.write("cgroup.procs", "17\n4711\n");
  EXPECT_EQ(take(), nullptr);
  EXPECT_THAT(why_, HasSubstr("other processes"));
  EXPECT_FALSE(fs::exists(folder_.path() / "kernelwright-grader"));
}

TEST_F(FakeControlGroup, NeedsItsControllers) {
  folder_.write("cgroup.controllers", "cpu memory\n");
  EXPECT_EQ(take(), nullptr);
  EXPECT_THAT(why_, HasSubstr("no controller \"pids\""));
}

TEST_F(FakeControlGroup, LimitsEachRunInAGroupOfItsOwn) {
  const auto groups = take();
  ASSERT_NE(groups, nullptr) << why_;
  const auto one = groups->make(std::int64_t{64} << 20, 16);
  const auto other = groups->make(1, 1);
  EXPECT_NE(one->folder(), other->folder());
  EXPECT_EQ(read_text_file(one->folder() / "memory.max"), "67108864");
  EXPECT_EQ(read_text_file(one->folder() / "pids.max"), "20");
  EXPECT_EQ(read_text_file(one->folder() / "memory.oom.group"), "1");
}

TEST_F(FakeControlGroup, TellsWhatTheKernelNoted) {
  const auto groups = take();
  ASSERT_NE(groups, nullptr) << why_;
  const auto group = groups->make(1, 1);
  EXPECT_EQ(group->events().killed_for_memory, 0);
  std::ofstream(group->folder() / "memory.events")
      << "low 0\nhigh 0\nmax 69\noom 2\noom_kill 3\noom_group_kill 1\n";
  std::ofstream(group->folder() / "pids.events") << "max 5\n";
  const group_events events = group->events();
  EXPECT_EQ(events.limit_reached, 2);
  EXPECT_EQ(events.killed_for_memory, 3);
  EXPECT_EQ(events.refused_processes, 5);
}

TEST_F(FakeControlGroup, ThatCannotBeMadeIsAFaultOfTheMachine) {
  const auto groups = take();
  ASSERT_NE(groups, nullptr) << why_;
  fs::remove_all(folder_.path());
  EXPECT_THROW(groups->make(1, 1), machine_error);
}

/// Where this machine lets the test make a control group, it is made, and a program is run in it.
class RealControlGroup : public testing::Test {
 protected:
  void SetUp() override {
    const fs::path top = "/sys/fs/cgroup";
    std::ofstream(top / "cgroup.subtree_control") << "+memory +pids";
    std::error_code error;
    if (geteuid() != 0 || !fs::exists(top / "cgroup.controllers") ||
        !fs::create_directory(parent_, error)) {
      GTEST_SKIP() << "needs root, and a machine with cgroup v2 alone";
    }
    ready_ = read_text_file(parent_ / "cgroup.controllers").find("memory") != std::string::npos;
    if (!ready_) {
      GTEST_SKIP() << "the memory of " << parent_ << " cannot be limited";
    }
  }
  ~RealControlGroup() override {
    (void)rmdir((parent_ / "kernelwright-grader").c_str());
    (void)rmdir(parent_.c_str());
  }

  /// In a process of its own, which is alone in the group. \returns whether `body` was content
  template <class Body>
  bool alone_in_group(const Body& body) {
    const pid_t child = fork();
    if (child == 0) {
      std::ofstream(parent_ / "cgroup.procs") << getpid();
      std::string why;
      const auto groups = control_groups::take(parent_, getpid(), why);
      _exit(groups != nullptr && body(*groups) ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0;
  }

  static process_outcome run(const control_group& group, const std::string& script) {
    sandbox_request request;
    request.command = {"sh", "-c", script};
    request.group = group.folder();
    process_request process;
    process.command = sandbox::open().wrap(request);
    process.timeout_seconds = 30;
    return run_process(process);
  }

  fs::path parent_ = "/sys/fs/cgroup/kernelwright-test-" + std::to_string(getpid());
  bool ready_ = false;
};

TEST_F(RealControlGroup, EndsWhatTakesTooMuchMemory) {
  EXPECT_TRUE(alone_in_group([](control_groups& groups) {
    const auto group = groups.make(std::int64_t{32} << 20, 16);
    const process_outcome outcome =
        run(*group, "head -c 200000000 /dev/zero | tail -c 200000000 | wc -c");
    const group_events events = group->events();
    return !outcome.succeeded() && events.killed_for_memory > 0 && events.limit_reached > 0;
  }));
}

TEST_F(RealControlGroup, RefusesTooManyProcesses) {
  EXPECT_TRUE(alone_in_group([](control_groups& groups) {
    const auto group = groups.make(std::int64_t{256} << 20, 8);
    const process_outcome outcome =
        run(*group, "i=0; while [ $i -lt 40 ]; do sleep 60 & i=$((i+1)); done; echo all");
    return outcome.output.find("all") == std::string::npos && outcome.seconds < 20 &&
           group->events().refused_processes > 0;
  }));
}

TEST_F(RealControlGroup, GoesAwayWithItsProcesses) {
  EXPECT_TRUE(alone_in_group([](control_groups& groups) {
    fs::path folder;
    {
      const auto group = groups.make(std::int64_t{256} << 20, 8);
      folder = group->folder();
      if (!run(*group, "exit 0").succeeded() || group->events().killed_for_memory != 0) {
        return false;
      }
    }
    return !fs::exists(folder);
  }));
}

}  // namespace
}  // namespace kw::grader
