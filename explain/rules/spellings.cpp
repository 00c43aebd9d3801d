// Spellings of Triton and of Python that C++ reads as something else. They are recognised in the
// learner's line, since the compiler's words for them never name the cause.
#include <algorithm>
#include <iterator>

#include "common/base/cpp_text.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

constexpr std::string_view kPythonCondition =
    "this is a line of Python; C++ has parentheses around the condition, and braces";

/// The parameters of a function of Python with a type, `$typed`.
bool small_function(const situation&, explanation&, captures& c) {
  for (const std::string& name : base::arguments_of("(" + c["parameters"] + ")", 0)) {
    c["typed"] += (c["typed"].empty() ? "auto " : ", auto ") + name;
  }
  return true;
}

/// Lines of Python, wherever the compiler stumbled over them.
constexpr rule kPythonLines[] = {
    {.name = "text that documents",
     .line = R"re(^(?P<quotes>"""|''')(?P<words>[^"']*))re",
     .caret = "$quotes",
     .wrong = "a text in three quotes is Python's; a comment of C++ begins with //",
     .fix = "// $words"},
    {.name = "loop of Python",
     .line = R"(^for\s+\(?(?:int |auto )?(?P<i>\w+)\s+in\s+(?:tl\.)?(?:static_)?range\()"
             R"((?P<bounds>[^()]*(?:\([^()]*\)[^()]*)*)\)\)?\s*[:{]?$)",
     .look = kLoopBounds,
     .caret = kWholeLine,
     .wrong = "this is a loop of Python; C++ has three parts in parentheses, and braces",
     .why = "Start, condition and step are separated by semicolons.",
     .fix = "for (int $i = $from; $i < $to; $step) { ... }"},
    {.name = "enumerate",
     .line = R"(^for \((?:const )?auto&* \[(?P<i>\w+), (?P<v>\w+)\] : enumerate\((?P<x>\w+)\)\))",
     .caret = "enumerate",
     .wrong = "enumerate is a function of Python; C++ counts the elements itself",
     .fix =
         "for (int $i = 0; $i < $x.extent(0); ++$i) {   and in it: const auto $v = $x.data()[$i];"},
    {.name = "several values at once",
     .line =
         R"(^(?:auto )?\[?(?P<one>\w+), (?P<other>\w+)\]? = )"
         R"((?P<value>[^,()]*(?:\([^()]*\)[^,()]*)*), (?P<last>[^,()]*(?:\([^()]*\)[^,()]*)*);$)",
     .caret = kWholeLine,
     .wrong = "two variables cannot get two values in one assignment, as they do in Python",
     .why = "Each variable has a declaration of its own.",
     .fix = "auto $one = $value;   and then   auto $other = $last;"},
    {.name = "def of a small function",
     .line = R"(^def\s+(?P<name>\w+)\((?P<parameters>[^()]*)\)[^:]*:\s*return (?P<value>[^;]*);?$)",
     .look = {small_function, "typed"},
     .caret = kWholeLine,
     .wrong = "this is a function of Python; in a kernel of C++ a small function is a lambda",
     .fix = "auto $name = [&]($typed) { return $value; };"},
    {.name = "def",
     .line = R"(^def\s+\w+\(.*\)[^;{]*:)",
     .caret = kWholeLine,
     .wrong = kPythonCondition,
     .fix = "KW_KERNEL void operator()(program auto tl, ...) const { ... }"},
    {.name = "else of Python",
     .line = R"(^else\b.*:$)",
     .caret = kWholeLine,
     .wrong = kPythonCondition,
     .fix = "else { ... }"},
    {.name = "elif",
     .line = R"(^elif\b\s*(?P<condition>.*?)\s*:$)",
     .caret = kWholeLine,
     .wrong = kPythonCondition,
     .fix = "else if ($condition) { ... }"},
    {.name = "condition of Python",
     .line = R"(^(?P<key>if|while)\b\s*(?P<condition>.*?)\s*:$)",
     .caret = kWholeLine,
     .wrong = kPythonCondition,
     .fix = "$key ($condition) { ... }"},
};

/// A line of Python above the error: what follows it no compiler understands as it is meant.
bool python_above(const situation& s, explanation& e, captures&) {
  for (int line = 1; line < e.line && !s.in_header; ++line) {
    explanation above = e;
    above.line = line;
    above.source_line = line_of(s, line);
    if (apply_first(kPythonLines, s, above)) {
      e = above;
      return true;
    }
  }
  return false;
}

bool python_here(const situation& s, explanation& e, captures&) {
  return apply_first(kPythonLines, s, e);
}

/// `n // 2` hides the rest of the line, semicolon included; the complaint comes a line later.
bool floor_division(const situation& s, explanation& e, captures& c) {
  for (const int line : {e.line, e.line - 1}) {
    const std::string text = line_of(s, line);
    const std::string code = without_comment(text);
    const bool open = !code.empty() && (base::is_name_character(code.back()) || code.back() == ')');
    if (open && search(text, R"([])\w]\s*//\s*([\w(][^;]*);)")) {
      e.line = line;
      e.source_line = text;
      c["statement"] = replaced(base::trimmed(text), "//", "/");
      return true;
    }
  }
  return false;
}

/// The type of elements in angle brackets, as a value.
bool type_in_angles(const situation& s, explanation& e, captures& c) {
  const std::string type = replaced(c["type"], "std::", "");
  const auto known = std::find_if(std::begin(kElementTypes), std::end(kElementTypes),
                                  [&](const spelling& each) { return each.word == type; });
  c["dtype"] = known == std::end(kElementTypes) ? type : std::string(known->here);
  look_at_arguments(s, e, c);
  const bool first = c["function"] == "to";  // x.to(uint32, bitcast), but tl.zeros(shape, float32)
  c["all"] = first ? c["dtype"] + c["trailing"] : c["leading"] + c["dtype"];
  return true;
}

constexpr std::string_view kKeyword =
    R"([(,]\s*(mask|other|axis|dtype|keep_dims|acc|input_precision|allow_tf32|out_dtype|)"
    R"(cache_modifier|eviction_policy|num_warps|num_stages)\s*=\s*([^=,)][^,)]*))";

/// The first keyword argument of the line that the compiler complains about.
bool keyword(const situation& s, explanation& e, captures& c) {
  for (const match& found : find_all(without_comment(e.source_line), kKeyword)) {
    if (base::find_word(s.block, found[1]) != std::string::npos) {
      c["name"] = found[1];
      c["value"] = base::trimmed(found[2]);
      c["plain"] = replaced(c["value"], "tl.", "");
      c["bare"] = replaced(replaced(c["plain"], "\"", ""), "'", "");
      c["precision"] = c["value"] == "False" ? "ieee" : "tf32";
      c["precise"] = replaced(without_comment(e.source_line), base::trimmed(found[0].substr(1)),
                              found[1] == "allow_tf32" ? c["precision"] : c["bare"]);
      return true;
    }
  }
  return false;
}

/// A load or a store with keywords: the same call without them.
bool access_keyword(const situation& s, explanation& e, captures& c) {
  if (!keyword(s, e, c) || (c["name"] != "mask" && c["name"] != "other")) {
    return false;
  }
  std::string call = without_comment(e.source_line);
  while (const auto word = find(call, R"(\b(mask|other)\s*=\s*[^=])")) {
    call.erase(word->begin, word->end - word->begin - 1);
  }
  c["positional"] = call;
  return contains(call, "tl.") &&
         std::count(call.begin(), call.end(), '(') == std::count(call.begin(), call.end(), ')');
}

constexpr spelling kKeywords[] = {
    {"axis", "axis<$value>"},
    {"num_warps", "launch<$value>(...)"},
    {"num_stages", "tl.stream(stages<$value>, ...)"},
    {"keep_dims", "tl.max(x, axis<1>)(_, None)"},
    {"allow_tf32", "$precise"},
    {"input_precision", "$precise"},
};

constexpr std::string_view kNoKeywords = "C++ has no keyword arguments such as $name=";
constexpr std::string_view kByPosition =
    "Arguments go by their position: tl.load(pointers, mask, other), tl.store(pointers, value, "
    "mask), tl.sum(tile, axis<1>).";
constexpr std::string_view kShapeIsArgument =
    "the shape is an argument of $function, not a template argument";
constexpr std::string_view kShapeInParentheses =
    "It goes into the parentheses, as size<N> or shape<M, N>.";
constexpr std::string_view kAxesByParentheses =
    "an axis is added with parentheses here, not with brackets and a colon";
constexpr std::string_view kColumnAndRow =
    "(_, None) makes a column of a 1-D tile, (None, _) a row. You cannot take a part of a tile: "
    "load the part that you need.";

constexpr spelling kPythonWords[] = {
    {"True", "true"}, {"False", "false"}, {"elif", "else if"}, {"pass", "{}"}, {"len", "extent"}};

constexpr rule kSpellingTable[] = {
    {.name = "line of Python above", .look = {python_above}},
    {.name = "choice of Python",
     .says = "expected",
     .line = R"((?:[=(,]|return) *(?P<yes>[^=(,]+?) if (?P<condition>.+?) else (?P<no>[^,;()]+))",
     .caret = " if ",
     .wrong = "this is Python's way to choose between two values",
     .why = "tl.where chooses lane by lane. For a single number, C++ writes condition ? a : b.",
     .fix = "tl.where($condition, $yes, $no)"},
    {.name = "loop over a range",
     .line = R"(^for \((?:int|auto) (?P<i>\w+) : (?:tl\.)?(?:static_)?range\((?P<bounds>.*)\)\))",
     .look = kLoopBounds,
     .caret = kWholeLine,
     .wrong = "C++ has no range: a loop has a start, a condition and a step",
     .fix = "for (int $i = $from; $i < $to; $step) {"},
    {.name = "floor division",
     .says = R"(expected|';'|";")",
     .look = {floor_division, "statement"},
     .caret = "//",
     .wrong = "// begins a comment in C++, so the compiler ignores the rest of this line",
     .why = "Between integers, / rounds down to an integer already.",
     .fix = "$statement"},

    // tl.zeros<float>(size<64>), tl.arange<64>(), tl.sum<1>(v), a.tile<BM, BK>(m, k)
    {.name = "type in angle brackets",
     .line =
         R"((?P<call>(?P<object>[A-Za-z_]\w*)\s*\.\s*(?P<function>zeros|full|to|accumulator))"
         R"(\s*<\s*(?P<type>(?:std::)?(?:T|half|bool|double|uint(?:8|16|32|64)?(?:_t)?|b?float(?:16|32|64)?(?:_t)?|)"
         R"(int(?:1|8|16|32|64)?(?:_t)?))\s*>\s*)\()",
     .look = {type_in_angles, "dtype arguments leading trailing all"},
     .caret = "$call",
     .wrong = "the type is an argument of $function, not a template argument",
     .why =
         "tl and tiles take types as values: float32, float16, bfloat16, int32, int64. The angle "
         "brackets read as a comparison here.",
     .fix = "$object.$function($all)"},
    {.name = "axis in angle brackets",
     .line = R"((?P<call>\btl\s*\.\s*(?P<function>sum|max|min|mean|argmax|argmin)\s*<\s*)"
             R"((?P<number>[A-Za-z_0-9, ]+?)\s*>\s*)\()",
     .look = kArguments,
     .caret = "$call",
     .wrong = "the axis is an argument of $function, not a template argument",
     .why = "It comes after the tile, as axis<0> or axis<1>.",
     .fix = "tl.$function(${arguments|x}, axis<$number>)"},
    {.name = "range in angle brackets",
     .line = R"((?P<call>\btl\s*\.\s*(?P<function>arange)\s*<\s*[A-Za-z_0-9 ]+,\s*)"
             R"((?P<number>[A-Za-z_0-9]+)\s*>\s*)\()",
     .look = kArguments,
     .caret = "$call",
     .wrong = kShapeIsArgument,
     .why = kShapeInParentheses,
     .fix = "tl.arange(size<$number>$trailing)"},
    {.name = "shape in angle brackets",
     .line = R"((?P<call>(?P<object>\btl\s*\.\s*(?P<function>\w+)|[A-Za-z_]\w*\s*\.\s*)"
             R"((?P<function2>tile))\s*<\s*(?P<number>[A-Za-z_0-9 ]+,[A-Za-z_0-9, ]+?)\s*>\s*)\()",
     .look = kArguments,
     .caret = "$call",
     .wrong = kShapeIsArgument,
     .why = kShapeInParentheses,
     .fix = "$object(shape<$number>$trailing)"},
    {.name = "size in angle brackets",
     .line =
         R"((?P<call>\btl\s*\.\s*(?P<function>\w+)\s*<\s*(?P<number>[A-Za-z_0-9 ]+?)\s*>\s*)\()",
     .look = kArguments,
     .caret = "$call",
     .wrong = kShapeIsArgument,
     .why = kShapeInParentheses,
     .fix = "tl.$function(size<$number>$trailing)"},

    {.name = "line of Python", .look = {python_here}},
    {.name = "column with a colon",
     .line = R"((?P<call>(?P<x>\w+)\(: *, *None\)))",
     .caret = "$call",
     .wrong = "the axis that a tile has is written _ here, not with a colon",
     .fix = "$x(_, None)"},
    {.name = "row with a colon",
     .line = R"((?P<call>(?P<x>\w+)\(None *, *:\)))",
     .caret = "$call",
     .wrong = "the axis that a tile has is written _ here, not with a colon",
     .fix = "$x(None, _)"},
    {.name = "row in brackets",
     .line = R"((?P<slice>(?P<x>\w+)\s*\[[^]:_]*\bNone\b[^]]*\]))",
     .caret = "$slice",
     .wrong = kAxesByParentheses,
     .why = kColumnAndRow,
     .fix = "$x(None, _)"},
    {.name = "slice of a call",
     .line = R"(\)\[\s*(?P<slice>(?::|_)\s*,\s*(?:None|(?:np|tl|torch)\.newaxis|_))\s*\])",
     .caret = "$slice",
     .wrong = kAxesByParentheses,
     .why = kColumnAndRow,
     .fix = "(_, None)"},
    {.name = "slice",
     .line =
         R"((?P<slice>(?P<x>\w+)\s*\[(?:[^]]*\bNone\b[^]]*|(?:[^]]*[^]:])?:(?:[^]:][^]]*)?)\]))",
     .caret = "$slice",
     .wrong = kAxesByParentheses,
     .why = kColumnAndRow,
     .fix = "$x(_, None)"},

    {.name = "axis of the grid as keyword",
     .told = R"(\baxis\b)",
     .line =
         R"(\bprogram_id\b.*[(,]\s*(?P<name>axis)\s*=\s*(?P<value>[^=,)\s][^,)]*?)\s*(?:[,)]|$))",
     .caret = "$name",
     .wrong = kNoKeywords,
     .why = "program_id takes the axis of the grid as a plain number.",
     .fix = "tl.program_id($value)"},
    {.name = "keyword of a load or store",
     .look = {access_keyword, "name value positional"},
     .caret = "$name",
     .wrong = kNoKeywords,
     .why = kByPosition,
     .fix = "$positional"},
    {.name = "keyword with a word of its own here",
     .look = {keyword, "name value plain bare precision precise"},
     .among = kKeywords,
     .caret = "$name",
     .wrong = kNoKeywords,
     .why = kByPosition,
     .fix = "$here"},
    {.name = "keyword",
     .look = {keyword, "name value plain bare precision precise"},
     .caret = "$name",
     .wrong = kNoKeywords,
     .why = kByPosition,
     .fix = "$plain in the place of $name=$value"},
    {.name = "word of Python",
     .says = R"(['"](?P<name>True|False|elif|pass|len)['"])",
     .among = kPythonWords,
     .caret = "$name",
     .wrong = "$name is a word of Python",
     .fix = "$here"},
    {.name = "negative infinity as text",
     .line = R"((?P<words>float\(['"]-inf(?:inity)?['"]\)))",
     .caret = "$words",
     .wrong = "infinity is written inf here",
     .fix = "-inf"},
    {.name = "infinity as text",
     .line = R"(float\(['"])",
     .caret = "float",
     .wrong = "infinity is written inf here",
     .fix = "-inf, or inf"},
};

}  // namespace

constinit const std::span<const rule> kSpellingRules = kSpellingTable;
constinit const std::span<const rule> kPythonLineRules = kPythonLines;

}  // namespace kw::explain
