// Uses a folder that looks like a control group. A real one is in the tests of the grader.
#include "common/base/control_group.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "common/base/error.hpp"
#include "common/base/files.hpp"
#include "common/test/base/temporary_folder.hpp"

namespace kw::base {
namespace {

namespace fs = std::filesystem;

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
  EXPECT_NE(why_.find("other processes"), std::string::npos) << why_;
  EXPECT_FALSE(fs::exists(folder_.path() / "kernelwright-grader"));
}

TEST_F(FakeControlGroup, NeedsItsControllers) {
  folder_.write("cgroup.controllers", "cpu memory\n");
  EXPECT_EQ(take(), nullptr);
  EXPECT_NE(why_.find("no controller \"pids\""), std::string::npos) << why_;
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

}  // namespace
}  // namespace kw::base
