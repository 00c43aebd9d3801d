// The table of a benchmark program.
#include "common/benchmarking/reporter.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

namespace {

using run_result = benchmark::BenchmarkReporter::Run;

run_result make_run(const std::string& name, const std::map<std::string, double>& counters) {
  run_result run;
  run.run_name.function_name = name;
  run.iterations = 1;
  run.time_unit = benchmark::kMillisecond;
  run.real_accumulated_time = 2.5e-3;
  for (const auto& [counter, value] : counters) {
    run.counters[counter] = value;
  }
  return run;
}

std::string table_of(const std::vector<run_result>& runs) {
  kw::benchmarking::table_reporter table;
  testing::internal::CaptureStdout();
  for (const run_result& run : runs) {
    table.ReportRuns({run});
  }
  return testing::internal::GetCapturedStdout();
}

TEST(Table, HasColumnsForWhatWasMeasured) {
  EXPECT_EQ(
      table_of({make_run("Add", {{"GB_per_s", 50},
                                 {"TFLOP_per_s", 0.004},
                                 {"spread_percent", 1},
                                 {"percent_of_copy", 98},
                                 {"percent_of_plain", 250}})}),
      "                               median   spread          speed of a copy  of a plain\n"
      "                                                                           C++ loop\n"
      "Add                          2.500 ms    +-1 %      50.0 GB/s      98 %       250 %\n");
}

TEST(Table, HasTheWordsOfABenchmarkThatMeasuresNothing) {
  run_result run = make_run("Add", {});
  run.report_label = "  first\n  second\n";
  EXPECT_EQ(table_of({run}), "Add\n  first\n  second\n");
}

TEST(Table, CountsOperationsWhereTheyAreMany) {
  EXPECT_EQ(table_of({make_run("Product", {{"GB_per_s", 500},
                                           {"TFLOP_per_s", 712.3},
                                           {"spread_percent", 0},
                                           {"percent_of_copy", 12},
                                           {"percent_of_cublas", 98.6}}),
                      make_run("Slow", {{"GB_per_s", 1}, {"TFLOP_per_s", 0.0835}})}),
            "                               median   spread          speed of cuBLAS\n"
            "Product                      2.500 ms    +-0 %  712.3 TFLOP/s      99 %\n"
            "Slow                         2.500 ms            83.5 GFLOP/s\n");
}

TEST(Table, HasANewHeadingForANewColumn) {
  EXPECT_EQ(table_of({make_run("First", {{"GB_per_s", 1}}),
                      make_run("Second", {{"GB_per_s", 2}, {"checked_slowdown", 3}})}),
            "                               median          speed\n"
            "First                        2.500 ms       1.0 GB/s\n"
            "                               median          speed checks on\n"
            "                                                          take\n"
            "Second                       2.500 ms       2.0 GB/s     3.0 x\n");
}

}  // namespace
