#include "common/testing/experiments.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sstream>

#include "common/base/cpp_code.hpp"
#include "common/base/files.hpp"

namespace kw::testing {
namespace {

constexpr std::int64_t kParts = 16;             // of an axis
constexpr std::size_t kMostElements = 1 << 16;  // of an output

// All of each argument first, since that says most; then parts of each axis.
std::vector<probe> all_probes(const entry_again& entry) {
  std::vector<probe> whole, parts;
  for (std::size_t a = 0; a < entry.arguments.size(); ++a) {
    const held_values& held = entry.arguments[a];
    if (!held.change) {
      continue;
    }
    whole.push_back({a, probe::kAll, 0, held.extents.empty() ? 1 : held.extents[0], {}});
    for (std::size_t axis = 0; axis < held.extents.size(); ++axis) {
      const std::int64_t extent = held.extents[axis], count = std::min(extent, kParts);
      for (std::int64_t i = 0; i < count && extent > 1; ++i) {
        parts.push_back(
            {a, static_cast<int>(axis), extent * i / count, extent * (i + 1) / count, {}});
      }
    }
  }
  whole.insert(whole.end(), parts.begin(), parts.end());
  return whole;
}

bool differs(double a, double b) {
  return std::isnan(a) != std::isnan(b) || (!std::isnan(a) && a != b);
}

// The indices along an axis of an argument on which an element depends, as [begin, end).
using ranges = std::vector<std::pair<std::int64_t, std::int64_t>>;

ranges depends_on(const std::vector<probe>& probes, std::size_t count, const probe& like,
                  std::int64_t element) {
  ranges found;
  for (std::size_t i = 0; i < count; ++i) {
    const probe& p = probes[i];
    if (p.argument != like.argument || p.axis != like.axis ||
        p.changes[static_cast<std::size_t>(element)] != '1') {
      continue;
    }
    if (!found.empty() && found.back().second == p.begin) {
      found.back().second = p.end;
    } else {
      found.emplace_back(p.begin, p.end);
    }
  }
  return found;
}

bool any_changes(const probe& p) {
  return p.changes.find('1') != std::string::npos;
}

// `rows 0..3 and 8 of k`, `factors[1]`.
std::string parts_told(const ranges& all, const held_values& held, int axis,
                       const std::string& name) {
  constexpr std::size_t kMost = 3;
  if (all.empty()) {
    return "nothing of " + name;
  }
  std::string list;
  bool one = all.size() == 1;
  for (std::size_t i = 0; i < std::min(all.size(), kMost); ++i) {
    const auto [begin, end] = all[i];
    one = one && end == begin + 1;
    list += (i == 0 ? "" : " and ") + std::to_string(begin) +
            (end > begin + 1 ? ".." + std::to_string(end - 1) : "");
  }
  list += all.size() > kMost ? " and more" : "";
  if (held.extents.size() == 1) {
    return name + "[" + list + "]";
  }
  const std::string unit = held.extents.size() > 2 ? "axis " + std::to_string(axis) + ", index "
                           : axis == 0             ? one ? "row " : "rows "
                           : one                   ? "column "
                                                   : "columns ";
  return unit + list + " of " + name;
}

// The indices that a line loads along an axis, of an array of one or two axes.
ranges loaded_along(const loading_line& line, bool matrix, int axis, std::int64_t row_stride) {
  const std::int64_t stride = matrix ? row_stride : INT64_MAX;
  ranges all, joined;
  for (const auto& [first, end] : line.elements) {
    const std::int64_t row = first / stride, begin = row * stride;
    all.push_back(matrix && axis == 0 ? std::pair(row, (end - 1) / stride + 1)
                                      : std::pair(first - begin, end - begin));
  }
  std::sort(all.begin(), all.end());
  for (const auto& [begin, end] : all) {
    if (joined.empty() || begin > joined.back().second) {
      joined.emplace_back(begin, end);
    }
    joined.back().second = std::max(joined.back().second, end);
  }
  return joined;
}

// How often a line reads one element, at most.
int times_read(const loading_line& line) {
  std::vector<std::pair<std::int64_t, int>> ends;
  for (const auto& [begin, end] : line.elements) {
    ends.emplace_back(begin, 1);
    ends.emplace_back(end, -1);
  }
  std::sort(ends.begin(), ends.end());
  int now = 0, most = 0;
  for (const auto& [at, change] : ends) {
    now += change;
    most = std::max(most, now);
  }
  return most;
}

// Does each of several steps of its loop read the same?
bool stands_still(const loading_line& line) {
  auto all = line.elements;
  std::sort(all.begin(), all.end());
  const auto count =
      std::count(all.begin(), all.end(), all.empty() ? ranges::value_type() : all[0]);
  for (const auto& each : all) {
    if (std::count(all.begin(), all.end(), each) != count) {
      return false;
    }
  }
  return count > 1 && !line.loop.empty();
}

std::string line_told(const loading_line& line) {
  return "line " + std::to_string(line.line) + (line.text.empty() ? "" : " (`" + line.text + "`)") +
         (line.loop.empty() ? "" : ", in " + line.loop);
}

// What a program reads of an argument in a line: `columns 1..5 of x in line 17`.
std::string load_told(const loading_line& line, std::int64_t row_stride, const held_values& held,
                      int axis, const std::string& name) {
  const std::size_t axes = held.extents.size();
  const bool known = axes == 1 || (axes == 2 && row_stride > 0);
  return (known ? parts_told(loaded_along(line, axes == 2, axis, row_stride), held, axis, name)
                : name) +
         " in " + line_told(line);
}

bool several(const loads_of_program& all) {
  return all.program.find(" and ") != std::string::npos;
}

// `Program (2) reads`, `Programs (0) and (1) read`
std::string reader_told(const loads_of_program& all) {
  return (several(all) ? "Programs " + all.program + " read" : "Program " + all.program + " reads");
}

// What a program reads of an argument, by lines: ` Program (2) reads columns 1..5 of x in line 17`.
std::string loads_told(const loads_of_program& all, const held_values& held, int axis,
                       const std::string& name) {
  constexpr std::size_t kMost = 2;
  std::string text;
  for (const loading_line& line : all.lines) {
    if (!line.elements.empty() && &line - all.lines.data() < std::ptrdiff_t{kMost}) {
      text += (text.empty() ? " " + reader_told(all) + " " : ", and ") +
              load_told(line, all.row_stride, held, axis, name) +
              (stands_still(line) && !several(all) ? ", the same in each step of the loop" : "");
    }
  }
  return text.empty() ? "" : text + ".";
}

}  // namespace

std::function<entry_again()>& tested_entry() {
  static std::function<entry_again()> entry;
  return entry;
}

std::vector<probe> measure_dependence(const entry_again& entry, const void* output,
                                      double seconds) {
  const auto target =
      std::find_if(entry.arguments.begin(), entry.arguments.end(),
                   [&](const held_values& h) { return h.values && h.data == output; });
  if (output == nullptr || target == entry.arguments.end()) {
    return {};
  }
  const auto begin = std::chrono::steady_clock::now();
  entry.run();
  const std::vector<double> before = target->values();
  std::vector<probe> done;
  for (probe& p : before.size() > kMostElements ? std::vector<probe>() : all_probes(entry)) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (passed.count() > seconds) {
      break;
    }
    const auto& change = entry.arguments[p.argument].change;
    change(std::max(p.axis, 0), p.begin, p.end);
    entry.run();
    const std::vector<double> after = target->values();
    change(0, 0, 0);
    for (std::size_t i = 0; i < before.size(); ++i) {
      p.changes.push_back(differs(before[i], after[i]) ? '1' : '0');
    }
    done.push_back(std::move(p));
  }
  entry.run();
  return done;
}

