// The grammar of Python and of Triton, where C++ has another one.
#include <algorithm>
#include <iterator>

#include "common/base/cpp_text.hpp"
#include "explain/rules/rule.hpp"

namespace kw::explain {
namespace {

/// The bounds of a range, `$bounds`, and its variable `$i`, as parts of a loop.
bool bounds_of_loop(const situation&, explanation&, captures& c) {
  const auto bounds = base::arguments_of("(" + c["bounds"] + ")", 0);
  c["from"] = bounds.size() > 1 ? bounds[0] : "0";
  c["to"] = bounds.empty() ? "n" : bounds.size() > 1 ? bounds[1] : bounds[0];
  c["step"] = bounds.size() > 2 ? c["i"] + " += " + bounds[2] : "++" + c["i"];
  return true;
}

/// `lambda a, b: a + b` as one of C++, `$call`.
bool lambda_of_python(const situation&, explanation&, captures& c) {
  std::string parameters;
  for (const std::string& name : base::arguments_of("(" + c["names"] + ")", 0)) {
    parameters += (parameters.empty() ? "auto " : ", auto ") + name;
  }
  c["call"] = "[&](" + parameters + ") { return " + base::trimmed(c["value"]) + "; }";
  return true;
}

/// tl.zeros([M, N], dtype=tl.float32): the call with a shape that is known at compile time,
/// `$call`.
bool shape_of_python(const situation&, explanation&, captures& c) {
  const std::string code = c["code"];
  const auto head = find(code, R"(\btl\.(zeros|full|ones|empty|arange|accumulator|reshape)\()");
  const base::argument_list list = base::arguments_at(code, head ? head->end - 1 : code.size());
  for (std::size_t i = 0; head && list.closed && i < list.items.size() && i < 2; ++i) {
    const std::string inside = first_match(list.items[i], R"(^[(\[]([^(]*?),?\s*[)\]]$)");
    if (inside.empty() || (list.items[i][0] == '(' && !contains(list.items[i], ","))) {
      continue;
    }
    std::vector<std::string> arguments = list.items;
    arguments[i] = (contains(inside, ",") ? "shape<" : "size<") + inside + ">";
    for (std::string& argument : arguments) {
      argument = first_match(replaced(argument, "tl.", ""), R"(^(?:\w+\s*=\s*)?([^=].*)$)");
    }
    c["name"] = list.items[i];
    c["call"] = (*head)[0] + joined(arguments) + ")";
    return true;
  }
  return false;
}

/// `n // 2` hides the rest of the line, semicolon included; the complaint comes a line later.
bool floor_division(const situation& s, explanation& e, captures& c) {
  for (const int line : {e.line, e.line - 1}) {
    const std::string text = line_of(s, line);
    const std::string code = without_comment(text);
    const bool open = !code.empty() && (base::is_name_character(code.back()) || code.back() == ')');
    if (open && search(text, R"([])\w]\s*//\s*([\w(][^;]*);)")) {
      move_to(s, line, e);
      c["statement"] = replaced(base::trimmed(text), "//", "/");
      return true;
    }
  }
  return false;
}

/// What is in angle brackets, as an argument: a type, an axis or a shape.
bool argument_in_angles(const situation&, explanation&, captures& c) {
  const std::string type = replaced(c["inside"], "std::", "");
  const auto known = std::find_if(std::begin(kElementTypes), std::end(kElementTypes),
                                  [&](const spelling& each) { return each.word == type; });
  const bool first = c["function"] == "to";  // x.to(uint32, bitcast), but tl.zeros(shape, float32)
  look_at_arguments(c["name"], c);
  if (known != std::end(kElementTypes)) {
    c["all"] =
        first ? std::string(known->here) + c["trailing"] : c["leading"] + std::string(known->here);
  } else if (search(c["function"], "^(?:sum|max|min|mean|argmax|argmin)$")) {
    c["all"] = c["leading"] + "axis<" + c["inside"] + ">";
  } else {
    const std::string shape = contains(c["inside"], ",") ? "shape<" : "size<";
    const std::string extents =
        c["function"] == "arange" ? first_match(c["inside"], R"((\w+)$)") : c["inside"];
    c["all"] = (c["function"] == "arange" ? "size<" : shape) + extents + ">" + c["trailing"];
  }
  return true;
}

constexpr std::string_view kKeyword =
    R"([(,]\s*(mask|other|axis|dtype|keep_dims|acc|input_precision|allow_tf32|out_dtype|)"
    R"(cache_modifier|eviction_policy|num_warps|num_stages)\s*=\s*([^=,)][^,)]*))";

/// The first keyword argument of the line that the compiler complains about: `$name`, its `$value`,
/// and the call with the value alone, `$positional`.
bool keyword(const situation& s, explanation&, captures& c) {
  const std::string code = c["code"];
  for (const match& found : find_all(code, kKeyword)) {
    if (base::find_word(s.block, found[1]) == std::string::npos) {
      continue;
    }
    c["name"] = found[1];
    c["value"] =
        replaced(replaced(replaced(base::trimmed(found[2]), "tl.", ""), "\"", ""), "'", "");
    std::string call = code;
    while (
        const auto word = find(
            call, R"(,\s*(?:mask|other)\s*=\s*None|\b(?:mask|other|dtype|acc)\s*=\s*(?:tl\.)?)")) {
      call.erase(word->begin, word->end - word->begin);
    }
    c["positional"] = call;
    return true;
  }
  return false;
}

constexpr spelling kKeywords[] = {
    {"axis", "axis<$value>"},
    {"num_warps", "launch<$value>(...)"},
    {"num_stages", "tl.stream(stages<$value>, ...)"},
    {"keep_dims", "tl.max(x, axis<1>)(_, None)"},
    {"allow_tf32", "ieee or tf32, the precision, in the place of $name=$value"},
    {"input_precision", "$value in the place of $name=..."},
    {"out_dtype", ".to($value)"},
    {"mask", "$positional"},
    {"other", "$positional"},
    {"dtype", "$positional"},
    {"acc", "$positional"},
};

constexpr std::string_view kNoKeywords = "C++ has no keyword arguments such as $name=";
constexpr std::string_view kAxesByParentheses =
    "an axis is added with parentheses here, not with brackets and a colon";
constexpr std::string_view kColumnAndRow =
    "(_, None) makes a column of a 1-D tile, (None, _) a row. You cannot take a part of a tile: "
    "load the part that you need.";

/// Lines of Python: what follows them no compiler understands as it is meant.
constexpr rule kPythonLines[] = {
    {.kinds = {kind::expected, kind::undeclared},
     .line = R"(^for\s+\(?(?:int |auto )?(?P<i>\w+)\s+in\s+(?:tl\.)?(?:static_)?range\()"
             R"((?P<bounds>[^()]*(?:\([^()]*\)[^()]*)*)\)\)?\s*[:{]?$)",
     .look = bounds_of_loop,
     .caret = kWholeLine,
     .wrong = "this is a loop of Python; C++ has three parts in parentheses, and braces",
     .why = "Start, condition and step are separated by semicolons.",
     .fix = "for (int $i = $from; $i < $to; $step) { ... }"},
    {.kinds = {kind::expected, kind::undeclared},
     .line = R"(^(?:\} )?(?P<key>if|while|elif|else)\b\s*(?P<condition>.*?)\s*:$)",
     .caret = kWholeLine,
     .wrong = "this is a line of Python; C++ has parentheses around the condition, and braces",
     .fix = "if ($condition) { ... } else { ... }"},
    {.kinds = {kind::expected, kind::undeclared, kind::character, kind::no_type},
     .line = R"(^(?P<key>def|from|import|class|@\w+|with|try)\b.*?:?$)",
     .unless_line = R"([;{]$|^class \w+$)",
     .caret = kWholeLine,
     .wrong = "this is a line of Python",
     .why = "A kernel is a struct with a call operator, `KW_KERNEL void operator()(program auto "
            "tl, ...) const {`; a small function is a lambda, `auto twice = [&](auto x) { return x "
            "+ x; };`; and a header is included, `#include <kernelwright/kernelwright.hpp>`."},
};

/// The first line of Python in the file, as far as the error.
bool python_above(const situation& s, explanation& e, captures&) {
  for (int line = 1; line <= e.line && !s.in_header; ++line) {
    explanation above = e;
    move_to(s, line, above);
    if (apply_first(kPythonLines, s, above)) {
      e = above;
      return true;
    }
  }
  return false;
}

constexpr rule kPythonTable[] = {
    {.look = python_above},
    {.kinds = {kind::expected, kind::undeclared, kind::no_value},
     .line =
         R"(^(?:auto )?\[?(?P<one>\w+), (?P<other>\w+)\]? = )"
         R"((?P<value>[^,()]*(?:\([^()]*\)[^,()]*)*), (?P<last>[^,()]*(?:\([^()]*\)[^,()]*)*);$)",
     .caret = kWholeLine,
     .wrong = "two variables cannot get two values in one assignment, as they do in Python",
     .why = "Each variable has a declaration of its own.",
     .fix = "auto $one = $value;   and then   auto $other = $last;"},
    {.kinds = {kind::expected},
     .line = R"((?:[=(,]|return) *(?P<yes>[^=(,]+?) if (?P<condition>.+?) else (?P<no>[^,;()]+))",
     .caret = " if ",
     .wrong = "this is Python's way to choose between two values",
     .why = "tl.where chooses lane by lane. For a single number, C++ writes condition ? a : b.",
     .fix = "tl.where($condition, $yes, $no)"},
    {.kinds = {kind::expected, kind::undeclared},
     .line = R"(\blambda\s+(?P<names>\w+(?:\s*,\s*\w+)*)\s*:\s*(?P<value>[^;{]*))",
     .look = lambda_of_python,
     .caret = "lambda",
     .wrong = "lambda is a word of Python; a small function of C++ begins with [&]",
     .fix = "$call"},
    {.kinds = {kind::expected, kind::undeclared, kind::number_ends, kind::character},
     .line = R"re((?:[(,=]\s*)f["'](?P<words>[^"'{}]*)(?:\{(?P<x>\w+)[^{}]*\})?)re",
     .caret = "f\"",
     .wrong = "C++ has no f-strings; a kernel prints with tl.device_print",
     .why = "It takes a text first, and then the values.",
     .fix = "tl.device_print(\"${words|values}\", ${x|x});"},
    {.kinds = {kind::expected, kind::undeclared, kind::no_member},
     .line = R"([(,]\s*(?P<name>[A-Za-z_]\w*)\s*:\s*(?:tl\.)?constexpr\b)",
     .wrong = "a number that is known at compile time is a template parameter here",
     .why = "Delete it from the parameters. The launch gives its value in angle brackets: "
            "Kernel<1024>{}.",
     .fix = "template <int $name>   in front of the kernel's struct"},
    {.kinds = {kind::expected, kind::does_not_fit, kind::undeclared, kind::type_for_value},
     .look = shape_of_python,
     .wrong = "the shape of a tile is written size<N> or shape<M, N>, not $name",
     .why = "It must be known at compile time, so it is a type.",
     .fix = "$call"},
    {.told = R"(\baxis\b)",
     .line =
         R"(\b(?P<call>program_id|num_programs)\b.*[(,]\s*(?P<name>axis)\s*=\s*(?P<value>[^=,)\s][^,)]*?)\s*(?:[,)]|$))",
     .wrong = kNoKeywords,
     .why = "$call takes the axis of the grid as a plain number.",
     .fix = "tl.$call($value)"},
    {.look = keyword,
     .among = kKeywords,
     .wrong = kNoKeywords,
     .why = "Arguments go by their position: tl.load(pointers, mask, other), tl.store(pointers, "
            "value, mask), tl.sum(tile, axis<1>), tl.program_id(0).",
     .fix = "$here"},
    {.kinds = {kind::expected, kind::expected_semicolon},
     .look = floor_division,
     .caret = "//",
     .wrong = "// begins a comment in C++, so the compiler ignores the rest of this line",
     .why = "Between integers, / rounds down to an integer already.",
     .fix = "$statement"},
    {.kinds = {kind::expected, kind::no_operator, kind::type_for_value, kind::not_called},
     .line =
         R"((?P<name>(?P<object>\btl|[A-Za-z_]\w*)\s*\.\s*(?P<function>zeros|full|to|accumulator|arange|tile|)"
         R"(sum|max|min|mean|argmax|argmin)\s*<\s*(?P<inside>[A-Za-z_0-9:, ]+?)\s*>\s*)\()",
     .look = argument_in_angles,
     .wrong = "what is in angle brackets here is an argument of $function, not a template argument",
     .why = "Shapes, axes and types go into the parentheses, as size<N>, shape<M, N>, axis<1> and "
            "float32.",
     .fix = "$object.$function($all)"},
    {.kinds = {kind::expected, kind::subscript, kind::no_operator},
     .line = R"((?P<name>(?P<x>\w+)\s*\[[^]:_]*\bNone\b[^]]*\]))",
     .wrong = kAxesByParentheses,
     .why = kColumnAndRow,
     .fix = "$x(None, _)"},
    {.kinds = {kind::expected, kind::subscript, kind::no_operator},
     .line = R"((?P<name>(?P<x>\w*)\s*\[(?:[^]]*\bNone\b[^]]*|(?:[^]]*[^]:])?:(?:[^]:][^]]*)?)\]))",
     .wrong = kAxesByParentheses,
     .why = kColumnAndRow,
     .fix = "$x(_, None)"},
    {.kinds = {kind::expected, kind::character, kind::undeclared},
     .line = " @ ",
     .caret = "@",
     .wrong = "a product of matrices is tl.dot",
     .fix = "acc = tl.dot(a, b, acc);"},
    {.kinds = {kind::expected, kind::character},
     .line = "^(?P<before>[^#]+?) *#",
     .caret = "#",
     .wrong = "a comment begins with // in C++",
     .fix = "$before  // ..."},
    {.kinds = {kind::dereferenced, kind::expected, kind::no_operator, kind::subscript},
     .line = R"((?P<x>\w+|\))\s*\*\*\s*\w+)",
     .caret = "**",
     .wrong = "C++ has no operator **",
     .why = "A square is a product; tl.pow takes any exponent.",
     .fix = "$x * $x, or tl.pow(x, y)"},
    {.kinds = {kind::expected, kind::character, kind::conversion, kind::type_for_value,
               kind::does_not_fit},
     .line = R"((?P<minus>-?)float\(['"](?P<sign>-?))",
     .caret = "float",
     .wrong = "infinity is written inf here",
     .fix = "${minus}${sign}inf"},
};

}  // namespace

constinit const rule_table kPythonLineRules = kPythonLines;
constinit const rule_table kPythonRules = kPythonTable;

}  // namespace kw::explain
