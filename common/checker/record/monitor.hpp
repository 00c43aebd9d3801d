// The checker of one launch. While programs run, each worker appends what its programs store, by
// rectangles, to a log of its own; nothing is shared and nothing is done for single elements. After
// the launch judge.cpp reads the logs, and report.cpp turns what was found into words.
#pragma once
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/checker/record/crash_guard.hpp"
#include "common/runtime/allocations.hpp"
#include "kernelwright/runtime/program.hpp"

namespace kw::runtime {

/// Rounds towards minus infinity: element -1 lies in row -1.
inline std::int64_t floor_div(std::int64_t a, std::int64_t b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0) ? 1 : 0);
}

inline std::int64_t ceil_div(std::int64_t a, std::int64_t b) {
  return b > 0 ? (a + b - 1) / b : 0;
}

/// Ends a program whose mistake was recorded. Only run_programs catches it.
struct program_stopped {};

/// Memory that arguments point into: a registered buffer, or what the views of a caller span.
struct memory_block {
  const char* data = nullptr;
  std::int64_t bytes = 0;
  int element_size = 1;
  std::shared_ptr<allocation> registered;  // null: not a kw::buffer, so taken as initialised
  std::int64_t elements() const { return bytes / element_size; }
};

/// What an access may touch through one argument, in elements from where the argument points.
struct target {
  int argument = -1;  // -1: a buffer that is no argument of this kernel
  const char* data = nullptr;
  int element_size = 1;
  bool is_const = false;
  bool bounded = false;  // false: a bare pointer to memory nobody declared
  std::int64_t low = 0, high = 0;
  int memory = -1;
  std::int64_t memory_offset = 0;  // elements of the memory block before `data`
  // Of a view whose rows lie at even distances, else 0. Of rank 3 and 4 the rows of all matrices
  // (the last two axes) count on.
  std::int64_t rows = 0, columns = 0, row_stride = 0;
  std::int64_t matrix_rows = 0;  // of one matrix
  bool many_matrices() const { return rows > matrix_rows; }
  std::int64_t extent = 0;  // elements, without gaps between rows
};

/// Lanes with unit stride along columns, in elements from where a target points.
struct rectangle {
  std::int64_t start = 0;
  std::int64_t rows = 0, columns = 0, row_stride = 0;
  int element_size = 1;
  int first_lane = 0;
  int lane_row_step = 0, lane_column_step = 1;  // how the number of the lane grows
  // The whole tile, turned so that its columns go along the columns above.
  int tile_rows = 1, tile_columns = 1;
  bool two_dimensional = false;
  bool masked = false;

  std::int64_t row(std::int64_t r) const { return start + r * row_stride; }
  std::int64_t count() const { return rows * columns; }
  std::int64_t lanes() const { return std::int64_t{1} * tile_rows * tile_columns; }
};

/// A two-dimensional tile in the rows and columns of a target of rank 2 with the same row stride.
struct matrix_box {
  std::int64_t row, last_row, column, last_column;
  bool rows_outside, columns_outside;
  std::int64_t lanes_outside;
};
matrix_box box_of(const target& t, const rectangle& r);
/// Does the tile go by the rows of the target?
bool goes_by_rows(const target& t, const rectangle& r);

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

// Root causes first: findings are told in this order.
enum class mistake : unsigned char {
  raw_access,
  index_overflow,
  division_by_zero,
  out_of_bounds,
  outside_row,
  uninitialised_read,
  undefined_lane,
  lost_accumulator,
  released_stage,
  misplaced_tile,
  device_assert,
  missing_barrier,
  write_race,
  read_write_race,
  atomic_race,
  grid_too_small,
  never_written,
  grid_too_large,
};
const char* slug(mistake kind);

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
  mistake kind = mistake::out_of_bounds;
  source_place place;
  std::int64_t program = 0;   // the lowest that makes it
  std::int64_t programs = 1;  // how many make it; of the first kStopWindow if any program was ended
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

// A load without `other` that left lanes without a value.
struct undefined_load {
  source_place place;
  const char* base = nullptr;
  int first_lane = 0, count = 0, lanes = 0;
};

// Which float operations went wrong between two accesses of a program, as the processor tells.
struct float_trouble {
  int flags = 0;  // of <cfenv>
  source_place from, to;
};

// A NaN or an infinity that was stored.
struct not_finite {
  source_place place;
  const char* element = nullptr;
};

// What a program changed, so that it can be undone, done again, and compared.
struct journal {
  struct change {
    char* address = nullptr;
    std::int64_t bytes = 0;
    std::size_t at = 0;  // in `old` and `fresh`
    int memory = -1;
  };
  struct atomic_change {
    const void* element;
    std::vector<char> operands, old;
  };
  std::int64_t program = -1;
  std::vector<change> changes;
  std::vector<char> old, fresh;  // what the changed memory held before the program, and behind it
  std::vector<atomic_change> atomics;
  std::vector<undefined_load> undefined;
  not_finite stored_not_finite;
  std::size_t atomics_replayed = 0;
  // Of a second run: did it do something else than the first one, or only add other values?
  bool differs = false, operands_differ = false;

