// What the library's own assertions say is whole sentences already. These rules add what only the
// compiler's output and the learner's line know: shapes, numbers, and the line that works.
#include <algorithm>

#include "explain/rules/helpers.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

// ---- block sizes -------------------------------------------------------------------------------

/// The first extent of a tile in the compiler's output that is not a power of two, or -1.
int wrong_extent(const std::string& block) {
  for (const match& found :
       find_all(block, R"((?:tile_shape<|is_power_of_two\(|[MN] ?= ?)([0-9]+)(?:, ([0-9]+))?)")) {
    for (std::size_t group = 1; group <= 2; ++group) {
      const std::string& digits = found[group];
      const long long n = digits.empty() || digits.size() > 9 ? 1 : std::stoll(digits);
      if (n == 0 || (n & (n - 1)) != 0) {
        return static_cast<int>(n);
      }
    }
  }
  return -1;
}

/// Moves to the first line of the file whose code has a pattern, unless this one has it.
void move_to_code(const std::string& pattern, const situation& s, explanation& e) {
  const auto found = search(e.source_line, pattern) ? std::nullopt : find(s.text, pattern);
  if (found) {
    move_to(s, line_at(s, found->end - 1), e);
  }
}

/// A block of 100 elements: the number is often in another line than the one that fails.
bool number_of_elements(const situation& s, explanation& e, captures& c) {
  const int wrong = wrong_extent(s.block);
  int next = 1;
  while (next < wrong) {
    next *= 2;
  }
  c["number"] = std::to_string(wrong);
  c["next"] = std::to_string(next);
  move_to_code("<([^<>\n]*[^0-9<>])?" + c["number"] + "([^0-9<>][^<>\n]*)?>", s, e);
  move_to_code(R"((?m)(^|[^\w.]))" + c["number"] + R"((?:[^\w.\n]|$))", s, e);
  e.column = 0;
  return wrong >= 0;
}

// ---- operators and calls -----------------------------------------------------------------------

// Both sides of && or ||, without parentheses around them.
constexpr std::string_view kBothMasks =
    R"((?:= |[(,] ?|return )\(?(?P<left>(?:[^(),;=&|]|[<>=!]=|\([^()]*\))+?)\)? )"
    R"((?P<sign>&&|and|\|\||or) \(?(?P<right>(?:[^(),;=&|]|[<>=!]=|\([^()]*\))+))";

/// Whether `$extent` is a parameter of the kernel, which cannot be one.
bool extent_is_parameter(const situation& s, explanation& e, captures& c) {
  const auto all = parameters_around(s, e.line);
  return std::any_of(all.begin(), all.end(), [&](const base::cpp_parameter& each) {
    return each.name == c["extent"] && search(each.type, R"(\bint\w*$)");
  });
}

/// The outputs among the parameters of the kernel around the line.
bool outputs_of_kernel(const situation& s, explanation& e, captures& c) {
  for (const base::cpp_parameter& each : parameters_around(s, e.line)) {
    if (contains(each.type, "*") && !each.type.starts_with("const ")) {
      c["outputs"] += (c["outputs"].empty() ? "" : " or ") + each.name + " + offsets";
    }
  }
  return !c["outputs"].empty();
}

// ---- the table ---------------------------------------------------------------------------------

constexpr rule kAssertionTable[] = {
    {.name = "value without a shape",
     .says = "tl.full takes its shape as a type",
     .line = R"(\btl\.full\((?P<value>-?(?:inf|[0-9.]+f?))\))",
     .caret = "tl.full",
     .wrong = "tl.full needs the shape of the tile before the value",
     .fix = "tl.full(size<BLOCK_SIZE>, $value)"},
    {.name = "block size",
     .says = "powers? of two",
     .look = number_of_elements,
     .caret = "$number",
     .wrong = "a tile of $number elements: the extent of a tile must be a power of two",
     .why = "Take the next power of two, and mask off the lanes that you do not need. Blocks are "
            "1, 2, 4, 8, ... elements, as in Triton.",
     .fix = "size<$next>, with a mask such as offsets < n"},
    {.name = "&& of masks",
     .says = "not with &&",
     .line = kBothMasks,
     .caret = "$sign",
     .fix = "($left) & ($right)"},
    {.name = "|| of masks",
     .says = R"(not with \|\|)",
     .line = kBothMasks,
     .caret = "$sign",
     .fix = "($left) | ($right)"},

    {.name = "power as ^",
     .says = "work on the bits of integers",
     .line = R"((?P<left>\w+) (?P<sign>\^) [0-9.]+)",
     .caret = "$sign",
     .wrong = "^ is not a power in C++: it works on the bits of integers",
     .why = "A square is a product; tl.pow(x, y) takes any exponent.",
     .fix = "$left * $left"},
    {.name = "range from zero",
     .says = R"((?P<call>tl\.arange))",
     .line = R"(tl\.arange\(0, (?P<extent>[^(),]+)\))",
     .caret = "$call",
     .fix = "$call(size<$extent>)"},
    {.name = "shape in the second place",
     .says = R"((?P<call>tl\.arange|tl\.zeros|tl\.full))",
     .line = R"(\btl\.\w+\((?P<first>[^(),]+), (?P<extent>size<[^<>]*>)\))",
     .caret = "$call",
     .wrong = "the shape comes first in $call",
     .fix = "$call($extent, $first)"},
    {.name = "size that is a parameter",
     .says = R"((?P<call>tl\.arange|tl\.zeros|tl\.full))",
     .line = R"(\btl\.(?:arange|zeros|full)\((?P<extent>\w+)(?P<trailing>(?:, [^()]*)?)\))",
     .look = extent_is_parameter,
     .caret = "$call",
     .fix = "$call(size<BLOCK_SIZE>$trailing) with a template parameter: $extent is known only "
            "when the kernel runs"},
    {.name = "size as a number",
     .says = R"((?P<call>tl\.arange|tl\.zeros|tl\.full))",
     .line = R"(\btl\.(?:arange|zeros|full)\((?P<extent>[^(),<>]+)(?P<trailing>(?:, [^()]*)?)\))",
     .caret = "$call",
     .fix = "$call(size<$extent>$trailing)"},
    {.name = "size missing",
     .says = R"((?P<call>tl\.arange|tl\.zeros|tl\.full))",
     .caret = "$call"},

    {.name = "tile changed in place",
     .says = "keeps its",
     .line = R"(^(?P<name>\w+) (?P<by>[-+*/%&|^]|<<|>>)= (?P<value>.+);)",
     .caret = "$name",
     .fix = "auto new_$name = $name $by $value;"},
    {.name = "tile assigned",
     .says = "keeps its",
     .line = R"(^(?P<name>\w+) = (?P<value>.+);)",
     .caret = "$name",
     .fix = "auto new_$name = $value;"},

    {.name = "store to an input",
     .says = "to const",
     .look = outputs_of_kernel,
     .caret = "tl.store",
     .fix = "tl.store($outputs, ...)"},
    {.name = "store to an input, without an output", .says = "to const", .caret = "tl.store"},
    {.name = "load or store without an address",
     .says =
         R"((?P<call>tl\.load|tl\.store) needs an address first|this (?P<call2>tl\.load) reads )"
         R"(one|this (?P<call3>tl\.store) writes one)",
     .caret = "$call"},
};

}  // namespace

constinit const rule_table kAssertionRules = kAssertionTable;

}  // namespace kw::explain
