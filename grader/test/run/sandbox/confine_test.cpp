// What the filter of system calls allows a program: common/judge/confine.cpp.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/base/process.hpp"

namespace kw::grader {
namespace {

using testing::HasSubstr;
using testing::Not;

base::process_outcome run_confined(std::vector<std::string> command) {
  constexpr int kFirstInherited = 3;
  base::process_request process;
  process.command = {KW_CONFINE, std::to_string(kFirstInherited)};
  process.command.insert(process.command.end(), command.begin(), command.end());
  process.reports_ready = true;
  process.timeout_seconds = 30;
  return base::run_process(process);
}

base::process_outcome run_script(const std::string& script) {
  return run_confined({"/bin/sh", "-c", script});
}

TEST(Confine, SaysThatItStandsAndBecomesTheProgram) {
  const base::process_outcome outcome = run_script("echo hello; exit 7");
  EXPECT_EQ(outcome.exit_code, 7);
  EXPECT_EQ(outcome.output, "hello\n");
  EXPECT_TRUE(outcome.ready);
}

TEST(Confine, SaysNothingWhereItCannotBegin) {
  EXPECT_FALSE(run_confined({}).ready);
}

TEST(Confine, StartsNoProcess) {
  const base::process_outcome outcome = run_script("/bin/true; echo never");
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("annot fork"));
  EXPECT_THAT(outcome.output, Not(HasSubstr("never")));
}

TEST(Confine, BecomesNoOtherProgram) {
  const base::process_outcome outcome = run_script("exec /bin/echo never");
  EXPECT_NE(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, Not(HasSubstr("never\n")));
}

TEST(Confine, WritesToNoFile) {
  const base::process_outcome outcome = run_script("echo x >/tmp/kernelwright-confine-test");
  EXPECT_THAT(outcome.output, HasSubstr("Operation not permitted"));
  EXPECT_NE(outcome.exit_code, 0);
}

TEST(Confine, ReadsFiles) {
  EXPECT_THAT(run_confined({"/bin/cat", "/proc/self/status"}).output, HasSubstr("Seccomp:\t2"));
}

}  // namespace
}  // namespace kw::grader
