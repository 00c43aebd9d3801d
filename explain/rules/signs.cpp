// Signs that are missing or wrong in a line, where the line alone tells which: quotes of an
// include, commas between fields and arguments, angle brackets of a template.
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/balance.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/lookup.hpp"
#include "explain/rules/reach.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// Two words next to each other among the arguments of a call: `$before`, `$after`, and the call
/// with a comma between them.
bool comma_missing(const situation& s, explanation& e, captures& c) {
  const std::string code = without_comment(e.source_line);
  if (lonely_parenthesis(s.source) || contains(code, "operator") ||
      search(code, R"(^(?:template|for|if|while|KW_|void|struct|using|else)\b|\[[&=]?\]|\?)")) {
    return false;
  }
  constexpr std::string_view kTypes = "^(?:const|auto|int|float|bool|double|return|unsigned)$";
  for (const match& each : find_all(
           code, R"(([\w.]+|(?:size|shape|axis|stages)<[^<>]*>|\)) +(-?[A-Za-z_0-9.][\w.]*))")) {
    const std::string& before = each[1];
    const std::string opened = code.substr(0, each.begin + before.size());
    const bool in_call = std::count(opened.begin(), opened.end(), '(') >
                         std::count(opened.begin(), opened.end(), ')');
    if (!in_call || search(before, kTypes) || search(each[2], "^(?:and|or|not|if|else|in|is)$") ||
        search(before, "^(?:and|or|not|if|else|in|is)$")) {
      continue;
    }
    c["before"] = before == ")" ? "`)`" : before;
    c["after"] = each[2];
    std::string fixed = code;
    fixed.insert(each.begin + before.size(), ",");
    c["joined"] = fixed;
    return true;
  }
  return false;
}

/// `{row = ...}`, where row is a field of what is made.
bool field_without_dot(const situation& s, explanation& e, captures& c) {
  c["value"] =
      first_match(without_comment(e.source_line), R"([{,]\s*)" + c["name"] + R"(\s*=\s*([^,{}]+))");
  const std::string before = e.source_line.substr(0, base::find_word(e.source_line, c["name"]));
  const std::size_t open = before.find_last_of("{(");
  return !c["value"].empty() && open != std::string::npos && before[open] == '{' && !s.in_header;
}

/// `x.row` or `x.columns` of a matrix, view or tensor without its parentheses: `$call`.
bool member_without_parentheses(const situation& s, explanation& e, captures& c) {
  const std::string code = without_comment(e.source_line);
  for (const match& each :
       find_all(code, R"(\b([a-z]\w*)\.(row|rows|columns|extent|stride|data|device)\b)")) {
    const bool called = code.substr(each.end, 1) == "(" || code.substr(each.end, 1) == "[";
    const bool known =
        search(text_of(s), R"(\b(?:matrix|view|tensor_descriptor)<[^()]*> )" + each[1] + R"(\b)");
    if (called || !known) {
      continue;
    }
    const std::vector<std::string> reach = names_in_reach(s, e.line);
    const bool row = std::find(reach.begin(), reach.end(), "row") != reach.end();
    c["x"] = each[1];
    c["name"] = each[2];
    c["call"] = each[0] + (each[2] == "row"                             ? (row ? "(row)" : "(r)")
                           : each[2] == "extent" || each[2] == "stride" ? "(0)"
                                                                        : "()");
    return !s.in_header;
  }
  return false;
}

/// A declaration that ends with a comma, in this line or the one above.
bool comma_at_the_end(const situation& s, explanation& e, captures& c) {
  for (const int line : {e.line, e.line - 1}) {
    const std::string code = without_comment(line_of(s, line));
    const bool whole =
        std::count(code.begin(), code.end(), '(') == std::count(code.begin(), code.end(), ')');
    const bool again =
        search(line_of(s, line + 1), R"(^\s*(?:auto|int|float|const|tl\.|for|if)\b)");
    if (whole && again &&
        search(code, R"(^(?:const )?(?:auto|int|float|bool) \w+ = .*,$|^tl\..*\),$)")) {
      e.line = line;
      e.source_line = line_of(s, line);
      c["statement"] = code.substr(0, code.size() - 1);
      return true;
    }
  }
  return false;
}

/// A comma after the last argument, in this line or at the end of the one above. Moves to it.
bool comma_after_the_last(const situation& s, explanation& e, captures&) {
  for (const int line : {e.line, e.line - 1}) {
    const std::string text = line_of(s, line), code = without_comment(text);
    const std::vector<match> inside = find_all(code, R"(,\s*\))");
    const bool at_end =
        code.ends_with(",") && without_comment(line_of(s, line + 1)).starts_with(")");
    if (!inside.empty() || at_end) {
      const std::size_t indent = text.find(code);
      const std::size_t comma = inside.empty() ? code.size() - 1 : inside[0].begin;
      e.line = line;
      e.source_line = text;
      e.column = static_cast<int>((indent == std::string::npos ? 0 : indent) + comma) + 1;
      e.width = 1;
      return true;
    }
  }
  return false;
}

