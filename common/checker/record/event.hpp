// What is recorded about an access, and about a mistake.
#pragma once
#include <any>
#include <cstdint>
#include <utility>
#include <vector>

#include "common/checker/record/watch.hpp"
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

}  // namespace kw::runtime
