// Where a NaN or an infinity comes from. It is not a finding, because a masked row has a legitimate
// NaN, but a test that expects a number asks for it (origin_of_not_finite).
#include <algorithm>

#include "common/checker/mistakes/mistakes.hpp"
#include "kernelwright/runtime/findings.hpp"

namespace kw::runtime {
namespace {

// What raises a flag of <cfenv>, and how it looks in a line: the most telling first, since almost
// every line has a minus or a times.
struct trouble {
  int flag;
  const char* what;
  std::vector<const char*> functions;  // each tells it by itself
  std::vector<const char*> operators;
};
const trouble kTroubles[] = {
    {FE_OVERFLOW,
     "a result that no float32 can hold, such as tl.exp of a number above 88.7. A softmax "
     "subtracts the maximum first, so all its exponents are 0 or less: is a sign the wrong way "
     "round?",
     {"tl.exp"},
     {"tl.dot(", "tl.sum(", "*", "/", "+"}},
    {FE_DIVBYZERO,
     "a division by 0, tl.rsqrt of 0 or the logarithm of 0.",
     {"tl.log", "tl.rsqrt("},
     {"/"}},
    {FE_INVALID,
     "0 / 0, inf - inf, 0 * inf, or the root or the logarithm of a negative number.",
     {"sqrt(", "tl.log"},
     {"/", " - ", " -= ", "*", "tl.dot("}},
};

// Does a statement call a function of the learner's or the lesson's, whose operations its text does
// not show: `softmax.add(tl, s)`, `load(p)`, or the function itself, `auto load = [&](...) {`?
bool calls_another(const kernel_text& kernel, const statement& line) {
  if (line.text.find("](") != std::string::npos || line.text.find("(tl,") != std::string::npos ||
      line.text.find("(tl)") != std::string::npos) {
    return true;
  }
  for (const std::string& name : base::names_in(line.text)) {
    const bool has_members = line.text.find(name + ".") != std::string::npos &&
                             line.text.find(name + ".to(") == std::string::npos;
    for (const statement& before : kernel.body()) {
      for (const base::cpp_setting& set : before.sets) {
        if (before.line <= line.line && set.name == name &&
            (has_members || set.value.find("](") != std::string::npos)) {
          return true;
        }
      }
    }
  }
  return false;
}

// The statement between two lines that made it: the first with the most telling sign. Where one of
// them calls a function whose operations are not seen, an operator elsewhere says nothing.
const statement* maker(const kernel_text& kernel, const std::vector<statement>& lines,
                       const trouble& what) {
  const bool all_seen = std::none_of(lines.begin(), lines.end(), [&](const statement& line) {
    return calls_another(kernel, line);
  });
  for (const auto* signs : {&what.functions, &what.operators}) {
    for (const char* sign : *signs) {
      const auto first = std::find_if(lines.begin(), lines.end(), [&](const statement& line) {
        return line.text.find(sign) != std::string::npos;
      });
      if (first != lines.end() && (all_seen || signs == &what.functions)) {
        return &*first;
      }
    }
  }
  return nullptr;
}

clue explain(const launch_monitor& monitor, std::int64_t program, const float_trouble& t) {
  clue origin{.source = "origin"};
  const std::string who = "program " + program_text(monitor.launch(), program);
  const char* file = t.to.file != nullptr ? t.to.file : t.from.file;
  const kernel_text kernel(file, kernel_name(monitor.launch().kernel_signature));
  auto [low, high] = std::minmax({t.from.line, t.to.line});
  // In a loop the later access is above the earlier one, or the same.
  const statement loop = t.to.line <= t.from.line ? kernel.loop_around(t.to.line) : statement();
  const bool again = loop.line > 0 && low >= loop.line && high <= loop.block_end;
  std::vector<statement> lines;
  for (const statement& line : kernel.body()) {
    if (again ? line.line >= loop.line && line.line <= loop.block_end &&
                    (line.line >= high || line.line <= low)
              : line.line >= low && line.line <= high) {
      lines.push_back(line);
    }
  }
  if (again) {
    low = loop.line;
    high = loop.block_end;
  }
  for (const trouble& each : kTroubles) {
    const statement* line = (t.flags & each.flag) != 0 ? maker(kernel, lines, each) : nullptr;
    if (line != nullptr) {
      origin.file = short_path(file);
      origin.line = line->line;
      origin.facts = sentence("  The first NaN or infinity was made by {} in {}:{} (`{}`): {}", who,
                              origin.file, line->line, line->text, each.what);
      return origin;
    }
  }
  const auto flagged =
      std::find_if(std::begin(kTroubles), std::end(kTroubles),
                   [&](const trouble& each) { return (t.flags & each.flag) != 0; });
  if (flagged == std::end(kTroubles)) {
    origin.facts = sentence(
        "  No operation of {} computed it from numbers: it was read, or a value was too large for "
        "its 16-bit type (float16 ends at 65504).",
        who);
  } else if (low == high) {
    origin.facts = sentence("  The first NaN or infinity was made by {}: {}", who, flagged->what);
  } else {
    origin.facts = sentence("  The first NaN or infinity was made by {} in lines {} to {}: {}", who,
                            low, high, flagged->what);
  }
  return origin;
}

}  // namespace

clue origin_in(const launch_monitor& monitor, const void* element) {
  const access_record* const store = monitor.last_store_to(static_cast<const char*>(element));
  return store == nullptr ? clue{}
                          : explain(monitor, store->program, monitor.trouble_of(store->program));
}

}  // namespace kw::runtime
