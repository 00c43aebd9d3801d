#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/child_process.hpp"

namespace kw::base {

/// A program to run, with the limits that keep a broken one from taking its parent with it.
struct process_request : start_request {
  /// Wall-clock limit in seconds, after which the whole process group is killed.
  double timeout_seconds = 60;
  /// Bytes of output kept: the first and the last half of it. The rest is read and dropped.
  std::size_t output_limit = std::size_t{1} << 20;
  /// Sees each piece of output as it arrives, for progress. May be empty.
  std::function<void(std::string_view)> on_output;
  /// Asked about fifty times a second; true kills the process group. May be empty.
  std::function<bool()> should_stop;
};

/// How a program ended.
enum class process_end { exited, signalled, timed_out, stopped, not_started };

/// What became of a program.
struct process_outcome {
  process_end end = process_end::not_started;
  int exit_code = -1;  ///< When `end` is `exited`.
  int signal = 0;      ///< When `end` is `signalled`.
  std::string output;  ///< stdout and stderr together, at most about `output_limit` bytes.
  std::uint64_t output_bytes = 0;  ///< How much the program wrote in all.
  double seconds = 0;
  std::string start_error;  ///< Why it did not start, when `end` is `not_started`.
  bool ready = false;       ///< Whether that was reported (`start_request::reports_ready`).

  bool succeeded() const { return end == process_end::exited && exit_code == 0; }
};

/// Runs a program to its end.
///
/// The group is killed on a timeout, on a stop, and once the program itself has ended, so nothing
/// it started outlives it. Never throws because of the program; throws `interrupted` after
/// SIGINT or SIGTERM when `install_interrupt_handlers` was called. May be called from several
/// threads at once; a program dies with the thread that started it. Cost: about a millisecond.
process_outcome run_process(const process_request& request);

/// "SIGSEGV (it read or wrote memory that is not its own)": a signal in words.
std::string describe_signal(int signal);

/// Whether a program can be started under this name (through PATH when it has no slash).
bool program_exists(const std::string& name);

/// A command line a user can paste into a shell, quoted where needed.
std::string quote_command(const std::vector<std::string>& command);

}  // namespace kw::base