  void clear();
  void note_change(char* address, std::int64_t bytes, int memory);
  void keep_fresh();
  void undo() const;
  void redo() const;
};

struct printed_line {
  std::int64_t program;
  std::string text;
};

// The smallest box of the grid, from program (0, 0, 0) on, that holds some programs.
struct grid_box {
  std::int64_t extents[3] = {};
  void add(const program& p) {
    for (int axis = 0; axis < 3; ++axis) {
      extents[axis] = extents[axis] > p.id[axis] ? extents[axis] : p.id[axis] + 1;
    }
  }
  void add(const grid_box& other) {
    for (int axis = 0; axis < 3; ++axis) {
      extents[axis] = extents[axis] > other.extents[axis] ? extents[axis] : other.extents[axis];
    }
  }
  std::int64_t size() const { return extents[0] * extents[1] * extents[2]; }
};

// A program that read tiles, and whose stores were all switched off.
struct idle_program {
  std::int64_t program;
  std::vector<const char*> loaded;
};

/// What one worker notes down. Aligned, so that workers do not share cache lines.
struct alignas(64) worker_log {
  std::vector<access_record> stores;
  std::vector<access_record> loads;  // of memory that this launch may write
  std::size_t program_begin = 0;     // first store of the running program
  std::size_t barrier = 0;           // first store behind the latest barrier
  std::size_t loads_begin = 0;       // first load that some lane may still be at
  unsigned exchanges = 0;            // of the running program, up to its latest access
  bool touched = false;              // has the running program accessed anything?
  bool stored = false;               // and written anything?
  bool skipped_load = false, skipped_store = false;  // did a mask switch all lanes of one off?
  bool looked_up = false;                            // has it loaded a single element?
  std::vector<const char*> loaded;                   // where its loads begin
  std::vector<const char*> useful;       // the same of programs that stored, while they are few
  std::vector<idle_program> idle_loads;  // programs that loaded, and had nothing to store
  bool broken = false;                   // a mistake was noted that the next access must end it for
  bool locks = false;                    // some program used a compare-and-swap
  bool stores_skipped = false;           // some program had a store without any lane
  unsigned axes_asked = 0;
  source_place last_place;                // of the latest access
  std::vector<undefined_load> undefined;  // of the running program, one for each line
  not_finite stored_not_finite;           // by the running program, the first one
  float_trouble trouble;                  // of a program that watches its floats
  journal current;                        // of the running program, where it is journaled
  std::vector<journal> replayable;        // of ended ones that left lanes without a value
  std::int64_t idle = 0, first_idle = -1;
  std::int64_t idle_skipping = 0;  // of the idle ones those whose accesses masks switched off
  grid_box working;
  std::vector<event> events;
  std::vector<printed_line> printed;
  std::int64_t prints = 0;  // also those that were not kept
};

/// Once a program is ended, only this many behind the lowest ended one are looked at: a grid of a
/// million programs that all go wrong should not take seconds. What else ran is ignored, so that
/// the findings do not depend on how far it got.
inline constexpr std::int64_t kStopWindow = 1000;

/// Bits of program::axes_asked: num_programs of any axis.
inline constexpr unsigned kAskedExtent = 7u << 3;

class launch_monitor {
 public:
  /// \param spent an earlier launch's monitor, or null: its logs keep their memory for this one
  launch_monitor(const launch_description& launch, int workers, launch_monitor* spent);

  // While programs run:
  bool skips(std::int64_t program) const {
    return program > lowest_stopped_.load(std::memory_order_relaxed) + kStopWindow;
  }
  void begin_program(program* p);
  void note_stopped(const program& p);
  void end_program(const program& p, bool ended);
  void check(program& p, const access& a);
  void check(program& p, access_kind kind, source_place place, const void* base, int element_size,
             const std::int64_t* offsets, const bool* active, int lanes, int lanes_per_row,
             bool masked);
  void add_undefined(program& p, source_place place, const void* base, int element_size,
                     std::int64_t first, std::int64_t last, int lane, int count, int lanes);
  program program_at(std::int64_t index) const;
  void note_undefined(program& p, const undefined_load& load);
  void note_barrier(const program& p);
  void note_not_finite(program& p, source_place place, const void* base, int element_size,
                       std::int64_t offset);
  void watch_floats(program& p, source_place place);
  bool atomic_again(program& p, const void* element, const void* operands, int bytes, void* old,
                    int old_bytes);
  void note_atomic(program& p, const void* element, const void* operands, int bytes,
                   const void* old, int old_bytes);
  /// The argument or buffer that is nearest to an address, and the element of it.
  int nearest(const char* address, std::int64_t* element) const;
  /// Notes an event, and ends the program at its next access.
  void add_broken(program& p, event e);
  /// Notes that the program faulted.
  void add_fault(program& p, const fault& f);
  /// Notes an event in the log of the program's worker, once for each kind, line and argument.
  void add(const program& p, event e);

