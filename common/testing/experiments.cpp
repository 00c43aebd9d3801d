#include "common/testing/experiments.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sstream>

#include "common/base/cpp_code.hpp"
#include "common/base/files.hpp"
#include "common/testing/loads_told.hpp"

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

// The indices along an axis of an argument on which an element depends, as they
// were tried.
ranges depends_on(const std::vector<probe>& probes, std::size_t count, const probe& like,
                  std::int64_t element) {
  ranges found;
  for (std::size_t i = 0; i < count; ++i) {
    const probe& p = probes[i];
    if (p.argument == like.argument && p.axis == like.axis &&
        p.changes[static_cast<std::size_t>(element)] == '1') {
      found.emplace_back(p.begin, p.end);
    }
  }
  return found;
}

bool any_changes(const probe& p) {
  return p.changes.find('1') != std::string::npos;
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
      const ranges has = depends_on(own, count, kind, e), needs = depends_on(right, count, kind, e);
      const bool exact = held.extents[static_cast<std::size_t>(kind.axis)] <= kParts;
      return element(e) + " depends on " +
             dependence_told(has, needs, held, kind.axis, name, exact) + "." +
             loads_told(loads(e, kind.argument), has, needs, held, kind.axis, name, exact);
    }
  }
  return "";
}

std::vector<int> measure_reads(const entry_again& entry, const void* output) {
  std::vector<int> reads;
  const auto begin = std::chrono::steady_clock::now();
  for (const held_values& held : entry.arguments) {
    int most = -1;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    if (held.data != nullptr && !held.values && passed.count() < kDependenceSeconds) {
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
        const std::string how_often = std::to_string(times) + " times",
                          enough = right[a] == 1 ? "once" : std::to_string(right[a]) + " times";
        return reader_told(all) + " " + load_told(line, all.row_stride, held, axis, names[a]) +
               (several(all) ? ", so an element counts " + how_often + " in " + element
                : stands_still(line, all.row_stride)
                    ? ", the same in each step of the loop"
                    : ", some of it " + how_often + ", where " + enough + " would do") +
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
