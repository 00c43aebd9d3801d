// What a program in the sandbox can and cannot do.
#include "grader/run/sandbox/sandbox.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "common/base/files.hpp"
#include "common/base/process.hpp"
#include "grader/test/fake_course.hpp"

namespace kw::grader {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;

class Sandbox : public testing::Test {
 protected:
  void SetUp() override {
    const std::string missing = sandbox::what_is_missing();
    if (!missing.empty()) {
      GTEST_SKIP() << missing;
    }
  }

  base::process_outcome run(const std::string& script, sandbox_limits limits = {},
                            std::vector<sandbox_mount> mounts = {}) {
    sandbox_request request;
    request.command = {"sh", "-c", script};
    request.limits = limits;
    request.mounts = std::move(mounts);
    request.proc = proc_;
    base::process_request process;
    process.command = sandbox::open().wrap(request);
    process.timeout_seconds = 30;
    return base::run_process(process);
  }

  bool proc_ = false;  ///< Whether it has /proc.
};

TEST_F(Sandbox, RunsAProgram) {
  const base::process_outcome outcome = run("echo hello; exit 7");
  EXPECT_EQ(outcome.exit_code, 7);
  EXPECT_EQ(outcome.output, "hello\n");
}

TEST_F(Sandbox, HasNoProcAndNoTerminal) {
  EXPECT_EQ(run("cat /proc/self/mountinfo /dev/ptmx 2>&1 | wc -l").output, "2\n");
  EXPECT_EQ(run("ls /dev").output, "full\nnull\nrandom\nshm\nurandom\nzero\n");
}

TEST_F(Sandbox, SeesNoFilesOfTheUserAndNoOtherProcess) {
  proc_ = true;
  const base::process_outcome outcome =
      run("ls /home /root /var /etc/passwd 2>&1; ls /proc | grep -c '^[0-9]'");
  EXPECT_THAT(outcome.output, Not(HasSubstr("root:")));
  for (const char* gone : {"/home", "/root", "/var", "/etc/passwd"}) {
    EXPECT_THAT(outcome.output, HasSubstr(std::string("cannot access '") + gone));
  }
  EXPECT_LT(std::stoi(outcome.output.substr(outcome.output.rfind("directory\n") + 10)), 8);
}

TEST_F(Sandbox, HasNoNetwork) {
  proc_ = true;
  const base::process_outcome outcome =
      run("cat /proc/net/dev | tail -n +3 | grep -v ' lo:\\|^ *lo:'");
  EXPECT_EQ(outcome.output, "");
}

TEST_F(Sandbox, HidesTheEnvironment) {
  setenv("KW_SECRET_OF_THE_USER", "x", 1);
  EXPECT_THAT(run("env").output, Not(HasSubstr("KW_SECRET")));
  unsetenv("KW_SECRET_OF_THE_USER");
}

TEST_F(Sandbox, WritesNowhereButWhereItMay) {
  temporary_folder folder;
  folder.write("in/file", "in");
  fs::create_directories(folder.path() / "out");
  fs::permissions(folder.path(), fs::perms::all);
  fs::permissions(folder.path() / "out", fs::perms::all);
  const base::process_outcome outcome =
      run("for f in /x /usr/x /in/x /in/file /etc/x /dev/x /proc/x; do { echo bad > $f; } "
          "2>/dev/null && echo "
          "wrote $f; "
          "done; echo good > /out/file && echo tmp > /tmp/x && cat /in/file",
          {}, {{folder.path() / "in", "/in"}, {folder.path() / "out", "/out", true}});
  EXPECT_EQ(outcome.output, "in");
  EXPECT_EQ(base::read_text_file(folder.path() / "out" / "file"), "good\n");
}

/// As on machines where root keeps new files from all other users.
TEST_F(Sandbox, ReadsWhatIsSharedWhateverTheUmask) {
  temporary_folder folder;
  fs::permissions(folder.path(), fs::perms::group_exec | fs::perms::others_exec,
                  fs::perm_options::add);
  const mode_t before = umask(077);
  folder.write("kit/deep/file", "shared");
  umask(before);
  sandbox::open().share(folder.path() / "kit");
  EXPECT_EQ(run("cat /kit/deep/file", {}, {{folder.path() / "kit", "/kit"}}).output, "shared");
}

TEST_F(Sandbox, LimitsFilesAndTmp) {
  sandbox_limits limits;
  limits.file_bytes = 1 << 20;
  limits.tmp_bytes = 4 << 20;
  EXPECT_THAT(run("head -c 2000000 /dev/zero > /tmp/x; wc -c < /tmp/x", limits).output,
              HasSubstr("1048576"));
  limits.file_bytes = 64 << 20;
  EXPECT_THAT(run("head -c 20000000 /dev/zero > /tmp/x", limits).output, HasSubstr("No space"));
  EXPECT_THAT(run("head -c 20000000 /dev/zero > /dev/shm/x", limits).output, HasSubstr("No space"));
}

TEST_F(Sandbox, LimitsMemory) {
  sandbox_limits limits;
  limits.memory_bytes = 64 << 20;
  const base::process_outcome outcome =
      run("head -c 200000000 /dev/zero | tail -c 200000000", limits);
  EXPECT_LT(outcome.output_bytes, 1000U);
  EXPECT_THAT(outcome.output, HasSubstr("memory"));
}

TEST_F(Sandbox, AForkBombEndsWithIt) {
  sandbox_limits limits;
  limits.processes = 20;
  const base::process_outcome outcome =
      run("i=0; while [ $i -lt 100 ]; do sleep 60 & i=$((i+1)); done", limits);
  EXPECT_THAT(outcome.output, HasSubstr("Cannot fork"));
  EXPECT_LT(outcome.seconds, 20);  // nothing waits for the sleepers
}

TEST_F(Sandbox, NothingOutlivesATimeout) {
  sandbox_request request;
  request.command = {"sh", "-c", "sleep 61.25 & sleep 61.25"};
  base::process_request process;
  process.command = sandbox::open().wrap(request);
  process.timeout_seconds = 0.3;
  EXPECT_EQ(base::run_process(process).end, base::process_end::timed_out);
  base::process_request look;
  look.command = {"sh", "-c", "sleep 0.2; cat /proc/[0-9]*/cmdline 2>/dev/null | tr '\\0' ' '"};
  EXPECT_THAT(base::run_process(look).output, Not(HasSubstr("61.25 sleep")));
}

TEST(NoSandbox, StillLimits) {
  sandbox_request request;
  request.command = {"sh", "-c", "echo $A; head -c 2000000 /dev/zero > x; wc -c < x"};
  request.environment = {{"A", "b"}};
  request.limits.file_bytes = 1 << 20;
  temporary_folder folder;
  base::process_request process;
  process.command = sandbox::none().wrap(request);
  process.working_folder = folder.path();
  const base::process_outcome outcome = base::run_process(process);
  EXPECT_THAT(outcome.output, HasSubstr("b\n"));
  EXPECT_THAT(outcome.output, HasSubstr("1048576"));
}

/// \returns what became of a script, of which the sandbox reports that it began
base::process_outcome run_reported(const std::string& script) {
  constexpr int kFirstInherited = 3;
  sandbox_request request;
  request.command = {"sh", "-c", script};
  request.report_to = kFirstInherited;
  base::process_request process;
  process.command = sandbox::none().wrap(request);
  process.reports_ready = true;
  return base::run_process(process);
}

TEST(StartReport, TellsThatTheSandboxStood) {
  EXPECT_TRUE(run_reported("echo bwrap: out of luck; exit 1").ready);
}

TEST(StartReport, IsNotThereForTheProgramInside) {
  EXPECT_THAT(run_reported("echo lie >&3 || echo none").output, HasSubstr("none"));
}

}  // namespace
}  // namespace kw::grader
