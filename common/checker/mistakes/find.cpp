#include "common/checker/mistakes/find.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "common/checker/mistakes/meetings.hpp"

namespace kw::runtime {
namespace {

// Paints every store of a memory block. \returns did any two of them meet?
bool paint(const launch_monitor& monitor, int memory, bitmap* painted) {
  bool met = false;
  for (const worker_log& log : monitor.logs()) {
    for (const access_record& s : log.stores) {
      met |= s.memory == memory && painted->paint(s.where);
    }
  }
  return met;
}

// Lets mistakes look at what the launch stored, and marks it as initialised.
// \returns what programs did in one place that atomic operations put in order
ordered_meetings look_at_memories(const launch_monitor& monitor, event_order& order,
                                  std::vector<event>& events) {
  ordered_meetings in_order;
  std::vector<bool> looked_at(monitor.memories().size(), false);
  for (const worker_log& log : monitor.logs()) {
    for (const access_record& s : log.stores) {
      looked_at[static_cast<std::size_t>(s.memory)] = true;
    }
    for (const late_read& read : log.late_reads) {
      looked_at[static_cast<std::size_t>(read.access.memory)] = true;
    }
  }
  static bitmap painted;  // launches take turns; its pages are worth keeping
  for (std::size_t i = 0; i < looked_at.size(); ++i) {
    const memory_block& m = monitor.memories()[i];
    if (!looked_at[i]) {
      continue;
    }
    painted.reset(m.elements());
    const bool stores_met = paint(monitor, static_cast<int>(i), &painted);
    stored_memory memory{monitor, static_cast<int>(i), painted, stores_met, order, in_order};
    for (const mistake* known : kMistakes) {
      if (known->in_memory != nullptr) {
        known->in_memory(memory, events);
      }
    }
    if (m.registered != nullptr && !m.registered->all_initialised) {
      m.registered->initialised.unite(painted);
      m.registered->settle();
    }
  }
  return in_order;
}

// ---- which mistake hides which: if one follows from another, only the cause is reported

using condition = bool (*)(const launch_monitor&, const event& hidden, const event& by);

bool anywhere(const launch_monitor&, const event&, const event&) {
  return true;
}

bool in_one_line(const launch_monitor&, const event& hidden, const event& by) {
  return hidden.place.line == by.place.line;
}

bool in_one_line_and_buffer(const launch_monitor&, const event& hidden, const event& by) {
  return hidden.place.line == by.place.line && hidden.target == by.target;
}

// The event hidden is a store.
bool of_a_store_in_one_memory(const launch_monitor& monitor, const event& hidden, const event& by) {
  const auto memory_of = [&](const event& e) {
    return e.target < 0 ? -1 : monitor.target_at(e.target).memory;
  };
  return hidden.access == access_kind::store && memory_of(hidden) == memory_of(by);
}

bool where_another_program_writes(const launch_monitor&, const event&, const event& by) {
  return is_written_by_another(by);
}

bool into_the_next_matrix(const launch_monitor&, const event&, const event& by) {
  return reaches_next_matrix(by);
}

bool out_of_the_last_matrix(const launch_monitor& m, const event& hidden, const event& by) {
  return reaches_next_matrix(hidden) && in_one_line_and_buffer(m, hidden, by);
}

using mistakes = std::vector<const mistake*>;

struct rule {
  mistakes hidden;
  mistakes by;  // none: any other
  condition when;
};

bool is_one_of(const event& e, const mistakes& some) {
  return std::find(some.begin(), some.end(), e.kind) != some.end();
}

// From top to bottom: a hidden mistake hides nothing further down.
const std::vector<rule>& rules() {
  static const mistakes races = {&write_race, &read_write_race, &atomic_race};
  static const std::vector<rule> all = {
      // An offset that overflowed leads anywhere.
      {{&out_of_bounds}, {&index_overflow}, in_one_line},
      // A neighbour's element that was never written before is reported as a read of nothing.
      {{&read_write_race}, {&uninitialised_read}, where_another_program_writes},
      // Lanes of a program that overwrite each other's inputs matter less than programs that do.
      {{&missing_barrier}, races, of_a_store_in_one_memory},
      // Lanes that leave their rows meet those of the next row's program.
      {races, {&out_of_bounds, &outside_row}, in_one_line_and_buffer},
      {races, {&outside_row}, into_the_next_matrix},
      // The tile that reaches out of its matrix may be the last one's, which leaves the memory.
      {{&outside_row}, {&out_of_bounds}, out_of_the_last_matrix},
      // A grid that looks too large may be the effect of another mistake.
      {{&grid_too_large}, races, anywhere},
      {{&grid_too_large}, {&grid_too_small, &never_written}, anywhere},
      // Any other mistake may be why an input is not read.
      {{&never_read}, {}, anywhere},
  };
  return all;
}

// Drops events that others explain.
void hide_consequences(const launch_monitor& monitor, std::vector<event>& events) {
  for (const rule& r : rules()) {
    if (events.size() < 2) {
      return;
    }
    const std::vector<event> all = events;
    std::erase_if(events, [&](const event& hidden) {
      return is_one_of(hidden, r.hidden) && std::any_of(all.begin(), all.end(), [&](auto& by) {
               const bool may_hide = r.by.empty() ? by.kind != hidden.kind : is_one_of(by, r.by);
               return may_hide && r.when(monitor, hidden, by);
             });
    });
  }
}

std::ptrdiff_t rank(const mistake* kind) {
  return std::find(std::begin(kMistakes), std::end(kMistakes), kind) - std::begin(kMistakes);
}

void count_makers(std::vector<event>& events) {
  for (event& e : events) {
    std::sort(e.makers.begin(), e.makers.end());
    e.makers.erase(std::unique(e.makers.begin(), e.makers.end()), e.makers.end());
    e.programs = e.makers.empty() ? e.programs : static_cast<std::int64_t>(e.makers.size());
  }
}

void sort_by_cause(std::vector<event>& events) {
  std::stable_sort(events.begin(), events.end(), [](const event& a, const event& b) {
    return a.kind != b.kind         ? rank(a.kind) < rank(b.kind)
           : a.program != b.program ? a.program < b.program
                                    : a.place.line < b.place.line;
  });
}

std::vector<event> find_events(launch_monitor& monitor, const runner& run) {
  monitor.forget_skipped();
  std::vector<event> events;
  for (worker_log& log : monitor.logs()) {
    for (event& e : log.events) {
      add_event(events, std::move(e));
    }
  }
  event_order order(monitor.logs());
  const ordered_meetings in_order = look_at_memories(monitor, order, events);
  for (const mistake* known : kMistakes) {
    if (known->after_launch != nullptr && !monitor.stopped()) {
      known->after_launch(monitor, events);
    }
  }
  count_makers(events);
  hide_consequences(monitor, events);
  sort_by_cause(events);
  const auto explains = [](const event& e) { return !e.kind->about_launch; };
  if (monitor.stopped() || std::any_of(events.begin(), events.end(), explains)) {
    return events;
  }
  find_lucky_order(monitor, run, order, in_order.some, events);
  if (!in_order.pass_values_on) {
    for (const mistake* known : kMistakes) {
      if (known->by_second_runs != nullptr) {
        known->by_second_runs(monitor, run, events);
      }
    }
    count_makers(events);
    hide_consequences(monitor, events);
  }
  return events;
}

std::string who(const site& s) {
  if (s.e.other_program >= 0) {
    return ", programs " + s.program(s.e.program) + " and " + s.program(s.e.other_program);
  }
  return !s.e.kind->about_launch ? ", program " + s.program(s.e.program) : "";
}

std::string others(const site& s) {
  const std::int64_t more = s.e.programs - (s.e.other_program >= 0 ? 2 : 1);
  return s.e.kind->about_launch || more <= 0 ? ""
         : s.e.cut_off ? sentence(" {} of the next {} programs do the same.", more, kStopWindow)
                       : sentence(" {} {} the same.", counted(more, "other program"),
                                  more == 1 ? "does" : "do");
}

// For a line in a function that the kernel calls, `fill_tile` of a header: the kernel's line with
// the call. Line 0 where the kernel itself has the line, or where several calls may be meant.
struct call_of_helper {
  source_place place;
  std::string function, text;
};

// The name of the function that a line is in; empty for a kernel's call operator.
std::string function_around(const char* file, int line) {
  const auto code = read_code(file);
  const int head = code->around(line, statement::kind::function);
  const std::string text = head < 0 ? "" : (*code)[head].text;
  const std::vector<std::string> names = base::names_in(text.substr(0, text.find('(')));
  return names.empty() || names.back() == "operator" ? "" : names.back();
}

call_of_helper caller_of(const site& s) {
  call_of_helper found;
  const char* own = s.e.place.file;
  const std::string function = own == nullptr ? "" : function_around(own, s.e.place.line);
  for (const char* file : {s.launch.place.file, s.launch.compiled_file}) {
    if (file == nullptr || function.empty() || std::string(file) == own) {
      continue;
    }
    std::vector<statement> calls, with_buffer;
    for (const statement& each : kernel_text(file, s.kernel).body()) {
      if (mentions(each.text, function)) {
        calls.push_back(each);
        if (mentions(each.text, s.buffer)) {
          with_buffer.push_back(each);
        }
      }
    }
    const std::vector<statement>& meant = calls.size() == 1 ? calls : with_buffer;
    if (meant.size() == 1) {
      found = {{file, meant[0].line}, function, meant[0].text};
    }
  }
  return found;
}

// What an address may lack, unless the advice names it already: a size, a stride or a pointer that
// the kernel gets and does not use, and an axis with several programs whose number it never asks
// for. A kernel that passes `tl` on may ask elsewhere.
std::string name_what_is_missing(const site& s, const words& w) {
  if (!s.e.kind->about_addresses || w.follows || !s.code.found()) {
    return "";
  }
  for (const parameter& p : s.parameters) {
    const bool meant = p.name.empty() || mentions(p.type, "maybe_unused");
    if (!meant && !s.code.uses(p.name) && p.name != s.buffer && !mentions(w.advice, p.name)) {
      return sentence(" The kernel never uses its parameter `{}`: does it belong here?", p.name);
    }
  }
  const bool elsewhere = s.code.has("(tl)") || s.code.has("(tl,") || !s.code.has("tl.program_id(");
  for (int axis = 0; axis < 3 && !elsewhere; ++axis) {
    const std::string id = "tl.program_id(" + number(axis) + ")";
    if (s.launch.grid[axis] > 1 && !s.code.has(id) && w.advice.find(id) == std::string::npos) {
      return sentence(" The grid has {} programs along axis {}, and the kernel never asks for {}.",
                      s.launch.grid[axis], axis, id);
    }
  }
  return "";
}

finding make_finding(const site& s) {
  const mistake& kind = *s.e.kind;
  const words w = kind.explain != nullptr ? kind.explain(s) : words{kind.facts, kind.advice};
  const call_of_helper caller = caller_of(s);
  const bool called = caller.place.line > 0;
  const source_place place = called ? caller.place : s.e.place;
  finding f;
  f.source = "finding";
  f.kind = kind.name;
  f.kernel = s.kernel;
  f.file = short_path(place.file == nullptr ? "" : place.file);
  f.line = place.line;
  const std::string& line = s.statement.size() > s.line.size() ? s.statement : s.line;
  f.code = called ? caller.text : line;
  f.code = f.code.empty() ? "" : "    " + f.code;
  f.buffer = s.buffer;
  f.advice = w.advice + name_what_is_missing(s, w);
  f.facts = sentence("{}{}, {}:{}: {}{}{}", s.kernel, who(s), f.file, f.line,
                     called ? sentence("in {} ({}:{}), which this line calls, ", caller.function,
                                       short_path(s.e.place.file), s.e.place.line)
                            : "",
                     w.facts, others(s));
  f.count = kind.about_launch ? s.e.count : s.e.programs;
  return f;
}

finding describe(const launch_monitor& monitor, event e) {
  const launch_description& launch = monitor.launch();
  if (e.kind->locate != nullptr) {
    e.place = e.kind->locate(monitor, e);
  }
  if (e.place.file == nullptr ||
      (e.place.file == launch.place.file && e.place.line == launch.place.line)) {
    e.place =
        launch_or_kernel(launch.place, launch.compiled_file, kernel_name(launch.kernel_signature));
  }
  return make_finding(site(launch, &monitor, e));
}

}  // namespace

const std::vector<watch>& what_mistakes_look_at() {
  static const std::vector<watch> all = [] {
    std::vector<watch> some;
    for (const mistake* known : kMistakes) {
      const watch& own = known->while_running;
      if (own.guard != nullptr || own.look != nullptr || own.look_at_incident != nullptr) {
        some.push_back(own);
      }
    }
    return some;
  }();
  return all;
}

std::vector<finding> find_mistakes(launch_monitor& monitor, const runner& run) {
  const std::vector<event> events = find_events(monitor, run);
  std::vector<finding> findings;
  for (const event& e : events) {
    findings.push_back(describe(monitor, e));
  }
  return findings;
}

finding describe_assertion(const launch_description& launch, source_place place,
                           const failed_assertion& failed, std::int64_t program,
                           std::int64_t programs) {
  event e = assertion_event(place, failed);
  e.program = program;
  e.programs = programs;
  return make_finding(site(launch, nullptr, e));
}

}  // namespace kw::runtime
