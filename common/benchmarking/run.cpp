#include <exception>

#include "common/benchmarking/occupancy.hpp"
#include "common/benchmarking/options.hpp"
#include "common/testing/chosen_kernel.hpp"
#include "kernelwright/runtime/findings.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::benchmarking {
namespace {

/// The text of the first mistake that the checker found since the last call, or nothing.
std::string first_finding() {
  const std::vector<finding> findings = take_findings();
  return findings.empty() ? std::string() : to_text(findings.front());
}

void give_up(benchmark::State& state, const std::string& why) {
  current_options().any_failed = true;
  state.SkipWithError(why.c_str());
}

/// Ends a benchmark whose samples, in which peers take turns, were taken before.
void take(benchmark::State& state, double seconds) {
  for (auto _ : state) {
    state.SetIterationTime(seconds);
  }
}

std::vector<std::function<void()>> calls_to_measure(const std::function<void()>& call,
                                                    const peer& beside, bool compare_checks) {
  std::vector<std::function<void()>> calls{call};
  if (beside) {
    calls.push_back(beside);
  }
  if (compare_checks) {
    calls.push_back([&call] {
      enable_checks(true);
      call();
      enable_checks(false);
    });
  }
  return calls;
}

std::vector<benchmark_row>& all_rows() {
  static std::vector<benchmark_row> rows;
  return rows;
}

}  // namespace

options& current_options() {
  static options chosen;
  return chosen;
}

suite::suite(std::initializer_list<benchmark_row> rows) {
  all_rows().insert(all_rows().end(), rows);
}

void add_suites(device where) {
  const int task = testing::chosen_task();
  for (const benchmark_row& row : all_rows()) {
    if (task != 0 && row.task != task) {
      continue;
    }
    auto sizes = row.sizes.on(where);
    if (where.kind == device_kind::cuda) {
      const auto more = row.more_on_gpu.on(where);
      sizes.insert(sizes.end(), more.begin(), more.end());
    }
    for (const std::vector<std::int64_t>& arguments : sizes) {
      add(row.name, row.measure, arguments);
    }
  }
}

void run(benchmark::State& state, work amount, const std::function<void()>& call, const peer& plain,
         const peer& cublas) {
  const device where = default_device();
  const bool on_cpu = where.kind == device_kind::cpu;
  const peer& beside = on_cpu ? plain : cublas;
  const bool with_checks = on_cpu && current_options().compare_checks && !checks_enabled();
  try {
    if (current_options().measure_remotely != nullptr) {
      take(state, current_options().measure_remotely(call, amount.limits).seconds);
      return;
    }
    if (current_options().occupancy) {
      state.SetLabel(occupancy_of(where, call));
      take(state, 0);
      return;
    }
    const auto times = measure(where, calls_to_measure(call, beside, with_checks));
    if (const std::string fault = first_finding(); !fault.empty()) {
      give_up(state, "the checker found fault, run the tests first: " + fault);
      return;
    }
    const double seconds = times.front().seconds;
    const auto rate = [&](double quantity, double unit) { return quantity / seconds / unit; };
    state.counters["GB_per_s"] = rate(amount.bytes, 1e9);
    state.counters["percent_of_copy"] = 100 * rate(amount.bytes, copy_bandwidth(where));
    if (amount.flops > 0) {
      state.counters["TFLOP_per_s"] = rate(amount.flops, 1e12);
    }
    if (beside) {
      state.counters[on_cpu ? "percent_of_plain" : "percent_of_cublas"] =
          100 * times[1].seconds / seconds;
    }
    if (with_checks) {
      state.counters["checked_slowdown"] = times.back().seconds / seconds;
    }
    state.counters["spread_percent"] = 100 * times.front().spread;
    state.counters["samples"] = times.front().samples;
    take(state, seconds);
  } catch (const std::exception& failure) {
    take_findings();
    give_up(state, failure.what());
  }
}

void add(const std::string& name, void (*function)(benchmark::State&),
         const std::vector<std::int64_t>& arguments) {
  auto* registered = benchmark::RegisterBenchmark(name.c_str(), function);
  registered->UseManualTime()->Iterations(1)->Unit(benchmark::kMillisecond);
  if (!arguments.empty()) {
    registered->Args(arguments);
  }
}

size_list::list vector_sizes(device where) {
  size_list::list sizes{{1 << 16}, {1 << 20}, {1 << 24}};
  if (where.kind == device_kind::cuda) {
    sizes.push_back({1 << 28});
  }
  return sizes;
}

size_list fewer_rows_on_cpu(size_list sizes) {
  return [sizes](device where) {
    auto all = sizes.on(where);
    for (std::vector<std::int64_t>& one : all) {
      one.front() /= where.kind == device_kind::cuda ? 1 : 16;
    }
    return all;
  };
}

}  // namespace kw::benchmarking
