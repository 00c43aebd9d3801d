// The judge's side of calls, and what it writes down about its worker.
#pragma once
#include <string>

#include "common/judge/worker_process.hpp"

namespace kw::remote {

struct judge_options {
  worker_options worker;
  bool kernels_alone = false;  ///< see the data of the tests, on a CPU: see split_memory.hpp
};

/// Before everything else: the stubs' calls come to this judge, which without a worker refuses
/// them.
void take_calls();

/// Once, before the first buffer is made: from now on the memory of the CPU is shared, and entry
/// functions run in the worker.
void start_judging(judge_options options);

/// \throws kw::error before that
shared_memory& judge_memory();

}  // namespace kw::remote
