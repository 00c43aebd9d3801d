// The kernel follows a pointer itself.
#include <cctype>
#include <csignal>
#include <cstdio>
#include <utility>
#include <variant>

#include "common/checker/mistakes/mistakes.hpp"
#include "common/checker/mistakes/suspect_line.hpp"
#include "kernelwright/runtime/guarded_pointer.hpp"

namespace kw::runtime {
namespace {

std::string hexadecimal(std::uintptr_t n) {
  char text[20];
  std::snprintf(text, sizeof text, "%llx", static_cast<unsigned long long>(n));
  return text;
}

words explain_raw_access(const site& s) {
  words w;
  if (s.where == nullptr) {
    w.facts = "the kernel itself reads or writes address 0x" +
              hexadecimal(s.e.as<std::uintptr_t>()) + ", where there is no memory.";
    w.advice =
        "Access memory only through tl.load and tl.store, which check every access. `*p` and "
        "`p[i]` are not checked.";
    return w;
  }
  w.facts = "the kernel reads or writes " + s.range(s.e.first, s.e.first) + " itself, as `" +
            s.buffer + "[i]` or `*" + s.buffer + "`, and not through tl.";
  w.advice =
      "Access memory through tl, which knows lanes and masks and checks every address: `tl.load(" +
      s.buffer + " + i)` reads one element or a tile of them, `tl.store(" + s.buffer +
      " + i, value)` writes.";
  return w;
}

bool follows(const std::string& line, const std::string& name) {
  for (auto at = line.find(name); at != std::string::npos; at = line.find(name, at + 1)) {
    const auto word = [&](std::size_t i) {
      return i < line.size() &&
             (std::isalnum(static_cast<unsigned char>(line[i])) != 0 || line[i] == '_');
    };
    const auto end = at + name.size();
    if (word(end) || (at > 0 && word(at - 1))) {
      continue;
    }
    const auto before = line.find_last_not_of(" (", at == 0 ? 0 : at - 1);
    const bool starred =
        at > 0 && before != std::string::npos && line[before] == '*' &&
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
      find_line(monitor, unplaced, [&](const std::string& l) { return follows(l, name); });
  if (place.line == 0) {  // through a pointer with another name
    place = find_line(monitor, unplaced,
                      [](const std::string& l) { return l.find('[') != std::string::npos; });
  }
  return place.line == 0 ? monitor.launch().place : place;
}

void look_for_raw_access(launch_monitor& monitor, program& p, source_place place,
                         const incident& what) {
  const auto* f = std::get_if<fault>(&what);
  if (f == nullptr || f->signal == SIGFPE || f->of_stack) {
    return;
  }
  event e(raw_access, place);
  e.facts = f->address;
  if (p.pointer_guards != nullptr && guarded_pointers::holds(f->address)) {
    e.target = monitor.memory().nearest(reinterpret_cast<const char*>(f->address), &e.first);
    e.last = e.first;
  }
  monitor.add_broken(p, std::move(e));
}

}  // namespace

const mistake raw_access{
    .name = "raw-access",
    .explain = explain_raw_access,
    .while_running = {.look_at_incident = look_for_raw_access},
    .locate = locate_raw_access,
};

}  // namespace kw::runtime
