#include "common/checker/report/words.hpp"

#include <algorithm>
#include <cctype>

namespace kw::runtime {
namespace {

words tell(const story& s) {
  switch (s.e.kind) {
    case mistake::raw_access:
      return tell_raw_access(s);
    case mistake::index_overflow:
      return tell_index_overflow(s);
    case mistake::division_by_zero:
      return tell_division_by_zero(s);
    case mistake::missing_barrier:
      return tell_missing_barrier(s);
    case mistake::read_write_race:
      return tell_read_write_race(s);
    case mistake::atomic_race:
      return tell_atomic_race(s);
    case mistake::out_of_bounds:
      return tell_out_of_bounds(s);
    case mistake::outside_row:
      return tell_outside_row(s);
    case mistake::uninitialised_read:
      return tell_uninitialised_read(s);
    case mistake::undefined_lane:
      return tell_undefined_lane(s);
    case mistake::lost_accumulator:
      return tell_lost_accumulator();
    case mistake::released_stage:
      return tell_released_stage();
    case mistake::misplaced_tile:
      return tell_misplaced_tile();
    case mistake::device_assert:
      return tell_device_assert(s);
    case mistake::write_race:
      return tell_write_race(s);
    case mistake::grid_too_small:
      return tell_grid_too_small(s);
    case mistake::never_written:
      return tell_never_written(s);
    case mistake::grid_too_large:
      return tell_grid_too_large(s);
  }
  return {};
}

// Findings about the grid concern no single program.
bool about_programs(mistake kind) {
  return kind != mistake::never_written && kind != mistake::grid_too_small &&
         kind != mistake::grid_too_large;
}

bool about_two_programs(const event& e) {
  return (e.kind == mistake::write_race || e.kind == mistake::read_write_race ||
          e.kind == mistake::atomic_race) &&
         e.one.program != e.other.program;
}

std::string who(const story& s) {
  if (about_two_programs(s.e)) {
    return ", programs " + s.program(s.e.one.program) + " and " + s.program(s.e.other.program);
  }
  return about_programs(s.e.kind) ? ", program " + s.program(s.e.program) : "";
}

std::string others(const story& s) {
  const std::int64_t told = about_two_programs(s.e) ? 2 : 1;
  const std::int64_t more = s.e.programs - told;
  if (!about_programs(s.e.kind) || more <= 0) {
    return "";
  }
  if (s.e.cut_off) {
    return " " + std::to_string(more) + " of the next " + std::to_string(kStopWindow) +
           " programs do the same.";
  }
  return " " + counted(more, "other program") + (more == 1 ? " does" : " do") + " the same.";
}

finding make_finding(const story& s) {
  const words w = tell(s);
  finding f;
  f.kind = slug(s.e.kind);
  f.kernel = s.kernel;
  f.file = short_path(s.e.place.file == nullptr ? "" : s.e.place.file);
  f.line = s.e.place.line;
  f.source_text = s.line;
  f.buffer = s.buffer;
  f.advice = w.advice;
  f.message =
      s.kernel + who(s) + ", " + f.file + ":" + std::to_string(f.line) + ": " + w.facts + others(s);
  if (!s.line.empty()) {
    f.message += "\n    " + (s.statement.size() > s.line.size() ? s.statement : s.line);
  }
  f.message += "\n  " + w.advice;
  std::int64_t index = s.e.program;
  for (int axis = 0; axis < 3; ++axis) {
    const std::int64_t extent = std::max(1u, s.launch.grid[axis]);
    f.program[axis] = static_cast<int>(index % extent);
    index /= extent;
  }
  f.first = s.e.first;
  f.last = s.e.last;
  f.count =
      about_programs(s.e.kind) || s.e.kind == mistake::grid_too_large ? s.e.programs : s.e.lanes;
  return f;
}

}  // namespace

std::string program_text(const launch_description& launch, std::int64_t program) {
  int axes = 1;
  for (int axis = 1; axis < 3; ++axis) {
    axes = launch.grid[axis] > 1 ? axis + 1 : axes;
  }
  std::string text = "(";
  for (int axis = 0; axis < axes; ++axis) {
    const std::int64_t extent = std::max(1u, launch.grid[axis]);
    text += (axis == 0 ? "" : ", ") + std::to_string(program % extent);
    program /= extent;
  }
  return text + ")";
}

std::string span(const char* what, std::int64_t first, std::int64_t last) {
  return first == last
             ? std::string(what) + " " + std::to_string(first)
             : std::string(what) + "s " + std::to_string(first) + ".." + std::to_string(last);
}

std::string counted(std::int64_t n, const char* singular) {
  return std::to_string(n) + " " + singular + (n == 1 ? "" : "s");
}

namespace {

// A fault knows its instruction, not its line: the kernel's text says which line it can be.
// \param suspect does a line look like it?
template <class Suspect>
source_place find_line(const launch_monitor& monitor, const event& e, Suspect suspect) {
  const char* file = e.place.file != nullptr ? e.place.file : monitor.launch().place.file;
  if (file == nullptr) {
    return e.place;
  }
  const std::string kernel = kernel_name(monitor.launch().kernel_signature);
  source_place first;
  for (const numbered_line& line : kernel_lines(file, kernel)) {
    if (suspect(line.text)) {
      // The first one that comes behind the last access that was seen, else the first one.
      if (line.number >= e.place.line) {
        return {file, line.number};
      }
      first = first.line == 0 ? source_place{file, line.number} : first;
    }
  }
  return first.line == 0 ? e.place : first;
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

event placed(const launch_monitor& monitor, event e) {
  if (e.kind == mistake::raw_access && e.target >= 0) {
    event unplaced = e;
    unplaced.place.line = 0;
    const std::string name = story(monitor.launch(), &monitor, e).buffer;
    e.place = find_line(monitor, unplaced, [&](const std::string& l) { return follows(l, name); });
    if (e.place.line == 0) {  // through a pointer of another name
      e.place = find_line(monitor, unplaced,
                          [](const std::string& l) { return l.find('[') != std::string::npos; });
    }
    if (e.place.line == 0) {
      e.place = monitor.launch().place;
    }
  }
  if (e.kind == mistake::division_by_zero && e.text.empty()) {
    e.place = find_line(monitor, e, [](const std::string& l) {
      return l.find('/') != std::string::npos || l.find('%') != std::string::npos;
    });
  }
  if (e.place.file == nullptr) {
    e.place = monitor.launch().place;
  }
  return e;
}

}  // namespace

finding describe(const launch_monitor& monitor, const event& e) {
  const event at_its_line = placed(monitor, e);
  return make_finding(story(monitor.launch(), &monitor, at_its_line));
}

finding describe_assert(const launch_description& launch, const event& e) {
  return make_finding(story(launch, nullptr, e));
}

}  // namespace kw::runtime
