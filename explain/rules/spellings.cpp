// Spellings of Triton and of Python that C++ reads as something else. They are recognised in the
// learner's line, since the compiler's words for them never name the cause.
#include <algorithm>

#include "explain/rules/rules.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

struct dtype_spelling {
  const char* cpp;
  const char* dtype;
};
constexpr dtype_spelling kDtypes[] = {{"float", "float32"},     {"double", "float64"},
                                      {"int", "int32"},         {"bool", "int1"},
                                      {"float16_t", "float16"}, {"bfloat16_t", "bfloat16"},
                                      {"int64_t", "int64"},     {"int32_t", "int32"},
                                      {"int8_t", "int8"},       {"int16_t", "int16"}};

std::string dtype_of(const std::string& type) {
  const std::string plain = replaced(trimmed(type), "std::", "");
  for (const dtype_spelling& d : kDtypes) {
    if (plain == d.cpp) {
      return d.dtype;
    }
  }
  return plain.empty() || !is_name_character(plain[0]) ? "float32" : plain;
}

bool is_type(const std::string& name) {
  const std::string plain = replaced(name, "std::", "");
  return plain == "T" || plain == "half" ||
         std::any_of(std::begin(kDtypes), std::end(kDtypes),
                     [&](const dtype_spelling& d) { return plain == d.cpp || plain == d.dtype; });
}

/// tl.arange<64>(), tl.sum<1>(v), a.tile<BM, BK>(m, k): sizes and axes are arguments.
bool explain_number_in_angles(const std::string& code, explanation& e) {
  groups match;
  static const std::string call(
      "([A-Za-z_]\\w*)\\s*\\.\\s*(\\w+)\\s*<\\s*([A-Za-z_0-9, ]+)\\s*>\\s*\\(");
  if (!search(code, call, &match)) {
    return false;
  }
  const std::string function = match[2];
  std::string number = trimmed(match[3]);
  const bool tile = function == "tile";
  const bool reduction = function == "sum" || function == "max" || function == "min" ||
                         function == "mean" || function == "argmax" || function == "argmin";
  if (match[1] != "tl" && !tile) {
    return false;
  }
  if (function == "arange" && contains(number, ",")) {
    number = trimmed(number.substr(number.find(',') + 1));
  }
  const std::string whole = match[0];
  const std::size_t open = code.find(whole) + whole.size() - 1;
  std::string arguments;
  for (const std::string& argument : arguments_of(code, open)) {
    arguments += (arguments.empty() ? "" : ", ") + argument;
  }
  const std::string extent = (contains(number, ",") || tile ? "shape<" : "size<") + number + ">";
  point_at(e, whole.substr(0, whole.size() - 1));
  e.message = std::string(reduction ? "the axis" : "the shape") + " is an argument of " + function +
              ", not a template argument";
  e.advice = reduction ? "It stands behind the tile, as axis<0> or axis<1>."
                       : "It stands in the parentheses, as size<N> or shape<M, N>.";
  e.fix = match[1] + "." + function + "(" +
          (reduction ? (arguments.empty() ? "x" : arguments) + ", axis<" + number + ">"
                     : extent + (arguments.empty() ? "" : ", " + arguments)) +
          ")";
  return true;
}

bool explain_type_in_angles(const std::string& code, explanation& e) {
  groups match;
  static const std::string call(
      "([A-Za-z_]\\w*)\\s*\\.\\s*(\\w+)\\s*<\\s*([A-Za-z_:0-9]+)\\s*>\\s*\\(");
  if (!search(code, call, &match)) {
    return explain_number_in_angles(code, e);
  }
  const std::string function = match[2];
  const std::string whole = match[0];
  const bool takes_type =
      function == "zeros" || function == "full" || function == "to" || function == "accumulator";
  if (!takes_type || !is_type(match[3])) {
    return explain_number_in_angles(code, e);
  }
  const std::string dtype = dtype_of(match[3]);
  point_at(e, whole.substr(0, whole.size() - 1));
  e.message = "the type is an argument of " + function + ", not a template argument";
  e.advice =
      "tl and tiles take types as values: float32, float16, bfloat16, int32, int64. The angle "
      "brackets read as a comparison here.";
  const std::size_t open = code.find(whole) + whole.size() - 1;
  std::string arguments;
  for (const std::string& argument : arguments_of(code, open)) {
    arguments += argument + ", ";
  }
  e.fix = match[1] + "." + function + "(" + arguments + dtype + ")";
  return true;
}

