#include "report.hpp"

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

bool names_a_size(const std::string& name) {
  const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
  return name == "n" || name == "N" || name.rfind("n_", 0) == 0 || has("num") || has("size") ||
         has("len") || has("count") || has("elements");
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
    f.message += "\n    " + s.line;
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

story::story(const launch_description& the_launch, const launch_monitor* the_monitor,
             const event& the_event)
    : e(the_event),
      launch(the_launch),
      monitor(the_monitor),
      kernel(kernel_name(the_launch.kernel_signature)) {
  if (e.place.file != nullptr) {
    line = source_line(e.place.file, e.place.line);
    parameters = kernel_parameters(e.place.file, kernel);
  }
  if (parameters.empty() && launch.place.file != nullptr) {
    parameters = kernel_parameters(launch.place.file, kernel);
  }
  if (static_cast<int>(parameters.size()) != launch.argument_count) {
    parameters.clear();  // some other functor's: better no names than wrong ones
  }
  if (monitor != nullptr && e.target >= 0) {
    where = &monitor->targets()[static_cast<std::size_t>(e.target)];
    buffer = name_of(e.target);
  }
}

std::string story::name_of(int target) const {
  const auto& chosen = monitor->targets()[static_cast<std::size_t>(target)];
  std::string name;
  for (const auto& t : monitor->targets()) {  // the same memory may be passed under several names
    if (t.argument < 0 || t.data != chosen.data) {
      continue;
    }
    const auto i = static_cast<std::size_t>(t.argument);
    const std::string own = i < parameters.size() && !parameters[i].name.empty()
                                ? parameters[i].name
                                : "argument " + std::to_string(t.argument + 1);
    if (name.empty() || (t.argument == chosen.argument && !mentions(line, name)) ||
        (mentions(line, own) && !mentions(line, name))) {
      name = own;
    }
  }
  return name.empty() ? "a buffer that is no argument of the kernel" : name;
}

std::string story::range(std::int64_t first, std::int64_t last) const {
  const std::string end = first == last ? "" : ".." + std::to_string(last);
  return buffer + "[" + std::to_string(first) + end + "]";
}

std::string story::verb() const {
  switch (e.access) {
    case access_kind::load:
      return "tl.load reads";
    case access_kind::store:
      return "tl.store writes";
    case access_kind::atomic:
    case access_kind::compare_and_swap:
      return "the atomic operation updates";
  }
  return "";
}

std::string story::call_with(const std::string& extra) const {
  const std::string function = e.access == access_kind::load ? "tl.load" : "tl.store";
  const auto arguments = call_arguments(line, function);
  const std::size_t usual = e.access == access_kind::load ? 1 : 2;
  std::string call = function + "(";
  if (arguments.size() != usual || !mentions(arguments[0], buffer)) {
    return call + buffer + " + " + offsets() + (usual == 2 ? ", value, " : ", ") + extra + ")";
  }
  for (const std::string& argument : arguments) {
    call += argument + ", ";
  }
  return call + extra + ")";
}

std::string story::offsets() const {
  const auto arguments =
      call_arguments(line, e.access == access_kind::load ? "tl.load" : "tl.store");
  const std::string lead = buffer + " + ";
  if (arguments.empty() || arguments[0].rfind(lead, 0) != 0) {
    return "offsets";
  }
  std::string rest = arguments[0].substr(lead.size());
  if (rest.size() > 2 && rest.front() == '(' && rest.back() == ')') {
    rest = rest.substr(1, rest.size() - 2);
  }
  const bool simple = std::all_of(rest.begin(), rest.end(), [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '_' || c == ' ' || c == '+' || c == '-' || c == '*';
  });
  return simple && !rest.empty() && rest.size() <= 30 ? rest : "offsets";
}

std::string story::size_name(std::int64_t size) const {
  std::string found;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const auto& type = parameters[i].type;
    const bool integer =
        type.find("int") != std::string::npos || type.find("long") != std::string::npos;
    if (launch.arguments[i].kind == argument_kind::scalar && integer &&
        names_a_size(parameters[i].name)) {
      if (!found.empty()) {
        return std::to_string(size);  // several candidates: the number is never wrong
      }
      found = parameters[i].name;
    }
  }
  return found.empty() ? std::to_string(size) : found;
}

std::string story::inputs() const {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const argument& a = launch.arguments[i];
    if (a.kind != argument_kind::scalar && a.is_const) {
      names.push_back(parameters[i].name);
    }
  }
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    text += (i == 0 ? "" : i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  return text;
}

story::masked_call story::other_mask(const char* function) const {
  const std::size_t mask_at = std::string(function) == "tl.load" ? 1 : 2;
  masked_call nearest;
  for (const numbered_line& l : kernel_lines(e.place.file == nullptr ? "" : e.place.file, kernel)) {
    const auto arguments = call_arguments(l.text, function);
    const bool closer = nearest.line == 0 ||
                        std::abs(l.number - e.place.line) < std::abs(nearest.line - e.place.line);
    if (l.number != e.place.line && arguments.size() > mask_at && closer) {
      nearest = {l.number, arguments[mask_at]};
    }
  }
  return nearest;
}

std::string story::mask_text() const {
  const bool loads = e.access == access_kind::load;
  const auto arguments = call_arguments(line, loads ? "tl.load" : "tl.store");
  const std::size_t mask_at = loads ? 1 : 2;
  if (arguments.size() <= mask_at) {
    return "";
  }
  for (const numbered_line& l : kernel_lines(e.place.file == nullptr ? "" : e.place.file, kernel)) {
    const auto equals = l.text.find(" = ");
    if (equals != std::string::npos && l.number < e.place.line &&
        mentions(l.text.substr(0, equals), arguments[mask_at])) {
      return l.text.substr(equals + 3);
    }
  }
  return arguments[mask_at];
}

bool story::by_index() const {
  for (const numbered_line& l : kernel_lines(e.place.file == nullptr ? "" : e.place.file, kernel)) {
    const auto equals = l.text.find(" = ");
    if (equals != std::string::npos && l.number < e.place.line &&
        mentions(l.text.substr(0, equals), offsets())) {
      return !mentions(l.text, "arange") && mentions(l.text, "load");
    }
  }
  return false;
}

bool story::by_rows() const {
  return where != nullptr && !e.scattered && goes_by_rows(*where, e.where);
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
    if ((end < line.size() && line[end] == '[') || (starred && line[end] != '+')) {
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
