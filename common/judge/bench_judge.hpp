// A judge that measures: a lesson's benchmarks, whose kernels run in a worker that is not trusted.
//
// The judge owns clock, data and verdict. Each call gets other inputs, and outputs that hold NaN.
// Some results, chosen by chance after the clock has stopped, are compared with those of the
// solution, which runs in another worker. The cost of a call by itself is measured with the
// solution's worker, and subtracted.
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "common/judge/worker_process.hpp"
#include "kernelwright/runtime/sampling.hpp"
#include "kernelwright/testing/tolerance.hpp"

namespace kw::remote {

struct bench_judge_options {
  worker_options worker;    ///< what is measured
  worker_options solution;  ///< tells which results are right
  double seconds = 0.02;    ///< how long each benchmark is sampled,
  int least = 5;            ///< in so many calls at the least,
  int most = 15;            ///< and so many at the most
};

/// Once, before the first buffer is made.
void start_measuring(bench_judge_options options);

/// Measures `call`, which calls an entry function once or more.
/// \param limits how far results may be off: one for all outputs, or one for each
/// \throws kw::error where the worker fails, or its result is not right
measurement measure_call(const std::function<void()>& call,
                         const std::vector<testing::tolerance>& limits);

}  // namespace kw::remote
