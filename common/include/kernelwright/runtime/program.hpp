#pragma once

#include <cstdint>

#include "kernelwright/compiler/qualifiers.hpp"
#include "kernelwright/core/source_place.hpp"

/// \file
/// What a kernel's context on the CPU needs from the compiled runtime. Every kernel file includes
/// this header, so it must stay free of the standard library: it decides how soon a learner sees a
/// result after an edit.

namespace kw::runtime {

/// The checker of one launch. Opaque to kernels.
class launch_monitor;
/// See guarded_pointer.hpp.
struct guarded_pointers;

/// What a masked-off lane of a load without `other` holds. Its value should never matter, so the
/// checker may run a program again with other values and see whether it stores the same.
enum class filling : unsigned char {
  marked,  ///< floats: a NaN that no arithmetic makes; integers: zero, as on a GPU
  zero,
  large,
  negative,
};

/// The streams that a program begins and the tiles of tensors that it loads, each in their order. A
/// GPU has places for no more than these.
struct fetched_tiles {
  struct call {
    source_place place;
    int bytes;          ///< of a load, on a GPU
    const void* code;   ///< of a stream: differs where the function or the stages do
    bool in_use;        ///< of a stream
    bool of_loop;       ///< is the stream a loop, tl.range with stages?
    bool fetches;       ///< of a stream: a loop may have no tile that runs ahead
    int most_tiles;     ///< of a loop: the most that a step loads,
    int planned_tiles;  ///< and a step from which a launch on a GPU plans its places
  };
  static constexpr int kMost = 4;
  call streams[kMost], loads[kMost];
  int stream_count, load_count;
};

/// A loop whose loads of tiles run ahead, tl.range with stages, that a program is in.
struct pipelined_loop {
  static constexpr int kMostTiles = 8;  ///< in a step
  pipelined_loop* outer;
  int stream;             ///< its number among the program's streams, or -1
  int tiles;              ///< that this step has loaded
  bool plans;             ///< is it one of those from which a launch on a GPU plans places?
  int known;              ///< the most that a step has loaded so far
  int bytes[kMostTiles];  ///< of each of these
};

/// One program instance on the CPU: who it is, and where its accesses are reported.
struct program {
  int id[3];                ///< position in the grid, one number per axis
  int count[3];             ///< extents of the grid
  std::int64_t index;       ///< linear position, axis 0 fastest
  launch_monitor* monitor;  ///< null when checks are off
  int worker;               ///< number of the pool's thread that runs it
  bool outgrows_caches;     ///< the launch's data is larger than the caches: read ahead, store past
                            ///< them
  bool journaled;           ///< its stores are noted, so it can be run again
  const guarded_pointers* pointer_guards;  ///< null if the kernel has the pointers themselves
  filling undefined;  ///< for the loads of `undefined_line`, or of any line if that is 0
  int undefined_line;
  filling marks;  ///< what `marked` fills in: another value where the program cannot run again
  unsigned axes_asked;    ///< bit a: the program has asked for its id along axis a; bit 3 + a: for
                          ///< how many programs there are
  unsigned exchanges;     ///< reductions and products so far: in each one lanes wait for lanes
  bool in_stream;         ///< does the body of a stream run, or the function that names its tiles?
  fetched_tiles fetched;  ///< so far
  pipelined_loop* loop;   ///< the innermost one that it is in, or null
  bool runs_ahead;        ///< is the load under way one that a GPU may do in an earlier step?

