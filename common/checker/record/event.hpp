// A mistake in numbers.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "common/checker/record/rectangle.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

// A store, or a load of memory that the launch may write.
struct access_record {
  rectangle where;  // `start` counts elements of the memory block
  std::int64_t program = 0;
  source_place place;
  int memory = -1;
  int target = -1;
  access_kind kind = access_kind::store;
  bool atomic() const { return kind >= access_kind::atomic; }
};

/// What a program does wrong: mistakes/mistake.hpp. The record only passes it on.
struct mistake;

/// Which elements of an output stayed unwritten, and what explains it.
struct coverage {
  bool nothing = false;             // no store reached the output
  bool tail = false, head = false;  // the unwritten elements are the last, or the first ones
  std::int64_t elements = 0;        // of the output
  std::int64_t per_program = 0;     // the most that one program writes, or has lanes for
  std::int64_t needed = 0;          // programs that would cover the output
  std::int64_t step = 0;            // from where program 0 writes first to where program 1 does
  std::int64_t lane_step = 1;       // from lane to lane
  // Of matrices: what was written, from 0 on: how many of them, and of each how many rows and
  // columns
  std::int64_t matrices = 0, rows = 0, columns = 0;
  std::int64_t tile_rows = 0, tile_columns = 0;
  // Which program id moves along rows and columns, and from matrix to matrix.
  int row_axis = -1, column_axis = -1, matrix_axis = -1;
  bool masked = false;   // by a mask that may switch off what is missing
  bool raced = false;    // programs wrote over each other
  bool skipped = false;  // a mask switched all lanes of some store off
};

/// One mistake in numbers, before it is put into words.
struct event {
  const mistake* kind = nullptr;
  source_place place;
  std::int64_t program = 0;   // the lowest that makes it
  std::int64_t programs = 1;  // how many make it; of the first kStopWindow if any program was ended
  std::int64_t other_program = -1;   // of a race between two programs
  std::vector<std::int64_t> makers;  // each of them once, rising
  int target = -1;
  access_kind access = access_kind::load;
  rectangle where;                    // the whole access
  std::int64_t first = 0, last = -1;  // elements concerned, from where the target points
  std::int64_t lanes = 0;             // how many lanes, or elements
  std::int64_t lane = 0;              // number of the first one
  std::string text;                   // of a device_assert
  access_record one, other;           // of a race: by rising program
  coverage cover;                     // of never_written, grid_too_small
  bool scattered = false;             // the lanes lie in no even order
  bool written_here = false;          // uninitialised, but other programs of the launch write it
  bool written_by_itself = false;     // uninitialised, and the program stores to it later
  bool loaded_before = false;         // of a race: the program loads the element as well
  bool touched_nothing = false;       // nor was any of their accesses switched off
  bool loads_only = false;            // programs that have nothing to do, but load something
  bool next_matrix = false;           // outside its row: of the matrix, in the next one of them
  bool cut_off = false;               // there are programs behind the window
  unsigned axes_asked = 7;            // of a race: along which axes did any program ask for its id?
  bool reached_atomic = false;        // then: operands of atomic operations
  int load_target = -1;
  source_place load;        // of undefined lanes: the load that left them so
  bool swallowed = false;   // undefined lanes: found by running the program again
  int reached_memory = -1;  // then: where `first..last` lie; -1: other accesses, not values
  bool host = false;        // an overflow outside of kernels
  int stored_lanes = 0;     // of the tile that is stored, active or not
  int load_lane = 0, load_lanes = 0, load_width = 0;  // the first of them, how many, of how many
};

}  // namespace kw::runtime