bool explain_slice(const std::string& code, explanation& e) {
  groups match;
  if (search(code, "(\\w+)\\((: *, *None|None *, *:)\\)", &match)) {
    point_at(e, match[0]);
    e.message = "the axis that a tile has is written _ here, not with a colon";
    e.fix = match[1] + (match[2][0] == ':' ? "(_, None)" : "(None, _)");
    return true;
  }
  static const std::string slice("(\\w+)\\s*\\[([^]]*)\\]");
  for (std::string rest = code; search(rest, slice, &match); rest = match.rest) {
    const std::string inside = match[2];
    const bool none = find_word(inside, "None") != std::string::npos;
    const bool colon = search(inside, "(^|[^:]):($|[^:])");
    if (!none && !colon) {
      continue;
    }
    point_at(e, match[0]);
    e.message = "an axis is added with parentheses here, not with brackets and a colon";
    e.advice =
        "(_, None) makes a column of a 1-D tile, (None, _) a row. A part of a tile cannot be "
        "taken: load the part that you need.";
    const bool row = inside.find("None") < std::min(inside.find(':'), inside.find('_'));
    e.fix = match[1] + (row && none ? "(None, _)" : "(_, None)");
    return true;
  }
  return false;
}

/// What a keyword argument of Triton is here.
std::string keyword_here(const std::string& name, const std::string& value) {
  const std::string plain = replaced(replaced(replaced(value, "tl.", ""), "\"", ""), "'", "");
  return name == "axis"         ? "axis<" + value + ">"
         : name == "num_warps"  ? "launch<" + value + ">(...)"
         : name == "num_stages" ? "tl.stream(stages<" + value + ">, ...)"
         : name == "keep_dims"  ? "tl.max(x, axis<1>)(_, None)"
         : name == "allow_tf32" ? (value == "False" ? "ieee" : "tf32")
         : name == "input_precision"
             ? plain + " in the place of " + name + "=" + value
             : replaced(value, "tl.", "") + " in the place of " + name + "=" + value;
}

/// Parentheses that the line opens, less those that it closes.
std::ptrdiff_t open_brackets(const std::string& code) {
  return std::count(code.begin(), code.end(), '(') - std::count(code.begin(), code.end(), ')');
}

bool explain_keyword(const situation& s, const std::string& code, explanation& e) {
  groups match;
  static const std::string keyword(
      "[(,]\\s*(mask|other|axis|dtype|keep_dims|acc|input_precision|allow_tf32|out_dtype|"
      "cache_modifier|eviction_policy|num_warps|num_stages)\\s*=\\s*([^=,)][^,)]*)");
  for (std::string rest = code; search(rest, keyword, &match); rest = match.rest) {
    const std::string name = match[1];
    if (find_word(s.block, name) == std::string::npos) {
      continue;
    }
    if (name == "axis" && find_word(code, "program_id") != std::string::npos) {
      point_at(e, name);
      e.message = "C++ has no keyword arguments such as axis=";
      e.advice = "program_id takes the axis of the grid as a plain number.";
      e.fix = "tl.program_id(" + trimmed(match[2]) + ")";
      return true;
    }
    point_at(e, name);
    const std::string value = trimmed(match[2]);
    e.message = "C++ has no keyword arguments such as " + name + "=";
    e.advice =
        "Arguments go by their position: tl.load(pointers, mask, other), tl.store(pointers, "
        "value, mask), tl.sum(tile, axis<1>).";
    std::string call = code;
    for (groups words; search(call, "\\b(mask|other)\\s*=\\s*[^=]", &words);) {
      const std::string whole = words[0].substr(0, words[0].size() - 1);
      call.replace(call.find(whole), whole.size(), "");
    }
    const bool access =
        (name == "mask" || name == "other") && contains(call, "tl.") && open_brackets(call) == 0;
    e.fix = access ? call : keyword_here(name, value);
    return true;
  }
  return false;
}

