#include "grader/run/benchmark.hpp"

#include <gtest/gtest.h>

namespace kw::grader {
namespace {

TEST(BenchmarkJson, ReadsRows) {
  const auto rows = parse_benchmark_json(R"({"benchmarks": [
    {"name": "VectorAdd/1048576/manual_time", "run_type": "iteration", "real_time": 250.0,
     "time_unit": "us", "GB_per_s": 50.3, "percent_of_copy": 97.5, "percent_of_plain": 101},
    {"name": "Scale/512/256", "run_type": "iteration", "real_time": 2, "time_unit": "ms",
     "bytes_per_second": 3e9, "percent_of_cublas": 98.5},
    {"name": "Plain", "real_time": 5, "time_unit": "ns"},
    {"name": "VectorAdd/1048576_mean", "run_type": "aggregate", "real_time": 1}]})",
                                         "GB/s");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].series, "VectorAdd");
  EXPECT_EQ(rows[0].label, "1048576");
  EXPECT_EQ(rows[0].size, 1048576);
  EXPECT_DOUBLE_EQ(rows[0].seconds, 250e-6);
  EXPECT_EQ(rows[0].rate, 50.3);
  EXPECT_EQ(rows[0].percent_of_copy, 97.5);
  EXPECT_EQ(rows[0].percent_of_plain, 101);
  EXPECT_EQ(rows[0].percent_of_cublas, 0);
  EXPECT_EQ(rows[1].label, "512 x 256");
  EXPECT_EQ(rows[1].size, 512 * 256);
  EXPECT_EQ(rows[1].rate, 3);
  EXPECT_EQ(rows[1].percent_of_cublas, 98.5);
  EXPECT_EQ(rows[2].series, "Plain");
  EXPECT_EQ(rows[2].size, 0);
}

TEST(BenchmarkJson, TellsBenchmarksApart) {
  const auto rows = parse_benchmark_json(R"({"benchmarks": [
    {"name": "Softmax/64/32/manual_time", "real_time": 1, "time_unit": "us"},
    {"name": "Softmax/float16/64/32/manual_time", "real_time": 1, "time_unit": "us"},
    {"name": "Add/1024/0/iterations:5/real_time", "real_time": 1, "time_unit": "us"}]})",
                                         "GB/s");
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0].series, "Softmax");
  EXPECT_EQ(rows[1].series, "Softmax float16");
  EXPECT_EQ(rows[1].label, "64 x 32");
  EXPECT_EQ(rows[2].series, "Add");
  EXPECT_EQ(rows[2].size, 1024) << "an offset of 0 is no extent";
}

TEST(BenchmarkJson, PassesAnErrorOn) {
  std::string error;
  const auto rows = parse_benchmark_json(
      R"({"benchmarks": [{"name": "Add/8", "error_occurred": true, "error_message": "wrong"}]})",
      "GB/s", &error);
  EXPECT_TRUE(rows.empty());
  EXPECT_EQ(error, "Add 8: wrong");
}

TEST(BenchmarkJson, TakesAnythingElseForNothing) {
  for (const char* text : {"", "{", "[]", "{\"benchmarks\": 1}", "{\"benchmarks\": [1, null]}"}) {
    EXPECT_TRUE(parse_benchmark_json(text, "GB/s").empty()) << text;
  }
}

TEST(BenchmarkUnits, FitTheFastestRow) {
  benchmark_result result;
  result.unit = "TFLOP/s";
  result.rows.resize(2);
  result.rows[0].rate = 0.02;
  result.rows[1].rate = 0.004;
  result.rows[1].reference_rate = 0.03;
  use_fitting_unit(result);
  EXPECT_EQ(result.unit, "GFLOP/s");
  EXPECT_DOUBLE_EQ(result.rows[0].rate, 20);
  EXPECT_DOUBLE_EQ(result.rows[1].reference_rate, 30);
  result.unit = "TFLOP/s";
  use_fitting_unit(result);
  EXPECT_EQ(result.unit, "TFLOP/s") << "there are 30 of them";
  result = {.device = "cpu", .unit = "TFLOP/s", .note = "", .rows = {}, .reproduce = ""};
  use_fitting_unit(result);
  EXPECT_EQ(result.unit, "TFLOP/s") << "nothing was measured";
}

}  // namespace
}  // namespace kw::grader
