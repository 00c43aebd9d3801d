#include "common/checker/mistakes/telling_lines.hpp"

#include <algorithm>
#include <initializer_list>
#include <optional>

#include "common/base/pattern.hpp"
#include "common/checker/mistakes/telling_axes.hpp"
#include "common/checker/mistakes/telling_loops.hpp"
#include "common/checker/report/words.hpp"
#include "common/checker/source/settings.hpp"

namespace kw::runtime {
namespace {

using lines_of_kernel = std::vector<numbered_line>;

// The whole call that begins at `at` of a text, with its parentheses.
std::string call_at(const std::string& text, std::size_t at) {
  int depth = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0 && text[i] == ')') {
      return text.substr(at, i + 1 - at);
    }
  }
  return "";
}

// What the lanes hold that the mask of a load switches off, and what is made of them.
telling_line zero_in_maximum(const lines_of_kernel& lines, const std::vector<definition>& known,
                             const std::string& file) {
  for (const numbered_line& l : lines) {
    const std::string statement = l.head ? "" : statement_at(file, l.number);
    // tl.maximum of two tiles lets each lane win alone, unless it goes on in a loop.
    static const base::pattern kGoesOn(R"(^(\w+) = tl\.maximum\(\1,)");
    auto at = kGoesOn.find(statement) ? statement.find("tl.maximum(") : statement.find("tl.max(");
    for (; at != std::string::npos; at = statement.find("tl.max(", at + 1)) {
      const std::string call = call_at(statement, at);
      for (const definition& d : known) {
        const auto load = d.value.find("tl.load(");
        const auto loaded = load == std::string::npos
                                ? std::vector<std::string>{}
                                : call_arguments(d.value.substr(load), "tl.load");
        const bool zero = loaded.size() == 3 && (loaded[2] == "0.0f" || loaded[2] == "0");
        if (zero && d.line <= l.number && mentions(call, d.name)) {
          return {d.line, "the lanes that the mask switches off hold " + loaded[2] +
                              ", and in line " + number(l.number) +
                              " they take part in a maximum, where 0 wins over negative numbers. "
                              "Give them a number that never wins: `tl.load(" +
                              loaded[0] + ", " + loaded[1] + ", -inf)`."};
        }
      }
    }
  }
  return {};
}

// Two names made of one program id, in a kernel that never asks for another one.
telling_line same_id_twice(const lines_of_kernel& lines, const std::vector<definition>& known) {
  static const base::pattern kId(R"(tl\.program_id\((\d)\))");
  const definition* first = nullptr;
  std::string id;
  for (const definition& d : known) {
    const auto found = kId.find(d.value);
    if (!found) {
      continue;
    }
    if (!id.empty() && (*found)[1] != id) {
      return {};
    }
    if (first != nullptr && d.value != first->value) {
      const std::string other = (*found)[1] == "0" ? "1" : "0";
      const bool asked = std::any_of(lines.begin(), lines.end(), [&](const numbered_line& l) {
        return l.text.find("tl.program_id(" + other + ")") != std::string::npos;
      });
      return asked ? telling_line{}
                   : telling_line{d.line, "`" + d.name + "` is made of tl.program_id(" +
                                              (*found)[1] + "), and so is `" + first->name +
                                              "` in line " + number(first->line) +
                                              ", so they move together. If the grid has two axes, "
                                              "one of them needs tl.program_id(" +
                                              other + ")."};
    }
    first = first == nullptr ? &d : first;
    id = (*found)[1];
  }
  return {};
}

// A maximum that begins with 0, which negative numbers never exceed.
telling_line maximum_from_zero(const lines_of_kernel& lines, const std::vector<definition>& known) {
  static const base::pattern kZero(
      R"(^(?:tl\.full\(.*, 0(?:\.0?f?)?\)|tl\.zeros\(.*\)|0(?:\.0?f?)?);)");
  for (const definition& d : known) {
    const auto raised = [&](const numbered_line& l) {
      return l.number > d.line && (l.text.find(d.name + " = tl.max") == 0 ||
                                   l.text.find("> " + d.name + ")") != std::string::npos);
    };
    const auto at = std::find_if(lines.begin(), lines.end(), raised);
    if (at != lines.end() && kZero.find(d.value)) {
      const bool tile = d.value.rfind("tl.", 0) == 0;
      return {d.line, "`" + d.name + "` begins with 0 and becomes a maximum in line " +
                          number(at->number) +
                          ", so numbers below 0 never win. Begin with a number that any other "
                          "exceeds: " +
                          (tile ? "`tl.full(..., -inf)`." : "`-inf`.")};
    }
  }
  return {};
}

