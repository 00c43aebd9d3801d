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

/// Extents as a shape, `$shape`.
bool size_or_shape(const situation&, explanation&, captures& c) {
  c["shape"] = (contains(c["extents"], ",") ? "shape<" : "size<") + c["extents"] + ">";
  return true;
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

constexpr std::string_view kKeyword =
    R"([(,]\s*(mask|other|axis|dim|dtype|keep_dims|keepdim|acc|input_precision|allow_tf32|out_dtype|)"
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
            call,
            R"(,\s*(?:(?:mask|other)\s*=\s*None|(?:cache_modifier|eviction_policy)\s*=[^,)]*)|\b(?:mask|other|dtype|acc)\s*=\s*(?:tl\.)?)")) {
      call.erase(word->begin, word->end - word->begin);
    }
    c["positional"] = call;
    c["function"] = first_match(code, R"((\w+)\([^()]*\bkeep_?dims?\b)");
    const auto member = find(code, R"(\b(\w+)\.(\w+)\([^()]*\))");
    const tl_function* function =
        member && (*member)[1] != "tl" ? find_tl_function((*member)[2]) : nullptr;
    c["axis"] = function != nullptr ? call_of(*function, {(*member)[1], "axis=" + c["value"]})
                                    : "axis<" + c["value"] + ">";
    return true;
  }
  return false;
}

constexpr spelling kKeywords[] = {
    {"axis", "$axis"},
    {"dim", "$axis"},
    {"num_warps", "launch<$value>(...)"},
    {"num_stages", "tl.stream(stages<$value>, ...)"},
    {"keep_dims", "tl.${function|max}(x, axis<1>)(_, None)"},
    {"keepdim", "tl.${function|max}(x, axis<1>)(_, None)"},
    {"cache_modifier", "$positional"},
    {"eviction_policy", "$positional"},
    {"allow_tf32", "ieee or tf32, the precision, in the place of $name=$value"},
    {"input_precision", "$value in the place of $name=..."},
    {"out_dtype", ".to($value)"},
    {"mask", "$positional"},
    {"other", "$positional"},
    {"dtype", "$positional"},
    {"acc", "$positional"},
};

constexpr std::string_view kNoKeywords = "C++ has no keyword arguments such as $name=";
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
     .line = R"((?:[=(,]|return) *(?P<yes>(?:[^=(),]|\([^()]*\))+?) if (?P<condition>.+?) else )"
             R"((?P<no>(?:[^,;()]|\([^()]*\))+))",
     .caret = " if ",
     .wrong = "this is Python's way to choose between two values",
     .why = "tl.where chooses lane by lane. For a single number, C++ writes condition ? a : b.",
     .fix = "tl.where($condition, $yes, $no)"},
    {.kinds = {kind::expected, kind::undeclared},
     .line = R"(\blambda\s+\w+(?:\s*,\s*\w+)*\s*:)",
     .caret = "lambda",
     .wrong = "lambda is a word of Python; a small function of C++ begins with [&]",
     .fix = "[&](auto x) { return x + x; }"},
    {.kinds = {kind::expected, kind::undeclared, kind::number_ends, kind::character},
     .line = R"re((?:[(,=]\s*)f["'](?P<words>[^"'{}]*)(?:\{(?P<x>\w+)[^{}]*\})?)re",
     .caret = "f\"",
     .wrong = "C++ has no f-strings; a kernel prints with tl.device_print",
     .why = "It takes a text first, and then the values.",
     .fix = "tl.device_print(\"${words|values}\", ${x|x});"},
    {.kinds = {kind::expected, kind::does_not_fit, kind::undeclared, kind::type_for_value},
     .line = R"(\btl\.(?P<function>zeros|full|ones|empty|accumulator|reshape)\()"
             R"((?P<name>[(\[](?P<extents>\w[\w, ]*?),?[)\]]))",
     .look = size_or_shape,
     .wrong = "the shape of a tile is written size<N> or shape<M, N>, not $name",
     .why = "It must be known at compile time, so it is a type.",
     .fix = "tl.$function($shape, ...)"},
    {.line = R"(\btl\.(?P<function>reshape|view|broadcast_to)\((?P<x>\w+), )"
             R"((?P<name>[(\[](?P<extents>\w[\w, ]*?),?[)\]]))",
     .look = size_or_shape,
     .wrong = "the shape of a tile is written size<N> or shape<M, N>, not $name",
     .why = "It must be known at compile time, so it is a type.",
     .fix = "tl.$function($x, $shape)"},
    {.told = R"(\baxis\b)",
     .line = R"(\b(?P<call>program_id|num_programs)\(\s*(?P<name>axis)\s*=\s*(?P<value>\w+)\))",
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
         R"((?P<name>\w+\s*\.\s*(?P<function>zeros|full|to|accumulator|arange|tile|sum|max|min|)"
         R"(mean|argmax|argmin)\s*<\s*[A-Za-z_0-9:, ]+\s*>\s*)\()",
     .wrong = "what is in angle brackets here is an argument of $function, not a template argument",
     .why = "Shapes, axes and types go into the parentheses, as size<N>, shape<M, N>, axis<1> and "
            "float32."},
    {.kinds = {kind::expected, kind::subscript, kind::no_operator},
     .line = R"((?P<name>(?P<x>\w*)\s*\[(?:[^]]*\bNone\b[^]]*|(?:[^]]*[^]:])?:(?:[^]:][^]]*)?)\]))",
     .wrong = "an axis is added with parentheses here, not with brackets and a colon",
     .why = "(_, None) makes a column of a 1-D tile, (None, _) a row. You cannot take a part of a "
            "tile: load the part that you need.",
     .fix = "$x(_, None) or $x(None, _)"},
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
