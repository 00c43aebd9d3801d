#pragma once

#include <cstdint>

#include "grader/run/quiet_machine.hpp"
#include "grader/run/sandbox/sandbox.hpp"

namespace kw::grader {

/// How kernels that are not trusted are built and run.
struct untrusted_options {
  sandbox box = sandbox::none();
  std::uint64_t seed = 1;       ///< Of the test data; a submission that knows it could cheat.
  double call_seconds = 10;     ///< Processor time of one call of an entry function.
  double compile_seconds = 60;  ///< Processor time of the compiler; nvcc has four times that.
  sandbox_limits limits;        ///< Of compiler and program.
  std::int64_t memory_bytes = std::int64_t{2} << 30;  ///< Of the program, besides the tests' data.
  double task_seconds = 600;                          ///< By the clock, for all calls of a task.
  quiet_machine* machine = nullptr;  ///< Of all threads that grade; null where there is one.
};

}  // namespace kw::grader