// `auto largest = tl.min(v);`: the name says something else than the function.
telling_line other_than_named(const std::vector<definition>& known) {
  struct meaning {
    const char *name, *call, *meant;
  };
  constexpr meaning kMeanings[] = {{"larg", "tl.min(", "tl.max"},  {"max", "tl.min(", "tl.max"},
                                   {"small", "tl.max(", "tl.min"}, {"min", "tl.max(", "tl.min"},
                                   {"sum", "tl.max(", "tl.sum"},   {"total", "tl.max(", "tl.sum"},
                                   {"sum", "tl.min(", "tl.sum"},   {"total", "tl.min(", "tl.sum"},
                                   {"larg", "tl.sum(", "tl.max"},  {"max", "tl.sum(", "tl.max"}};
  for (const definition& d : known) {
    for (const meaning& m : kMeanings) {
      if (d.name.find(m.name) == 0 && d.value.find(m.call) == 0) {
        const std::string call(m.call);
        return {d.line, "`" + d.name + "` gets its value from " + call.substr(0, call.size() - 1) +
                            ". Is " + m.meant + " meant?"};
      }
    }
  }
  return {};
}

// `tl.sum(v) / BLOCK_SIZE`, where a mask switches some lanes off.
telling_line divided_by_lanes(const lines_of_kernel& lines, const std::vector<definition>& known,
                              const std::string& file) {
  static const base::pattern kQuotient(R"((tl\.sum\(\w+\)|\b\w+) / ([A-Z][A-Z0-9_]+)\b)");
  const bool masked = std::any_of(known.begin(), known.end(), [](const definition& d) {
    const auto load = d.value.find("tl.load(");
    return load != std::string::npos && call_arguments(d.value.substr(load), "tl.load").size() == 3;
  });
  for (const numbered_line& l : lines) {
    const std::string statement = l.head ? "" : statement_at(file, l.number);
    const auto found = kQuotient.find(statement);
    if (masked && call_arguments(statement, "tl.mean").size() == 1) {
      return {l.number,
              "tl.mean divides by the number of lanes, and counts those that the mask switches "
              "off, too. Take tl.sum, and divide by the number of elements, such as x.columns() "
              "or n."};
    }
    if (masked && found) {
      return {l.number,
              "`" + (*found)[2] +
                  "` is the number of lanes, and counts those that the mask switches off, "
                  "too. A mean divides by the number of elements, such as x.columns() "
                  "or n."};
    }
  }
  return {};
}

// Two calls of tl.store or of an atomic operation with one address.
telling_line same_output_twice(const lines_of_kernel& lines, const std::string& unused,
                               const std::string& file) {
  static const base::pattern kWrites(R"(^(tl\.(?:store|atomic_add|atomic_max))\()");
  struct write {
    int line;
    std::string call, address;
  };
  std::vector<write> seen;
  for (const numbered_line& l : lines) {
    const auto found = kWrites.find(l.text);
    if (l.head || !found) {
      continue;
    }
    const auto arguments = call_arguments(statement_at(file, l.number), (*found)[1]);
    for (const write& before : seen) {
      if (!arguments.empty() && before.address == arguments[0] && before.call == (*found)[1]) {
        return {l.number,
                "this line and line " + number(before.line) + " both write to `" + arguments[0] +
                    "`" +
                    (unused.empty() ? std::string(". Is another output meant in one of "
                                                  "them?")
                                    : ", and the kernel never uses its parameter `" + unused +
                                          "`. Is `" + unused + "` meant in one of them?")};
      }
    }
    seen.push_back({l.number, (*found)[1], arguments.empty() ? "" : arguments[0]});
  }
  return {};
}

// `1 / n` with two ints.
telling_line quotient_of_ints(const lines_of_kernel& lines) {
  static const base::pattern kQuotient(R"([^.\w](1 / ([A-Za-z_]\w*)))");
  for (const numbered_line& l : lines) {
    const auto found = kQuotient.find(l.text);
    if (!l.head && found) {
      return {l.number, "`" + (*found)[1] + "` is a division of ints if `" + (*found)[2] +
                            "` is one, and cuts off what comes after the point: `1.0f / " +
                            (*found)[2] + "`."};
    }
  }
  return {};
}

// `1 / 2 * z`
telling_line quotient_that_is_zero(const lines_of_kernel& lines) {
  static const base::pattern kQuotient(R"((?:^|[^.\w])((\d+) / (\d+))(?![.\d]))");
  for (const numbered_line& l : lines) {
    const auto found = l.head ? std::nullopt : kQuotient.find(l.text);
    if (found && (*found)[2].size() < 9 && (*found)[3].size() < 9 &&
        std::stoi((*found)[2]) < std::stoi((*found)[3])) {
      return {l.number, "`" + (*found)[1] + "` is a division of ints, and 0. Write `" +
                            (*found)[2] + ".0f / " + (*found)[3] + "`."};
    }
  }
  return {};
}

