// The grammar of C++: brackets, semicolons and commas, headers, and the slips of those who begin
// with it. What the search for a change can try (explain/repair) needs only a sentence here.
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/balance.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/lookup.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

// ---- brackets and semicolons -------------------------------------------------------------------

/// Moves to a bracket without its partner: `$bracket`, its `$partner` and the line where that was
/// `$noticed`.
bool move_to(const situation& s, const std::optional<lonely_bracket>& found, explanation& e,
             captures& c) {
  if (!found || s.in_header) {
    return false;
  }
  e.line = found->line;
  e.source_line = line_of(s, e.line);
  e.column = found->column;
  e.width = 1;
  c["bracket"] = std::string(1, found->bracket);
  c["closing"] = found->partner == 0 ? "" : std::string(1, found->partner);
  c["partner"] = found->bracket == '(' ? ")" : found->bracket == '[' ? "]" : "}";
  c["noticed"] =
      found->noticed == found->line ? "this line" : "line " + std::to_string(found->noticed);
  return true;
}

/// The first parenthesis without its partner, or else the first such brace.
bool lonely(const situation& s, explanation& e, captures& c) {
  const auto parenthesis = lonely_parenthesis(s.source);
  return move_to(s, parenthesis ? parenthesis : lonely_brace(s.source), e, c);
}

bool of_another_kind(const situation& s, explanation& e, captures& c) {
  return lonely(s, e, c) && !c["closing"].empty();
}

bool left_open(const situation& s, explanation& e, captures& c) {
  return lonely(s, e, c) && c["bracket"].find_first_of("([{") != std::string::npos;
}

/// The word where the compiler stopped understanding; false at the end of the line.
bool word_at_caret(const situation&, explanation& e, captures& c) {
  const std::string& line = e.source_line;
  const std::size_t from = e.column > 0 ? static_cast<std::size_t>(e.column) - 1 : line.size();
  const std::size_t at = from < line.size() ? line.find_first_not_of(" \t", from) : line.size();
  if (at >= line.size()) {
    return false;
  }
  c["there"] = first_match(std::string_view(line).substr(at), "^([A-Za-z_0-9]+|[^A-Za-z_0-9 ])");
  e.column = static_cast<int>(at) + 1;
  e.width = static_cast<int>(c["there"].size());
  return !c["there"].empty();
}

/// The line that lacks a semicolon: the compiler complains where the next token is.
bool semicolon_missing(const situation& s, explanation& e, captures&) {
  const std::size_t indent = e.source_line.find_first_not_of(" \t");
  if (e.column > 0 && indent != std::string::npos && e.column == static_cast<int>(indent) + 1) {
    do {
      --e.line;
    } while (e.line > 1 && without_comment(line_of(s, e.line)).empty());
  }
  e.source_line = line_of(s, e.line);
  const std::string code = without_comment(e.source_line);
  e.column = static_cast<int>(e.source_line.find(code) + code.size()) + 1;
  e.width = 1;
  return !code.ends_with(';') && !code.ends_with('{');
}

/// Two words next to each other among the arguments of a call: `$before`, `$after`, and the line
/// `$joined` by a comma.
bool comma_missing(const situation&, explanation& e, captures& c) {
  const std::string code = without_comment(e.source_line);
  if (search(code,
             R"(^(?:template|for|if|while|KW_|void|struct|using|else)\b|operator|\[[&=]?\]|\?)")) {
    return false;
  }
  for (const match& each : find_all(
           code, R"(([\w.]+|(?:size|shape|axis|stages)<[^<>]*>|\)) +(-?[A-Za-z_0-9.][\w.]*))")) {
    const std::string opened = code.substr(0, each.begin + each[1].size());
    const bool in_call = std::count(opened.begin(), opened.end(), '(') >
                         std::count(opened.begin(), opened.end(), ')');
    if (in_call &&
        !search(each[1], "^(?:const|auto|int|float|bool|double|return|unsigned|and|or|not)$") &&
        !search(each[2], "^(?:and|or|not|if|else|in|is)$")) {
      c["before"] = each[1];
      c["after"] = each[2];
      c["joined"] = opened + "," + code.substr(opened.size());
      return true;
    }
  }
  return false;
}

/// A comma after the last argument, in this line or at the end of the one above. Moves to it.
bool comma_after_the_last(const situation& s, explanation& e, captures&) {
  for (const int line : {e.line, e.line - 1}) {
    const std::string text = line_of(s, line), code = without_comment(text);
    const auto inside = find(text, R"(,\s*\))");
    const bool at_end =
        code.ends_with(",") && without_comment(line_of(s, line + 1)).starts_with(")");
    if (inside || at_end) {
      e.line = line;
      e.source_line = text;
      e.column = static_cast<int>(inside ? inside->begin : text.find(code) + code.size() - 1) + 1;
      e.width = 1;
      return true;
    }
  }
  return false;
}

// ---- numbers where tiles are meant ------------------------------------------------------------

