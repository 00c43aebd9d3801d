// What a launch left unwritten in an output.
#pragma once
#include <vector>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {

/// What an output has along one axis, its matrices, rows or columns, and what is written of it.
struct covered_axis {
  std::int64_t done = 0, all = 1;  // from 0 on
  std::int64_t tile = 1;           // of one program
  int grid_axis = -1;              // of the program id that moves along it

  bool lacks() const { return done < all; }
  std::int64_t needed() const { return ceil_div(all, tile); }
};

/// Which elements of an output stayed unwritten, and what explains it.
struct coverage {
  bool nothing = false;              // no store reached the output
  bool tail = false, head = false;   // the unwritten elements are the last, or the first ones
  std::int64_t elements = 0;         // of the output
  std::int64_t per_program = 0;      // the most that one program writes, or has lanes for
  std::int64_t needed = 0;           // programs that would cover the output
  std::int64_t start = 0, step = 0;  // where program 0 writes first, and from there to program 1
  std::int64_t lane_step = 1;        // from lane to lane
  std::int64_t steps = 1;  // how often a program writes the same elements, one after the other
  bool by_axes = false;    // is a rectangle written, the same in all matrices?
  covered_axis matrices, rows, columns;
  bool masked = false;    // by a mask that may switch off what is missing
  bool raced = false;     // programs wrote over each other
  std::int64_t idle = 0;  // programs that reached no store into it
  bool skipped = false;   // a mask switched all lanes of some store off
};

/// Adds an event for each output in which something stayed unwritten: grid_too_small or
/// never_written. Call when the launch's stores are marked.
void find_unwritten(const launch_monitor& monitor, std::vector<event>& events);

}  // namespace kw::runtime
