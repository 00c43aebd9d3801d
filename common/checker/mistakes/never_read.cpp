// No program reads an input, and nothing in the kernel could: mostly a line that was copied, and
// loads the first input twice. An input that some branch of the kernel reads may well stay unread.
#include <algorithm>
#include <string>
#include <vector>

#include "common/base/pattern.hpp"
#include "common/checker/mistakes/mistakes.hpp"

namespace kw::runtime {
namespace {

using lines_of_kernel = std::vector<numbered_line>;

// The variable that a line sets or moves without asking `tl` for anything, as `auto p = y + row;`
// and `p += BLOCK_SIZE;` do; empty if it does something else.
std::string variable_set_in(const std::string& line) {
  const auto equals = std::min(line.find(" = "), line.find(" += "));
  if (equals == std::string::npos || mentions(line.substr(equals), "tl")) {
    return "";
  }
  const auto begin = line.find_last_of(" *&(", equals - 1);
  return line.substr(begin + 1, equals - begin - 1);
}

// Does the kernel do anything with a parameter, or with a pointer made from it?
bool is_used(const lines_of_kernel& lines, const std::string& parameter) {
  std::vector<std::string> names = {parameter};
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (const numbered_line& line : lines) {
      if (line.head || !mentions(line.text, names[i])) {
        continue;
      }
      const std::string set = variable_set_in(line.text);
      if (set.empty()) {
        return true;
      }
      if (std::find(names.begin(), names.end(), set) == names.end()) {
        names.push_back(set);
      }
    }
  }
  return false;
}

// Two lines that load the same: the second one may be meant for another input. It may also be one
// line with two loads.
struct twins {
  int first = 0, second = 0;  // lines; 0 where there are none
};

// The arguments of all calls of tl.load in a statement.
std::vector<std::vector<std::string>> loads_in(std::string statement) {
  std::vector<std::vector<std::string>> all;
  for (auto at = statement.find("tl.load("); at != std::string::npos;
       at = statement.find("tl.load(")) {
    statement.erase(0, at);
    all.push_back(call_arguments(statement, "tl.load"));
    statement.erase(0, 1);
  }
  return all;
}

// The identifier that an address begins with: `kh` of `kh.row(cols) + dims`.
std::string base_in(const std::string& address) {
  return address.substr(0, address.find_first_not_of(
                               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"));
}

// A variable that is made from a parameter, as `kh` is from k by `auto kh = head_of(k, head);`, or
// else the parameter.
std::string pointer_to(const lines_of_kernel& lines, const std::string& parameter) {
  for (const numbered_line& line : lines) {
    const std::string set = line.head ? "" : variable_set_in(line.text);
    if (!set.empty() && mentions(line.text.substr(line.text.find('=')), parameter)) {
      return set;
    }
  }
  return parameter;
}

// The type of the parameter that a pointer is, or is made from.
std::string type_of(const lines_of_kernel& lines, const std::vector<parameter>& parameters,
                    const std::string& pointer) {
  for (const parameter& p : parameters) {
    if (p.name == pointer || pointer_to(lines, p.name) == pointer) {
      return p.type;
    }
  }
  return "";
}

// Does a line set a variable with the initial of an input, as `kt` has that of k?
bool is_named_for(const std::string& line, const std::string& input) {
  const auto equals = line.find(" = ");
  const auto name = equals == std::string::npos ? equals : line.find_last_of(" *&", equals - 1);
  return name != std::string::npos && line[name + 1] == input[0];
}

// Two loads in the same loop, or both outside of loops, of an input that has the type of `own`: a
// kernel that reads something once in each of two loops means to.
twins find_twins(const lines_of_kernel& lines, const std::vector<parameter>& parameters,
                 const parameter& own, const char* file, const std::string& kernel) {
  struct load {
    int line, loop;
    std::vector<std::string> arguments;
  };
  std::vector<load> seen;
  for (const numbered_line& line : lines) {
    if (!mentions(line.text, "tl.load")) {
      continue;
    }
    const int loop = enclosing_loop(file, kernel, line.number).number;
    for (auto& arguments : loads_in(statement_at(file, line.number))) {
      const bool fits =
          !arguments.empty() && type_of(lines, parameters, base_in(arguments[0])) == own.type;
      const auto same = std::find_if(seen.begin(), seen.end(), [&](const load& other) {
        return other.loop == loop && other.arguments == arguments;
      });
      if (fits && same != seen.end()) {
        const bool first_is_meant = same->line != line.number &&
                                    is_named_for(source_line(file, same->line), own.name) &&
                                    !is_named_for(line.text, own.name);
        return first_is_meant ? twins{line.number, same->line} : twins{same->line, line.number};
      }
      seen.push_back({line.number, loop, std::move(arguments)});
    }
  }
  return {};
}

// The offset that the first load or store of a kernel adds to a pointer, if that is a variable.
std::string offsets_in_use(const lines_of_kernel& lines) {
  static const base::pattern kOffsets(R"(tl\.(?:load|store)\(\w+ \+ ([A-Za-z_]\w*)[,)])");
  for (const numbered_line& line : lines) {
    if (const auto found = line.head ? std::nullopt : kOffsets.find(line.text)) {
      return (*found)[1];
    }
  }
  return "";
}

words explain_never_read(const site& s) {
  const auto& same = s.e.as<twins>();
  const std::string size =
      s.where->bounded ? ", an input with " + counted(s.where->extent, "element") : ", an input";
  words w;
  w.facts = "the kernel never reads " + s.buffer + size + ", so the result cannot depend on it.";
  auto loads = loads_in(s.statement);
  const auto twice = std::find_if(loads.begin(), loads.end(), [&](const auto& load) {
    return same.first != same.second || std::count(loads.begin(), loads.end(), load) > 1;
  });
  const auto loaded =
      same.second == 0 || twice == loads.end() ? std::vector<std::string>{} : *twice;
  if (loaded.empty() || base_in(loaded[0]).empty()) {
    const std::string offsets = offsets_in_use(kernel_lines(s.e.place.file, s.kernel));
    w.advice = "Load it " +
               (offsets.empty() ? "" : "with `tl.load(" + s.buffer + " + " + offsets + ")` ") +
               "where its values are needed, or remove it from the parameters of the kernel and "
               "from the arguments of launch.";
    return w;
  }
  const std::string pointer = pointer_to(kernel_lines(s.e.place.file, s.kernel), s.buffer);
  std::string call = "tl.load(" + pointer + loaded[0].substr(base_in(loaded[0]).size());
  for (std::size_t i = 1; i < loaded.size(); ++i) {
    call += ", " + loaded[i];
  }
  w.advice =
      "This line loads `" + loaded[0] + "`" +
      (same.first == same.second ? " twice." : ", and so does line " + number(same.first) + ".") +
      " Did you mean `" + call + ")` here?";
  return w;
}

void find_never_read(const launch_monitor& monitor, std::vector<event>& events) {
  std::uint64_t read = 0;
  const char* file = nullptr;  // of the kernel: where a program stores
  for (const worker_log& log : monitor.logs()) {
    read |= log.read_targets;
    file = log.stores.empty() ? file : log.stores.front().place.file;
  }
  const launch_description& launch = monitor.launch();
  for (std::size_t i = 0; file != nullptr && i < monitor.targets().size() && i < 64; ++i) {
    const target& t = monitor.targets()[i];
    if (t.argument < 0 || !t.is_const || (read >> i & 1) != 0 || (t.bounded && t.extent == 0)) {
      continue;
    }
    const std::string kernel = kernel_name(launch.kernel_signature);
    const auto parameters = kernel_parameters(file, kernel);
    const auto lines = kernel_lines(file, kernel);
    if (lines.empty() || static_cast<int>(parameters.size()) != launch.argument_count) {
      continue;
    }
    const parameter& own = parameters[static_cast<std::size_t>(t.argument)];
    if (own.name.empty() || mentions(own.type, "maybe_unused") || is_used(lines, own.name)) {
      continue;
    }
    const twins same = find_twins(lines, parameters, own, file, kernel);
    event e(never_read, {file, same.second != 0 ? same.second : lines.front().number});
    e.target = static_cast<int>(i);
    e.last = t.extent - 1;
    e.count = t.extent;
    e.facts = same;
    events.push_back(std::move(e));
  }
}

}  // namespace

const mistake never_read{
    .name = "never-read",
    .explain = explain_never_read,
    .after_launch = find_never_read,
    .about_launch = true,
};

}  // namespace kw::runtime