/// A name that is made a column or a row here, and declared as a number above: `$name`, its `$type`
/// and the line,
/// `$declared`. `$value` is what it would be as a tile.
bool number_as_tile(const situation& s, explanation& e, captures& c) {
  for (const match& turned : find_all(e.source_line, R"((\w+)\((?:_, None|None, _)\))")) {
    const auto variable = known_variable(s, turned[1], e.line - 1);
    if (!variable) {
      continue;
    }
    const std::string& value = variable->value;
    const std::string block = first_match(value, R"(^tl\.program_id\(\d\) \* (\w+))");
    const auto call = find(value, R"(^tl\.(?:sum|max|min|mean|argmax|argmin)\()");
    const bool reduced = call && base::arguments_of(value, call->end - 1).size() == 1;
    c["name"] = turned[1];
    c["declared"] = std::to_string(variable->line);
    c["value"] = !block.empty() ? value + " + tl.arange(size<" + block + ">)"
                 : reduced      ? value.substr(0, value.rfind(')')) +
                                 (contains(turned[0], "(None, _)") ? ", axis<0>)" : ", axis<1>)")
                           : value;
    return !block.empty() || reduced || contains(value, "tl.arange") || contains(value, "tl.load");
  }
  return false;
}

// ---- headers and signatures -----------------------------------------------------------------

/// A header of the lesson or of the library that is nearly this one, `$near` with its quotes.
bool header_near(const situation& s, explanation& e, captures& c) {
  c["header"] =
      c["header"].empty() ? first_match(e.source_line, R"([<"]([^>"]+)[>"])") : c["header"];
  std::vector<std::string> names;
  for (const auto* headers : {&s.headers, &s.library}) {
    for (const header& each : *headers) {
      names.push_back(each.name);
    }
  }
  const std::string near = nearest(c["header"], names);
  c["near"] = near.empty()          ? ""
              : contains(near, "/") ? "#include <" + near + ">"
                                    : "#include \"" + near + "\"";
  return true;
}

/// The function of the line, `$function`; and as the lesson's header declares it, as the line has
/// to be.
bool function_of_the_lesson(const situation& s, explanation& e, captures& c) {
  c["function"] = first_match(e.source_line, R"((?:\w+::)*(\w+)\()");
  const auto declared = find(s.contract, R"(([\w:<>]+) ()" + c["function"] + R"()(\([^;]*\));)");
  if (declared) {
    std::string parameters =
        file_has(s, "using namespace kw;") ? replaced((*declared)[3], "kw::", "") : (*declared)[3];
    while (contains(parameters, "  ")) {
      parameters = replaced(parameters, "  ", " ");
    }
    const std::string space = contains(e.source_line, "::" + c["function"])
                                  ? first_match(s.contract, R"(namespace (\w+))") + "::"
                                  : "";
    c["declared"] = (*declared)[1] + " " + space + (*declared)[2] + parameters + " {";
  }
  return true;
}

constexpr std::string_view kConcept =
    "It is a concept: it says what tl can do. The type of tl differs between a CPU and a GPU, and "
    "auto covers both.";

/// A file whose brackets are not in pairs: whatever the compiler says follows from that.
constexpr rule kBracketTable[] = {
    {.name = "bracket closed by another kind",
     .look = {of_another_kind, "bracket closing partner noticed"},
     .wrong = "this `$closing` closes a `$bracket`, which needs a `$partner`",
     .why = "One of the two brackets is of the wrong kind, or one between them is missing."},
    {.name = "bracket left open",
     .look = {left_open, "bracket closing partner noticed"},
     .wrong = "this `$bracket` has no `$partner`",
     .why = "It is missing above or in $noticed."},
    {.name = "bracket that closes nothing",
     .look = {lonely, "bracket closing partner noticed"},
     .wrong = "this `$bracket` closes nothing",
     .why = "It is one too many, or what it closes is missing above."},
};

