// What programs print and assert: needed with checks off as well.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/checker/record/watch.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

struct printed_line {
  std::int64_t program;
  std::string text;
};

/// An assertion that failed while checks were off.
struct unchecked_assertion {
  std::int64_t program;  // the lowest one of this worker
  std::int64_t programs = 1;
  source_place place;
  failed_assertion failed;
};

/// Of the programs of one worker.
struct device_output {
  std::vector<printed_line> printed;
  std::int64_t prints = 0;  // also those that were not kept
  std::optional<unchecked_assertion> assertion;
};

/// What the running program of this thread writes to, and its launch; null between programs.
inline thread_local device_output* current_output = nullptr;
inline thread_local const launch_description* current_launch = nullptr;

/// Prints what the programs of a launch printed, in the order of programs.
void show_printed(const std::vector<device_output>& outputs);

}  // namespace kw::runtime
