// What the programs of one worker did. Nothing is shared, and no work is done per element: stores
// and loads are noted by rectangles.
#pragma once
#include <atomic>
#include <cfenv>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/checker/record/event.hpp"
#include "common/checker/record/journal.hpp"
#include "common/checker/record/waiting.hpp"

namespace kw::runtime {

// The smallest box of the grid, from program (0, 0, 0) on, that contains some programs.
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

// In which order programs begin streams and load tiles of tensors, and the lowest one that has it.
struct fetched_order {
  std::int64_t program;
  fetched_tiles tiles;
};

// Is a call of one program what another one has in its place?
inline bool same_call(const fetched_tiles::call& a, const fetched_tiles::call& b) {
  return a.code == b.code && a.bytes == b.bytes;
}

// A program that stored nothing, and where its loads begin.
struct idle_program {
  std::int64_t program;
  std::vector<const char*> loaded;
  bool skipped;  // did a mask switch all lanes of an access off?
};

// A load of elements that held nothing when the launch began, by a program that had synchronised
// with others: they may have stored there before.
struct late_read {
  event what;
  access_record access;
  std::vector<std::pair<std::int64_t, std::int64_t>> elements;  // of the memory block, [begin, end)
};

// An atomic operation that orders what different programs do.
struct synchronisation {
  std::int64_t program;
  std::int64_t sequence;  // their order in the whole launch
  const void* element;
  std::uint64_t old;  // what it held before
  bool acquires, releases;
};

// For a program that runs again to show whether it waits for others before an access: what atomic
// operations and volatile loads return, by their elements, and the access.
struct supposition {
  std::unordered_map<const void*, std::uint64_t> values;
  access_record wanted;
  std::int64_t element;  // of the memory block
  int looks = 0;
  bool met = false;
};

/// Of float operations that go wrong, as in <cfenv>.
inline constexpr int kWatchedFlags = FE_DIVBYZERO | FE_INVALID | FE_OVERFLOW;

// The first two accesses of a program between which float operations went wrong, by the processor's
// flags.
struct float_trouble {
  std::int64_t program = -1;
  int flags = 0;  // of kWatchedFlags
  source_place from, to;
};

// What is noted of the running program alone.
struct running_log {
  std::size_t program_begin = 0;           // its first store
  std::size_t barrier = 0;                 // first store after the latest barrier
  std::size_t loads_begin = 0;             // first load that some lane may still be executing
  std::size_t synchronisations_begin = 0;  // its first one
  std::size_t quiet = 0;           // how many of its latest synchronisations followed each other
  std::size_t quiet_accesses = 0;  // accesses noted when the latest one came
  unsigned exchanges = 0;          // up to its latest access
  bool touched = false;            // has it accessed anything?
  bool stored = false;             // and written anything?
  bool skipped_load = false, skipped_store = false;  // did a mask switch all lanes of one off?
  bool looked_up = false;                            // has it loaded a single element?
  bool broken = false;           // the next access must end it, for a mistake was noted
  source_place last_place = {};  // of the latest access
  float_trouble trouble = {};
  std::atomic_flag* turn = nullptr;  // held by its atomic operation
};

// What one worker notes. Aligned, which keeps workers from sharing cache lines.
struct alignas(64) worker_log : running_log {
  const program* given = nullptr;  // the running program, and what it was when it began
  std::int64_t given_index = 0;
  filling given_undefined = filling::marked;
  // Of the running program; their memory is kept for the next one.
  struct {
    std::vector<rectangle> lanes, in_memory;
  } rectangles;                           // of the access under way
  std::vector<const char*> loaded;        // where its loads begin
  std::vector<undefined_load> undefined;  // one for each line
  journal current;                        // where it is journaled
  run_time running;
  supposition* supposed = nullptr;  // where it runs again under one
  // Of all programs.
  access_list stores;
  access_list loads;                // of memory that this launch may write
  std::vector<const char*> useful;  // where loads of programs that stored begin, while they are few
  std::vector<idle_program> idle;
  grid_box working;                // the programs that are not idle
  std::uint64_t read_targets = 0;  // bit t: some program loads from target t
  bool stores_skipped = false;     // some program had a store without any lane
  unsigned axes_asked = 0;
  std::vector<fetched_order> fetched;   // every order that they had
  std::vector<float_trouble> troubles;  // of those that had any
  std::vector<journal> replayable;      // of those that left lanes without a value
  std::vector<synchronisation> synchronisations;
  bool synchronisations_lost = false;  // there were too many
  std::vector<late_read> late_reads;
  std::vector<event> events;
};

}  // namespace kw::runtime