bool explain_python_line(const std::string& line, explanation& e) {
  groups match;
  const std::string code = without_comment(line);
  static const std::string loop(
      "^for\\s+(\\w+)\\s+in\\s+(?:tl\\.)?(?:static_)?range\\((.*)\\)\\s*:?$");
  if (search(code, loop, &match)) {
    const auto bounds = arguments_of("(" + match[2] + ")", 0);
    const std::string i = match[1];
    const std::string from = bounds.size() > 1 ? bounds[0] : "0";
    const std::string to = bounds.empty() ? "n" : bounds.size() > 1 ? bounds[1] : bounds[0];
    const std::string step = bounds.size() > 2 ? i + " += " + bounds[2] : "++" + i;
    e.column = 0;
    e.message = "this is a loop of Python; C++ writes three parts in parentheses, and braces";
    e.advice = "Start, condition and step are separated by semicolons.";
    e.fix = "for (int " + i + " = " + from + "; " + i + " < " + to + "; " + step + ") { ... }";
    return true;
  }
  static const std::string block("^(if|elif|else|while|def)\\b(.*):$");
  if (search(code, block, &match)) {
    e.column = 0;
    e.message = "this is a line of Python; C++ has parentheses around the condition, and braces";
    e.fix = match[1] == "def"    ? "KW_KERNEL void operator()(auto tl, ...) const { ... }"
            : match[1] == "else" ? "else { ... }"
            : match[1] == "elif" ? "else if (" + trimmed(match[2]) + ") { ... }"
                                 : match[1] + " (" + trimmed(match[2]) + ") { ... }";
    return true;
  }
  return false;
}

/// `n // 2` hides the rest of the line, semicolon included; the complaint comes a line later.
bool explain_floor_division(const situation& s, explanation& e) {
  if (!contains_any(s.message, {"expected", "';'", "\";\""})) {
    return false;
  }
  static const std::string division("[])[:alnum:]_]\\s*//\\s*([[:alnum:]_(][^;]*);");
  for (const int line : {e.line, e.line - 1}) {
    const std::string text = line_of(s, line);
    const std::string code = without_comment(text);
    groups match;
    const bool open = !code.empty() && (is_name_character(code.back()) || code.back() == ')');
    if (open && search(text, division, &match)) {
      e.line = line;
      e.source_line = text;
      point_at(e, "//");
      e.message = "// begins a comment in C++, so that the rest of this line is not read";
      e.advice = "Between integers, / rounds down to an integer already.";
      const std::string statement = trimmed(text);
      e.fix = replaced(statement, "//", "/");
      return true;
    }
  }
  return false;
}

bool explain_word(const situation& s, explanation& e) {
  struct spelling {
    const char* python;
    const char* cpp;
  };
  static constexpr spelling kWords[] = {
      {"True", "true"}, {"False", "false"}, {"elif", "else if"}, {"pass", "{}"}, {"len", "extent"}};
  for (const spelling& word : kWords) {
    if (contains(s.message, std::string("'") + word.python + "'") ||
        contains(s.message, std::string("\"") + word.python + "\"")) {
      point_at(e, word.python);
      e.message = std::string(word.python) + " is a word of Python";
      e.fix = word.cpp;
      return true;
    }
  }
  if (contains(e.source_line, "float('") || contains(e.source_line, "float(\"")) {
    e.message = "infinity is written inf here";
    e.fix = "-inf, or inf";
    return point_at(e, "float");
  }
  return false;
}

/// A line of Python above the error: what follows it no compiler understands as it is meant.
bool explain_python_above(const situation& s, explanation& e) {
  if (s.in_header) {
    return false;
  }
  const int reported = e.line;
  for (int line = 1; line < reported; ++line) {
    explanation above = e;
    above.line = line;
    above.source_line = line_of(s, line);
    if (explain_python_line(trimmed(above.source_line), above)) {
      above.source_line = line_of(s, line);
      e = above;
      return true;
    }
  }
  return false;
}

/// for (int i : range(0, n, 2)): a loop of C++ has no range.
bool explain_range(const std::string& code, explanation& e) {
  groups match;
  if (!search(code, "^for \\((?:int|auto) (\\w+) : (?:tl\\.)?(?:static_)?range\\((.*)\\)\\)",
              &match)) {
    return false;
  }
  const auto bounds = arguments_of("(" + match[2] + ")", 0);
  const std::string i = match[1], from = bounds.size() > 1 ? bounds[0] : "0";
  const std::string to = bounds.empty() ? "n" : bounds.size() > 1 ? bounds[1] : bounds[0];
  e.column = 0;
  e.message = "there is no range in C++: a loop has a start, a condition and a step";
  e.fix = "for (int " + i + " = " + from + "; " + i + " < " + to + "; " +
          (bounds.size() > 2 ? i + " += " + bounds[2] : "++" + i) + ") {";
  return true;
}

}  // namespace

bool explain_spelling(const situation& s, explanation& e) {
  const std::string code = without_comment(e.source_line);
  return explain_python_above(s, e) || explain_range(code, e) || explain_floor_division(s, e) ||
         explain_type_in_angles(code, e) || explain_python_line(e.source_line, e) ||
         explain_slice(code, e) || explain_keyword(s, code, e) || explain_word(s, e);
}

}  // namespace kw::explain
