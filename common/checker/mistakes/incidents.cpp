// Mistakes that a program makes at one moment, which the incident itself names: a fault, arithmetic
// that fails, an assertion, a tile used in a way that a GPU does not allow, a loop without end.
#include <csignal>
#include <cstdio>
#include <utility>
#include <variant>

#include "common/base/cpp_code.hpp"
#include "common/base/cpp_text.hpp"
#include "common/checker/mistakes/mistakes.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"

namespace kw::runtime {
namespace {

// Is the call of tl.dot in this line an operand of something else, and neither dropped nor the
// value of another variable?
bool is_used_in_place(source_place place) {
  const auto code = read_code(place.file);
  const int found = code->at(place.line);
  const statement line = found < 0 ? statement() : (*code)[found];
  bool used = true;
  for (const char* dropped : {"tl.dot(", "(void)tl.dot", "static_cast<void>"}) {
    used = used && !line.text.starts_with(dropped);
  }
  for (const base::cpp_setting& s : line.sets) {
    used = used && !s.value.starts_with("tl.dot(");
  }
  return used;
}

void look_at_misuse(launch_monitor& monitor, program& p, source_place place, misuse use) {
  if (use == misuse::lost_accumulator || use == misuse::unclaimed_sum) {
    if (p.undefined == filling::marked &&
        (use == misuse::lost_accumulator || !is_used_in_place(place))) {
      monitor.add(p, event(lost_accumulator, place));
    }
    return;
  }
  monitor.add_broken(p, event(use == misuse::misplaced_tile   ? misplaced_tile
                              : use == misuse::released_stage ? released_stage
                              : use == misuse::steps_differ   ? steps_differ
                                                              : nested_stream,
                              place));
  throw program_stopped{};
}

event fault_event(const launch_monitor& monitor, const program& p, source_place place,
                  const fault& f) {
  if (f.of_stack) {
    return event(stack_overflow, place);
  }
  event e(f.signal == SIGFPE ? division_by_zero : raw_access, place);
  if (f.signal == SIGFPE) {
    e.facts = failed_arithmetic{.by_zero = true, .text = ""};
    return e;
  }
  e.facts = f.address;
  if (p.pointer_guards != nullptr && guarded_pointers::holds(f.address)) {
    const auto* address = reinterpret_cast<const char*>(f.address);
    const auto at = monitor.memory().resolve(address, 0, access_kind::load, 1);
    e.target = at.target;
    e.first = e.last =
        e.target < 0 ? 0 : floor_div(at.shift, monitor.target_at(e.target).element_size);
  }
  return e;
}

void look_at_incident(launch_monitor& monitor, program& p, source_place place,
                      const incident& what) {
  if (const auto* f = std::get_if<fault>(&what)) {
    monitor.add_broken(p, fault_event(monitor, p, place, *f));
  } else if (const auto* failed = std::get_if<failed_arithmetic>(&what)) {
    event e(failed->by_zero ? division_by_zero : index_overflow, place);
    e.facts = *failed;
    monitor.add_broken(p, std::move(e));
  } else if (const auto* assertion = std::get_if<failed_assertion>(&what)) {
    monitor.add_broken(p, assertion_event(place, *assertion));
  } else if (const auto* use = std::get_if<misuse>(&what)) {
    look_at_misuse(monitor, p, place, *use);
  } else {
    monitor.stop(p, event(endless_loop, place));
  }
}

// A fault knows its instruction, but not its line: which line can it be? The first one like it
// after the last access that was seen, else the first one.
template <class Suspect>
source_place find_line(const launch_monitor& monitor, const event& e, Suspect suspect) {
  const launch_description& launch = monitor.launch();
  const std::string kernel = kernel_name(launch.kernel_signature);
  const char* file = launch_or_kernel(e.place.file != nullptr ? e.place : launch.place,
                                      launch.compiled_file, kernel)
                         .file;
  source_place first = e.place;
  bool found = false;
  for (const statement& each : kernel_text(file, kernel).body()) {
    if (suspect(each.text) &&
        (!found || (first.line < e.place.line && each.line >= e.place.line))) {
      first = {file, each.line};
      found = true;
    }
  }
  return first;
}

// Empty if a fault reported it: for `i % 0` the compiler's check knows the text.
const std::string& arithmetic_of(const event& e) {
  return e.as<failed_arithmetic>().text;
}

source_place locate_division_by_zero(const launch_monitor& monitor, const event& e) {
  return !arithmetic_of(e).empty() ? e.place : find_line(monitor, e, [](const std::string& line) {
    return line.find_first_of("/%") != std::string::npos;
  });
}

// Is a pointer followed in this line: `x[i]`, `*x` or `*(x + i)`?
bool follows(const std::string& line, const std::string& name) {
  for (auto at = base::find_word(line, name); at != std::string::npos;
       at = base::find_word(line, name, at + 1)) {
    const auto end = at + name.size();
    const auto before = at == 0 ? at : line.find_last_not_of(" (", at - 1);
    const bool starred =
        before != std::string::npos && line[before] == '*' && at > 0 &&
        (before == 0 || std::string(" (=,").find(line[before - 1]) != std::string::npos);
    const bool sum = line.compare(end, 1, "+") == 0 && line.compare(end, 2, "++") != 0;
    if (line.compare(end, 1, "[") == 0 || (starred && !sum)) {
      return true;
    }
  }
  return false;
}

source_place locate_raw_access(const launch_monitor& monitor, const event& e) {
  if (e.target < 0) {
    return e.place;
  }
  event unplaced = e;
  unplaced.place.line = 0;
  const std::string name = site(monitor.launch(), &monitor, e).buffer;
  source_place place =
      find_line(monitor, unplaced, [&](const std::string& line) { return follows(line, name); });
  if (place.line == 0) {  // through a pointer with another name
    place = find_line(monitor, unplaced,
                      [](const std::string& line) { return line.find('[') != std::string::npos; });
  }
  return place.line == 0 ? monitor.launch().place : place;
}

words explain_raw_access(const site& s) {
  if (s.where == nullptr) {
    char address[20];
    std::snprintf(address, sizeof address, "%zx", s.e.as<std::uintptr_t>());
    return {sentence("the kernel itself reads or writes address 0x{}, where there is no memory.",
                     address),
            "Access memory only through tl.load and tl.store, which check every access. `*p` and "
            "`p[i]` are not checked."};
  }
  return {
      sentence("the kernel reads or writes {} itself, as `{}[i]` or `*{}`, and not through tl.",
               s.range(s.e.first, s.e.first), s.buffer, s.buffer),
      sentence("Access memory through tl, which knows lanes and masks and checks every address: "
               "`tl.load({} + i)` reads one element or a tile of them, `tl.store({} + i, value)` "
               "writes.",
               s.buffer, s.buffer)};
}

words explain_index_overflow(const site& s) {
  const auto& failed = s.e.as<failed_arithmetic>();
  const bool wide = failed.bits == 64;
  return {sentence("{} does not fit into {} (at most {}), so the result is a different number.",
                   failed.text, wide ? "64 bits" : "an int",
                   wide ? "9223372036854775807" : "2147483647"),
          "Compute large offsets in 64 bits: convert one side first, such as "
          "`std::int64_t(tl.program_id(0)) * stride`, or `rows.to(int64) * stride` for a tile, "
          "and declare strides and sizes as std::int64_t."};
}

words explain_division_by_zero(const site& s) {
  const std::string& text = arithmetic_of(s.e);
  return {
      "an integer is divided by 0" + (text.empty() ? "" : ": " + text) + ".",
      "Integers have no infinity, so a GPU returns nonsense and a CPU stops. Look at where the "
      "divisor comes from. If it was loaded with a mask and without a value to use instead, the "
      "lanes that are off hold 0."};
}

words explain_device_assert(const site& s) {
  const auto& failed = s.e.as<failed_assertion>();
  return {sentence("tl.device_assert fails{}: {}.",
                   failed.lanes > 1 ? sentence(" in lane {} of {}", failed.lane, failed.lanes) : "",
                   failed.text.empty() ? "its condition is false" : "\"" + failed.text + "\""),
          "The condition is false there. `tl.device_print` shows the values that it depends on."};
}

// The line of a loop's body that changes a variable.
std::string told_of_changes(const site& s, const statement& loop, const std::string& variable) {
  for (const statement& each : s.code.body()) {
    const bool inside = each.line >= loop.line && each.line <= loop.block_end;
    for (const base::cpp_setting& set : each.sets) {
      if (inside && each.text != loop.text && set.name == variable) {
        return sentence("Line {} (`{}`) changes it: does every step get there, and to the end?",
                        each.line, each.text);
      }
    }
  }
  return "No line of its body changes it.";
}

std::string advise_on_loop(const site& s, const statement& loop) {
  const auto parts = loop.parts();
  const std::string& condition = parts.size() == 3 ? parts[1] : parts.front();
  const auto names = base::names_in(condition);
  if (names.empty()) {
    return "Look at what should make its condition false.";
  }
  const std::string block = s.block_name(1);
  const std::string step =
      parts.size() != 3 ? ""
      : parts[2].empty()
          ? sentence(
                " Its head has no step, the part after the second semicolon: add one, such as "
                "`{} += {}`.",
                names[0], block)
          : sentence(
                " Its step is `{}`: with 0 it stays where it is, and away from the end it never "
                "gets there.",
                parts[2]);
  return sentence("Its condition, `{}`, stays true: look at what changes `{}`.{} {}", condition,
                  names[0], step, told_of_changes(s, loop, names[0]));
}

words explain_endless_loop(const site& s) {
  for (const statement& each : s.code.body()) {
    if (each.is_loop() && each.line == s.e.place.line) {
      return {"this loop has run for seconds and does not end.", advise_on_loop(s, each)};
    }
  }
  return {"this line has run for seconds, again and again: a loop around it does not end.",
          "Look at what should end the loop."};
}

// The loop, and not the access at which it was ended.
source_place locate_endless_loop(const launch_monitor& monitor, const event& e) {
  const kernel_text kernel(e.place.file, kernel_name(monitor.launch().kernel_signature));
  const int loop = kernel.loop_around(e.place.line).line;
  return {e.place.file, loop > 0 ? loop : e.place.line};
}

}  // namespace

event assertion_event(source_place place, const failed_assertion& failed) {
  event e(device_assert, place);
  e.count = 1;
  e.facts = failed;
  return e;
}

const mistake endless_loop{
    .name = "endless-loop", .explain = explain_endless_loop, .locate = locate_endless_loop};
const mistake raw_access{.name = "raw-access",
                         .explain = explain_raw_access,
                         .while_running = {.look_at_incident = look_at_incident},  // of all here
                         .locate = locate_raw_access};
const mistake stack_overflow{
    .name = "stack-overflow",
    .facts =
        "the tiles of this program do not fit on its thread's stack, which usually has 8 MiB. On "
        "the CPU, each tile that a kernel loads or computes is an array there.",
    .advice =
        "Use smaller tiles: go over a long row or a large matrix in a loop, part by part. On a "
        "GPU, too, tiles of this size would be in memory, since registers hold few of their "
        "elements.",
};
const mistake index_overflow{.name = "index-overflow", .explain = explain_index_overflow};
const mistake division_by_zero{.name = "division-by-zero",
                               .explain = explain_division_by_zero,
                               .locate = locate_division_by_zero};
const mistake lost_accumulator{
    .name = "lost-accumulator",
    .facts =
        "the result of this tl.dot is not assigned to its accumulator. tl.dot(a, b, acc) adds to "
        "acc itself, and on a GPU the addition may go on after this line: only acc knows when it "
        "ends.",
    .advice =
        "Write `acc = tl.dot(a, b, acc);` with the same variable on both sides. A second sum needs "
        "a `tl.accumulator` of its own.",
};
const mistake released_stage{
    .name = "released-stage",
    .facts =
        "this line uses a tile that has already gone back to its stream, because a `tl.dot` used "
        "it, or because the call of the body that received it has returned. The stream may have "
        "fetched another step into its memory by now.",
    .advice =
        "Where several products need the tile, write `tl.keep(tile)` in all but the last. To keep "
        "its values after the call, copy them there: `auto kept = tl.load(tile);`.",
};
const mistake nested_stream{
    .name = "nested-stream",
    .facts =
        "this line uses a stream, or loads a tile by its place, inside a stream's loop. On a "
        "Hopper GPU some threads only fetch tiles, and they do not run the body of the loop. So no "
        "thread would fetch this tile, and the program would wait for it for ever.",
    .advice =
        "Fetch it with the tiles of the step, `return fetch(a.tile(...), b.tile(...));`, or load "
        "it before the loop. Two loops, one in the other, are one loop over the steps of both: `i "
        "/ steps` and `i % steps`.",
};
const mistake misplaced_tile{
    .name = "misplaced-tile",
    .facts =
        "a tile of a tensor begins at a column that is not a multiple of 16 bytes: 8 elements of "
        "16 bits, 4 of float32. A GPU's copy engine cannot move it.",
    .advice =
        "Make the column a multiple of the tile's width, as in `a.tile(shape<BM, BK>, row, k)` "
        "with k = 0, BK, 2 BK, ...; for any other place use pointers and tl.load with a mask.",
    .about_addresses = true,
};
const mistake device_assert{.name = "device-assert", .explain = explain_device_assert};

}  // namespace kw::runtime
