// Limits of a worker's calls and how it is started, and their options on a judge's command line.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "common/base/options.hpp"

namespace kw::remote {

/// Limits of a call, and how a worker is started.
struct worker_options {
  std::vector<std::string> command;  ///< starts the worker, most often within a sandbox
  double call_seconds = 10;          ///< of processor time, and six times that by the clock
  double start_seconds = 10;         ///< the same, until it can be called
  double task_seconds = 600;         ///< of all calls together, by the clock
  int processes = 64;                ///< this many are too many, those of the sandbox included
  std::int64_t memory_bytes = std::int64_t{2} << 30;     ///< in addition to the test's own buffers
  std::uint64_t output_bytes = std::uint64_t{64} << 20;  ///< of all its prints
  bool reports_start = false;  ///< The command writes to `kStartDescriptor` before the worker runs
};

/// Declares the options that set them.
void add_worker_options(base::option_reader& reader, worker_options& options);

/// A line for each of these options.
extern const char* const kWorkerUsage;

}  // namespace kw::remote
