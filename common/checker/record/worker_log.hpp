// What the programs of one worker did. Nothing is shared, and no work is done per element: stores
// and loads are noted by rectangles.
#pragma once
#include <any>
#include <atomic>
#include <cfenv>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/checker/record/waiting.hpp"
#include "common/checker/record/watch.hpp"

namespace kw::runtime {

// A store, or a load of memory that the launch may write.
struct access_record {
  rectangle where;  // `start` counts elements of the memory block
  std::int64_t program = 0;
  source_place place;
  int memory = -1;
  int target = -1;
  access_kind kind = access_kind::store;
  int synchronised = 0;  // how many synchronisations its program had before
  bool atomic() const { return kind == access_kind::atomic; }
};

using access_list = std::vector<access_record>;

/// What a program does wrong: mistakes/mistakes.hpp. The record only passes it on.
struct mistake;

/// A mistake that was found, in numbers: the fields that findings of all kinds have, and the facts
/// of its own kind.
struct event {
  event(const mistake& the_kind, source_place the_place) : kind(&the_kind), place(the_place) {}
  event(const mistake& the_kind, const seen_access& a)
      : kind(&the_kind), place(a.place), target(a.target), access(a.kind) {}

  const mistake* kind;
  source_place place;
  std::int64_t program = 0;          // the lowest one that makes it
  std::int64_t other_program = -1;   // the second one of a race between two
  std::int64_t programs = 1;         // how many make it; of the first kStopWindow if any was ended
  std::vector<std::int64_t> makers;  // these, as they ran
  bool cut_off = false;              // there are programs after the window
  int target = -1;
  access_kind access = access_kind::load;
  std::int64_t first = 0, last = -1;  // elements concerned, from where the target points
  std::int64_t count = 0;             // how many lanes, or elements, or idle programs
  std::any facts;                     // of a type that the mistake knows

  /// \tparam Facts the type that they have
  template <class Facts>
  const Facts& as() const {
    return *std::any_cast<Facts>(&facts);
  }
};

/// Is it the same mistake in the same line?
inline bool same_mistake(const event& a, const event& b) {
  return a.kind == b.kind && a.target == b.target && a.place.line == b.place.line &&
         a.place.file == b.place.file;
}

/// Adds an event, or its makers to the same mistake in the same line: then the lowest program's
/// event stays.
inline void add_event(std::vector<event>& all, event e) {
  for (event& known : all) {
    if (same_mistake(known, e)) {
      if (known.makers.empty() || known.makers.back() != e.program || e.makers.size() > 1) {
        known.makers.insert(known.makers.end(), e.makers.begin(), e.makers.end());
      }
      if (e.program < known.program) {
        e.makers = std::move(known.makers);
        known = std::move(e);
      }
      return;
    }
  }
  all.push_back(std::move(e));
}

// What a program changed, recorded so that it can be run again: to undo it, do it again, and
// compare.
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
  std::vector<char> old, fresh;  // what the changed memory held before the program, and after it
  std::vector<atomic_change> atomics;
  std::vector<undefined_load> undefined;
  std::size_t atomics_replayed = 0;
  // For a second run: did it do something different from the first one, or only add other values?
  bool differs = false, operands_differ = false;

  void clear();
  void note_change(char* address, std::int64_t bytes, int memory);
  void keep_fresh();
  void undo() const;
  void redo() const;
};

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
