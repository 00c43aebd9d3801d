// No program reads an input, and nothing in the kernel could: mostly a line that was copied, and
// loads the first input twice. An input that some branch of the kernel reads may well stay unread.
#include <algorithm>
#include <string>
#include <vector>

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

// Does the kernel do anything with a parameter, or with a pointer made of it?
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

// Two lines that load the same: the second one may be meant for another input.
struct twins {
  int first = 0, second = 0;  // lines; 0 where there are none
};

twins find_twins(const lines_of_kernel& lines, const char* file) {
  for (auto line = lines.begin(); line != lines.end(); ++line) {
    const auto loaded = call_arguments(statement_at(file, line->number), "tl.load");
    if (!mentions(line->text, "tl.load") || loaded.empty()) {
      continue;
    }
    const auto same = std::find_if(line + 1, lines.end(), [&](const numbered_line& other) {
      return mentions(other.text, "tl.load") &&
             call_arguments(statement_at(file, other.number), "tl.load") == loaded;
    });
    if (same != lines.end()) {
      return {line->number, same->number};
    }
  }
  return {};
}

words explain(const site& s) {
  const auto& same = s.e.as<twins>();
  const std::string size =
      s.where->bounded ? ", an input with " + counted(s.where->extent, "element") : ", an input";
  words w;
  w.facts = "the kernel never reads " + s.buffer + size + ", so the result cannot depend on it.";
  const auto loaded = call_arguments(s.statement, "tl.load");
  const auto plus = loaded.empty() ? std::string::npos : loaded[0].find(" + ");
  if (same.second == 0 || plus == std::string::npos) {
    w.advice = "Load it with `tl.load(" + s.buffer +
               " + offsets)` where its values are needed, or remove it from the parameters of the "
               "kernel and from the arguments of launch.";
    return w;
  }
  std::string call = "tl.load(" + s.buffer + loaded[0].substr(plus);
  for (std::size_t i = 1; i < loaded.size(); ++i) {
    call += ", " + loaded[i];
  }
  w.advice = "This line loads `" + loaded[0] + "`, and so does line " + number(same.first) +
             ". Did you mean `" + call + ")` here?";
  return w;
}

void find(const launch_monitor& monitor, std::vector<event>& events) {
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
    const twins same = find_twins(lines, file);
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
    .explain = explain,
    .after_launch = find,
    .about_launch = true,
};

}  // namespace kw::runtime