/// A lambda of the file whose only statement is a comparison. Moves to it.
bool compares_without_return(const situation& s, explanation& e, captures& c) {
  constexpr std::string_view kComparison =
      R"((?P<head>\[&?\]\([^()]*\)) \{ (?P<value>[\w.() +*/-]+ (?:[<>]=?|[=!]=) [\w.() +*/-]+); \})";
  for (int line = 1; line <= static_cast<int>(s.source.size()); ++line) {
    if (kw::explain::search(without_comment(line_of(s, line)), kComparison, &c) &&
        !c["value"].starts_with("return ")) {
      e.line = line;
      e.source_line = line_of(s, line);
      return true;
    }
  }
  return false;
}

/// A semicolon between the parentheses of a call, after which the call goes on.
bool ends_inside(const situation&, explanation& e, captures& c) {
  const std::string code = without_comment(e.source_line);
  const std::size_t at = code.find(';');
  const std::string before = code.substr(0, at);
  const bool open =
      std::count(before.begin(), before.end(), '(') > std::count(before.begin(), before.end(), ')');
  c["changed"] = code;
  if (at == std::string::npos || at + 1 >= code.size() || !open || search(code, R"(\bfor\b|\{)")) {
    return false;
  }
  c["changed"][at] = ',';
  return true;
}

/// The line, or the one above, begins a template and does not close its parameters.
bool template_without_end(const situation& s, explanation& e, captures& c) {
  for (const int line : {e.line, e.line - 1}) {
    c["parameters"] =
        first_match(without_comment(line_of(s, line)), R"(^template\s*<\s*([^<>]*[^<>, ])$)");
    if (!c["parameters"].empty()) {
      e.line = line;
      e.source_line = line_of(s, line);
      return true;
    }
  }
  return false;
}

bool no_type_of_parameter(const situation&, explanation&, captures& c) {
  return !search(c["name"], "^(?:int|bool|class|typename|auto|unsigned|char|size_t)$");
}

bool is_a_type(const situation& s, explanation&, captures& c) {
  return !known_members(s, c["type"]).empty();
}

