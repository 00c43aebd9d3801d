// What a launch left unwritten in an output.
#pragma once
#include <string>
#include <vector>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {

/// Which elements of an output stayed unwritten, and what explains it.
struct coverage {
  bool nothing = false;             // no store reached the output
  bool tail = false, head = false;  // the unwritten elements are the last, or the first ones
  std::int64_t elements = 0;        // of the output
  std::int64_t per_program = 0;     // the most that one program writes, or has lanes for
  std::int64_t needed = 0;          // programs that would cover the output
  std::int64_t step = 0;            // from where program 0 writes first to where program 1 does
  std::int64_t lane_step = 1;       // from lane to lane
  // For matrices: how many were written, from 0 on, and how many rows and columns of
  // each.
  std::int64_t matrices = 0, rows = 0, columns = 0;
  std::int64_t tile_rows = 0, tile_columns = 0;
  // Which program id moves along rows and columns, and from matrix to matrix.
  int row_axis = -1, column_axis = -1, matrix_axis = -1;
  bool masked = false;    // by a mask that may switch off what is missing
  bool raced = false;     // programs wrote over each other
  std::int64_t idle = 0;  // programs that reached no store into it
  bool skipped = false;   // a mask switched all lanes of some store off
};

/// Adds an event for each output in which something stayed unwritten because of the grid, or
/// because of the kernel. Call when the launch's stores are marked.
void add_unwritten(const launch_monitor& monitor, bool because_of_grid, std::vector<event>& events);

}  // namespace kw::runtime
