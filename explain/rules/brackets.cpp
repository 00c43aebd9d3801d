// Brackets and semicolons that are missing or too many, and what a lesson's header asks for.
#include <algorithm>

#include "common/base/cpp_text.hpp"
#include "explain/rules/tables.hpp"
#include "explain/text.hpp"

namespace kw::explain {
namespace {

/// The code of a line with its indent, as far as its comment.
std::string code_as_it_stands(const std::string& line) {
  return line.substr(0, line.find("//"));
}

/// The end of the code in a line, as a column from 1.
int end_column(const std::string& line) {
  const std::string code = code_as_it_stands(line);
  const std::size_t last = code.find_last_not_of(" \t");
  return last == std::string::npos ? 1 : static_cast<int>(last) + 2;
}

int count(const std::string& code, char c) {
  return static_cast<int>(std::count(code.begin(), code.end(), c));
}

// ---- braces ------------------------------------------------------------------------------------

/// The braces that the file opens, less those it closes; < 0 as soon as one is extra.
int brace_depth(const situation& s) {
  int depth = 0;
  for (const std::string& line : s.source) {
    for (const char c : code_as_it_stands(line)) {
      depth += (c == '{') - (c == '}');
      if (depth < 0) {
        return depth;
      }
    }
  }
  return depth;
}

/// The first line at the margin that begins something new while a brace is still open.
bool brace_without_partner(const situation& s, explanation& e, captures& c) {
  std::vector<int> open;  // lines; namespaces do not indent what they hold, so they do not count
  for (std::size_t i = 0; i < s.source.size(); ++i) {
    const std::string code = code_as_it_stands(s.source[i]);
    const auto line = static_cast<int>(i) + 1;
    const bool begins = !code.empty() && (base::is_name_character(code[0]) || code[0] == '}');
    if (!open.empty() && begins && (code[0] != '}' || open.size() > 1)) {
      e.line = open.back();
      e.source_line = line_of(s, e.line);
      e.column = static_cast<int>(e.source_line.rfind('{') + 1);
      e.width = 1;
      c["below"] = std::to_string(line);
      return true;
    }
    for (const char letter : code) {
      if (letter == '{' && !contains(code, "namespace")) {
        open.push_back(line);
      } else if (letter == '}' && !open.empty()) {
        open.pop_back();
      }
    }
  }
  return false;
}

bool brace_open_at_the_end(const situation& s, explanation&, captures&) {
  return brace_depth(s) > 0;
}

// ---- parentheses and semicolons ----------------------------------------------------------------

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

/// How many brackets the line opens and closes, of the kind that the message is about.
bool closes_too_many(const situation& s, explanation& e, captures& c) {
  const std::string code = code_as_it_stands(e.source_line);
  const bool square = search(s.message, R"re(expected '\]'|expected a "\]")re");
  c["kind"] = square ? "bracket" : "parenthesis";
  c["open"] = square ? "[" : "(";
  c["close"] = square ? "]" : ")";
  c["opened"] = std::to_string(count(code, c["open"][0]));
  c["closed"] = std::to_string(count(code, c["close"][0]));
  return count(code, c["open"][0]) < count(code, c["close"][0]);
}

bool opens_too_many(const situation& s, explanation& e, captures& c) {
  return !closes_too_many(s, e, c) && c["opened"] != c["closed"];
}

/// The line has its brackets, and goes on after the caret or ends its statement.
bool brackets_in_order(const situation& s, explanation& e, captures& c) {
  const bool goes_on = e.column > 0 && e.column < end_column(e.source_line) - 1;
  return !closes_too_many(s, e, c) && c["opened"] == c["closed"] &&
         (without_comment(e.source_line).ends_with(';') || goes_on);
}

bool something_else_in_order(const situation& s, explanation& e, captures& c) {
  return brackets_in_order(s, e, c) && word_at_caret(s, e, c);
}

bool brackets_in_several_lines(const situation& s, explanation& e, captures& c) {
  return !brackets_in_order(s, e, c);
}

/// The line that lacks a semicolon: the compiler complains where the next token is.
int line_without_semicolon(const situation& s, const explanation& e) {
  const std::size_t indent = e.source_line.find_first_not_of(" \t");
  if (e.column <= 0 || indent == std::string::npos || e.column != static_cast<int>(indent) + 1) {
    return e.line;
  }
  int line = e.line - 1;
  while (line > 1 && without_comment(line_of(s, line)).empty()) {
    --line;
  }
  return line;
}

bool closes_too_many_before_semicolon(const situation& s, explanation& e, captures&) {
  const std::string code = without_comment(line_of(s, line_without_semicolon(s, e)));
  return count(code, '(') < count(code, ')');
}

bool statement_is_complete(const situation& s, explanation& e, captures& c) {
  const std::string code = without_comment(line_of(s, line_without_semicolon(s, e)));
  return (code.ends_with(';') || code.ends_with('{')) && word_at_caret(s, e, c);
}

bool semicolon_missing(const situation& s, explanation& e, captures&) {
  e.line = line_without_semicolon(s, e);
  e.source_line = line_of(s, e.line);
  const std::string code = without_comment(e.source_line);
  e.column = end_column(e.source_line);
  e.width = 1;
  return !code.ends_with(';') && !code.ends_with('{');
}

// ---- headers -----------------------------------------------------------------------------------

/// The header that is not there, in the compiler's words or in the line's.
bool header_in_line(const situation&, explanation& e, captures& c) {
  if (c["header"].empty()) {
    c["header"] = first_match(e.source_line, R"([<"]([^>"]+)[>"])");
  }
  return true;
}

/// A header of the lesson or of the library that is nearly this one, `$near` with its quotes.
bool header_is_near(const situation& s, explanation& e, captures& c) {
  std::vector<std::string> names;
  for (const auto* headers : {&s.headers, &s.library}) {
    for (const header& each : *headers) {
      names.push_back(each.name);
    }
  }
  header_in_line(s, e, c);
  const std::string near = nearest(c["header"], names);
  c["near"] = contains(near, "/") ? "<" + near + ">" : "\"" + near + "\"";
  return !near.empty();
}

std::string with_single_spaces(const std::string& text) {
  std::string result;
  for (const char c : text) {
    const bool again = c == ' ' && (result.empty() || result.back() == ' ');
    result += again ? "" : std::string(1, c);
  }
  return result;
}

/// The function of the line, `$function`; and as the lesson's header declares it, if it does, as
/// the line has to be.
bool function_of_the_lesson(const situation& s, explanation& e, captures& c) {
  c["function"] = first_match(e.source_line, R"((?:\w+::)*(\w+)\()");
  const auto declared = find(s.contract, R"(([\w:<>]+) ()" + c["function"] + R"()(\([^;]*\));)");
  if (declared) {
    const std::string spaced = with_single_spaces((*declared)[3]);
    const std::string parameters =
        file_has(s, "using namespace kw;") ? replaced(spaced, "kw::", "") : spaced;
    const std::string space = contains(e.source_line, "::" + c["function"])
                                  ? first_match(s.contract, R"(namespace (\w+))") + "::"
                                  : "";
    c["declared"] = (*declared)[1] + " " + space + (*declared)[2] + parameters + " {";
    c["part"] = first_match(e.source_line, R"(^\s*([\w:<>]+) )") == (*declared)[1]
                    ? "other parameters"
                    : "another type of result";
  }
  return declared || s.contract.empty();
}

bool function_not_of_the_lesson(const situation& s, explanation& e, captures& c) {
  const bool known = function_of_the_lesson(s, e, c);
  std::vector<std::string> names;
  for (const match& each : find_all(s.contract, R"((\w+)\()")) {
    names.push_back(each[1]);
  }
  c["near"] = nearest(c["function"], names);
  return !known;
}

// ---- the table ---------------------------------------------------------------------------------

constexpr std::string_view kBrace =
    R"re(expected '}'|expected a "}"|at end of input|a function-definition is not allowed here|)re"
    "function definition is not allowed here|invalid use of '::'|cannot have a qualified name|"
    "qualified name is not allowed";
