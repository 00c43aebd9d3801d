// A lane that a mask switched off in a load without `other` reaches a result.
#include <algorithm>
#include <utility>
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/record/replay.hpp"

namespace kw::runtime {
namespace {

// The load that left lanes without a value; line 0 if it is not known.
struct source_load {
  source_place place;
  int target = -1;
  int first_lane = 0, count = 0, lanes = 0;  // those without one, and all of them
};
// Found where it was stored, by its mark.
struct stored_mark {
  source_load load;
  std::int64_t lane;  // the first lane of the tile that is stored
  int lanes;          // all of them, active or not
};
// Found by running the program again.
struct swallowed_value {
  source_load load;
  bool reached_atomic;  // operands of atomic operations
  int reached_memory;   // where `first..last` are; -1: other accesses, not values
};

const source_load& load_of(const site& s) {
  const auto* mark = std::any_cast<stored_mark>(&s.e.facts);
  return mark != nullptr ? mark->load : s.e.as<swallowed_value>().load;
}

// `14 of its 64 lanes (from lane 50 on)`, of a load.
std::string load_lanes(const source_load& load) {
  return number(load.count) + " of its " + number(load.lanes) + " lanes (from lane " +
         number(load.first_lane) + " on)";
}

// The argument that the load of undefined lanes reads from; null if it is none.
const argument* loaded_argument(const site& s) {
  const int index =
      load_of(s).target < 0
          ? -1
          : s.monitor->targets()[static_cast<std::size_t>(load_of(s).target)].argument;
  return index < 0 ? nullptr : &s.launch.arguments[index];
}

// `-2147483648)`, which is the smallest int32.`: the smallest or largest number of an integer type.
std::string limit_of(const site& s, int bytes, bool smallest) {
  const std::string type = "int" + number(8 * bytes);
  const std::string end = smallest ? "smallest" : "largest";
  const std::string name = load_of(s).target < 0 ? "" : s.name_of(load_of(s).target);
  for (const parameter& p : s.parameters) {
    if (p.name == name && p.type.find("uint") != std::string::npos && bytes < 8) {
      const std::int64_t most = (std::int64_t{1} << (8 * bytes)) - 1;
      return number(smallest ? 0 : most) + ")`, which is the " + end + " u" + type + ".";
    }
  }
  const std::int64_t most = bytes == 8 ? INT64_MAX : (std::int64_t{1} << (8 * bytes - 1)) - 1;
  return number(smallest ? -most - 1 : most) + ")`, which is the " + end + " " + type + ".";
}

// A value for the lanes that are off, depending on what the kernel does with them.
std::string advise_other(const site& s, const std::string& call, const std::string& where) {
  const auto calls = base::calls_in(call, "tl.load");
  const auto arguments = calls.empty() ? std::vector<std::string>() : calls[0];
  const std::string load =
      "`tl.load(" + (arguments.size() == 2 ? arguments[0] + ", " + arguments[1] : "x, mask") + ", ";
  const auto any = [&](std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(),
                       [&](const char* name) { return s.code.has(name); });
  };
  const bool sum = any({"tl.sum", "tl.cumsum", "atomic_add", "tl.mean", "tl.dot"});
  const bool max = any({"tl.max", "tl.argmax", "atomic_max"});
  const bool min = any({"tl.min", "tl.argmin"});
  std::string text = "Give the load " + where + "a value for them as its third argument";
  if (const argument* a = loaded_argument(s); a != nullptr && a->is_integer) {
    return text + (max || min
                       ? std::string(", one that is never the ") + (max ? "largest" : "smallest") +
                             ": " + load + limit_of(s, a->element_size, max)
                       : (sum ? ", one that does not change a sum: " : ": ") + load + "0)`.");
  }
  if (max || min) {
    return text + ", one that is never the " + (max ? "largest: " : "smallest: ") + load +
           (max ? "-inf)`." : "inf)`.") +
           (max && sum ? " (In a softmax exp(-inf) is 0, so the sum is right too.)" : "");
  }
  return text + (sum ? ", one that does not change a sum: " : ": ") + load + "0.0f)`.";
}

// The lanes went through a maximum, a comparison or integers, where no NaN shows them.
words tell_swallowed(const site& s) {
  const event& e = s.e;
  const auto& facts = e.as<swallowed_value>();
  words w;
  w.facts = "the mask of this tl.load switches off " + load_lanes(facts.load) +
            ", and the load gives them no value, yet ";
  if (facts.reached_atomic) {
    w.facts += "what the program updates atomically depends on them.";
  } else if (facts.reached_memory < 0) {
    w.facts += "they decide which elements the program loads or stores next.";
  } else {
    const auto& all = s.monitor->targets();
    const auto reached = std::find_if(all.begin(), all.end(), [&](const target& t) {
      return t.memory == facts.reached_memory && t.argument >= 0 && !t.is_const;
    });
    site other = s;
    std::string place = "a result";
    if (reached != all.end()) {
      other.buffer = s.name_of(static_cast<int>(reached - all.begin()));
      place = other.range(e.first - reached->memory_offset, e.last - reached->memory_offset);
    }
    w.facts += "what is stored in " + place + " depends on them.";
  }
  w.advice = advise_other(s, s.statement, "");
  if (!facts.reached_atomic && facts.reached_memory < 0) {
    w.advice +=
        " Or switch the same lanes off in every tl.load and tl.store that uses them as an index.";
  }
  return w;
}

words explain_undefined_lane(const site& s) {
  const event& e = s.e;
  const auto* mark = std::any_cast<stored_mark>(&e.facts);
  if (mark == nullptr) {
    return tell_swallowed(s);
  }
  const source_load& load = mark->load;
  words w;
  const bool one = e.count == 1;
  const bool known = load.place.line > 0;
  // A tile of another shape, or with more lanes: they were reduced, summed up or broadcast.
  const bool reduced =
      known && (mark->lanes != load.lanes || mark->lane != load.first_lane || e.count > load.count);
  const bool gaps = e.count != e.last - e.first + 1;
  const std::string written = gaps ? counted(e.count, "element") + " between " +
                                         s.range(e.first, e.first) + " and " +
                                         s.range(e.last, e.last)
                                   : s.range(e.first, e.last);
  if (reduced) {
    w.facts = "tl.store writes a value to " + written +
              " that was computed from lanes without a value: the mask of the tl.load in line " +
              number(load.place.line) + " switches off " + load_lanes(load) +
              ", and they took part in what is stored here.";
    const std::string call = kernel_text(load.place.file, s.kernel).at(load.place.line);
    w.advice = advise_other(s, call, "in line " + number(load.place.line) + " ");
    return w;
  }
  w.facts = "tl.store writes to " + written + (gaps ? "" : " (" + counted(e.count, "lane") + ")") +
            " what " +
            (known ? "the tl.load in line " + number(load.place.line) : std::string("a tl.load")) +
            " did not read: its mask had switched " + (one ? "this lane" : "these lanes") +
            " off, so " + (one ? "it has" : "they have") + " no value.";
  const auto loads = base::calls_in(
      known ? kernel_text(load.place.file, s.kernel).at(load.place.line) : "", "tl.load");
  const auto arguments = loads.empty() ? std::vector<std::string>() : loads[0];
  const auto stores = base::calls_in(s.statement, "tl.store");
  const std::string mask = arguments.size() == 2 && mentions(arguments[1], arguments[1])
                               ? ": `" + s.call_with(arguments[1]) + "`"
                               : "";
  w.advice =
      (!stores.empty() && stores[0].size() == 2
           ? "The load has a mask, but this store has none. Give tl.store the same "
             "mask, so that it skips these lanes" +
                 mask
           : std::string("Give tl.store the mask of the load, so that it skips "
                         "these lanes")) +
      ". If their value matters, give tl.load a value to use instead, as its third argument: "
      "`tl.load(" +
      (arguments.size() == 2 ? arguments[0] + ", " + arguments[1] : "x + offsets, mask") +
      ", 0.0f)`.";
  return w;
}

int nearest_to(const launch_monitor& monitor, const undefined_load& load) {
  std::int64_t element = 0;
  return monitor.memory().nearest(load.base, &element);
}

source_load source_of(const launch_monitor& monitor, const undefined_load& load) {
  return {load.place, nearest_to(monitor, load), load.first_lane, load.count, load.lanes};
}

// Which of the loads left the lanes that were stored? One of the same tile that may have left the
// first of them, preferably one that left just as many; else the first one. Integers have no mark.
source_load source_of(const launch_monitor& monitor, const std::vector<undefined_load>& loads,
                      const undefined_store& store) {
  source_load best;
  int best_rank = -1;
  for (const undefined_load& load : loads) {
    const source_load candidate = source_of(monitor, load);
    const target& t = monitor.targets()[static_cast<std::size_t>(candidate.target)];
    if (t.argument >= 0 && monitor.launch().arguments[t.argument].is_integer) {
      continue;
    }
    const bool may_be = load.lanes == store.lanes && load.first_lane <= store.first_lane;
    const int rank = !may_be                               ? 0
                     : load.first_lane != store.first_lane ? 1
                     : load.count != store.count           ? 2
                                                           : 3;
    if (rank > best_rank) {
      best = candidate;
      best_rank = rank;
    }
  }
  return best;
}

void look_for_undefined_lane(launch_monitor& monitor, program& p, source_place place,
                             const incident& what) {
  const auto* store = std::get_if<undefined_store>(&what);
  if (store == nullptr || monitor.log_of(p).undefined.empty()) {
    return;  // a NaN that looks like a mark, but no lane of this program is without a value
  }
  const launch_memory::place at =
      monitor.memory().resolve(static_cast<const char*>(store->base), store->first_offset,
                               access_kind::store, store->element_size);
  event e(undefined_lane, place);
  e.target = at.target;
  e.access = access_kind::store;
  e.first = at.shift + std::min(store->first_offset, store->last_offset);
  e.last = at.shift + std::max(store->first_offset, store->last_offset);
  e.count = store->count;
  e.facts = stored_mark{source_of(monitor, monitor.log_of(p).undefined, *store), store->first_lane,
                        store->lanes};
  monitor.add(p, std::move(e));
}

event swallowed(const launch_monitor& monitor, const second_run& again,
                const undefined_load& load) {
  event e(undefined_lane, load.place);
  e.program = again.program();
  e.target = nearest_to(monitor, load);
  e.first = again.where().first;
  e.last = again.where().last;
  e.facts = swallowed_value{source_of(monitor, load), again.atomics_differ(), again.where().memory};
  return e;
}

// A maximum or a comparison swallows a NaN, and integers have none. So programs that left lanes
// without a value run again with other values in them: what they store must not change.
void find_by_second_runs(launch_monitor& monitor, const runner& run, std::vector<event>& found) {
  std::vector<const journal*> journals;
  for (const worker_log& log : monitor.logs()) {
    for (const journal& j : log.replayable) {
      journals.push_back(&j);
    }
  }
  std::sort(journals.begin(), journals.end(),
            [](const journal* a, const journal* b) { return a->program < b->program; });
  std::vector<event> events;
  const auto known = [&](const undefined_load& load) {
    return std::find_if(events.begin(), events.end(), [&](const event& e) {
      return e.place.line == load.place.line && e.place.file == load.place.file;
    });
  };
  for (const journal* j : journals) {
    if (j->undefined.empty()) {
      continue;
    }
    second_run again(monitor, *j, run);
    for (const filling with : {filling::large, filling::negative}) {
      if (!again.changes_something(with, 0)) {
        continue;
      }
      bool told = false;
      for (const undefined_load& load : j->undefined) {
        const bool alone = j->undefined.size() == 1;
        if (!alone && !again.changes_something(with, load.place.line)) {
          continue;
        }
        told = true;
        if (known(load) == events.end()) {
          events.push_back(swallowed(monitor, again, load));
        }
      }
      // Lanes of two loads that are multiplied have no effect on their own.
      if (!told && again.changes_something(with, 0) &&
          known(j->undefined.front()) == events.end()) {
        events.push_back(swallowed(monitor, again, j->undefined.front()));
      }
      break;
    }
  }
  found.insert(found.begin(), events.begin(), events.end());
}

// The programs that stored a mark in the line of an event.
bool makes(const launch_monitor& monitor, const event& e, std::int64_t program) {
  const auto& logs = monitor.logs();
  return std::any_of(logs.begin(), logs.end(), [&](const worker_log& log) {
    return std::any_of(log.events.begin(), log.events.end(), [&](const event& own) {
      return own.kind == e.kind && own.target == e.target && own.place.line == e.place.line &&
             own.place.file == e.place.file &&
             std::find(own.makers.begin(), own.makers.end(), program) != own.makers.end();
    });
  });
}

// A mark is a NaN with certain bits, and memory may hold such a NaN: all codes of float16, say. If
// other values in the lanes without one change nothing, the NaN came from memory.
void refute_marks_from_memory(launch_monitor& monitor, const runner& run,
                              std::vector<event>& events) {
  std::vector<const journal*> journals;
  for (const worker_log& log : monitor.logs()) {
    for (const journal& j : log.replayable) {
      journals.push_back(&j);
    }
  }
  const auto is_refuted = [&](const event& e) {
    if (e.kind != &undefined_lane || std::any_cast<stored_mark>(&e.facts) == nullptr) {
      return false;
    }
    bool ran = false;
    for (const journal* j : journals) {
      if (!j->undefined.empty() && makes(monitor, e, j->program)) {
        ran = true;
        second_run again(monitor, *j, run);
        if (again.changes_something(filling::large, 0) ||
            again.changes_something(filling::negative, 0)) {
          return false;
        }
      }
    }
    return ran;
  };
  std::erase_if(events, is_refuted);
}

}  // namespace

const mistake undefined_lane{
    .name = "undefined-lane",
    .explain = explain_undefined_lane,
    .while_running = {.look_at_incident = look_for_undefined_lane},
    .by_second_runs = find_by_second_runs,
    .refute = refute_marks_from_memory,
};

}  // namespace kw::runtime
