#include "common/base/process.hpp"

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "common/test/base/temporary_folder.hpp"

namespace kw::base {
namespace {

process_request shell(const std::string& code) {
  process_request request;
  request.command = {"sh", "-c", code};
  request.timeout_seconds = 20;
  return request;
}

TEST(Process, GivesOutputAndExitCode) {
  const process_outcome outcome = run_process(shell("echo out; echo err >&2; exit 7"));
  EXPECT_EQ(outcome.end, process_end::exited);
  EXPECT_EQ(outcome.exit_code, 7);
  EXPECT_EQ(outcome.output, "out\nerr\n");
  EXPECT_FALSE(outcome.succeeded());
}

TEST(Process, SaysThatAProgramIsMissing) {
  process_request request;
  request.command = {"no-such-program-anywhere"};
  const process_outcome outcome = run_process(request);
  EXPECT_EQ(outcome.end, process_end::not_started);
  EXPECT_NE(outcome.start_error.find("No such file"), std::string::npos) << outcome.start_error;
}

TEST(Process, SaysThatAFolderIsMissing) {
  process_request request = shell("true");
  request.working_folder = "/no/such/folder";
  EXPECT_EQ(run_process(request).end, process_end::not_started);
}

TEST(Process, TellsASignalApartFromAnExitCode) {
  const process_outcome outcome = run_process(shell("kill -SEGV $$"));
  EXPECT_EQ(outcome.end, process_end::signalled);
  EXPECT_EQ(outcome.signal, SIGSEGV);
  EXPECT_NE(describe_signal(outcome.signal).find("SIGSEGV"), std::string::npos)
      << describe_signal(outcome.signal);
}

TEST(Process, KillsTheWholeGroupOnATimeout) {
  const temporary_folder folder;
  const auto mark = folder.path() / "alive";
  process_request request = shell("(sleep 1; touch " + mark.string() + ") & sleep 30");
  request.timeout_seconds = 0.2;
  const process_outcome outcome = run_process(request);
  EXPECT_EQ(outcome.end, process_end::timed_out);
  EXPECT_LT(outcome.seconds, 5);
  std::this_thread::sleep_for(std::chrono::milliseconds(1300));
  EXPECT_FALSE(std::filesystem::exists(mark)) << "a child outlived the timeout";
}

TEST(Process, DoesNotWaitForWhatAProgramLeavesBehind) {
  const process_outcome outcome = run_process(shell("sleep 30 & echo done"));
  EXPECT_EQ(outcome.end, process_end::exited);
  EXPECT_EQ(outcome.output, "done\n");
  EXPECT_LT(outcome.seconds, 5);
}

TEST(Process, KeepsBothEndsOfAHugeOutput) {
  process_request request =
      shell("echo first; head -c 50000000 /dev/zero | tr '\\0' 'x'; echo; echo last");
  request.output_limit = 10000;
  const process_outcome outcome = run_process(request);
  EXPECT_TRUE(outcome.succeeded());
  EXPECT_GT(outcome.output_bytes, 50000000U);
  EXPECT_LT(outcome.output.size(), 12000U);
  EXPECT_EQ(outcome.output.substr(0, 6), "first\n");
  EXPECT_EQ(outcome.output.substr(outcome.output.size() - 5), "last\n");
  EXPECT_NE(outcome.output.find("bytes of output left out"), std::string::npos) << outcome.output;
}

TEST(Process, StopsAnEndlessPrinter) {
  process_request request = shell("yes");
  request.timeout_seconds = 0.3;
  request.output_limit = 1000;
  const process_outcome outcome = run_process(request);
  EXPECT_EQ(outcome.end, process_end::timed_out);
  EXPECT_LT(outcome.output.size(), 2000U);
}

TEST(Process, StopsWhenAsked) {
  process_request request = shell("echo begun; sleep 30");
  bool begun = false;
  request.on_output = [&](std::string_view) { begun = true; };
  request.should_stop = [&] { return begun; };
  EXPECT_EQ(run_process(request).end, process_end::stopped);
}

TEST(Process, TellsWhatReportsThatItIsReady) {
  process_request request = shell("echo >&3; exit 1");
  EXPECT_FALSE(run_process(request).ready);
  request.reports_ready = true;
  EXPECT_TRUE(run_process(request).ready);
  request.command = {"false"};
  EXPECT_FALSE(run_process(request).ready);
}

TEST(Process, KnowsWhichProgramsExist) {
  EXPECT_TRUE(program_exists("sh"));
  EXPECT_TRUE(program_exists("/bin/sh"));
  EXPECT_FALSE(program_exists("no-such-program-anywhere"));
  EXPECT_FALSE(program_exists("/no/such/program"));
}

TEST(Process, QuotesWhatAShellWouldTakeApart) {
  EXPECT_EQ(quote_command({"a/b", "--x=y", "Mask.*"}), "a/b --x=y 'Mask.*'");
  EXPECT_EQ(quote_command({"it's", ""}), "'it'\\''s' ''");
}

}  // namespace
}  // namespace kw::base