std::string to_text(const std::vector<probe>& probes) {
  std::string text;
  for (const probe& p : probes) {
    for (const std::int64_t n :
         {static_cast<std::int64_t>(p.argument), std::int64_t{p.axis}, p.begin, p.end}) {
      text += std::to_string(n) + " ";
    }
    text += p.changes + "\n";
  }
  return text;
}

std::vector<probe> read_probes(const std::string& text) {
  std::vector<probe> probes;
  std::istringstream lines(text);
  for (probe p; lines >> p.argument >> p.axis >> p.begin >> p.end >> p.changes;) {
    probes.push_back(p);
  }
  return probes;
}

std::string differing_dependence(const entry_again& entry, const std::vector<probe>& own,
                                 const std::vector<probe>& right,
                                 const std::vector<std::int64_t>& wrong,
                                 const std::vector<std::string>& names,
                                 const std::function<std::string(std::int64_t)>& element,
                                 const loads_of& loads) {
  const std::size_t count = std::min(own.size(), right.size());
  std::vector<probe> kinds;  // one of each argument and axis
  for (std::size_t i = 0; i < count; ++i) {
    const probe &a = own[i], &b = right[i];
    if (a.argument != b.argument || a.axis != b.axis || a.begin != b.begin ||
        a.changes.size() != b.changes.size()) {
      return "";  // another case
    }
    if (a.axis == probe::kAll && any_changes(a) != any_changes(b)) {
      return element(-1) + (any_changes(a) ? " depends on " : " does not depend on ") +
             names[a.argument] + ", and should" + (any_changes(a) ? " not." : ".");
    }
    if (a.axis != probe::kAll &&
        (kinds.empty() || kinds.back().argument != a.argument || kinds.back().axis != a.axis)) {
      kinds.push_back(a);
    }
  }
  for (const probe& kind : kinds) {
    std::vector<std::int64_t> differing;
    for (const std::int64_t e : wrong) {
      if (depends_on(own, count, kind, e) != depends_on(right, count, kind, e)) {
        differing.push_back(e);
      }
    }
    // That a few differ may be due to rounding, or to a maximum.
    if (!differing.empty() && 2 * differing.size() >= wrong.size()) {
      const held_values& held = entry.arguments[kind.argument];
      const std::int64_t e = differing.front();
      const std::string& name = names[kind.argument];
      const auto told = [&](const std::vector<probe>& probes) {
        return parts_told(depends_on(probes, count, kind, e), held, kind.axis, name);
      };
      const bool exact = held.extents[static_cast<std::size_t>(kind.axis)] <= kParts;
      return element(e) + " depends on " +
             (exact ? told(own) + ", and should depend on " + told(right)
                    : "other parts of " + name + " than it should") +
             "." + loads_told(loads(e, kind.argument), held, kind.axis, name);
    }
  }
  return "";
}

