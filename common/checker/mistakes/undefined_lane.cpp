// A lane that a mask switched off in a load without `other` reaches a result.
#include <algorithm>
#include <utility>
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/record/replay.hpp"

namespace kw::runtime {
namespace {

// What an undefined_lane knows: it is found where it was stored, by its mark, or by running the
// program again.
struct undefined_facts {
  undefined_load load = {};  // that left lanes without a value; line 0 if it is not known
  bool marked = false;
  std::int64_t lane = 0;        // marked: the first lane of the tile that is stored
  int lanes = 0;                // marked: all of them, active or not
  bool reached_atomic = false;  // else: operands of atomic operations
  int reached_memory = -1;      // else: where `first..last` are; -1: other accesses, not values
};

const undefined_facts& facts_of(const event& e) {
  return e.as<undefined_facts>();
}

// `14 of its 64 lanes (from lane 50 on)`, of a load.
std::string load_lanes(const undefined_load& load) {
  return sentence("{} of its {} lanes (from lane {} on)", load.count, load.lanes, load.first_lane);
}

int target_of(const launch_monitor& monitor, const undefined_load& load) {
  std::int64_t element = 0;
  return monitor.memory().nearest(static_cast<const char*>(load.base), &element);
}

// `-2147483648)`, which is the smallest int32.`: the smallest or largest number of the integers
// that a load reads.
std::string limit_of(const site& s, int bytes, bool smallest) {
  const std::string name = s.name_of(target_of(*s.monitor, facts_of(s.e).load));
  const bool is_unsigned =
      std::any_of(s.parameters.begin(), s.parameters.end(), [&](const parameter& p) {
        return p.name == name && p.type.find("uint") != std::string::npos && bytes < 8;
      });
  const int bits = 8 * bytes - (is_unsigned ? 0 : 1);
  const std::int64_t most = bits == 63 ? INT64_MAX : (std::int64_t{1} << bits) - 1;
  return sentence("{})`, which is the {} {}int{}.",
                  !smallest     ? most
                  : is_unsigned ? 0
                                : -most - 1,
                  smallest ? "smallest" : "largest", is_unsigned ? "u" : "", 8 * bytes);
}

// A value for the lanes that are off, depending on what the kernel does with them.
std::string advise_other(const site& s, const std::string& call, const std::string& where) {
  const undefined_facts& facts = facts_of(s.e);
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
  // As many lanes, none of them reduced: they are in other places, as in a transposed tile.
  const bool moved = facts.marked && facts.lanes == facts.load.lanes && !sum && !max && !min;
  const int index = s.monitor->target_at(target_of(*s.monitor, facts.load)).argument;
  const argument* from = index < 0 ? nullptr : &s.launch.arguments[index];
  const bool integers = from != nullptr && from->is_integer;
  const std::string value = integers && (max || min) ? limit_of(s, from->element_size, max)
                            : integers               ? "0)`."
                            : max                    ? "-inf)`."
                            : min                    ? "inf)`."
                                                     : "0.0f)`.";
  return sentence(
      "Give the load {}a value for them as its third argument{}: {}{}{}{}", where,
      max   ? ", one that is never the largest"
      : min ? ", one that is never the smallest"
      : sum ? ", one that does not change a sum"
            : "",
      load, value,
      max && sum && !integers ? " (In a softmax exp(-inf) is 0, so the sum is right too.)" : "",
      moved ? " If they have elements, its mask is too narrow instead." : "");
}

// The lanes went through a maximum, a comparison or integers, where no NaN shows them.
words tell_swallowed(const site& s) {
  const event& e = s.e;
  const undefined_facts& facts = facts_of(e);
  std::string what = "what the program updates atomically depends on them.";
  const bool decides = !facts.reached_atomic && facts.reached_memory < 0;
  if (decides) {
    what = "they decide which elements the program loads or stores next.";
  } else if (!facts.reached_atomic) {
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
    what = "what is stored in " + place + " depends on them.";
  }
  return {
      sentence("the mask of this tl.load switches off {}, and the load gives them no value, yet {}",
               load_lanes(facts.load), what),
      advise_other(s, s.statement, "") +
          (decides ? " Or switch the same lanes off in every tl.load and tl.store that uses them "
                     "as an index."
                   : "")};
}

words explain_undefined_lane(const site& s) {
  const event& e = s.e;
  const undefined_facts& facts = facts_of(e);
  if (!facts.marked) {
    return tell_swallowed(s);
  }
  const undefined_load& load = facts.load;
  const bool known = load.place.line > 0;
  const std::string call = known ? kernel_text(load.place.file, s.kernel).at(load.place.line) : "";
  const bool gaps = e.count != e.last - e.first + 1, one = e.count == 1;
  const std::string written = gaps ? sentence("{} between {} and {}", counted(e.count, "element"),
                                              s.range(e.first, e.first), s.range(e.last, e.last))
                                   : s.range(e.first, e.last);
  // A tile of another shape, or with more lanes: they were reduced, summed up or broadcast.
  if (known &&
      (facts.lanes != load.lanes || facts.lane != load.first_lane || e.count > load.count)) {
    return {
        sentence("tl.store writes a value to {} that was computed from lanes without a value: the "
                 "mask of the tl.load in line {} switches off {}, and they took part in what is "
                 "stored here.",
                 written, load.place.line, load_lanes(load)),
        advise_other(s, call, sentence("in line {} ", load.place.line))};
  }
  const auto loads = base::calls_in(call, "tl.load"),
             stores = base::calls_in(s.statement, "tl.store");
  const auto arguments = loads.empty() ? std::vector<std::string>() : loads[0];
  const bool no_mask = !stores.empty() && stores[0].size() == 2;
  return {
      sentence("tl.store writes to {}{} what {} did not read: its mask had switched {} off, so {} "
               "no value.",
               written, gaps ? "" : " (" + counted(e.count, "lane") + ")",
               known ? sentence("the tl.load in line {}", load.place.line) : "a tl.load",
               one ? "this lane" : "these lanes", one ? "it has" : "they have"),
      sentence("{}Give tl.store the mask of the load, so that it skips these lanes{}. If their "
               "value matters, give tl.load a value to use instead, as its third argument: "
               "`tl.load({}, 0.0f)`.",
               no_mask ? "The load has a mask, but this store has none. " : "",
               no_mask && arguments.size() == 2 && mentions(arguments[1], arguments[1])
                   ? ": `" + s.call_with(arguments[1]) + "`"
                   : "",
               arguments.size() == 2 ? arguments[0] + ", " + arguments[1] : "x + offsets, mask")};
}

// Which of the loads left the lanes that were stored? One of the same tile that may have left the
// first of them, preferably one that left just as many; else the first one. Integers have no mark.
undefined_load source_of(const launch_monitor& monitor, const std::vector<undefined_load>& loads,
                         const undefined_store& store) {
  undefined_load best{};
  int best_rank = -1;
  for (const undefined_load& load : loads) {
    const target& t = monitor.target_at(target_of(monitor, load));
    if (t.argument >= 0 && monitor.launch().arguments[t.argument].is_integer) {
      continue;
    }
    const bool may_be = load.lanes == store.lanes && load.first_lane <= store.first_lane;
    const int rank = !may_be                               ? 0
                     : load.first_lane != store.first_lane ? 1
                     : load.count != store.count           ? 2
                                                           : 3;
    if (rank > best_rank) {
      best = load;
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
  e.facts = undefined_facts{.load = source_of(monitor, monitor.log_of(p).undefined, *store),
                            .marked = true,
                            .lane = store->first_lane,
                            .lanes = store->lanes};
  monitor.add(p, std::move(e));
}

// Of programs that left lanes without a value, by rising program.
std::vector<const journal*> journals_of(const launch_monitor& monitor) {
  std::vector<const journal*> journals;
  for (const worker_log& log : monitor.logs()) {
    for (const journal& j : log.replayable) {
      if (!j.undefined.empty()) {
        journals.push_back(&j);
      }
    }
  }
  std::sort(journals.begin(), journals.end(),
            [](const journal* a, const journal* b) { return a->program < b->program; });
  return journals;
}

event swallowed(const launch_monitor& monitor, const second_run& again,
                const undefined_load& load) {
  event e(undefined_lane, load.place);
  e.program = again.program();
  e.target = target_of(monitor, load);
  e.first = again.where().first;
  e.last = again.where().last;
  e.facts = undefined_facts{.load = load,
                            .reached_atomic = again.atomics_differ(),
                            .reached_memory = again.where().memory};
  return e;
}

// A maximum or a comparison swallows a NaN, and integers have none. So programs that left lanes
// without a value run again with other values in them: what they store must not change.
void find_by_second_runs(launch_monitor& monitor, const runner& run, std::vector<event>& found) {
  std::vector<event> events;
  const auto known = [&](const undefined_load& load) {
    return std::find_if(events.begin(), events.end(), [&](const event& e) {
      return e.place.line == load.place.line && e.place.file == load.place.file;
    });
  };
  for (const journal* j : journals_of(monitor)) {
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

// The load that a store is taken to come from, unless its lanes change nothing and another's do.
undefined_load the_one_that_matters(second_run& again, filling with, const journal& first_run,
                                    const undefined_load& taken) {
  const auto matters = [&](const undefined_load& load) {
    return again.changes_something(with, load.place.line);
  };
  if (first_run.undefined.size() < 2 || matters(taken)) {
    return taken;
  }
  const auto found = std::find_if(first_run.undefined.begin(), first_run.undefined.end(), matters);
  return found == first_run.undefined.end() ? taken : *found;
}

// A mark is a NaN with certain bits, and memory may hold such a NaN: all codes of float16, say. If
// other values in the lanes without one change nothing, the NaN came from memory. If those of one
// load alone change something, they are the ones that were stored.
void refute_marks_from_memory(launch_monitor& monitor, const runner& run,
                              std::vector<event>& events) {
  const std::vector<const journal*> journals = journals_of(monitor);
  const auto is_refuted = [&](event& e) {
    if (e.kind != &undefined_lane || !facts_of(e).marked) {
      return false;
    }
    bool ran = false;
    for (const journal* j : journals) {
      if (std::binary_search(e.makers.begin(), e.makers.end(), j->program)) {
        ran = true;
        second_run again(monitor, *j, run);
        for (const filling with : {filling::large, filling::negative}) {
          if (again.changes_something(with, 0)) {
            undefined_load& load = std::any_cast<undefined_facts>(&e.facts)->load;
            load = the_one_that_matters(again, with, *j, load);
            return false;
          }
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
