// The grammar of C++: brackets, semicolons and commas, headers, and the slips of those who begin
// with it. What the search for a change can try (explain/repair) needs only a sentence here.
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/balance.hpp"
#include "explain/rules/helpers.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

// ---- brackets and semicolons -------------------------------------------------------------------

/// Moves to the first bracket without its partner: `$bracket`, its `$partner` and the line where
/// that was `$noticed`.
bool lonely(const situation& s, explanation& e, captures& c) {
  const auto found = find_lonely_bracket(s.source);
  if (!found || s.in_header) {
    return false;
  }
  move_to(s, found->line, e);
  e.column = found->column;
  e.width = 1;
  c["bracket"] = std::string(1, found->bracket);
  c["partner"] = found->bracket == '(' ? ")" : found->bracket == '[' ? "]" : "}";
  c["noticed"] =
      found->noticed == found->line ? "this line" : "line " + std::to_string(found->noticed);
  return true;
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

// ---- headers and signatures -----------------------------------------------------------------

/// The function of the line, `$function`; and as the lesson's header declares it, as the line has
/// to be.
bool function_of_the_lesson(const situation& s, explanation& e, captures& c) {
  c["function"] = first_match(e.source_line, R"((?:\w+::)*(\w+)\()");
  const auto declared = find(s.lesson, R"(([\w:<>]+) ()" + c["function"] + R"()(\([^;]*\));)");
  if (declared) {
    std::string parameters = joined(base::arguments_of((*declared)[3], 0));
    if (contains(s.text, "using namespace kw;")) {
      parameters = replaced(parameters, "kw::", "");
    }
    const std::string space = contains(e.source_line, "::" + c["function"])
                                  ? first_match(s.lesson, R"(namespace (\w+))") + "::"
                                  : "";
    c["declared"] = (*declared)[1] + " " + space + (*declared)[2] + "(" + parameters + ") {";
  }
  return true;
}

constexpr std::string_view kConcept =
    "It is a concept: it says what tl can do. The type of tl differs between a CPU and a GPU, and "
    "auto covers both.";

/// A file whose brackets are not in pairs: whatever the compiler says follows from that.
constexpr rule kBracketTable[] = {
    {.name = "bracket left open",
     .look = left_open,
     .wrong = "this `$bracket` has no `$partner`",
     .why = "It is missing above or in $noticed."},
    {.name = "bracket that closes nothing",
     .look = lonely,
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
    {.name = "lambda that captures something else",
     .kinds = {kind::not_captured},
     .caret = "${name|^}",
     .wrong = "this lambda cannot use ${name|the variables outside it}",
     .why = "[&] lets it use the variables around it; [] keeps them out.",
     .fix = "[&](...) { ... }"},
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
    {.name = "header not found",
     .kinds = {kind::no_header},
     .caret = "$header",
     .wrong = "the header $header does not exist",
     .why = "The library's header is kernelwright/kernelwright.hpp, and a lesson's header has the "
            "lesson's name."},
    {.name = "other parameters than the lesson's",
     .kinds = {kind::other_signature},
     .look = function_of_the_lesson,
     .caret = "$function",
     .wrong = "the lesson does not declare $function like this",
     .why =
         "The tests call it as the lesson's header declares it: name, parameters and their const "
         "must be the same.",
     .fix = "$declared"},

    {.name = "semicolon missing",
     .kinds = {kind::expected_semicolon},
     .look = semicolon_missing,
     .wrong = "a semicolon is missing at the end of this line",
     .fix = "$code;"},
    {.name = "line that cannot be read",
     .kinds = {kind::expected, kind::expected_brace},
     .look = word_at_caret,
     .wrong = "the compiler cannot read this line from `$there` on",
     .why = "Something just before it is missing or is one too many: is it an operator, a comma, a "
            "bracket or a type?"},
};

}  // namespace

constinit const rule_table kBracketRules = kBracketTable;
constinit const rule_table kGrammarRules = kGrammarTable;

}  // namespace kw::explain