// A value that is computed, and then forgotten.
telling_line unused_value(const lines_of_kernel& lines, const std::vector<definition>& known) {
  for (const definition& d : known) {
    const bool used = std::any_of(lines.begin(), lines.end(), [&](const numbered_line& l) {
      return l.number != d.line && mentions(l.text, d.name);
    });
    if (!used) {
      return {d.line,
              "this line sets `" + d.name + "`, and no other line uses it. Where does it belong?"};
    }
  }
  return {};
}

// A value that the kernel keeps up to date, and never takes for anything else.
telling_line kept_for_nothing(const lines_of_kernel& lines, const std::vector<definition>& known) {
  const std::vector<setting> settings = settings_of(lines);
  for (const definition& d : known) {
    const setting* renewed = nullptr;
    const bool used = std::any_of(lines.begin(), lines.end(), [&](const numbered_line& l) {
      const auto own = std::find_if(settings.begin(), settings.end(), [&](const setting& s) {
        return s.line.number == l.number && s.name == d.name;
      });
      if (own != settings.end() && l.number != d.line && names_in(own->value).size() > 1) {
        renewed = &*own;
      }
      return own == settings.end() && mentions(l.text, d.name);
    });
    const auto store = std::find_if(lines.begin(), lines.end(), [](const numbered_line& l) {
      return l.text.find("tl.store(") != std::string::npos;
    });
    const auto stored =
        store == lines.end() ? std::vector<std::string>() : call_arguments(store->text, "tl.store");
    if (!used && renewed != nullptr && stored.size() > 1) {
      return {store->number, "this line stores `" + stored[1] + "`, and nothing uses `" + d.name +
                                 "`, which line " + number(renewed->line.number) +
                                 " keeps up to date. Does the result have to come from `" + d.name +
                                 "`?"};
    }
    if (!used && renewed != nullptr) {
      return {renewed->line.number,
              "`" + d.name +
                  "` is kept up to date here, and nothing else in the kernel uses it, so "
                  "no result depends on it. Where does it belong?"};
    }
  }
  return {};
}

// Does a line use a name, and not only a field of that name, as share.dw is of `dw`?
bool uses(const std::string& line, const std::string& name) {
  static const base::pattern kField(R"(\.\w+)");
  std::string rest = line;
  while (const auto field = kField.find(rest)) {
    rest.replace(field->begin, field->end - field->begin, " ");
  }
  return mentions(rest, name);
}

}  // namespace

std::vector<std::string> unused_parameters(const lines_of_kernel& lines,
                                           const std::vector<parameter>& parameters) {
  std::vector<std::string> unused;
  for (const parameter& p : parameters) {
    const bool meant = p.name.empty() || mentions(p.type, "maybe_unused");
    const bool used = std::any_of(lines.begin(), lines.end(), [&](const numbered_line& l) {
      return !l.head && uses(l.text, p.name);
    });
    if (!meant && !used && !lines.empty()) {
      unused.push_back(p.name);
    }
  }
  return unused;
}

namespace {

telling_line first_of(std::initializer_list<telling_line> all) {
  const auto at = std::find_if(all.begin(), all.end(),
                               [](const telling_line& found) { return found.line > 0; });
  return at == all.end() ? telling_line{} : *at;
}

}  // namespace

telling_line find_wrong_line(const lines_of_kernel& lines, const std::vector<parameter>& parameters,
                             const std::string& file, int axes) {
  const auto known = definitions_in(lines, file);
  const auto unused = unused_parameters(lines, parameters);
  return first_of({find_telling_axis(lines, known, file),
                   same_output_twice(lines, unused.empty() ? "" : unused[0], file),
                   axes > 1 ? same_id_twice(lines, known) : telling_line{},
                   kept_for_nothing(lines, known), quotient_that_is_zero(lines),
                   raised_before_compared(lines)});
}

telling_line find_telling_line(const lines_of_kernel& lines,
                               const std::vector<parameter>& parameters, const std::string& file) {
  const auto known = definitions_in(lines, file);
  const auto unused = unused_parameters(lines, parameters);
  return first_of(
      {loop_of_equal_steps(lines), move_skipped(lines), zero_in_maximum(lines, known, file),
       maximum_from_zero(lines, known), other_than_named(known),
       divided_by_lanes(lines, known, file), quotient_of_ints(lines), unused_value(lines, known),
       unused.empty()
           ? telling_line{}
           : telling_line{lines.front().number, "the kernel never uses its parameter `" +
                                                    unused[0] + "`. Where does it belong?"}});
}

}  // namespace kw::runtime
