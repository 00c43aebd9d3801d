// A sandbox in a control group, if this machine lets the test make one.
#include "common/base/control_group.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/run/sandbox/sandbox.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;

/// If this machine lets the test make a control group, makes one and runs a program in it.
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
    ready_ =
        base::read_text_file(parent_ / "cgroup.controllers").find("memory") != std::string::npos;
    if (!ready_) {
      GTEST_SKIP() << "the memory of " << parent_ << " cannot be limited";
    }
  }
  ~RealControlGroup() override {
    (void)rmdir((parent_ / "kernelwright-grader").c_str());
    (void)rmdir(parent_.c_str());
  }

  /// In a separate process, which is alone in the group. \returns whether `body` was content
  template <class Body>
  bool alone_in_group(const Body& body) {
    const pid_t child = fork();
    if (child == 0) {
      std::ofstream(parent_ / "cgroup.procs") << getpid();
      std::string why;
      const auto groups = base::control_groups::take(parent_, getpid(), why);
      _exit(groups != nullptr && body(*groups) ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return status == 0;
  }

  static base::process_outcome run(const base::control_group& group, const std::string& script) {
    sandbox_request request;
    request.command = {"sh", "-c", script};
    request.group = group.folder();
    base::process_request process;
    process.command = sandbox::open().wrap(request);
    process.timeout_seconds = 30;
    return base::run_process(process);
  }

  fs::path parent_ = "/sys/fs/cgroup/kernelwright-test-" + std::to_string(getpid());
  bool ready_ = false;
};

TEST_F(RealControlGroup, EndsWhatTakesTooMuchMemory) {
  EXPECT_TRUE(alone_in_group([](base::control_groups& groups) {
    const auto group = groups.make(std::int64_t{32} << 20, 16);
    const base::process_outcome outcome =
        run(*group, "head -c 200000000 /dev/zero | tail -c 200000000 | wc -c");
    const base::group_events events = group->events();
    return !outcome.succeeded() && events.killed_for_memory > 0 && events.limit_reached > 0;
  }));
}

TEST_F(RealControlGroup, RefusesTooManyProcesses) {
  EXPECT_TRUE(alone_in_group([](base::control_groups& groups) {
    const auto group = groups.make(std::int64_t{256} << 20, 8);
    const base::process_outcome outcome =
        run(*group, "i=0; while [ $i -lt 40 ]; do sleep 60 & i=$((i+1)); done; echo all");
    return outcome.output.find("all") == std::string::npos && outcome.seconds < 20 &&
           group->events().refused_processes > 0;
  }));
}

TEST_F(RealControlGroup, GoesAwayWithItsProcesses) {
  EXPECT_TRUE(alone_in_group([](base::control_groups& groups) {
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