std::vector<int> measure_reads(const entry_again& entry, const void* output) {
  std::vector<int> reads;
  for (const held_values& held : entry.arguments) {
    int most = -1;
    if (held.data != nullptr && !held.values) {
      const loads_of_program all = loads_in(entry.run, output, held.data);
      most = all.program.empty() ? -1 : 0;
      for (const loading_line& line : all.lines) {
        most = std::max(most, times_read(line));
      }
    }
    reads.push_back(most);
  }
  return reads;
}

std::string to_text(const std::vector<int>& reads) {
  std::string text = "reads";
  for (const int n : reads) {
    text += " " + std::to_string(n);
  }
  return text;
}

std::vector<int> read_reads(const std::string& text) {
  std::vector<int> reads;
  const std::size_t at = text.find("reads");
  std::istringstream numbers(at == std::string::npos ? "" : text.substr(at + 5));
  for (int n = 0; numbers >> n;) {
    reads.push_back(n);
  }
  return reads;
}

std::string differing_reads(const entry_again& entry, const std::vector<int>& right,
                            std::int64_t element_at, const std::vector<std::string>& names,
                            const std::string& element, const loads_of& loads) {
  for (std::size_t a = 0; a < std::min(right.size(), entry.arguments.size()); ++a) {
    if (right[a] < 1) {
      continue;
    }
    const held_values& held = entry.arguments[a];
    const loads_of_program all = loads(element_at, a);
    const bool none = std::all_of(all.lines.begin(), all.lines.end(),
                                  [](const loading_line& l) { return l.elements.empty(); });
    if (!all.program.empty() && none) {
      return reader_told(all) + " nothing of " + names[a] + " for " + element +
             (all.lines.empty() ? "" : ", and does not get to " + line_told(all.lines[0])) + ".";
    }
    for (const loading_line& line : all.lines) {
      const int times = times_read(line);
      if (times > right[a]) {
        const int axis = static_cast<int>(held.extents.size()) - 1;
        const std::string how_often = std::to_string(times) + " times";
        return reader_told(all) + " " + load_told(line, all.row_stride, held, axis, names[a]) +
               (several(all)         ? ", so an element counts " + how_often + " in " + element
                : stands_still(line) ? ", the same in each step of the loop"
                                     : ", some of it " + how_often) +
               ".";
      }
    }
  }
  return "";
}

std::vector<std::string> names_of_arguments(const std::string& file, std::size_t count) {
  const base::cpp_code code(base::read_text_file(file));
  std::vector<std::string> names;
  for (int i = 0; i < static_cast<int>(code.statements().size()); ++i) {
    auto parameters = code[i].is == base::cpp_statement::kind::function
                          ? code.parameters(i)
                          : std::vector<base::cpp_parameter>();
    const bool views = !parameters.empty() && base::mentions(code[i].text, "view");
    const bool kernel = !parameters.empty() && base::mentions(code[i].text, "KW_KERNEL");
    parameters.erase(parameters.begin(), parameters.begin() + kernel);  // `program auto tl`
    if (parameters.size() == count && (views || (kernel && names.empty()))) {
      names.clear();
      for (const base::cpp_parameter& p : parameters) {
        names.push_back("`" + p.name + "`");
      }
    }
  }
  for (std::size_t i = names.size(); i < count; ++i) {
    names.push_back("argument " + std::to_string(i + 1));
  }
  return names;
}

}  // namespace kw::testing