constexpr rule kGrammarTable[] = {
    {.name = "program without auto",
     .kinds = {kind::expected, kind::no_type, kind::undeclared},
     .line = R"(\((?:const )?(?P<word>program|auto +program)(?:[ &*]+tl\b|,|\)))",
     .caret = "$word",
     .wrong = "program is not a type: it goes before auto",
     .why = kConcept,
     .fix = "program auto tl"},
    {.name = "call operator with one bracket",
     .kinds = {kind::expected, kind::no_type},
     .line = R"((?P<operator>operator) *(?:\( *(?:program )?auto|\(\)))",
     .unless_line = R"(void operator\(\)\()",
     .caret = "$operator",
     .wrong = "a kernel's call operator is written void operator()(program auto tl, ...) const",
     .why = "The first () is part of its name; the parameters follow in the second.",
     .fix = kEntry},
    {.name = "lambda that captures something else",
     .kinds = {kind::not_captured},
     .caret = "${name|^}",
     .wrong = "this lambda cannot use ${name|the variables outside it}",
     .why = "[&] lets it use the variables around it; [] keeps them out.",
     .fix = "[&](...) { ... }"},
    {.name = "number that is used as a tile",
     .kinds = {kind::number_called},
     .look = {number_as_tile, "name declared value"},
     .caret = "$name",
     .wrong = "$name is declared as one number in line $declared, and is used as a tile here",
     .why = "A tile is declared with auto. A range of offsets needs tl.arange; a reduction along "
            "axis<1> keeps a "
            "number for each row, and along axis<0> one for each column.",
     .fix = "auto $name = $value;   in line $declared"},
    {.name = "axes of a number",
     .kinds = {kind::number_called},
     .line = R"(\b(?P<name>\w+)\((?:_, None|None, _)\))",
     .caret = "$name",
     .wrong = "$name is one number, so it needs no axes",
     .why = "A number combines with a tile of any shape.",
     .fix = "$name"},
    {.name = "assignment in a condition",
     .kinds = {kind::read_only, kind::expected},
     .line = R"(^(?:\} else )?(?P<key>if|while) \((?P<left>.*[^=!<>]) = (?P<right>[^=].*)\) ?\{?$)",
     .caret = " = ",
     .wrong = "= stores a value; == compares two",
     .fix = "$key ($left == $right) {"},
    {.name = "condition without parentheses",
     .kinds = {kind::expected},
     .line = R"(^(?P<key>if constexpr|if|while|for) (?P<condition>[^(].*[^ {]) *\{?$)",
     .caret = "$key",
     .wrong = "the condition after $key needs parentheses",
     .fix = "$key ($condition) {"},
    {.name = "cast without a type or parentheses",
     .kinds = {kind::expected},
     .line = R"((?P<cast>static_cast)(?:\(|<[^<>()]*>\s*[A-Za-z_]))",
     .caret = "$cast",
     .wrong = "a static_cast has the new type in angle brackets, and the value in parentheses",
     .fix = "static_cast<float>(x)"},
    {.name = "function with other brackets",
     .kinds = {kind::expected, kind::subscript, kind::not_called, kind::no_operator,
               kind::type_for_value},
     .line =
         R"(\b(?P<function>tl\.\w+|\w+\.(?:extent|stride|row|tile|to)|grid)[\[{](?P<inside>[^][{}]*)[\]}])",
     .caret = "$function",
     .wrong = "$function is a function: its arguments are in parentheses",
     .fix = "$function($inside)"},
    {.name = "include without quotes",
     .kinds = {kind::expected, kind::character, kind::no_header},
     .line =
         R"re(^#\s*include\s+(?:"(?P<header>[^"<>]+)>|<(?P<header2>[^"<>]+)"|(?P<header3>[A-Za-z_][\w./]*)$))re",
     .caret = "$header",
     .wrong = "an include has either two quotes or two angle brackets around its header",
     .why = "Angle brackets are for the library and the headers of C++, quotes for the lesson's.",
     .fix = "#include <$header>, or \"$header\" for a header of the lesson"},
    {.name = "header not found",
     .kinds = {kind::no_header},
     .look = {header_near, "header near"},
     .caret = "$header",
     .wrong = "the header $header does not exist",
     .why = "The library's header is kernelwright/kernelwright.hpp, and a lesson's header has the "
            "lesson's name.",
     .fix = "$near"},
    {.name = "return missing",
     .kinds = {kind::no_return},
     .wrong = "this function ends without a return",
     .why = "Its return type promises a value, so it needs a return statement that gives one.",
     .fix = "return ...;"},
    {.name = "other parameters than the lesson's",
     .kinds = {kind::other_signature},
     .look = {function_of_the_lesson, "function declared"},
     .caret = "$function",
     .wrong = "the lesson does not declare $function like this",
     .why =
         "The tests call it as the lesson's header declares it: name, parameters and their const "
         "must be the same.",
     .fix = "$declared"},

    {.name = "comma after the last argument",
     .kinds = {kind::expected_operand},
     .look = {comma_after_the_last},
     .wrong = "there is nothing between this comma and the parenthesis",
     .why = "In Python a comma may follow the last argument, in C++ it may not."},
    {.name = "comma missing",
     .kinds = {kind::expected},
     .look = {comma_missing, "before after joined"},
     .wrong = "a comma is missing between $before and $after",
     .why = "Or an operator such as +, if the two are one argument.",
     .fix = "$joined"},
    {.name = "semicolon missing",
     .kinds = {kind::expected_semicolon},
     .look = {semicolon_missing},
     .wrong = "a semicolon is missing at the end of this line",
     .fix = "$code;"},
    {.name = "line that cannot be read",
     .kinds = {kind::expected, kind::expected_brace},
     .look = {word_at_caret, "there"},
     .wrong = "the compiler cannot read this line from `$there` on",
     .why = "Something just before it is missing or is one too many: is it an operator, a comma, a "
            "bracket "
            "or a type?"},
};

}  // namespace

constinit const std::span<const rule> kBracketRules = kBracketTable;
constinit const std::span<const rule> kGrammarRules = kGrammarTable;

}  // namespace kw::explain
