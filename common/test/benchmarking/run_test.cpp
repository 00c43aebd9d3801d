// What a benchmark records: rates, and the peer on the device where it runs.
#include <set>
#include <string>
#include <vector>

#include "kernelwright/benchmarking/benchmark.hpp"
#include "kernelwright/testing/testing.hpp"

namespace {

namespace kb = kw::benchmarking;
using run_result = benchmark::BenchmarkReporter::Run;

/// Keeps what a benchmark reports.
class keeper : public benchmark::BenchmarkReporter {
 public:
  bool ReportContext(const Context&) override { return true; }
  void ReportRuns(const std::vector<Run>& runs) override {
    all.insert(all.end(), runs.begin(), runs.end());
  }
  std::vector<run_result> all;
};

std::set<std::string> called;

kb::peer called_as(const std::string& name) {
  return [name] { called.insert(name); };
}

void with_both_peers(benchmark::State& state) {
  kb::run(state, {.bytes = 1, .flops = 1}, called_as("kernel"), called_as("plain"),
          called_as("cublas"));
}

void with_no_peer(benchmark::State& state) {
  kb::run(state, {.bytes = 1}, called_as("kernel"));
}

class Run : public kw::testing::lesson_test {
 protected:
  /// The counters of a benchmark.
  static std::set<std::string> counters_of(const std::string& name,
                                           void (*function)(benchmark::State&)) {
    kb::set_default_sampling({.seconds = 0.001, .least = 3, .most = 5});
    called.clear();
    kb::add(name, function);
    keeper kept;
    EXPECT_EQ(benchmark::RunSpecifiedBenchmarks(&kept, name), 1U);
    benchmark::ClearRegisteredBenchmarks();
    std::set<std::string> names;
    for (const run_result& run : kept.all) {
      for (const auto& [counter, value] : run.counters) {
        names.insert(counter);
      }
    }
    return names;
  }
};

TEST_F(Run, MeasuresThePeerOfItsDevice) {
  const bool on_cpu = device().kind == kw::device_kind::cpu;
  const std::set<std::string> counters = counters_of("WithBothPeers", with_both_peers);
  EXPECT_EQ(counters.count("percent_of_plain"), on_cpu ? 1U : 0U);
  EXPECT_EQ(counters.count("percent_of_cublas"), on_cpu ? 0U : 1U);
  EXPECT_EQ(counters.count("TFLOP_per_s"), 1U);
  EXPECT_EQ(called, (std::set<std::string>{"kernel", on_cpu ? "plain" : "cublas"}));
}

TEST_F(Run, NeedsNoPeer) {
  EXPECT_EQ(counters_of("WithNoPeer", with_no_peer),
            (std::set<std::string>{"GB_per_s", "percent_of_copy", "samples", "spread_percent"}));
  EXPECT_EQ(called, std::set<std::string>{"kernel"});
}

}  // namespace