  /// Of two neighbouring programs, one has large values and the other negative ones. So one of them
  /// changes a maximum, and the other a minimum.
  [[nodiscard]] KW_HD constexpr filling filling_for_marks() const {
    if (index % 2 == 0 || marks == filling::marked) {
      return marks;
    }
    return marks == filling::large ? filling::negative : filling::large;
  }
};

/// Volatile loads are only known to read, as atomic operations do.
enum class access_kind : unsigned char { load, volatile_load, store, atomic };
constexpr bool only_reads(access_kind kind) {
  return kind <= access_kind::volatile_load;
}

/// A rectangle of active lanes with unit stride along its columns: lane (r, c) touches
/// `base[start + r * row_stride + c]`. Rectangles without lanes (`rows` or `cols` 0) are allowed.
///
/// Or lanes in any order, where `offsets` is not null: lane i touches `base[offsets[i]]`.
struct access {
  access_kind kind;
  source_place place;  ///< the learner's line
  const void* base;
  int element_size;  ///< in bytes; all offsets count elements from `base`
  std::int64_t start;
  int rows, cols;
  std::int64_t row_stride;
  int first_lane;     ///< number, within the whole tile, of the lane at (0, 0)
  int lanes_per_row;  ///< width of the whole tile
  int lanes;          ///< lanes of the whole tile, active or not
  bool masked;        ///< was a mask given?
  const std::int64_t* offsets = nullptr;
  const bool* active = nullptr;  ///< of lanes in any order; null: all
  bool gathered = false;         ///< each of them has its own address: even steps are accidental
};

/// Checks and records an access before memory is touched. A lane out of range becomes a finding
/// and ends the program by an exception that only `run_programs` catches. The cost of a rectangle
/// does not depend on its size; that of lanes in any order is linear in their number.
KW_RUNTIME_API void check_access(program&, const access&);

/// The same for one row of `lanes` lanes of which [begin, end) are active: lane k touches
/// `base[start + k]`.
KW_RUNTIME_API void check_row(program&, access_kind, source_place, const void* base,
                              int element_size, std::int64_t start, int begin, int end, int lanes,
                              bool masked);

/// Room for what is said of `lanes` lanes, for as long as this thread does not ask again: a stack
/// has none for a large tile.
struct lane_room {
  std::int64_t* offsets;
  bool* active;
  double* values;
};
KW_RUNTIME_API lane_room room_for_lanes(int lanes);

/// A load without `other` that leaves `count` lanes without a value, because its mask switches them
/// off.
struct undefined_load {
  source_place place;
  const void* base;
  int first_lane, count, lanes;
};
KW_RUNTIME_API void lanes_left_undefined(program&, const undefined_load&);

/// For a journaled program, notes one lane of an atomic operation that has happened, with its
/// operands and the old value. (For any other program it does nothing.) In a second run, in which
/// the operation must not happen again, it returns the first run's old value instead. \returns is
/// this a second run?
KW_RUNTIME_API bool atomic_again(program&, const void* element, const void* operands, int bytes,
                                 void* old, int old_bytes);
KW_RUNTIME_API void note_atomic(program&, const void* element, const void* operands, int bytes,
                                const void* old, int old_bytes);

/// These surround an atomic operation, or a volatile load, that orders what different programs do.
/// Between the two calls no other program accesses this element in that way, so the checker knows
/// which came first. The second call says what happened: the old value, of at most 8 bytes, and
/// `releases` if something was also stored.
KW_RUNTIME_API void begin_synchronising(program&, const void* element);
KW_RUNTIME_API void end_synchronising(program&, const void* element, const void* old, int old_bytes,
                                      bool acquires, bool releases);

/// `tl.barrier()`: what the program stored before it may be loaded by any lane after it.
KW_RUNTIME_API void note_barrier(program&);

/// `device_print`: a line `program (3, 0): text [values]`, shown after the launch in program order.
KW_RUNTIME_API void print_lanes(program&, source_place, const char* text, const double* values,
                                int rows, int cols);
/// Integers of 64 bits, which a double does not hold.
KW_RUNTIME_API void print_lanes(program&, source_place, const char* text,
                                const std::int64_t* values, int rows, int cols);
KW_RUNTIME_API void print_lanes(program&, source_place, const char* text,
                                const std::uint64_t* values, int rows, int cols);

/// `device_assert`: records a finding and ends the program, even with checks off.
/// \param lane number of the first lane for which the condition is false
[[noreturn]] KW_RUNTIME_API void assertion_failed(program&, source_place, const char* text,
                                                  int lane, int lanes);

/// Misuses of tl.dot and tl.stream that would fail on a GPU and go unnoticed on a CPU.
enum class misuse : unsigned char {
  lost_accumulator,  ///< the result of tl.dot(a, b, acc) was not assigned back to acc
  unclaimed_sum,     ///< nor was it until acc ended: fine if that call's value was used
  released_stage,    ///< a stream's tile was used after it was given back
  misplaced_tile,    ///< a tensor's tile begins where no piece of 16 bytes does
  nested_stream,     ///< a stream's body uses another stream, or loads a tile by its place
  steps_differ,      ///< a step of a loop that runs ahead loads another tile than an earlier one
};
/// Records a finding; all except those about accumulators also end the program.
KW_RUNTIME_API void report_misuse(program&, source_place, misuse);

/// Notes that a program begins a stream, or loads a tile of a tensor. All programs must do so in
/// the same order, because on a GPU each takes over the places and barriers of the one before.
/// \returns the stream's number, or -1 if it is not known
KW_RUNTIME_API int note_stream(program&, source_place, const void* code);
KW_RUNTIME_API void note_loaded_tile(program&, source_place, int bytes);
/// Begins a loop whose loads of tiles run ahead, known by its code; ends it; and notes one of its
/// tiles.
KW_RUNTIME_API void begin_pipelined_loop(program&, pipelined_loop&, source_place, const void* code);
KW_RUNTIME_API void end_pipelined_loop(program&, pipelined_loop&);
KW_RUNTIME_API void note_tile_of_step(program&, source_place, int bytes);

enum class argument_kind : unsigned char { scalar, pointer, view };

/// One argument of a launch, in the order of the kernel's parameters after `tl`.
struct argument {
  argument_kind kind;
  bool is_const;
  int element_size;         ///< in bytes, of what it points to; for a scalar, of the value itself
  const void* data;         ///< null for a scalar
  int rank;                 ///< of a view
  std::int64_t extents[4];  ///< of a view; the first is the value of an integer
  std::int64_t strides[4];  ///< in elements
  bool is_integer;          ///< are its elements, or is its value?
};

struct launch_description {
  const char* kernel_signature;  ///< `__PRETTY_FUNCTION__` of a template over the functor
  source_place place;            ///< of the call of `launch`
  unsigned grid[3];
  const argument* arguments;
  int argument_count;
  const char* compiled_file = nullptr;  ///< holds the kernel if a header holds the launch
  const guarded_pointers* pointer_guards = nullptr;  ///< the pointers that a checked kernel gets
};

/// Runs every program of the grid on the thread pool, then checks the launch. A grid without
/// programs is allowed, and worth passing on: outputs that it leaves unwritten are reported.
/// \throws whatever a kernel throws; if several programs throw, what the lowest one threw
void run_programs(const launch_description&, void (*run)(const void* closure, program&),
                  const void* closure);

/// Are accesses checked? They are unless the environment says `KW_CHECK=off` or
/// `enable_checks(false)` was called. Read once per launch.
bool checks_enabled();
void enable_checks(bool on);

}  // namespace kw::runtime

namespace kw {
using runtime::checks_enabled;
using runtime::enable_checks;
}  // namespace kw
