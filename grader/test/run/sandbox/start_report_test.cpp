#include "grader/run/sandbox/start_report.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/process.hpp"
#include "grader/run/sandbox/sandbox.hpp"

namespace kw::grader {
namespace {

constexpr int kInherited = 3;

base::process_outcome run(const sandbox& box, std::vector<std::string> command,
                          start_report& report) {
  sandbox_request request;
  request.command = std::move(command);
  request.report_to = kInherited;
  base::process_request process;
  process.command = box.wrap(request);
  process.descriptors = {report.write_end()};
  return base::run_process(process);
}

TEST(StartReport, TellsThatTheSandboxStood) {
  start_report report;
  run(sandbox::none(), {"sh", "-c", "echo bwrap: out of luck; exit 1"}, report);
  EXPECT_TRUE(report.started());
}

TEST(StartReport, TellsThatItDidNot) {
  start_report report;
  base::process_request process;
  process.command = {"sh", "-c", "exit 1"};
  process.descriptors = {report.write_end()};
  base::run_process(process);
  EXPECT_FALSE(report.started());
}

TEST(StartReport, IsNotThereForTheProgramInside) {
  start_report report;
  const base::process_outcome outcome =
      run(sandbox::none(), {"sh", "-c", "echo lie >&3 || echo none"}, report);
  EXPECT_THAT(outcome.output, testing::HasSubstr("none"));
}

}  // namespace
}  // namespace kw::grader