constexpr rule kSignTable[] = {
    {.name = "include with two kinds of quotes",
     .line = R"re(^#\s*include\s+(?:"(?P<header>[^"<>]+)>|<(?P<header2>[^"<>]+)"))re",
     .caret = "$header",
     .wrong = "an include has either two quotes or two angle brackets around its header",
     .why = "Angle brackets are for the library and the headers of C++, quotes for the lesson's.",
     .fix = "#include <$header>, or \"$header\" for a header of the lesson"},
    {.name = "include without quotes",
     .line = R"(^#\s*include\s+(?P<header>[A-Za-z_][\w./]*)$)",
     .caret = "$header",
     .wrong = "the header of an include is in angle brackets or quotes",
     .why = "Angle brackets are for the library and the headers of C++, quotes for the lesson's.",
     .fix = "#include <$header>, or \"$header\" for a header of the lesson"},
    {.name = "template without angle brackets",
     .line = R"(^template\s+(?P<parameters>[^<>]*[^<> ])\s*>?$)",
     .caret = "template",
     .wrong = "the parameters of a template are in angle brackets",
     .fix = "template <$parameters>"},
    {.name = "template without its end",
     .says = "expected|template",
     .look = {template_without_end, "parameters"},
     .caret = "template",
     .wrong = "a closing > is missing after the template's parameters",
     .fix = "template <$parameters>"},
    {.name = "type of a template's parameter",
     .says =
         "expected|not declared|unknown type|undefined|not been declared|not a type|does not name",
     .line = R"(^template\s*<(?:.*,)?\s*(?P<name>[a-z]\w*)\s+(?P<parameter>[A-Z]\w*)\s*[,>])",
     .look = {no_type_of_parameter},
     .caret = "$name",
     .wrong = "$name is not a kind of template parameter",
     .why = "A block size is an int, a type of elements is a class.",
     .fix = "template <int $parameter>"},
    {.name = "member function in brackets",
     .says = "operator|subscript|invalid use|invalid types|expected|function",
     .line = R"((?P<x>\w+)\.(?P<name>extent|stride|row|tile|to)\[(?P<inside>[^\[\]]*)\])",
     .caret = "$x.$name",
     .wrong = "$x.$name is a function: its argument is in parentheses",
     .fix = "$x.$name($inside)"},
    {.name = "member function without parentheses",
     .look = {member_without_parentheses, "x name call"},
     .caret = "$x.$name",
     .wrong = "$x.$name is a function: it is called with parentheses",
     .fix = "$call"},
    {.name = "statement that ends inside parentheses",
     .says = "expected",
     .look = {ends_inside, "changed"},
     .caret = ";",
     .wrong = "this semicolon ends the statement, but a parenthesis is still open",
     .why = "Between two arguments it has to be a comma.",
     .fix = "$changed"},
    {.name = "comma between variables",
     .says = "expected",
     .line =
         R"(^(?P<type>float|int|double|bool|std::int64_t) (?P<name>[a-z]\w*) (?P<next>[a-z]\w*)(?P<rest>[,;=].*)$)",
     .caret = "$next",
     .wrong = "a comma is missing between $name and $next",
     .fix = "$type $name, $next$rest"},
    {.name = "equals sign missing",
     .says = "expected initializer|expected ';'|expected a \";\"",
     .line =
         R"(^(?P<type>(?:const )?(?:auto|int|float|bool)(?: const)?[&*]* )(?P<name>[a-z]\w*) (?P<value>[\w(][^=]*;)$)",
     .caret = "$name",
     .wrong = "a = is missing after $name",
     .fix = "$type$name = $value"},
    {.name = "assignment in a condition",
     .says = "lvalue|not assignable|assignment of read-only|modifiable",
     .line = R"(^(?:\} else )?(?P<key>if|while) \((?P<left>.*[^=!<>]) = (?P<right>[^=].*)\) ?\{?$)",
     .caret = " = ",
     .wrong = "= stores a value; == compares two",
     .fix = "$key ($left == $right) {"},
    {.name = "operand of a cast without parentheses",
     .says = "expected",
     .line = R"((?P<cast>static_cast<[^<>()]*>)\s*(?P<value>[A-Za-z_][\w.]*(?:\([^()]*\))?))",
     .caret = "$cast",
     .wrong = "what $cast converts is in parentheses",
     .fix = "$cast($value)"},
    {.name = "colon between arguments",
     .says = "expected",
     .line = R"((?P<call>\btl\.\w+)\([^?{}]*(?P<before>[\w)])\s*:\s*(?P<after>[\w(-][^:;]*\);))",
     .unless_line = R"(::|\[[&=]?\]|\[.*:)",
     .caret = ":",
     .wrong = "arguments are separated by commas, not by a colon",
     .fix = "$rewritten",
     .replaced = ":",
     .by = ","},
    {.name = "function of tl with braces",
     .line = R"(\b(?P<function>tl\.[a-z_0-9]+)\{(?P<inside>[^{}]*)\})",
     .caret = "$function",
     .wrong = "$function is a function: its arguments are in parentheses, not in braces",
     .fix = "$function($inside)"},
    {.name = "comma in a shape",
     .line = R"(\bshape<(?P<rows>\w+) (?P<columns>\w+)>)",
     .caret = "shape",
     .wrong = "a comma is missing between the extents of this shape",
     .fix = "shape<$rows, $columns>"},
    {.name = "comma at the end of a statement",
     .says = "expected",
     .look = {comma_at_the_end, "statement"},
     .caret = kWholeLine,
     .wrong = "a statement ends with a semicolon, not with a comma",
     .fix = "$statement;"},
    {.name = "lambda without its return",
     .says = "void",
     .look = {compares_without_return, "head value"},
     .caret = "$value",
     .wrong = "this lambda compares, but does not return the answer",
     .fix = "$head { return $value; }"},
    {.name = "parameter of a lambda without a type",
     .says =
         "expected|not been declared|not declared|unknown type|undefined|requires a type|no type",
     .line = R"(\[&?\]\((?P<name>[a-z]\w*)(?P<more>[,)]))",
     .unless_line = R"(\[&?\]\((?:auto|int|float|bool)\b)",
     .caret = "$name",
     .wrong = "the parameter $name of this lambda has no type",
     .fix = "[&](auto $name$more"},
    {.name = "number of stages as an argument",
     .says = "no matching|no instance|could not|cannot",
     .line = R"(\btl\.stream\((?P<name>\w+), )",
     .caret = "$name",
     .wrong = "the number of stages must be known at compile time, so it is a type",
     .fix = "tl.stream(stages<$name>, ...)"},
    {.name = "warps as an argument",
     .says = "no matching|no instance|could not|cannot",
     .line = R"(\blaunch\((?P<name>\d+|k?[Ww]arps), )",
     .caret = "$name",
     .wrong = "the number of warps is a template argument of launch",
     .fix = "launch<$name>(...)"},
    {.name = "axes of a transpose",
     .line = R"(\btl\.(?:trans|permute)\((?P<x>\w+), *(?:[{(\[]|\d))",
     .caret = "tl.",
     .wrong = "the axes of a transpose are not a list of numbers",
     .why =
         "A tile of two axes needs no axes at all. For others they are written axis<1>, axis<0>.",
     .fix = "tl.trans($x)"},
    {.name = "comma between fields",
     .line = R"((?P<first>\.\w+ = [\w.]+) (?P<second>\.\w+ =))",
     .caret = "$second",
     .wrong = "a comma is missing in front of this field",
     .fix = "$first, $second"},
    {.name = "colon at the end",
     .says = "expected",
     .line = R"(^(?P<statement>[^?]*[\w)\]]):$)",
     .unless_line =
         R"(^(?:case|default|public|private|protected|if|for|while|else|elif|def|class|try)\b)",
     .caret = kWholeLine,
     .wrong = "a statement ends with a semicolon, not with a colon",
     .fix = "$statement;"},
    {.name = "comma after the last argument",
     .says = "expected primary-expression before '\\)'|expected expression|expected an expression",
     .look = {comma_after_the_last},
     .wrong = "there is nothing between this comma and the parenthesis",
     .why = "In Python a comma may follow the last argument, in C++ it may not."},
    {.name = "two commas",
     .says = "expected",
     .line = R"((?P<before>\w+\)?),(?P<gap>\s*,))",
     .caret = ",$gap",
     .wrong = "there is nothing between these two commas",
     .why = "Delete one of them, or write the argument that is missing.",
     .fix = "$rewritten",
     .replaced = ",,",
     .by = ","},
    {.name = "operand missing",
     .says = "expected",
     .line = R"((?P<sign>[-+/%|=])\s*(?P<end>[;)])|(?P<sign2>[*&<])\s*(?P<end2>;))",
     .unless_line = R"(\+\+|--|\[=\]|operator)",
     .caret = "$end",
     .wrong = "an operand is missing after `$sign`",
     .why = "The line ends, or closes its parenthesis, before the value that `$sign` needs."},
    {.name = "function of tl without parentheses",
     .says = "expected",
     .line = R"(\b(?P<function>tl\.[a-z_0-9]+) (?P<argument>[a-z_][\w.]*(?:\([^()]*\))?))",
     .caret = "$function",
     .wrong = "$function is a function: its argument is in parentheses",
     .fix = "$function($argument)"},
    {.name = "comma missing",
     .says = "expected|token|unexpected",
     .look = {comma_missing, "before after joined"},
     .wrong = "a comma is missing between $before and $after",
     .why = "Or an operator such as +, if the two are one argument.",
     .fix = "$joined"},
    {.name = "colon of a dictionary",
     .line = R"re(\{(?P<key>"\w+")\s*:\s*(?P<value>[^{},]+)\})re",
     .caret = ":",
     .wrong = "the two parts of a pair are separated by a comma here, not by a colon",
     .fix = "{$key, $value}"},
    {.name = "constant without a type",
     .line =
         R"(^(?P<word>(?:static |const |constexpr )+)(?P<name>[A-Za-z_]\w*) = (?P<value>[^;]*;))",
     .caret = "$name",
     .wrong = "the constant $name has no type",
     .fix = "${word}int $name = $value   or auto in the place of int"},
    {.name = "field without its dot",
     .says =
         R"re('(?P<name>\w+)' was not declared|identifier '(?P<name2>\w+)'|"(?P<name3>\w+)" is undefined)re",
     .look = {field_without_dot, "name value"},
     .caret = "$name",
     .wrong = "a field that braces name begins with a dot",
     .fix = ".$name = $value"},
    {.name = "dot after an enumeration",
     .says = R"re(before '\.' token|unexpected type name '\w+'|type name is not allowed|'\.' )re",
     .line = R"((?P<type>[A-Za-z_]\w*)\.(?P<name>\w+))",
     .look = {is_a_type, "type"},
     .caret = "$type.",
     .wrong = "$type is a type, and its names come after two colons",
     .fix = "$type::$name"},
    {.name = "grid in brackets",
     .line = R"(\bgrid\[(?P<extents>[^\[\]]*)\])",
     .caret = "grid",
     .wrong = "a grid is made with parentheses, not with brackets",
     .fix = "grid($extents)"},
};

}  // namespace

constinit const std::span<const rule> kSignRules = kSignTable;

}  // namespace kw::explain
