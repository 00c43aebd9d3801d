// A lane that a mask switched off in a load without `other` reaches a result.
#include <algorithm>
#include <utility>

#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

// What an undefined_lane knows, besides the line of the load that left lanes without a value.
struct undefined_facts {
  undefined_load load = {};
  difference reached;        // what other values in its lanes change
  access_record store = {};  // of the first element of that
};

const undefined_facts& facts_of(const event& e) {
  return e.as<undefined_facts>();
}

const char* pronoun(const undefined_facts& facts) {
  return facts.load.count == 1 ? "it" : "them";
}

bool loads_integers(const site& s) {
  const int argument = s.where == nullptr ? -1 : s.where->argument;
  return argument >= 0 && s.launch.arguments[argument].is_integer;
}

// `tl.load(x + cols, cols < n, `: the learner's own call, up to its third argument.
std::string begin_of_load(const site& s) {
  return "`tl.load(" + (s.arguments.size() == 2 ? s.address + ", " + s.mask : "x, mask") + ", ";
}

// A value for the lanes that are off, depending on what the kernel does with them.
std::string advise_other(const site& s) {
  const undefined_facts& facts = facts_of(s.e);
  const auto any = [&](std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(),
                       [&](const char* name) { return s.code.has(name); });
  };
  const bool sum = any({"tl.sum", "tl.cumsum", "atomic_add", "tl.mean", "tl.dot"});
  const bool max = any({"tl.max", "tl.argmax", "atomic_max"});
  const bool min = any({"tl.min", "tl.argmin"});
  // As many lanes, none of them reduced: they are in other places, as in a transposed tile.
  const bool moved = facts.reached.found() && facts.store.where.lanes() == facts.load.lanes &&
                     !sum && !max && !min;
  const bool integers = loads_integers(s), limit = integers && (max || min);
  return sentence(
      "Give the load a value for {} as its third argument{}: {}{}{}", pronoun(facts),
      max   ? ", one that is never the largest"
      : min ? ", one that is never the smallest"
      : sum ? ", one that does not change a sum"
            : "",
      limit ? sentence("the {} number of its type.", max ? "smallest" : "largest")
            : sentence("{}{})`.", begin_of_load(s),
                       max        ? "-inf"
                       : min      ? "inf"
                       : integers ? "0"
                                  : "0.0f"),
      max && sum && !integers ? " (In a softmax exp(-inf) is 0, so the sum is right too.)" : "",
      moved ? " If they have elements, its mask is too narrow instead." : "");
}

// Are the lanes stored as they were loaded? In a tile of another shape, or in more lanes, they were
// reduced, summed up or broadcast.
bool are_stored_as_loaded(const undefined_facts& facts) {
  return facts.store.where.lanes() == facts.load.lanes &&
         facts.store.where.lane_of(facts.reached.first) == facts.load.first_lane &&
         facts.reached.count <= facts.load.count;
}

// The lanes reach a result, for which there are two remedies if each of them is stored as loaded.
words tell_stored(const site& s, const std::string& left, const std::string& other) {
  const undefined_facts& facts = facts_of(s.e);
  event stored(*s.e.kind, facts.store.place);
  stored.target = facts.store.target;
  stored.access = facts.store.kind;
  const site there(s.launch, s.monitor, stored);
  const std::int64_t offset = there.where->memory_offset;
  words w{
      left + sentence("what {} stores in {} depends on {}.",
                      stored.place.line == s.e.place.line ? "this line"
                                                          : sentence("line {}", stored.place.line),
                      there.elements(facts.reached.first - offset, facts.reached.last - offset,
                                     facts.reached.count),
                      pronoun(facts)),
      other};
  if (are_stored_as_loaded(facts)) {
    const bool no_mask = there.arguments.size() == 2;
    w.advice = sentence(
        "{}Give tl.store the mask of the load, so that it skips {} {}{}. If {} value matters, "
        "give the load a value to use instead, as its third argument: {}{})`.",
        no_mask ? "The load has a mask, but the store has none. " : "",
        facts.load.count == 1 ? "this" : "these", facts.load.count == 1 ? "lane" : "lanes",
        no_mask && !s.mask.empty() ? ": `" + there.call_with(s.mask) + "`" : "",
        facts.load.count == 1 ? "its" : "their", begin_of_load(s),
        loads_integers(s) ? "0" : "0.0f");
  }
  return w;
}

words explain_undefined_lane(const site& s) {
  const undefined_facts& facts = facts_of(s.e);
  const undefined_load& load = facts.load;
  const std::string it = pronoun(facts), other = advise_other(s);
  const std::string left =
      sentence("the mask of this tl.load switches off {}, and the load gives {} no value, yet ",
               load.count == 1 ? sentence("lane {} of {}", load.first_lane, load.lanes)
                               : sentence("{} of its {} lanes (from lane {} on)", load.count,
                                          load.lanes, load.first_lane),
               it);
  if (facts.reached.found()) {
    return tell_stored(s, left, other);
  }
  return facts.reached.of_atomics
             ? words{left + sentence("what the program updates atomically depends on {}.", it),
                     other}
             : words{left + sentence("{} which elements the program loads or stores next.",
                                     load.count == 1 ? "it decides" : "they decide"),
                     other +
                         " Or switch the same lanes off in every tl.load and tl.store that uses "
                         "them as an index."};
}

event undefined_event(const launch_monitor& monitor, const journal& first_run,
                      const undefined_load& load, const difference& reached) {
  event e(undefined_lane, load.place);
  e.program = first_run.program;
  if (monitor.programs() <= kSampledPrograms) {  // else there are others that are not run again
    e.makers = {e.program};
  }
  const auto* base = static_cast<const char*>(load.base);
  e.target = monitor.memory().resolve(base, 0, access_kind::load, 1).target;
  undefined_facts facts{load, reached};
  e.first = reached.first;
  e.last = reached.last;
  for (const access_record& store : monitor.stores_into(reached.memory)) {
    if (store.program == e.program && store.where.covers(e.first)) {
      facts.store = store;
    }
  }
  e.facts = facts;
  return e;
}

// Programs that left lanes without a value run again with other values in them: what they store
// must not change. A maximum or a comparison may swallow large numbers, but not negative ones as
// well. Of several loads those matter whose lanes alone change it. Lanes of two loads that are
// multiplied have no effect on their own.
void find_by_second_runs(launch_monitor& monitor, const runner& run, std::vector<event>& found) {
  std::vector<event> events;
  for (const journal* j : monitor.replayable()) {
    difference all;
    filling with = filling::large;
    for (const filling each : {filling::large, filling::negative}) {
      if (!all.any) {
        all = run_with_other_values(monitor, *j, run, with = each, 0);
      }
    }
    bool one_alone = false;
    for (const undefined_load& load : j->undefined) {
      const difference alone = !all.any || j->undefined.size() == 1
                                   ? all
                                   : run_with_other_values(monitor, *j, run, with, load.place.line);
      if (alone.any) {
        one_alone = true;
        add_event(events, undefined_event(monitor, *j, load, alone));
      }
    }
    if (all.any && !one_alone) {
      add_event(events, undefined_event(monitor, *j, j->undefined.front(), all));
    }
  }
  found.insert(found.begin(), events.begin(), events.end());
}

}  // namespace

const mistake undefined_lane{
    .name = "undefined-lane",
    .explain = explain_undefined_lane,
    .by_second_runs = find_by_second_runs,
};

}  // namespace kw::runtime
