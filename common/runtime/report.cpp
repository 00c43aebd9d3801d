#include "report.hpp"

#include <algorithm>

namespace kw::runtime {
namespace {

words tell(const story& s) {
  switch (s.e.kind) {
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

std::string who(const story& s) {
  if (s.e.kind == mistake::write_race) {
    return ", programs " + s.program(s.e.one.program) + " and " + s.program(s.e.other.program);
  }
  return about_programs(s.e.kind) ? ", program " + s.program(s.e.program) : "";
}

std::string others(const story& s) {
  const std::int64_t told = s.e.kind == mistake::write_race ? 2 : 1;
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

std::string counted(std::int64_t n, const char* singular) {
  return std::to_string(n) + " " + singular + (n == 1 ? "" : "s");
}

story::story(const launch_description& the_launch, const launch_monitor* monitor,
             const event& the_event)
    : e(the_event), launch(the_launch), kernel(kernel_name(the_launch.kernel_signature)) {
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
    buffer = name_of(*monitor, e.target);
  }
}

std::string story::name_of(const launch_monitor& monitor, int target) const {
  const auto& chosen = monitor.targets()[static_cast<std::size_t>(target)];
  std::string name;
  for (const auto& t : monitor.targets()) {  // the same memory may be passed under several names
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

bool story::by_rows() const {
  return where != nullptr && !e.scattered && goes_by_rows(*where, e.where);
}

finding describe(const launch_monitor& monitor, const event& e) {
  return make_finding(story(monitor.launch(), &monitor, e));
}

finding describe_assert(const launch_description& launch, const event& e) {
  return make_finding(story(launch, nullptr, e));
}

}  // namespace kw::runtime