  // Afterwards, for judge.cpp and report.cpp:
  const launch_description& launch() const { return launch_; }
  std::int64_t programs() const { return programs_; }
  bool stopped() const { return lowest_stopped_.load() != kNever; }
  /// Does this memory belong to an output of the launch?
  bool may_write(const char* data) const;
  /// Drops what programs behind the window left in the logs.
  void forget_skipped();
  const access_record* last_store_to(const char* address) const;
  const std::vector<target>& targets() const { return targets_; }
  const std::vector<memory_block>& memories() const { return memories_; }
  const std::vector<worker_log>& logs() const { return logs_; }
  std::vector<worker_log>& logs() { return logs_; }

 private:
  struct place_in_memory {
    int target;
    std::int64_t shift;  // from where the target points to the base of the access, in elements
  };
  void add_target(int argument);
  int memory_of(const char* data, std::int64_t bytes, int element_size);
  place_in_memory resolve(const char* base, access_kind kind, int element_size) const;
  bool samples(std::int64_t program) const;
  void check_bounds(program& p, access_kind kind, source_place place, int target,
                    const rectangle& r);
  int nearest_to(const undefined_load& load) const;
  const undefined_load* source_of(const std::vector<undefined_load>& loads, const event& e) const;
  void check_barrier(program& p, source_place place, int target, const rectangle& in_target,
                     const rectangle& in_memory);
  void check_overwrite(program& p, source_place place, int target, const rectangle& in_target,
                       const rectangle& in_memory);
  void add_missing_barrier(program& p, access_kind kind, source_place place, int target,
                           const rectangle& in_target, const access_record& before,
                           std::int64_t element);
  void check_lane_collision(program& p, source_place place, int target, const rectangle& r);
  void check_lane_collision(program& p, source_place place, int target, const rectangle& tile,
                            std::int64_t shift, const std::int64_t* offsets, const bool* active);
  void add_collision(program& p, source_place place, int target, const rectangle& r,
                     std::int64_t element, std::int64_t one_lane, std::int64_t other_lane);
  void journal_change(program& p, int memory, const rectangle& in_memory);
  void begin_access(program& p, source_place place);
  void note_skipped(const program& p, access_kind kind);
  void note_idle(const program& p);
  void note_touched(const program& p, access_kind kind, const char* first, int lanes) {
    worker_log& log = log_of(p);
    log.touched = true;
    log.stored = log.stored || kind != access_kind::load;
    log.looked_up = log.looked_up || lanes == 1;
    if (kind == access_kind::load && log.loaded.size() < kNotedLoads) {
      log.loaded.push_back(first);
    }
  }
  [[noreturn]] void stop(program& p, event e);
  void check_rows(program& p, access_kind kind, source_place place, int target, const rectangle& r);
  void check_initialised(program& p, access_kind kind, source_place place, int target,
                         const rectangle& in_target, const rectangle& in_memory);
  void check_rectangle(program& p, access_kind kind, source_place place, int target,
                       const rectangle& r);
  void check_lane_bounds(program& p, access_kind kind, source_place place, int target,
                         const rectangle& tile, std::int64_t shift, const std::int64_t* offsets,
                         const bool* active);
  bool stored_before(const worker_log& log, int memory, std::int64_t element) const;
  worker_log& log_of(const program& p) { return logs_[static_cast<std::size_t>(p.worker)]; }

  launch_description launch_;
  std::int64_t programs_;
  std::vector<target> targets_;
  std::vector<memory_block> memories_;
  std::vector<std::shared_ptr<allocation>> allocations_;
  std::vector<worker_log> logs_;
  std::vector<bool> writable_;                   // by memory block: may this launch store to it?
  static constexpr std::size_t kNotedLoads = 8;  // of a program
  static constexpr std::int64_t kNever = INT64_MAX - kStopWindow;
  std::atomic<std::int64_t> lowest_stopped_{kNever};
};

/// Everything wrong with a launch that has ended, the root causes first. Also marks what the launch
/// stored as initialised.
std::vector<event> judge(launch_monitor& monitor);

/// The stores into one memory block, by rising program.
std::vector<access_record> stores_into(const launch_monitor& monitor, int memory);
std::vector<access_record> loads_from(const launch_monitor& monitor, int memory);
/// Two programs of which one stores where the other one stores or loads, if there are any: at most
/// one event of each kind of race. \param accesses whose numbering of elements (by the memory
/// block) the events keep
std::vector<event> find_races(const std::vector<access_record>& accesses);
/// What a launch left unwritten of an argument, if anything. Call when its stores are marked.
bool find_unwritten(const launch_monitor& monitor, int target, bool raced, event* unwritten);

}  // namespace kw::runtime
