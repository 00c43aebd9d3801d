// What the library's own assertions say is whole sentences already. These rules add what only the
// compiler's output and the learner's line know: shapes, numbers, and the line that works.
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/launches.hpp"
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
void move_to(const std::string& pattern, const situation& s, explanation& e) {
  for (std::size_t i = 0; i < s.source.size() && !search(e.source_line, pattern); ++i) {
    if (search(without_comment(s.source[i]), pattern)) {
      e.line = static_cast<int>(i) + 1;
      e.source_line = s.source[i];
    }
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
  move_to("<([^<>]*[^0-9<>])?" + c["number"] + "([^0-9<>][^<>]*)?>", s, e);
  move_to(R"((^|[^\w.]))" + c["number"] + R"(([^\w.]|$))", s, e);
  e.column = 0;
  return wrong >= 0;
}

// ---- operators and calls -----------------------------------------------------------------------

/// Both sides of the operator at `at`, as far as the brackets or commas around them.
struct operands {
  std::string left, right;
};
operands around(const std::string& text, std::size_t at, std::size_t length) {
  std::size_t begin = at;
  for (int depth = 0; begin > 0; --begin) {
    const char c = text[begin - 1];
    depth += c == ')' || c == ']';
    depth -= c == '(' || c == '[';
    const bool assigns = c == '=' && begin > 1 && text[begin - 2] == ' ' && text[begin] == ' ';
    if (depth < 0 || (depth == 0 && (c == ',' || c == ';' || assigns))) {
      break;
    }
  }
  std::size_t end = at + length;
  for (int depth = 0; end < text.size(); ++end) {
    const char c = text[end];
    depth += c == '(' || c == '[';
    depth -= c == ')' || c == ']';
    if (depth < 0 || (depth == 0 && (c == ',' || c == ';'))) {
      break;
    }
  }
  return {base::trimmed(text.substr(begin, at - begin)),
          base::trimmed(text.substr(at + length, end - at - length))};
}

std::string bracketed(const std::string& text) {
  return text.front() == '(' && base::closing_bracket(text, 0) == text.size() - 1
             ? text
             : "(" + text + ")";
}

/// The two sides of `$sign`, `&&` or its word `and`, in brackets.
bool sides_of_sign(const situation&, explanation& e, captures& c) {
  const bool word = base::is_name_character(c["sign"][0]);
  const std::size_t at =
      word ? base::find_word(e.source_line, c["sign"]) : e.source_line.find(c["sign"]);
  const operands sides = around(e.source_line, at, c["sign"].size());
  c["left"] = sides.left.empty() ? "" : bracketed(sides.left);
  c["right"] = sides.right.empty() ? "" : bracketed(sides.right);
  return !sides.left.empty() && !sides.right.empty();
}

/// The arguments of the call `$call`, of which the first is its extent.
std::vector<std::string> extent_arguments(const explanation& e, captures& c) {
  const std::size_t at = e.source_line.find(c["call"] + "(");
  if (at == std::string::npos) {
    return {};
  }
  auto arguments = base::arguments_of(e.source_line, at + c["call"].size());
  c["extent"] = arguments.empty() ? "" : arguments[0];
  c["rest"] = arguments.size() < 2
                  ? ""
                  : joined(std::vector<std::string>(arguments.begin() + 1, arguments.end()));
  c["trailing"] = c["rest"].empty() ? "" : ", " + c["rest"];
  return arguments;
}

/// Whether an extent is a parameter of the kernel, which cannot be one.
bool is_parameter(const situation& s, const explanation& e, const std::string& extent) {
  int line = e.line;
  while (line > 0 && !contains(line_of(s, line), "operator()(")) {
    --line;
  }
  return line > 0 && search(line_of(s, line), R"(\bint\w* )" + extent + R"(\b.)");
}

bool extent(const situation&, explanation& e, captures& c) {
  return !extent_arguments(e, c).empty();
}

bool extent_is_parameter(const situation& s, explanation& e, captures& c) {
  return !extent_arguments(e, c).empty() && is_parameter(s, e, c["extent"]);
}

/// tl.arange(0, n): the end of the range.
bool extent_of_range(const situation&, explanation& e, captures& c) {
  const auto arguments = extent_arguments(e, c);
  c["begin"] = c["extent"];
  c["extent"] = arguments.size() == 2 ? arguments[1] : "";
  return arguments.size() == 2;
}

bool range_from_zero(const situation& s, explanation& e, captures& c) {
  return extent_of_range(s, e, c) && c["begin"] == "0";
}

/// tl.zeros(float32, size<64>)
bool shape_comes_second(const situation&, explanation& e, captures& c) {
  return !extent_arguments(e, c).empty() && contains(c["trailing"], ", size<");
}

/// The outputs among the parameters of the kernel around the line.
bool outputs_of_kernel(const situation& s, explanation& e, captures& c) {
  int line = e.line;
  while (line > 0 && !contains(line_of(s, line), "operator()(")) {
    --line;
  }
  std::string text = line_of(s, line);
  const std::size_t open = text.find("operator()(") + 10;
  for (int next = line + 1;
       base::closing_bracket(text, open) == std::string::npos && next < line + 6; ++next) {
    text += " " + line_of(s, next);
  }
  for (const std::string& p : base::arguments_of(text, open)) {
    if (contains(p, "*") && !p.starts_with("const ")) {
      c["outputs"] +=
          (c["outputs"].empty() ? "" : " or ") + first_match(p, R"((\w+)$)") + " + offsets";
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
     .look = {number_of_elements, "number next"},
     .caret = "$number",
     .wrong = "a tile of $number elements: the extent of a tile must be a power of two",
     .why = "Take the next power of two, and mask off the lanes that you do not need. Blocks are "
            "1, 2, 4, 8, ... elements, as in Triton.",
     .fix = "size<$next>, with a mask such as offsets < n"},
    {.name = "&& of masks",
     .says = "not with &&",
     .line = R"((?P<sign>&&|\band\b))",
     .look = {sides_of_sign, "left right"},
     .caret = "$sign",
     .fix = "$left & $right"},
    {.name = "|| of masks",
     .says = R"(not with \|\|)",
     .line = R"((?P<sign>\|\||\bor\b))",
     .look = {sides_of_sign, "left right"},
     .caret = "$sign",
     .fix = "$left | $right"},

    {.name = "power as ^",
     .says = "work on the bits of integers",
     .line = R"((?P<left>\w+) (?P<sign>\^) [0-9.]+)",
     .caret = "$sign",
     .wrong = "^ is not a power in C++: it works on the bits of integers",
     .why = "A square is a product; tl.pow(x, y) takes any exponent.",
     .fix = "$left * $left"},
    {.name = "range from zero",
     .says = R"((?P<call>tl\.arange))",
     .look = {range_from_zero, "extent begin"},
     .caret = "$call",
     .fix = "$call(size<$extent>)"},
    {.name = "shape in the second place",
     .says = R"((?P<call>tl\.arange|tl\.zeros|tl\.full))",
     .look = {shape_comes_second, "extent rest"},
     .caret = "$call",
     .wrong = "the shape comes first in $call",
     .fix = "$call($rest, $extent)"},
    {.name = "size that is a parameter",
     .says = R"((?P<call>tl\.arange|tl\.zeros|tl\.full))",
     .look = {extent_is_parameter, "extent trailing"},
     .caret = "$call",
     .fix = "$call(size<BLOCK_SIZE>$trailing) with a template parameter: $extent is known only "
            "when the kernel runs"},
    {.name = "size as a number",
     .says = R"((?P<call>tl\.arange|tl\.zeros|tl\.full))",
     .look = {extent, "extent trailing"},
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

    {.name = "kernel made with new",
     .says = kLaunchDoesNotFit,
     .line = R"(\blaunch\b.*\b(?P<words>new (?P<type>[A-Z]\w*(?:<[^<>]*>)?))(?:\(\)|\{\})?)",
     .caret = "$words",
     .wrong = "new makes a pointer, but launch takes the kernel itself",
     .fix = "$type{}"},
    {.name = "kernel without tl",
     .says = kLaunchDoesNotFit,
     .look = {first_parameter_is_no_program, "kernel passed parameters first"},
     .wrong = "the first parameter of $kernel must be the program, but here it is $first",
     .why =
         "A launch calls the kernel once for every program. Each call gets its own program first, "
         "by value, and then the arguments of launch in their order.",
     .fix = "KW_KERNEL void operator()(program auto tl, ...) const {"},
    {.name = "number of a kernel's arguments",
     .says = kLaunchDoesNotFit,
     .look = {other_number_of_arguments, "kernel passes takes passed parameters"},
     .caret = "$kernel",
     .wrong = "launch passes $passes arguments, but $kernel takes $takes after tl",
     .why = kMatchedInOrder},
    {.name = "view for a matrix",
     .says = kLaunchDoesNotFit,
     .look = {view_for_matrix, "kernel passed parameters number parameter taken view"},
     .caret = "$kernel",
     .wrong = "argument $number of $kernel arrives as a pointer, but the kernel takes $parameter",
     .why = "A view arrives as its pointer, unless the launch makes a $taken of it.",
     .fix = "$taken($view)"},
    {.name = "input for an output",
     .says = kLaunchDoesNotFit,
     .look = {input_for_output, "kernel passed parameters number parameter"},
     .caret = "$kernel",
     .wrong = "argument $number of $kernel is an input, but the kernel takes $parameter, an output",
     .why = kMatchedInOrder},
    {.name = "types of a kernel's arguments",
     .says = kLaunchDoesNotFit,
     .look = {arguments_and_parameters, "kernel passed parameters"},
     .caret = "$kernel",
     .wrong = "the arguments of launch do not fit the parameters of $kernel",
     .why = kMatchedInOrder},
    {.name = "kernel that is not const",
     .says = R"(operator\(\) is not const)",
     .look = {call_operator_of_launched},
     .fix = "KW_KERNEL void operator()(program auto tl, ...) const {"},
    {.name = "store to an input",
     .says = "to const",
     .look = {outputs_of_kernel, "outputs"},
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

constinit const std::span<const rule> kAssertionRules = kAssertionTable;

}  // namespace kw::explain