constexpr std::string_view kBracket =
    R"re(expected '\)'|expected a "\)"|expected '\]'|expected a "\]"|extraneous '\)')re";
constexpr std::string_view kSemicolon = R"re(expected .*(?:';'|";"))re";
constexpr std::string_view kNoHeader =
    R"re(^'?(?P<header>[^': ]+)'?: No such file|^'(?P<header2>[^']+)' file not found|)re"
    R"re(cannot open source file "(?P<header3>[^"]+)"|)re"
    "No such file|file not found|cannot open source file";
constexpr std::string_view kOtherSignature =
    R"re(namespace "lesson[0-9]+" has no member "\w+"|should have been declared inside|)re"
    "conflicting declaration of|conflicting types for|does not match any declaration|no "
    "declaration matches|has no actual member|"
    "matches the specified type";

constexpr std::string_view kUnreadable = "the compiler cannot read this line from `$there` on";
constexpr std::string_view kMissingOrTooMuch =
    "Something just before it is missing or is one too many: is it an operator, a comma, a bracket "
    "or a type?";
constexpr std::string_view kOneTooMany = "the line closes one parenthesis more than it opens";
constexpr std::string_view kLibraryHeader =
    "The library's header is kernelwright/kernelwright.hpp, and a lesson's header has the lesson's "
    "name.";

constexpr rule kBracketTable[] = {
    {.name = "brace without its partner",
     .says = kBrace,
     .look = {brace_without_partner, "below"},
     .wrong = "this { has no }",
     .why = "Line $below begins something new while it is still open: a } is missing above line "
            "$below."},
    {.name = "brace missing at the end",
     .says = kBrace,
     .look = {brace_open_at_the_end},
     .caret = kWholeLine,
     .wrong = "a } is missing at the end of the file"},
    {.name = "line that ends a function early",
     .says = kBrace,
     .look = {word_at_caret, "there"},
     .wrong = kUnreadable,
     .why = kMissingOrTooMuch},
    {.name = "bracket too many",
     .says = kBracket,
     .look = {closes_too_many, "kind open close opened closed"},
     .wrong = kOneTooMany},
    {.name = "line that ends early",
     .says = kBracket,
     .look = {something_else_in_order, "there"},
     .wrong = kUnreadable,
     .why = kMissingOrTooMuch},
    {.name = "bracket missing",
     .says = kBracket,
     .look = {opens_too_many, "kind open close opened closed"},
     .wrong = "a closing $kind is missing",
     .why = "The line has $opened of `$open` and $closed of `$close`."},
    {.name = "bracket missing in several lines",
     .says = kBracket,
     .look = {brackets_in_several_lines, "kind"},
     .wrong = "a closing $kind is missing"},

    {.name = "parenthesis too many before a semicolon",
     .says = kSemicolon,
     .look = {closes_too_many_before_semicolon},
     .wrong = kOneTooMany},
    {.name = "line that cannot be read",
     .says = kSemicolon,
     .look = {statement_is_complete, "there"},
     .wrong = kUnreadable,
     .why = kMissingOrTooMuch},
    {.name = "semicolon missing",
     .says = kSemicolon,
     .look = {semicolon_missing},
     .wrong = "a semicolon is missing at the end of this line",
     .fix = "$code;"},

    {.name = "header misspelled",
     .says = kNoHeader,
     .look = {header_is_near, "header near"},
     .caret = "$header",
     .wrong = "the header $header does not exist",
     .why = "Is it misspelled?",
     .fix = "#include $near"},
    {.name = "library's header not found",
     .says = kNoHeader,
     .line = "kernel",
     .look = {header_in_line, "header"},
     .caret = "$header",
     .wrong = "the header $header does not exist",
     .why = kLibraryHeader,
     .fix = "#include <kernelwright/kernelwright.hpp>"},
    {.name = "header not found",
     .says = kNoHeader,
     .look = {header_in_line, "header"},
     .caret = "$header",
     .wrong = "the header $header does not exist",
     .why = kLibraryHeader},
    {.name = "return missing",
     .says = "no return statement|does not return a value|missing return statement",
     .wrong = "this function ends without a return",
     .why = "Its return type promises a value, so it needs a return statement that gives one.",
     .fix = "return ...;"},
    {.name = "function that the lesson does not declare",
     .says = kOtherSignature,
     .look = {function_not_of_the_lesson, "function declared near"},
     .caret = "$function",
     .wrong = "the lesson declares no function $function",
     .why =
         "The tests call it as the lesson's header declares it: name, parameters and their const "
         "must be the same.",
     .fix = "$near"},
    {.name = "other parameters than the lesson's",
     .says = kOtherSignature,
     .look = {function_of_the_lesson, "function declared part"},
     .caret = "$function",
     .wrong = "the lesson declares $function with ${part|other parameters}",
     .why =
         "The tests call it as the lesson's header declares it: name, parameters and their const "
         "must be the same.",
     .fix = "$declared"},
};

}  // namespace

constinit const std::span<const rule> kBracketRules = kBracketTable;

}  // namespace kw::explain
